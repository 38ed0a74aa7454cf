"""Redact with the PII detection service of Azure AI Language."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn
from urllib.parse import urlsplit

from seethrough.errors import UnavailableError, UsageError
from seethrough.fields import Between
from seethrough.models.clients.addresses import checked
from seethrough.models.clients.endpoint_errors import retry_after
from seethrough.models.clients.http_client import HttpClient, NoAnswerError, Reply, TooSlowError
from seethrough.models.clients.openai import health_of
from seethrough.models.request_pool import RetryPolicy, TryAgainError, work_through
from seethrough.models.resolve import current, require_allowed
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease

VERSION = "2023-04-01"
DOCUMENTS = 5
"""The most documents in one request to the service."""
LONGEST = 5_000
"""The longest document in characters; the service takes 5,120 text elements."""
TIMEOUT = 60.0
"""Seconds that one try may take by default."""

Found = tuple[str | None, dict[str, int]]
"""A redacted text, or None if the service failed, and how many entities of each category."""


@dataclass(frozen=True)
class AzurePii:
    """Replaces what Azure AI Language's PII endpoint finds by stars, one for each character.

    The service is remote: every text is sent to it, which needs ``--allow-remote``. Its key comes
    from the environment variable ``AZURE_LANGUAGE_KEY``. A text that the service could not
    redact in full is withheld: it becomes empty and the ledger counts it.

    Source: A False Sense of Privacy, A.2 (data sanitization via scrubbing); Azure AI Language,
    REST reference of ``analyze-text`` with ``PiiEntityRecognition``, version 2023-04-01.

    Attributes:
        endpoint: The resource's address; empty for ``AZURE_LANGUAGE_ENDPOINT``.
        language: The language of the texts, a two-letter code.
        domain: ``none`` or ``phi`` (protected health information).
        concurrency: The most requests at once, at least 1.
    """

    endpoint: str = ""
    language: str = "en"
    domain: str = "none"
    concurrency: Annotated[int, Between(1, 256)] = 4

    def __post_init__(self) -> None:
        if self.domain not in ("none", "phi"):
            raise ValueError(f"domain={self.domain!r} must be none or phi")

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the redacted texts under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Not used.

        Raises:
            UsageError: No endpoint or key is given, or sending was not allowed.
            UnavailableError: The service does not answer or refuses the key.
        """
        from seethrough.text.english import pieces

        owners: list[int] = []
        parts: list[str] = []
        for i, text in enumerate(private.texts):
            if text.strip():
                for piece in pieces(text, LONGEST):
                    owners.append(i)
                    parts.append(piece)
        redacted = self._redact(parts) if parts else []
        texts: list[str | None] = ["" if t.strip() else t for t in private.texts]
        kinds: Counter[str] = Counter()
        for i, (part, found) in zip(owners, redacted, strict=True):
            whole = texts[i]
            texts[i] = None if part is None or whole is None else whole + part
            kinds.update(found)
        withheld = sum(text is None for text in texts)
        return TextRelease(
            private.with_texts([text or "" for text in texts]),
            ledger=occurred({"withheld": withheld}),
            details={"replaced": dict(sorted(kinds.items()))},
        )

    def _redact(self, parts: Sequence[str]) -> list[Found]:
        url, key = self._address(), os.environ.get("AZURE_LANGUAGE_KEY", "").strip()
        if not key:
            raise UsageError("azure_pii needs a key; set AZURE_LANGUAGE_KEY")
        require_allowed(url, "azure_pii")
        batches = [parts[s : s + DOCUMENTS] for s in range(0, len(parts), DOCUMENTS)]
        seconds = current().timeout or TIMEOUT
        with HttpClient(url, {"Ocp-Apim-Subscription-Key": key}) as client:
            answers = work_through(
                len(batches),
                lambda i: _ask(client, seconds, self._body(batches[i]), len(batches[i])),
                lambda error: None,
                RetryPolicy(concurrency=self.concurrency),
                health=health_of(url, seconds, "azure_pii:concurrency=N"),
            )
        return list(_flat(batches, answers))

    def _address(self) -> str:
        endpoint = self.endpoint or os.environ.get("AZURE_LANGUAGE_ENDPOINT", "")
        if urlsplit(endpoint).scheme not in ("http", "https"):
            raise UsageError(
                "azure_pii needs the address of a Language resource; give endpoint=https://... or "
                "set AZURE_LANGUAGE_ENDPOINT"
            )
        return f"{checked(endpoint, 'the endpoint of azure_pii')}?api-version={VERSION}"

    def _body(self, batch: Sequence[str]) -> dict[str, Any]:
        documents = [
            {"id": str(n), "language": self.language, "text": text} for n, text in enumerate(batch)
        ]
        return {
            "kind": "PiiEntityRecognition",
            "parameters": {
                "modelVersion": "latest",
                "domain": self.domain,
                "loggingOptOut": True,
                "stringIndexType": "UnicodeCodePoint",
            },
            "analysisInput": {"documents": documents},
        }


def _flat(
    batches: Sequence[Sequence[str]], answers: Sequence[list[Found] | None]
) -> Iterator[Found]:
    for batch, answer in zip(batches, answers, strict=True):
        yield from answer if answer is not None else [(None, {})] * len(batch)


def _ask(client: HttpClient, seconds: float, body: dict[str, Any], documents: int) -> list[Found]:
    """Return the service's result for one batch."""
    try:
        reply = client.request("POST", "/language/:analyze-text", seconds, body)
    except TooSlowError as error:
        raise TryAgainError(f"no answer within {seconds:g} s") from error
    except NoAnswerError as error:
        raise TryAgainError("the connection broke") from error
    if reply.status != 200:
        _explain(reply, client.host)
    try:
        return _read(reply.json(), documents)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise TryAgainError("the service's answer was not as documented") from error


def _read(answer: Any, documents: int) -> list[Found]:
    found: list[Found] = [(None, {})] * documents  # a document with an error stays so
    given = answer["results"]["documents"]
    if {int(document["id"]) for document in given} - {*range(documents)}:
        raise ValueError("a document that was not sent")
    for document in given:
        kinds = Counter(str(entity["category"]) for entity in document["entities"])
        found[int(document["id"])] = (str(document["redactedText"]), dict(kinds))
    return found


def _explain(reply: Reply, where: str) -> NoReturn:
    if reply.status in (401, 403):
        raise UnavailableError(
            f"{where} refused the key (status {reply.status}); check AZURE_LANGUAGE_KEY"
        )
    if reply.status == 429 or reply.status >= 500:
        busy = reply.status == 429
        raise TryAgainError(f"status {reply.status}", retry_after(reply, where), busy=busy)
    raise UnavailableError(
        f"{where} rejects the request (status {reply.status}); check the endpoint"
    )
