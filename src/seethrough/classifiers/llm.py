"""A classifier that asks a language model."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from seethrough.classifiers.local import Local
from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask, json_values
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import SENSITIVITIES, Classifier, Sensitivity

FORM = 'Answer with JSON only: {"classes": [{"claim": 1, "class": "quasi"}]}.'

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "classes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "claim": {"type": "integer"},
                        "class": {"type": "string", "enum": list(SENSITIVITIES)},
                    },
                    "required": ["claim", "class"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["classes"],
        "additionalProperties": False,
    }
)

TOKENS_PER_CLAIM = 24
"""Room for the class of one claim."""


@dataclass(frozen=True)
class Llm:
    """Asks a language model for the class of each claim, several claims of a record at once.

    A claim whose answer cannot be read, is refused or does not come, after a turn of repair and a
    fresh try, or that the answer leaves out, goes to another classifier; a line in the log says how
    many did. Record and claims are fenced: requests in them are not followed.

    Source: the classes follow GDPR, articles 9 and 10, and HIPAA's identifiers (45 CFR
    164.514(b)(2)); the prompt is this package's own.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        claims_per_prompt: The most claims in one prompt, at least 1.
        prompt: The user's own prompt file; empty for the package's.
        otherwise: Classifies the claims for which the model gives no class.
    """

    model: ModelName = field(default_factory=default_model)
    claims_per_prompt: Annotated[int, Between(1, 100)] = 12
    prompt: ReadFile = ""
    otherwise: Classifier = Local()

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        """Return the class of each claim, in order.

        Args:
            claims: n claims.
            records: The private text that each claim was cut from; n texts.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
            ValueError: The two sequences differ in length.
        """
        pairs = list(dict.fromkeys(zip(claims, records, strict=True)))
        if not pairs:
            return []
        found = self._asked(pairs)
        left = [pair for pair in pairs if pair not in found]
        if left:
            logging.getLogger(__name__).warning(
                "the model gave no class to %d of %d claims; %r classified them",
                len(left),
                len(pairs),
                self.otherwise,
            )
            others = self.otherwise.classify([c for c, _ in left], [r for _, r in left])
            found |= dict(zip(left, others, strict=True))
        return [found[pair] for pair in zip(claims, records, strict=True)]

    def _asked(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Sensitivity]:
        """Return the classes that the model gives."""
        by_record: dict[str, list[str]] = defaultdict(list)
        for claim, record in pairs:
            by_record[record].append(claim)
        size = self.claims_per_prompt
        requests = [
            (record, own[start : start + size])
            for record, own in by_record.items()
            for start in range(0, len(own), size)
        ]
        template = load("classify", self.prompt)
        prompts = [
            template.fill(
                {
                    "record": record,
                    "claims": "\n".join(
                        f"{n}. {' '.join(c.split())}" for n, c in enumerate(own, 1)
                    ),
                },
                {"count": str(len(own))},
                SCHEMA,
            )
            for record, own in requests
        ]
        options = Options(max_tokens=64 + TOKENS_PER_CLAIM * size)
        readings = ask(resolve(self.model), prompts, options, read_classes, FORM)
        return {
            (claim, record): reading.value[n]
            for (record, own), reading in zip(requests, readings, strict=True)
            for n, claim in enumerate(own, 1)
            if reading.value is not None and n in reading.value
        }


def read_classes(text: str) -> dict[int, Sensitivity] | None:
    """Return the class of each numbered claim, or None if no answer can be read.

    Of two answers for one claim the more sensitive counts.
    """
    found: dict[int, Sensitivity] = {}
    for value in json_values(text):
        entries = value.get("classes") if isinstance(value, dict) else value
        for entry in entries if isinstance(entries, list) else []:
            number, said = _entry(entry)
            if number is not None and said is not None:
                found[number] = min(said, found.get(number, said), key=SENSITIVITIES.index)
    return found or None


def _entry(entry: Any) -> tuple[int | None, Sensitivity | None]:
    if not isinstance(entry, dict):
        return None, None
    number, said = entry.get("claim"), str(entry.get("class", "")).strip().lower()
    if isinstance(number, str) and number.strip().isdecimal():
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool) or said not in SENSITIVITIES:
        return None, None
    return number, SENSITIVITIES[SENSITIVITIES.index(said)]
