"""From a released corpus to the service over it, as the command line names it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.records.releases.model import SERVED
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.served import Served

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.retrieval.service import Service

ANSWER_UTILITIES = ("bleu1", "rouge", "exact_match", "f1")
"""The utilities of the answers if a file of questions is given and none is named."""

MODEL_UTILITIES = ("rouge1", "rouge2", "rouge", "bleu", "bertscore_minilm", "perplexity")
"""The same of a language model."""

_ADDRESS = ("http://", "https://")


def parse_service(text: str) -> Service:
    """Return a service by its spec, ``k=3,model=local`` or ``service:k=3``.

    Raises:
        UsageError: A field or a value is wrong, or it is an address.
    """
    if text.startswith((*_ADDRESS, "served:")):
        raise UsageError(
            "--service: an address, and the service is built here, from the records; describe it,"
            " as in k=3,model=openai/NAME; --model-base-url is its model's address (audit and a"
            " plan take the address of a service that already runs)"
        )
    whole = text if text == "service" or text.startswith("service:") else f"service:{text}"
    service: Service = spec.parse("retrieval", whole)
    return service


def parse_attacked(text: str) -> Service | Served:
    """Return a service to attack by its spec, or by the address where it already runs.

    Raises:
        UsageError: A field or a value is wrong.
    """
    if text.startswith(_ADDRESS):
        text = f"served:url={json.dumps(text)}"
    if not text.startswith("served:"):
        return parse_service(text)
    running: Served = spec.parse("retrieval", text)
    return running


def open_service(
    release: TextRelease,
    service: Service | Served | str = "service",
    originals: Corpus | None = None,
) -> RagRelease:
    """Return the question-answering service over a released corpus.

    Args:
        release: The released corpus.
        service: The service's configuration, or the spec of one that is built here.
        originals: The private records, for the private-to-synthetic lookup; else None.

    Raises:
        UsageError: The spec is wrong, or the lookup is asked of a service that already runs.
        InputError: The lookup is asked for and no id is in both corpora.
    """
    settings = parse_service(service) if isinstance(service, str) else service
    answering = settings.over(release.corpus, originals)
    details = {"service": spec.to_json(settings), "retrieval": answering.retrieval}
    if isinstance(settings, Served):
        details[SERVED] = {"model": settings.model}
    return RagRelease(
        answering,
        sanitizer=release.sanitizer,
        guarantee=release.guarantee,
        ledger=release.ledger,
        details=details,
        doubts=release.doubts,
    )


def answer_utilities(
    named: Sequence[Any], questions: str | None, usual: Sequence[str] = ANSWER_UTILITIES
) -> list[Any]:
    """Return the utilities of answers, each with the file of questions put in.

    Args:
        named: Utilities or their specs; ``usual`` where none are named.
        questions: A file of questions with reference answers, or None.
        usual: What is measured where nothing is named.

    Raises:
        UsageError: A utility needs questions and there are none.
    """
    chosen = [spec.component("utilities", u) for u in named]
    if not chosen and questions is not None:
        chosen = [spec.parse("utilities", name) for name in usual]
    filled = []
    for utility in chosen:
        asks = any(f.name == "questions" for f in fields(utility))
        if asks and questions is not None:
            utility = replace(utility, questions=questions)
        if asks and not utility.questions:
            raise UsageError(f"{spec.name_of(utility)} needs questions: name a file, --questions")
        filled.append(utility)
    return filled
