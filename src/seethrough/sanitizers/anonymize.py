"""Infer personal attributes as an adversary would, rewrite against that, and repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from seethrough.fields import MOST_ROUNDS, Between, ModelName, ReadFile
from seethrough.language_model import Options
from seethrough.models.answers import ask_each, refused, room
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import (
    EXPLAINED_FORM,
    EXPLANATION,
    after_mark,
    not_empty,
    put_back,
)
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease

ATTRIBUTES = (
    "age",
    "education",
    "income",
    "location",
    "occupation",
    "relationship status",
    "sex",
    "place of birth",
)
"""The eight attributes of Staab et al. (2024)."""

_NAMES = {
    "gender": "sex",
    "job": "occupation",
    "profession": "occupation",
    "marital status": "relationship status",
    "relationship": "relationship status",
    "birthplace": "place of birth",
    "birth place": "place of birth",
    "residence": "location",
    "income level": "income",
    "education level": "education",
}
_FIELD = re.compile(r"^\W*(type|inference|guess|certainty)\W*:[ \t*]*(.*)$", re.IGNORECASE)
INFERENCE_FORM = "For each attribute write lines that begin Type:, Inference:, Guess:, Certainty:."


@dataclass(frozen=True)
class Anonymize:
    """Rounds of adversarial inference and rewriting with a language model.

    In each round the model guesses eight attributes of the person from the text as it stands, then
    changes the text so that these guesses can no longer be made. What the model overlooks
    stays. A record that no round could rewrite is withheld: its text becomes empty and the ledger
    counts it. One for which some rounds failed keeps the result of the others, counted as
    ``fewer rounds``; if an inference failed, the rewriting goes without it, counted
    as ``inferences missing``.

    The inferences of each round are private: ``made`` returns them beside the release, whose
    ``details["inferred"]`` counts for each round how many records gave an attribute away.

    Source: Staab et al., "Large language models are advanced anonymizers" (2024); A False Sense of
    Privacy, A.2 (three rounds, eight attributes) and C.3 (prompts for records and conversations).

    Attributes:
        model: ``provider/model``; the run's model if not given.
        kind: What the texts are: ``record`` or ``conversation``.
        rounds: How many rounds, at least 1.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens; less where no text is so long.
        prompt: The user's own prompt file for the rewriting; empty for the package's.
        infer_prompt: The user's own prompt file for the inference; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    kind: Literal["record", "conversation"] = "record"
    rounds: Annotated[int, Between(1, MOST_ROUNDS)] = 3
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 4096
    prompt: ReadFile = ""
    infer_prompt: ReadFile = ""

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the rewritten texts under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed of the model's sampling.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        texts = not_empty(private.texts)
        most = room(texts.values(), self.max_tokens, EXPLANATION)
        options = Options(self.temperature, int(rng.integers(2**31)), 0, most)
        infer = load(f"infer_{self.kind}", self.infer_prompt)
        rewrite = load(f"anonymize_{self.kind}", self.prompt)
        model = resolve(self.model) if texts else None
        done: Counter[int] = Counter()
        missing = 0
        rounds: list[dict[int, list[dict[str, Any]]]] = []
        for _ in range(self.rounds if model is not None else 0):
            assert model is not None
            prompts = {i: infer.fill({"document": text}) for i, text in texts.items()}
            inferred = ask_each(model, prompts, options, read_inferences, INFERENCE_FORM)
            missing += sum(r.value is None for r in inferred.values())
            found = {i: r.value or [] for i, r in inferred.items()}
            rounds.append(found)
            prompts = {
                i: rewrite.fill({"document": text, "inferences": _listed(found[i])})
                for i, text in texts.items()
            }
            rewritten = ask_each(model, prompts, options, after_mark, EXPLAINED_FORM)
            for i, reading in rewritten.items():
                if reading.value is not None:
                    texts[i] = reading.value
                    done[i] += 1
        return self._release(private, texts, done, missing, rounds)

    def _release(
        self,
        private: Corpus,
        texts: Mapping[int, str],
        done: Counter[int],
        missing: int,
        rounds: list[dict[int, list[dict[str, Any]]]],
    ) -> TextRelease:
        released = put_back(private.texts, {i: text for i, text in texts.items() if done[i]})
        ledger = {
            "withheld": sum(not done[i] for i in texts),
            "fewer_rounds": sum(0 < done[i] < self.rounds for i in texts),
            "inferences_missing": missing,
        }
        return TextRelease(
            private.with_texts(released),
            ledger=occurred(ledger),
            details={"inferred": [_counts(found) for found in rounds]},
        )


def read_inferences(text: str) -> list[dict[str, Any]] | None:
    """Return the inferences in an answer; an answer without any is a finding, a refusal is not."""
    if refused(text) or not re.search(r"\w", text):
        return None
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match is None:
            continue
        name, value = match.group(1).lower(), match.group(2).strip(" \t*")
        if name == "type":
            plain = value.lower().replace("_", " ").rstrip(".")
            found.append({"type": _NAMES.get(plain, plain), "guess": [], "certainty": None})
        elif found and name == "guess":
            found[-1]["guess"] = [g for g in (g.strip() for g in value.split(";")) if g][:3]
        elif found and name == "certainty":
            digit = re.search(r"[1-5]", value)
            found[-1]["certainty"] = int(digit.group()) if digit else None
        elif found:
            found[-1]["inference"] = value
    return [f for f in found if f["type"] in ATTRIBUTES and f["guess"]]


def _listed(found: list[dict[str, Any]]) -> str:
    lines = [f"{f['type']}: {'; '.join(f['guess'])} (certainty {f['certainty']})" for f in found]
    return "\n".join(lines) or "nothing in particular"


def _counts(found: Mapping[int, list[dict[str, Any]]]) -> dict[str, int]:
    counts = Counter(f["type"] for inferences in found.values() for f in inferences)
    return {name: counts[name] for name in ATTRIBUTES if counts[name]}
