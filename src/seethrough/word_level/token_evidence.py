"""Token by token: what the adversary gets of a release, and how its guesses are counted."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough import components, spec
from seethrough.errors import InputError, UsageError
from seethrough.protocols import Generator, Guess, Knowledge
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.arrays import Bools, Ints
from seethrough.text.stop_words import STOP_WORDS, is_number
from seethrough.word_level.adversary_view import BEST, AdversaryView, Strategy
from seethrough.word_level.mechanisms.tokens import Tokenizer, Tokens
from seethrough.word_level.texts import WordLevel, tokens_of, unpacked

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True, slots=True)
class TokenKnowledge(Knowledge):
    """The prior knowledge of the adversary of a word-level release.

    Attributes:
        shadow: The shadow texts, the same for every target.
        removed: How many shadow texts were removed because they overlap the private ones.
        originals: The private texts, for bounds alone, which know their word frequencies.
    """

    shadow: tuple[str, ...] = ()
    removed: int = 0
    originals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenGuess(Guess):
    """A guess for every token of one text.

    Attributes:
        sanitizer: The spec of the sanitizer that made the release, or None.
        flags: Which tokens were replaced, as the release states, or None.
        fallback: The guesses of an adversary who sees nothing of the text, best first.
        tokens: The released tokens; none where the adversary sees nothing of the text.
        hidden: The released tokens where it sees nothing of them: what a figure counts by them is
            counted for the control as well.
        words: The best guesses of each token, best first.
        confidence: How likely the first of them is right by the adversary's estimate; nan if
            its strategy has no probability.
        left_out: The posterior mass that was not considered, summed over the tokens.
    """

    sanitizer: Mapping[str, Any] | None = None
    flags: str | None = None
    fallback: tuple[str, ...] = ("",)
    tokens: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()
    confidence: tuple[float, ...] = ()
    left_out: float = 0.0


def word_level(sanitizer: Mapping[str, Any] | None) -> WordLevel | None:
    """Return the word-level sanitizer that a spec describes, or None if it is not one.

    The spec may come from a release's sidecar, so no module that it names is imported:
    neither for the sanitizer itself nor for the parts of one that has parts.
    """
    if sanitizer is None or sanitizer["name"] not in components.names("sanitizers"):
        return None
    if not hasattr(components.component_class("sanitizers", sanitizer["name"]), "mechanism"):
        return None
    return _built(json.dumps(sanitizer, sort_keys=True))


def replaced_by_one_step(release: TextRelease) -> TextRelease:
    """Return the release as the step of a chain made it that replaced words, if one alone did.

    What its sidecar says of the steps was checked by nobody: what has another form is not read.
    """
    specs, told = ((part or {}).get("steps") for part in (release.sanitizer, release.details))
    if not isinstance(specs, list) or not isinstance(told, list):
        return release
    found = []
    for step in zip(specs, told, strict=False):
        match step:
            case {"name": str()} as made, {"details": {"replaced": dict()} as details}:
                if word_level(made) is not None:
                    found.append(replace(release, sanitizer=made, details=details))
    return found[0] if len(found) == 1 else release


@functools.lru_cache(maxsize=8)
def _built(sanitizer: str) -> WordLevel:
    built: WordLevel = spec.build("sanitizers", json.loads(sanitizer))
    return built


def sensitive(sanitizer: WordLevel | None, tokens: Tokens) -> Bools:
    """Return (n,) which original tokens a sanitizer replaces, if no release states it.

    Without a word-level sanitizer: all but stop words and numbers, CusText+'s rule.
    """
    if sanitizer is None:
        rule = [t.lower() not in STOP_WORDS and not is_number(t) for t in tokens.surfaces]
        return np.array(rule, dtype=bool)
    known = tokens.ids >= 0
    kept = sanitizer.mechanism().kept
    return np.where(known, ~kept[np.maximum(tokens.ids, 0)], sanitizer.unknown == "map")


def originals_of(sanitizer: WordLevel | None, texts: list[str]) -> Tokens:
    """Return the tokens of private texts as the sanitizer cuts them."""
    return Tokenizer({}).split(texts) if sanitizer is None else tokens_of(sanitizer, texts)


def spelled(sanitizer: WordLevel | None, tokens: Tokens) -> list[str]:
    """Return what must be guessed of each original token: its word in the vocabulary."""
    if sanitizer is None:
        return [t.lower() for t in tokens.surfaces]
    words = sanitizer.word_vectors().words
    return [
        words[i] if i >= 0 else t.lower()
        for i, t in zip(tokens.ids.tolist(), tokens.surfaces, strict=True)
    ]


class Reader:
    """Reads a release as the adversary does.

    Args:
        release: The release.
        shadow: The shadow texts.
        originals: The private texts for a bound, else none.
        told: Whether the adversary knows which tokens were replaced.

    Raises:
        InputError: The word vectors available are not those of the release.
    """

    def __init__(
        self, release: TextRelease, shadow: Sequence[str], originals: Sequence[str], told: bool
    ) -> None:
        self.release, self.told = release, told
        self.shadow, self.originals = shadow, originals
        self.sanitizer = word_level(release.sanitizer)
        made_with = release.details.get("vectors")
        if self.sanitizer is not None and made_with is not None:
            vectors = self.sanitizer.word_vectors()
            if vectors.fingerprint != made_with:
                raise InputError(
                    f"the release was made with other word vectors than {vectors.source} "
                    f"({made_with}, not {vectors.fingerprint}); give the same file"
                )

    def flags(self, record: str) -> str | None:
        """Return which tokens of a record were replaced, packed, or None if unknown."""
        flags: str | None = self.release.details.get("replaced", {}).get(record)
        return flags

    @functools.cached_property
    def commonest(self) -> tuple[str, ...]:
        """The most common replaceable words of the shadow set, the blind guesses."""
        tokens = originals_of(self.sanitizer, list(self.shadow))
        words = spelled(self.sanitizer, tokens)
        counted = sensitive(self.sanitizer, tokens).tolist()
        counts = Counter(w for w, s in zip(words, counted, strict=True) if s)
        if counts:
            return tuple(sorted(counts, key=lambda w: (-counts[w], w))[:BEST])
        if self.sanitizer is None:
            return ("",)
        replaced = np.argsort(self.sanitizer.mechanism().kept, kind="stable")[:BEST]
        return tuple(self.sanitizer.word_vectors().words[i] for i in replaced.tolist())

    def released(self, records: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the released tokens of records, where a word-level sanitizer made them."""
        if self.sanitizer is None:
            return {}
        split = self.sanitizer.word_vectors().tokenizer.split
        texts, position = self.release.corpus.texts, self.release.corpus.position
        return {record: tuple(split([texts[position[record]]]).surfaces) for record in records}

    def answers(
        self, strategy: Strategy, records: Sequence[str], rng: Generator
    ) -> dict[str, dict[str, Any]]:
        """Return the fields of each record's guess."""
        corpus = self.release.corpus
        texts = [corpus.texts[corpus.position[r]] for r in records]
        if self.sanitizer is None:
            return {
                r: {
                    "tokens": (own := tuple(text.split())),
                    "words": tuple(self._read(t.lower()) for t in own),
                    "confidence": (1.0,) * len(own),
                }
                for r, text in zip(records, texts, strict=True)
                if text.strip()
            }
        view = self.view(records, texts)
        believed = strategy.infer(view, rng)
        released = view.released
        numbers = np.unique(believed.best[believed.best >= 0])
        spelling = {i: view.spelled(i) for i in numbers.tolist()}
        best = [tuple(spelling[i] for i in row if i >= 0) for row in believed.best.tolist()]
        chance = believed.chance.tolist()
        answers = {}
        for n, record in enumerate(records):
            part = slice(int(released.starts[n]), int(released.starts[n + 1]))
            if part.stop > part.start:
                answers[record] = {
                    "tokens": tuple(released.surfaces[part]),
                    "words": tuple(best[part]),
                    "confidence": tuple(chance[part]),
                    "left_out": float(believed.left_out[part].sum()),
                }
        return answers

    def _read(self, word: str) -> tuple[str, ...]:
        """Return the guesses where how words were replaced is not known: the word itself first."""
        return (word, *(common for common in self.commonest if common not in ("", word)))[:BEST]

    def view(self, records: Sequence[str], texts: list[str]) -> AdversaryView:
        """Return the adversary's view of released texts; ``records`` are their ids."""
        assert self.sanitizer is not None
        vectors = self.sanitizer.word_vectors()
        names: dict[str, int] = {}
        released = _named(vectors.tokenizer.split(texts), len(vectors), names)
        shadow = _named(originals_of(self.sanitizer, list(self.shadow)), len(vectors), names)
        originals = None
        if self.originals:
            originals = originals_of(self.sanitizer, list(self.originals))
            originals = _named(originals, len(vectors), names)
        return AdversaryView(
            self.sanitizer.mechanism(),
            vectors,
            released,
            self._replaced(records, released, len(vectors)),
            self.told,
            shadow,
            originals,
            list(names),
        )

    def _replaced(self, records: Sequence[str], released: Tokens, known: int) -> Bools:
        if not self.told:
            return released.ids < known
        flags = [self.flags(r) for r in records]
        if None in flags:
            raise UsageError(
                "the release does not state which tokens were replaced (its .release.json is "
                "missing); use told=false for an adversary who must infer that"
            )
        lengths = released.lengths.tolist()
        rows = [unpacked(f, n) for f, n in zip(flags, lengths, strict=True) if f is not None]
        # No word without a vector is a replacement: it was written there afterwards.
        return np.concatenate([np.empty(0, dtype=bool), *rows]) & (released.ids < known)


def _named(tokens: Tokens, known: int, names: dict[str, int]) -> Tokens:
    """Number the tokens without a vector too, equal ones equally, from ``known`` on."""
    ids: Ints = tokens.ids.copy()
    for i in np.flatnonzero(ids < 0).tolist():
        ids[i] = known + names.setdefault(tokens.surfaces[i].lower(), len(names))
    return Tokens(tokens.surfaces, ids, tokens.starts)


def vocabulary(
    sanitizer: Mapping[str, Any] | None, private: Corpus, shadow: tuple[str, ...]
) -> frozenset[str]:
    """Return the words of the texts, private and shadow; those of the same corpus only once."""
    key = None if sanitizer is None else json.dumps(sanitizer, sort_keys=True)
    return _vocabulary(key, private, shadow)


@functools.lru_cache(maxsize=4)
def _vocabulary(sanitizer: str | None, private: Corpus, shadow: tuple[str, ...]) -> frozenset[str]:
    built = None if sanitizer is None else word_level(json.loads(sanitizer))
    words: set[str] = set()
    for group in (private.texts, shadow):
        words.update(spelled(built, originals_of(built, list(group))))
    return frozenset(words)
