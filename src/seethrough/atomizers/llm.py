"""Claims written by a language model."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask, json_values, refused, room
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_BULLET = re.compile(r"^\s*(?:[-*•–]+|\(?\d{1,3}[.):]|claim\s+\d+\s*[.:])\s+", re.IGNORECASE)
_HEADING = re.compile(r"^(?:here (?:are|is)\b.*|(?:atomic )?claims?)\s*:\s*$", re.IGNORECASE)
_ANNOUNCES = re.compile(r"^(?!\s*[-*•–]\s).*\b(?:claim|statement|fact)s?\b.*:\W*$", re.IGNORECASE)
_OFFERS = re.compile(
    r"(?:please )?(?:let me know|feel free to|i hope (?:this|these|that) help|would you like|"
    r"is there anything else|if you (?:need|want|have|would like) (?:any|more|further|me)\b)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^\s*```\w*\s*$")
_JSON_LIST = re.compile(r"\s*(?:[^\n\[]*:\s*\n\s*)?(?:```\w*\s*)?\[\s*\"")
_STRING = re.compile(r'"(?:[^"\\]|\\["\\/bfnrt])*"')
FORM = "Return each claim on a line of its own and nothing else."


@dataclass(frozen=True)
class Llm:
    """Asks a language model to break each text down into atomic, independent claims.

    A text without a usable answer has no claims, which the coverage ledger counts; texts are
    named in the log only by id.

    Source: A False Sense of Privacy, section 2.2 and C.1; ``summarized`` summarizes first.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        max_tokens: The longest answer, in tokens; less where no text is so long.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    max_tokens: Annotated[int, Between(1, 100_000)] = 2048
    prompt: ReadFile = ""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the claims of each record, in order; no claim for an empty text.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        texts = list(corpus.texts)
        places = [i for i, text in enumerate(texts) if text.strip()]
        claims: list[list[str]] = [[] for _ in texts]
        if not places:
            return claims
        model = resolve(self.model)
        options = Options(max_tokens=room(texts, self.max_tokens, 256))
        template = load("atomize", self.prompt)
        prompts = [template.fill({"document": texts[i]}) for i in places]
        for i, reading in zip(places, ask(model, prompts, options, read_claims, FORM), strict=True):
            claims[i] = reading.value or []
            if reading.value is None:
                _log(corpus.ids[i], reading.problem)
        return claims


def read_claims(text: str) -> list[str] | None:
    """Return the claims that stand one to a line, without bullets, numbers and repetitions.

    A JSON list of strings is read as well. Fences and what a model says around its claims
    (*Sure! Here are the claims:*, *Let me know if you need more.*) are no claims.
    """
    if refused(text):
        return None
    lines = [_BULLET.sub("", line).strip() for line in _listed(text) or _said(text)]
    claims = [line for line in lines if line and not _HEADING.match(line.strip("*# "))]
    kept = [claim for claim in dict.fromkeys(claims) if re.search(r"\w", claim)]
    return kept or None


def _listed(text: str) -> list[str]:
    """Return the strings of an answer that is a JSON list, else nothing."""
    if not _JSON_LIST.match(text):
        return []
    found = next((v for v in json_values(text) if isinstance(v, list)), None)
    if found is None:  # cut short: what is whole counts
        found = [json.loads(said, strict=False) for said in _STRING.findall(text)]
    return found if all(isinstance(v, str) for v in found) else []


def _said(text: str) -> list[str]:
    """Return the lines of an answer without fences and the words around the claims."""
    lines = [line.rstrip() for line in text.strip().splitlines() if not _FENCE.match(line)]
    if len(lines) > 1 and _ANNOUNCES.match(lines[0]):
        lines = lines[1:]
    apart = len(lines) > 1 and (not lines[-2] or _BULLET.match(lines[-2]))
    if apart and _OFFERS.match(lines[-1]):
        lines = lines[:-1]
    return lines


def _log(record: str, problem: str) -> None:
    logging.getLogger(__name__).warning("record %s has no claims: %s", record, problem)
