"""The offline judge: evidence word by word, and a small encoder that reads claim and passage."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline import (
    encoder,
    framing,
    grading,
    measures,
    owners,
    pieces,
    quotation,
    scope,
    signs,
    turned,
)
from seethrough.judges.offline.deep import encoder as deep_encoder
from seethrough.judges.offline.evidence.features import weigh
from seethrough.judges.offline.evidence.passage import Index, index
from seethrough.judges.offline.evidence.units import Unit, units
from seethrough.judges.offline.forms.blank_fields import without_blank_fields
from seethrough.judges.offline.forms.questions import as_statements
from seethrough.judges.offline.lexicon import lexicon
from seethrough.judges.offline.reading import Reading, exact_ages, read
from seethrough.judges.offline.sheets import GRADES
from seethrough.judges.rouge import recall, words
from seethrough.parallel.spreading import spread
from seethrough.protocols import Judge, Rating
from seethrough.text.details import ages_in_digits
from seethrough.text.signs.dates import days_in_words, days_of
from seethrough.text.signs.said_numbers import in_digits, said_numbers

Features = npt.NDArray[np.float64]

_Pair = tuple[str, str]

PART = 64
"""How many pairs of claim and passage are rated at once."""

_NUMBER = re.compile(r"\d+(?:,\d{3})*")
_FRAMED = {
    "denied": Rating(3, 2.8, "quoted to deny it"),
    "supposed": Rating(2, 2.3, "quoted as supposed"),
    "hidden": Rating(1, 1.2, "quoted as what somebody does not know"),
    "another": Rating(3, 2.8, "said of another person"),
    "weakened": Rating(2, 2.2, "said to be hardly or nearly so"),
}
_TURNED = {
    "denied": Rating(3, 2.8, "told with a denial"),
    "unreal": Rating(3, 2.8, "told as what would be"),
    "another": Rating(3, 2.8, "said of another person"),
}
_OTHER_SIGN = Rating(3, 2.8, "told with the opposite sign")


@dataclass(frozen=True)
class Local(Judge):
    """Rates claims on this machine, without a language model, in English.

    For each pair it gathers evidence: words, stems, synonyms and broader terms of a hand-written
    lexicon, similar words, numbers with their units, ages, sex, names, negation. A small encoder,
    fine-tuned on rated claims, reads the claim with the passage. A small network weighs both and
    gives the probabilities of the three grades. ``expected`` is the mean grade. Its agreement with
    ratings by a large language model is in ``local.json`` next to this module; see ``agreement``.

    A claim that is longer than what the encoder reads at once is rated in pieces, too: 1 where all
    are told, 3 where none is, else 2.

    A rating depends only on its own pair, never on the other pairs (with ``full`` up to rounding),
    and no sentence in a passage is an instruction: what it says is weighed as words.

    Attributes:
        depth: How closely it reads. ``words``: without an encoder; faster, and misses most
            paraphrases. ``full``: where the small encoder leaves it open whether a claim is
            disclosed, a larger one, all-mpnet-base-v2, is asked as well; better, and some nine
            times slower. It takes the extra ``deep`` and the model's packages.
    """

    depth: Literal["words", "usual", "full"] = "usual"

    @property
    def agreement(self) -> Mapping[str, Any]:
        """Its agreement with ratings: ``n``, ``accuracy``, ``spearman``, ``confusion``, how.

        A large language model rated, in one pass; no people.

        Measured by cross-validation, so never on a text that the weights were fitted on.
        """
        return _agreement()[self.depth]

    def require(self) -> None:
        """Raise UnavailableError where a package that ``full`` takes is not installed."""
        if self.depth == "full":
            deep_encoder.require()

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair.

        Raises:
            ValueError: The two sequences differ in length.
        """
        stated = map(as_statements, claims, passages)
        told = map(without_blank_fields, claims, stated)
        aged = (_with_ages(*pair) for pair in zip(claims, told, strict=True))
        dated = (_with_days(*pair) for pair in aged)
        pairs = [_with_numbers(*pair) for pair in dated]
        parts = _parts(dict.fromkeys(pairs))
        ratings: dict[tuple[str, str], Rating] = {}
        for part, found in zip(parts, spread(partial(_rated, self.depth), parts), strict=True):
            ratings.update(zip(part, found, strict=True))
        return [ratings[pair] for pair in pairs]


def _with_ages(claim: str, passage: str) -> _Pair:
    """Return a claim and its passage with ages in digits where they say the same age, else both."""
    now, read_as = ages_in_digits(claim), ages_in_digits(passage)
    if (now, read_as) == (claim, passage):
        return claim, passage
    told = {*_NUMBER.findall(read_as)}
    same = any(f"{age:g}" in told for age in exact_ages(now.lower()))
    return (now, read_as) if same else (claim, passage)


def _with_days(claim: str, passage: str) -> _Pair:
    """Return a claim and its passage with days in one notation where they say the same one."""
    now, read_as = days_in_words(claim), days_in_words(passage)
    if (now, read_as) == (claim, passage):
        return claim, passage
    same = days_of(now) & days_of(read_as)
    return (now, read_as) if same else (claim, passage)


def _with_numbers(claim: str, passage: str) -> _Pair:
    """Return a claim and its passage with numbers and years in digits that one has in words.

    What only one of them says stays as it is written.
    """
    told, read_as = ({said.digits for said in said_numbers(text)} for text in (claim, passage))
    if not told and not read_as:
        return claim, passage
    written, there = (
        {number.replace(",", "") for number in _NUMBER.findall(text)} for text in (claim, passage)
    )
    same = (told & there) | (written & read_as)
    return in_digits(claim, same), in_digits(passage, same)


def _parts(pairs: Iterable[_Pair]) -> list[list[_Pair]]:
    """Return the pairs in parts of at least ``PART``, those of one passage in one part."""
    sheets: dict[str, list[_Pair]] = {}
    for pair in pairs:
        sheets.setdefault(pair[1], []).append(pair)
    parts: list[list[_Pair]] = []
    for sheet in sheets.values():
        if not parts or len(parts[-1]) >= PART:
            parts.append([])
        parts[-1] += sheet
    return parts


def _rated(depth: str, pairs: Sequence[_Pair]) -> list[Rating]:
    """Return the rating of each of some distinct pairs."""
    ratings: dict[_Pair, Rating] = {}
    found: dict[_Pair, Features] = {}
    for pair in pairs:
        rating = _without_model(*pair) or _framed(*pair)
        if rating is not None:
            ratings[pair] = rating
            continue
        evidence = _evidence(*pair)
        rating = _verbatim(*pair, evidence)
        if rating is not None:
            ratings[pair] = rating
        else:
            found[pair] = evidence
    ratings.update(_by_model(depth, found))
    return [ratings[pair] for pair in pairs]


def _by_model(depth: str, found: Mapping[_Pair, Features]) -> dict[_Pair, Rating]:
    """Return the ratings by the network; a claim that an encoder cuts is also read in pieces."""
    cut = {} if depth == "words" else {pair: _in_pieces(*pair) for pair in found}
    asked = dict(found)
    for parts in cut.values():
        asked.update(parts)
    ratings: dict[_Pair, Rating] = {}
    for pair, chances in zip(asked, _chances(depth, asked), strict=True):
        grade = grading.grade(chances, grading.model().not_disclosed)
        ratings[pair] = Rating(grade, float(chances @ GRADES), _caveat(pair[1]))
    for pair, parts in cut.items():
        if parts:
            read = [_verbatim(*part, parts[part]) or ratings[part] for part in parts]
            ratings[pair] = pieces.together(ratings[pair], read)
    return {pair: ratings[pair] for pair in found}


def _in_pieces(claim: str, passage: str) -> dict[_Pair, Features]:
    """Return the evidence for each piece of a long claim that says something, else nothing."""
    parts = pieces.pieces(claim)
    said = [part for part in parts if _claim(part).units] if len(parts) > 1 else []
    return {(part, passage): _evidence(part, passage) for part in said}


def _chances(depth: str, found: Mapping[_Pair, Features]) -> npt.NDArray[np.float64]:
    """Return the (n, 3) chances of the grades."""
    if not found:
        return np.zeros((0, 3))
    networks, evidence = grading.model().networks, np.stack(list(found.values()))
    if depth == "words":
        return grading.chances(evidence, networks[depth])
    claims, passages = [claim for claim, _ in found], [passage for _, passage in found]
    table = grading.with_opinions(evidence, encoder.scores(claims, passages))
    chances = grading.chances(table, networks["usual"])
    asked = np.flatnonzero(grading.is_open(chances)) if depth == "full" else ()
    if len(asked):
        said = deep_encoder.scores([claims[row] for row in asked], [passages[row] for row in asked])
        deep = grading.with_opinions(table[asked], said)
        chances[asked] = grading.chances(deep, networks["full"])
    return chances


def _framed(claim: str, passage: str) -> Rating | None:
    """Return the rating of a claim by what introduces its words in the passage.

    It quotes the claim only to deny or to suppose it, or as what somebody does not know, or says
    it of another or as nearly so, or has its words in a row, turned around.
    """
    said = _words(claim)
    how = framing.framing(_stated(passage), said) or owners.owner(said, passage)
    if how:
        return _FRAMED[how]
    otherwise = turned.turned(claim, passage)
    return _TURNED[otherwise] if otherwise else None


def _verbatim(claim: str, passage: str, evidence: Features) -> Rating | None:
    """Return the rating of a claim that stands in a passage word for word."""
    if not grading.verbatim(evidence):
        return None
    measured = measures.same_measures(_claim(claim).reading, _passage(passage).reading)
    return _said(claim, passage) if measured else None


def _said(claim: str, passage: str) -> Rating | None:
    """Return the rating of a claim whose words are there: by their signs, None if these differ."""
    found = signs.clash(claim, passage)
    if found == "opposite":
        return _OTHER_SIGN
    return None if found else Rating(1, 1.0, _caveat(passage))


class _Claim(NamedTuple):
    reading: Reading
    units: list[Unit]


# Targets, controls and repeated attacks ask about the same texts: what was read is cached.
@functools.lru_cache(maxsize=32_768)
def _words(text: str) -> list[str]:
    return words(text)


@functools.lru_cache(maxsize=2_048)
def _stated(passage: str) -> list[list[str]]:
    return quotation.stated_sentences(passage)


@functools.lru_cache(maxsize=32_768)
def _foreign(text: str) -> bool:
    return scope.foreign(text)


@functools.lru_cache(maxsize=32_768)
def _claim(text: str) -> _Claim:
    reading = read(text)
    return _Claim(reading, units(reading))


@functools.lru_cache(maxsize=2_048)
def _passage(text: str) -> Index:
    return index(read(text))


def _evidence(claim: str, passage: str) -> Features:
    share = recall(_words(claim), _words(passage))
    said = _claim(claim)
    return weigh(said.reading, said.units, _passage(passage), lexicon(), share)


def _caveat(passage: str) -> str:
    count = len(_words(passage))
    return f"very long passage ({count} words)" if count > scope.LONG else ""


def _without_model(claim: str, passage: str) -> Rating | None:
    """Return the rating of a pair that needs no model, or that it cannot judge."""
    said, there = _words(claim), _words(passage)
    if not said:
        return Rating(None, float("nan"), "the claim has no words")
    if not there:
        return Rating(3, 3.0)
    quoted = quotation.quotes(_stated(passage), said)
    for what, text in (("claim", claim), ("passage", passage)):
        if _foreign(text):
            note = f"the {what} is not English"
            if quoted and not signs.clash(claim, passage):
                return Rating(1, 1.0, f"{note}; it quotes the claim")
            return Rating(None, float("nan"), note)
    rating = _said(claim, passage) if quoted else None
    if rating is not None:
        return rating
    if not _claim(claim).units:
        return Rating(None, float("nan"), "the claim says nothing that can be checked")
    return None


@functools.cache
def _agreement() -> dict[str, Mapping[str, Any]]:
    path = Path(__file__).with_name("local.json")
    stored: dict[str, Mapping[str, Any]] = json.loads(path.read_text("utf-8"))
    return stored
