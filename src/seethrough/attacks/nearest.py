"""Nearest: how near does any released record come to a person's own, in wording and in meaning?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.contracts.links import links_of
from seethrough.fields import Between
from seethrough.linkers.dense import Dense
from seethrough.linkers.rouge import RougeL
from seethrough.protocols import (
    Attack,
    Figure,
    Generator,
    Guess,
    Knowledge,
    Linker,
    Outcome,
    Step,
    Tally,
)
from seethrough.records.releases.text import TextRelease
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Nearest(Attack[TextRelease]):
    """Find the released record nearest to each private one, and the runs of words it shares.

    Needs no ids, so that it works where released records correspond to nobody. People who were
    held out show how near a record comes by kind alone: only what is nearer than that is due to
    the release.

    Source: A False Sense of Privacy, section 2.5, for the lexical distance; Yue et al. (2023),
    section 5, and Carlini et al. (2022), Quantifying memorization, for runs of words.

    Attributes:
        run: How many words in a row count as copied.
        lexical: What is near in wording.
        semantic: What is near in meaning.
    """

    run: Annotated[int, Between(2, 1000)] = 8
    lexical: Linker = RougeL()
    semantic: Linker = Dense()

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "nearest.lexical_distance",
            "higher_is_better",
            "Share of a record's words that no one released record has, in order.",
            "Records of one kind share much wording: look at the control.",
            title="Distance to the nearest record by wording",
            unit="number",
            by_wording=True,
            ceiling=0.2,
            questions=(),
        ),
        Figure(
            "nearest.semantic_distance",
            "higher_is_better",
            "One minus the cosine to the released record nearest in meaning.",
            "Records of one kind are near each other: look at the control.",
            title="Distance to the nearest record by meaning",
            unit="number",
            ceiling=0.2,
            beyond_control=0.1,
            questions=(),
        ),
        Figure(
            "nearest.copied",
            "lower_is_better",
            "Share of a record's runs of words that are anywhere in the release.",
            "Common phrases are in everyone's records: look at the control.",
            title="Runs of words copied",
            ceiling=0.8,
            floor=lambda records, own: 0.0,
        ),
    )

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "It finds the released record nearest to each private one, in wording and in "
            "meaning, and the runs of words that both contain"
        )
        return (Step("Find the nearest record", what),)

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return each record that has any words, whole."""
        return [
            Knowledge(record.person, record.id, (record.text,))
            for record in private
            if words(record.text)
        ]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return for each record the two nearest, how near they are, and the share of its runs."""
        corpus = release.corpus
        hidden = [corpus.places(k.unseen) for k in knowledge]
        texts = [k.text for k in knowledge]
        found = [
            links_of(linker, texts, corpus.texts, hidden, 1, rng)
            for linker in (self.lexical, self.semantic)
        ]
        asked = [words(text) for text in texts]
        lengths = {min(self.run, len(row)) for row in asked}
        holders: dict[tuple[str, ...], set[int]] = {}
        for place, text in enumerate(corpus.texts):
            said = words(text)
            for run in (run for size in lengths for run in _runs(said, size)):
                holders.setdefault(run, set()).add(place)
        guesses = []
        for row, known in enumerate(knowledge):
            best = [int(links.indices[row, 0]) for links in found]
            near = [
                float(links.scores[row, 0]) if place >= 0 and corpus.texts[place].strip() else 0.0
                for place, links in zip(best, found, strict=True)
            ]
            own = _runs(asked[row], min(self.run, len(asked[row])))
            unseen = set(hidden[row])
            copied = sum(bool(holders.get(run, set()) - unseen) for run in own)
            guesses.append(
                Guess(
                    known,
                    tuple(corpus.ids[place] for place in best if place >= 0),
                    (*near, copied / len(own)),
                    corpus.texts[best[0]] if best[0] >= 0 else "",
                    release.aligned,
                )
            )
        return guesses

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Return the distances and the share that was copied."""
        outcomes = []
        for guess in guesses:
            lexical, semantic, copied = guess.scores
            tallies = {
                "nearest.lexical_distance": Tally(min(1.0, max(0.0, 1 - lexical))),
                "nearest.semantic_distance": Tally(min(1.0, max(0.0, 1 - semantic))),
                "nearest.copied": Tally(copied),
            }
            outcomes.append(Outcome(tallies))
        return outcomes


def _runs(row: Sequence[str], size: int) -> set[tuple[str, ...]]:
    """Return the runs of so many of a text's words; none of a shorter text."""
    return {tuple(row[i : i + size]) for i in range(len(row) - size + 1)}
