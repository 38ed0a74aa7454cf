"""CusText+: every word becomes one of the K words most like it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from seethrough import spec
from seethrough.fields import LARGEST_EPSILON, LARGEST_K, Between, ReadFile
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.word_level.mechanisms.custext import CusTextMechanism, kept_words, output_sets
from seethrough.word_level.texts import Cut, Unknown, release_words, require_vocabulary
from seethrough.word_level.word_vectors import WordVectors, load


@dataclass(frozen=True)
class CusText:
    """Replaces every word by one of the k words nearest to it, at random, itself included.

    Pr(y|x) is proportional to exp(epsilon * u(x, y) / 2), u the Euclidean distance of the words'
    vectors scaled to [-1, 0]. Stop words and numbers stay. Anyone who knows the seed can undo a
    release.

    Source: Chen et al., "A customized text sanitization mechanism with differential privacy"
    (2023), CusText+ with the aggressive mapping; On the Vulnerability of Text Sanitization,
    section 5.1.

    Attributes:
        epsilon: The privacy parameter per token, above 0.
        k: The size of a word's output set, at least 2.
        vocabulary: Words become one of this many most frequent words of the vectors; 0 for all.
        vectors: A file of word vectors; the embedded ones where empty.
        stop_words: Whether stop words and numbers are kept.
        unknown: How to treat a token without a vector: ``keep`` it unchanged, ``map`` it to a
            random word, or ``drop`` it.
        cut: How texts become tokens: ``words`` cuts marks and clitics off, ``spaces`` cuts at
            white space only.
    """

    epsilon: Annotated[float, Between(0, LARGEST_EPSILON, above=True)] = 1.0
    k: Annotated[int, Between(2, LARGEST_K)] = 20
    vocabulary: Annotated[int, Between(0)] = 65_713
    vectors: ReadFile = ""
    stop_words: bool = True
    unknown: Unknown = "keep"
    cut: Cut = "words"

    example: ClassVar[str] = "custext:vectors=vectors.npz,vocabulary=0,k=3"

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the texts with their tokens replaced, joined by single spaces.

        Args:
            private: The private records; may be empty.
            rng: The only source of randomness; one draw is taken from it.

        Raises:
            InputError: The vectors' file is not usable.
        """
        return release_words(self, spec.to_json(self), private, rng, _NOTE)

    def word_vectors(self) -> WordVectors:
        """Return the word vectors."""
        return load(self.vectors)

    def mechanism(self) -> CusTextMechanism:
        """Return the mechanism with its exact probabilities."""
        return _mechanism(self, self.word_vectors())


@lru_cache(maxsize=2)  # not kept with the sanitizer, which is sent to workers as it is
def _mechanism(sanitizer: CusText, vectors: WordVectors) -> CusTextMechanism:
    size = require_vocabulary(vectors, sanitizer.vocabulary)
    sets = output_sets(vectors, size, sanitizer.k)
    return CusTextMechanism(sets, kept_words(vectors, sanitizer.stop_words), sanitizer.epsilon)


_NOTE = (
    "per replaced token, for words that share the output; an output that only one of two words "
    "can become distinguishes them; stop words and numbers that are kept, and words without a "
    "vector, kept, mapped or dropped, have no guarantee"
)
