"""Private evolution: invented texts that private records vote for, round after round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import numpy as np

from seethrough.embeddings.minilm import MiniLM
from seethrough.fields import LARGEST_EPSILON, MOST_ROUNDS, Between, ModelName
from seethrough.language_model import LanguageModel, Options
from seethrough.models.answers import ask
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import PLAIN_FORM, whole
from seethrough.progress import counted
from seethrough.prompts import load
from seethrough.protocols import FloatArray, Generator
from seethrough.records.releases.release import Guarantee, occurred, protected_unit
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import child
from seethrough.word_level.mechanisms.gaussian import epsilon_of, noise_for

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

NOTE = (
    "one person added or removed; each person has one vote per round; the number of people is"
    " assumed public; the description of the kind of text must not come from these records; if"
    " the data name no person, each record counts as one"
)


@dataclass(frozen=True)
class PrivateEvolution:
    """Evolves invented texts towards the private ones by noisy votes (Aug-PE).

    A language model invents texts without seeing any record. In each round every person votes for
    the invented text nearest to one of their records in the space of embeddings; Gaussian noise is
    added to the votes, texts are drawn by them, and the model varies what was drawn. The model sees
    only its own texts, so the guarantee depends only on the votes.

    Source: Xie et al., "Differentially private synthetic data via foundation model APIs 2: text"
    (2024), algorithm 1.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        kind: The kind of text to invent, in words that disclose nothing private.
        epsilon: The privacy budget, above 0.
        delta: The chance that it does not hold; 0 for 1 / (N log N), N the number of people.
        rounds: How many votes, at least 1.
        records: How many texts to release; 0 for as many as there are people, whose number is
            public anyway. A number that was taken from the records would cost budget.
        threshold: Noisy votes below this many standard deviations of the noise count as none.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
    """

    model: ModelName = field(default_factory=default_model)
    kind: str = "exchanges between patients and doctors"
    epsilon: Annotated[float, Between(0, LARGEST_EPSILON, above=True)] = 8.0
    delta: Annotated[float, Between(0, 1, below=True)] = 0.0
    rounds: Annotated[int, Between(1, MOST_ROUNDS)] = 3
    records: Annotated[int, Between(0, 1_000_000)] = 0
    threshold: Annotated[float, Between(0, 1_000_000)] = 1.0
    temperature: Annotated[float, Between(0, 2)] = 1.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 512

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return evolved texts under new ids.

        Args:
            private: The private records; may be empty.
            rng: Draws which record of a person votes, the noise, and what is varied.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        from seethrough.records.corpus import Corpus
        from seethrough.training.accounting import delta_for

        people = len(set(private.persons))
        count = self.records or people
        if not people:
            return TextRelease(Corpus.from_texts([], name=private.name), aligned=False)
        unit = protected_unit(private)
        delta = delta_for(self.delta, people)
        sigma = noise_for(self.epsilon, delta, self.rounds)
        model, embedder, seed = resolve(self.model), MiniLM(), int(rng.integers(2**31))
        voters = _voters(private, embedder)
        texts = self._invented(model, count, seed)
        step = counted("private evolution", self.rounds)
        for number in range(self.rounds):
            own = child(rng)
            # Nobody can vote for a text that the model failed to write: it would win by its
            # emptiness alone.
            there = np.flatnonzero([bool(text) for text in texts])
            if not len(there):
                break
            votes = nearest_votes(voters, embedder.embed([texts[i] for i in there]), own)
            noisy = votes + own.normal(0.0, sigma, len(votes))
            noisy = np.where(noisy > self.threshold * sigma, noisy, 0.0)
            equal = np.full(len(there), 1 / len(there))
            chances = noisy / noisy.sum() if noisy.sum() > 0 else equal
            chosen = [texts[i] for i in there[own.choice(len(there), count, p=chances)]]
            # What was voted for last stays as it is, once; further copies say it in other words.
            last = number + 1 == self.rounds
            texts = self._varied(model, chosen, seed + number + 1, kept=int(last))
            step()
        ids = [f"synthetic-{i}" for i in range(count)]
        empty = sum(not text for text in texts)
        return TextRelease(
            Corpus.from_texts(texts, ids, name=private.name),
            aligned=False,
            guarantee=Guarantee(epsilon_of(delta, sigma, self.rounds), delta, unit, NOTE),
            ledger=occurred({"withheld": empty}),
            details={"votes": {"noise": sigma, "rounds": self.rounds, "accountant": "gaussian"}},
        )

    def _invented(self, model: LanguageModel, count: int, seed: int) -> list[str]:
        template = load("sage_attrprompt_generate")
        prompts = [
            template.fill({"attributes": f"variation: {i + 1}"}, {"kind": self.kind})
            for i in range(count)
        ]
        options = Options(self.temperature, seed, 0, self.max_tokens)
        return [r.value or "" for r in ask(model, prompts, options, whole, PLAIN_FORM)]

    def _varied(
        self, model: LanguageModel, texts: Sequence[str], seed: int, kept: int
    ) -> list[str]:
        """Return the texts in other words, copies of a text each in words of its own.

        A text without a readable answer stays unchanged.

        Args:
            model: The language model.
            texts: The texts; none is empty.
            seed: Seed of the answers.
            kept: How many copies of a text stay as they are.
        """
        template = load("paraphrase")
        seen: Counter[str] = Counter()
        copies: dict[int, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            copies[seen[text]].append(place)
            seen[text] += 1
        made = list(texts)
        for copy, places in copies.items():
            if copy < kept:
                continue
            options = Options(self.temperature, seed, copy, self.max_tokens)
            prompts = [template.fill({"document": texts[place]}) for place in places]
            readings = ask(model, prompts, options, whole, PLAIN_FORM)
            for place, reading in zip(places, readings, strict=True):
                made[place] = reading.value or made[place]
        return made


def nearest_votes(
    voters: Sequence[FloatArray], candidates: FloatArray, rng: Generator
) -> FloatArray:
    """Return (n,) votes: one of each person, for the candidate nearest to one of their records.

    One person more or less changes one entry by one: the sensitivity of the histogram is 1.

    Args:
        voters: For each person the (k, d) embeddings of their records.
        candidates: (n, d) embeddings of unit length.
        rng: Draws which record of a person votes.
    """
    votes = np.zeros(len(candidates))
    for own in voters:
        record = own[int(rng.integers(len(own)))]
        votes[int(np.argmax(candidates @ record))] += 1.0
    return votes


def _voters(private: Corpus, embedder: MiniLM) -> list[FloatArray]:
    owned: dict[str, list[FloatArray]] = defaultdict(list)
    for person, vector in zip(private.persons, embedder.embed(private.texts), strict=True):
        owned[person].append(vector)
    return [np.stack(rows) for rows in owned.values()]
