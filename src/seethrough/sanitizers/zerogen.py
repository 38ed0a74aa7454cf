"""ZeroGen: ten questions and answers about the names in each record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.fields import Between, ModelName
from seethrough.language_model import Options
from seethrough.models.answers import ask, refused
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import not_empty, put_back
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator
from seethrough.text.english import entities

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

FORM = "Write the question alone, on one line."


@dataclass(frozen=True)
class ZeroGen:
    """Replaces each record by questions whose answers are its named entities.

    The entities are found by spaCy, a language model writes a question for each, and the new
    record is ten of the pairs, drawn at random. The answers are the record's own names and
    figures, so this protects wording, not identity. A record without entities or without a
    readable question is withheld.

    Source: SAGE, A.2, after Ye et al., "ZeroGen" (2022).

    Attributes:
        model: ``provider/model``; the run's model if not given.
        pairs: How many questions and answers a new record holds, at least 1.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest question, in tokens.
    """

    model: ModelName = field(default_factory=default_model)
    pairs: Annotated[int, Between(1, 100)] = 10
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 128

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the pairs under their records' ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed; what is drawn for a record depends on it and the record's id.

        Raises:
            UnavailableError: The model or the entity recogniser is not there.
            UsageError: The model is remote and that was not allowed.
        """
        seed = int(rng.integers(2**31))
        texts = not_empty(private.texts)
        chosen = {
            i: self._drawn(found, seed, private.ids[i]) for i, found in _entities(texts).items()
        }
        template = load("sage_zerogen")
        asked = [(i, answer) for i, answers in chosen.items() for answer in answers]
        prompts = [template.fill({"document": texts[i], "answer": a}) for i, a in asked]
        options = Options(self.temperature, seed, 0, self.max_tokens)
        readings = ask(resolve(self.model), prompts, options, read_question, FORM) if asked else []
        made: dict[int, list[str]] = {}
        for (i, answer), reading in zip(asked, readings, strict=True):
            if reading.value is not None:
                made.setdefault(i, []).append(f"question: {reading.value}. answer: {answer}.")
        released = put_back(private.texts, {i: " ".join(pairs) for i, pairs in made.items()})
        ledger = {
            "withheld": len(texts) - len(made),
            "without_entities": len(texts) - len(chosen),
            "questions_missing": sum(r.value is None for r in readings),
        }
        return TextRelease(private.with_texts(released), ledger=occurred(ledger))

    def _drawn(self, found: list[str], seed: int, id_: str) -> list[str]:
        order = generator(seed, "zerogen", id_).permutation(len(found))[: self.pairs]
        return [found[i] for i in order]


def read_question(text: str) -> str | None:
    """Return the question in an answer, without its last sign, or None."""
    if refused(text):
        return None
    lines = [line.strip().strip("\"'*") for line in text.splitlines() if line.strip()]
    return lines[0].rstrip("?. ") if lines and any(c.isalpha() for c in lines[0]) else None


def _entities(texts: Mapping[int, str]) -> dict[int, list[str]]:
    """Return the different named entities of each text that has any, in order."""
    found: dict[int, list[str]] = {}
    for i, named in zip(texts, entities(texts.values()), strict=True):
        names = [" ".join(entity.written.split()) for entity in named]
        if unique := [name for name in dict.fromkeys(names) if name]:
            found[i] = unique
    return found
