"""How a reconstruction is counted (section 5.1), token by token."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from seethrough.errors import InputError
from seethrough.evidence.words import GuessedText, GuessedWord
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.protocols import Guess, Outcome, Tally
from seethrough.statistics.arrays import Bools, Floats
from seethrough.text.stop_words import is_number
from seethrough.word_level.texts import unpacked
from seethrough.word_level.token_evidence import (
    TokenGuess,
    TokenKnowledge,
    originals_of,
    sensitive,
    spelled,
    vocabulary,
    word_level,
)

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

PART = 32
"""So many texts are searched for names at once."""

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")


def count(guess: TokenGuess, text: str, people: frozenset[int], private: Corpus) -> Outcome:
    """Compare one record's guess with its original.

    Args:
        guess: The guess.
        text: The original text.
        people: Which original tokens belong to people's names.
        private: All private records; their words and the shadow set's count as the corpus's.

    Raises:
        InputError: The release holds another number of tokens for this record than the text.
    """
    sanitizer = word_level(guess.sanitizer)
    original = originals_of(sanitizer, [text])
    truth = spelled(sanitizer, original)
    size = len(truth)
    released = guess.tokens or guess.hidden
    if released and len(released) != size:
        raise InputError(
            f"record {guess.knowledge.record}: the release has {len(released)} tokens, the "
            f"private text {size}; reconstruction needs a release aligned token for token, as "
            "custext and santext alone make it"
        )
    flags = guess.flags
    counted = sensitive(sanitizer, original) if flags is None else unpacked(flags, size)
    words = guess.words or (guess.fallback,) * size
    first = np.array([w[0] == t for w, t in zip(words, truth, strict=True)], dtype=bool)
    among = np.array([t in w for w, t in zip(words, truth, strict=True)], dtype=bool)
    sure = np.array(guess.confidence or (math.nan,) * size)
    within = counted
    if released and sanitizer is not None:
        assert isinstance(guess.knowledge, TokenKnowledge)
        known = vocabulary(guess.sanitizer, private, guess.knowledge.shadow)
        within = counted & np.array([t in known for t in released], dtype=bool)
    stated = counted & ~np.isnan(sure)
    emails = np.array([_EMAIL.fullmatch(t) is not None for t in original.surfaces], dtype=bool)
    numbers = np.array([is_number(t) for t in original.surfaces], dtype=bool)
    named = np.isin(np.arange(size), list(people))
    tallies = {
        "reconstruction.asr": _share(first, counted),
        "reconstruction.top5": _share(among, counted),
        "reconstruction.expected": _share(sure, stated),
        "reconstruction.corpus_asr": _share(first, within),
        "reconstruction.names": _share(first, named),
        "reconstruction.emails": _share(first, emails),
        "reconstruction.numbers": _share(first, numbers),
    }
    ledger = {}
    if guess.left_out:
        ledger["candidate_mass_left_out_in_thousandths_of_a_token"] = round(1000 * guess.left_out)
    return Outcome(tallies, ledger, _evidence(guess, original.surfaces, counted, first))


def person_tokens(guesses: Sequence[Guess], texts: Sequence[str]) -> list[frozenset[int]]:
    """Return, for each guess, which of the original's tokens belong to people's names.

    Source: section 5.3; names are found by the English parser's entity recogniser.

    Args:
        guesses: The guesses; their sanitizer says how texts are cut.
        texts: Their original texts.
    """
    rows = []
    for guess, text in zip(guesses, texts, strict=True):
        assert isinstance(guess, TokenGuess)
        rows.append(originals_of(word_level(guess.sanitizer), [text]).surfaces)
    return list(chain.from_iterable(spread(_people, parts_of(rows, PART))))


def _people(rows: Sequence[list[str]]) -> list[frozenset[int]]:
    """Return which tokens of each text belong to people's names."""
    from seethrough.text import english

    cut = [english.pieces(" ".join(row)) for row in rows]
    needless = ["tagger", "parser", "attribute_ruler", "lemmatizer"]
    docs = english.parse(chain.from_iterable(cut), disable=needless)
    found = []
    for row, pieces in zip(rows, cut, strict=True):
        ends = np.cumsum([len(t) + 1 for t in row])
        starts = np.cumsum([0, *map(len, pieces)])
        found.append(
            frozenset(
                token
                for start, doc in zip(starts[:-1].tolist(), islice(docs, len(pieces)), strict=True)
                for entity in doc.ents
                if entity.label_ == "PERSON"
                for token in range(
                    int(np.searchsorted(ends, start + entity.start_char, side="right")),
                    int(np.searchsorted(ends, start + entity.end_char, side="left")) + 1,
                )
                if token < len(row)
            )
        )
    return found


def _share(hits: Bools | Floats, which: Bools) -> Tally:
    return Tally(float(hits[which].sum()), float(which.sum()))


def _evidence(guess: TokenGuess, originals: list[str], counted: Bools, hits: Bools) -> GuessedText:
    """Return what a page needs to show one text through sanitization and reconstruction."""
    if not guess.tokens:
        return GuessedText(blind=guess.fallback[0])
    rows = []
    for i, original in enumerate(originals):
        row = GuessedWord(original, guess.tokens[i])
        if counted[i]:
            first, *others = guess.words[i]
            sure = guess.confidence[i]
            sure_of = None if math.isnan(sure) else round(sure, 4)
            row = row._replace(
                guess=first, others=tuple(others), confidence=sure_of, recovered=bool(hits[i])
            )
        rows.append(row)
    return GuessedText(tuple(rows))
