"""Vocabulary: which words can still be found anywhere in the release."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.fields import Between
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.utilities._pairs import estimated

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class VocabularyKept:
    """Looks the words of each private text up in the whole release.

    It says whether a release still speaks of what the records spoke of, also where its records
    are not aligned. If they are aligned with the private ones, the control is the
    same release without the person's own records: what the vocabulary of all others covers.

    Attributes:
        least: Letters and digits that a word must have to count, at least 1; short words are
            mostly grammar.
    """

    least: Annotated[int, Between(1)] = 4

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.vocabulary_kept",
            "higher_is_better",
            "Share of the different words of each private text that occur anywhere in the release.",
            "It does not say that a word is in the right record, or means the same there.",
            title="Different words kept",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the mean over records of the share of their words that the release has.

        Args:
            private: The private records; those without a word do not count.
            release: The release, aligned or not.
            rng: Not used.
        """
        wanted = [self._words([text]) for text in private.texts]
        control = None
        if release.aligned:
            own = self._by_person(private, release)
            users = Counter(word for words in own.values() for word in words)
            everywhere = set(users)
            if len(set(private.persons)) > 1:
                control = [
                    _share(words, {w for w in words if users[w] > (w in own.get(person, ()))})
                    for words, person in zip(wanted, private.persons, strict=True)
                ]
        else:
            everywhere = self._words(release.corpus.texts)
        found = [_share(words, everywhere) for words in wanted]
        nothing = [Tally(0.0, tally.of) for tally in found]
        figure = self.figures[0]
        return [estimated(self, figure, found, private.persons, control=control, baseline=nothing)]

    def _by_person(self, private: Corpus, release: TextRelease) -> dict[str | None, set[str]]:
        """Return the words released of each person; records of nobody's come under None."""
        people = dict(zip(private.ids, private.persons, strict=True))
        texts: dict[str | None, list[str]] = {}
        for id_, text in zip(release.corpus.ids, release.corpus.texts, strict=True):
            texts.setdefault(people.get(id_), []).append(text)
        return {person: self._words(theirs) for person, theirs in texts.items()}

    def _words(self, texts: Iterable[str]) -> set[str]:
        return {
            word
            for text in texts
            for word in _WORD.findall(text.casefold())
            if len(word) >= self.least
        }


def _share(words: set[str], present: set[str]) -> Tally:
    if not words:
        return Tally(0.0, 0.0)
    return Tally(len(words & present) / len(words))
