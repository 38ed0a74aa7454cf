"""Signs that a text names a person, a place or an organisation, read from how words are written."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from seethrough.sensitivity.topics import tokens
from seethrough.text.words import vocabulary, word_lists

KINDS = (
    "title",
    "given",
    "kin",
    "speaker",
    "whole",
    "pair",
    "rare",
    "known",
    "called",
    "place",
    "nationality",
    "organisation",
    "capitals",
    "person",
    "signed",
)
"""The signs, in the order in which `signs` counts them."""

_SURE = ("title", "given", "kin", "speaker", "known", "signed")
"""Each of these shows a person."""

_TITLES = vocabulary(
    "mr mrs ms miss mx dr prof professor sir dame lord lady sister brother father rev reverend "
    "pastor nurse herr frau señor señora monsieur madame uncle aunt auntie sgt officer captain "
    "judge justice inspector sergeant chef coach fr sr signor signora "
    "mme mlle sra srta st"
)
_ROLES = vocabulary(
    "mother father mum mom dad brother sister son daughter wife husband partner boyfriend "
    "girlfriend fiancé fiancée fiance fiancee uncle aunt cousin niece nephew grandson "
    "granddaughter grandma grandpa nan friend mate buddy colleague boss manager supervisor "
    "landlord landlady neighbour neighbor teacher nurse doctor lawyer solicitor friend's twin "
    "youngest eldest oldest elder younger second baby "
    "lad baby agent rep guy steward flatmate roommate ex pal tenant carer handler"
)
_ORGANISED = vocabulary(
    "ltd llc inc corp corporation company group university college school hospital bank institute "
    "agency association council department ministry committee court clinic church union foundation "
    "centre center academy airlines hotel restaurant commission plc gmbh associates partners "
    "trust services systems solutions technologies motors industries"
)
_CALLED = re.compile(
    r"\b(?:name(?:d)?(?: is|'s|:)?|called|known as|is|yours|regards|thanks|cheers|love|sincerely|"
    r"faithfully|dear|hi|hello|hey|signed|from|for|with|to|by|and|told|asked)[,:]? +['‘\"“]?"
    r"((?:[A-Z][\w'’-]+\.?)(?: [A-Z][\w'’-]*\.?){0,2})"
)
_SPEAKER = re.compile(r"^(?:The (?:writer|user) asks: ?)?([A-Z][\w'’-]+(?: [A-Z][\w'’.-]*)?): ")
_FRAME = vocabulary("writer user patient applicant claimant author person")
_CAPITAL = re.compile(r"[A-Z]")
_RARE = 6_000
"""From which frequency rank on a word in capitals inside a sentence is likely a name."""
_UNRANKED = 99_999
"""The frequency rank of a word that is in no list."""


@functools.cache
def lists() -> Mapping[str, frozenset[str]]:
    """Return the lists of the file next to this module, by their heading."""
    return word_lists(Path(__file__).with_name("names.txt"))


@functools.lru_cache(maxsize=65_536)
def bare(word: str) -> str:
    """Return a word in lower case without a possessive ending."""
    return re.sub(r"['’]s?$", "", word).lower()


def is_capital(word: str) -> bool:
    """Return whether a word is written like a name: one capital first, and not all capitals."""
    return word[:1].isupper() and (len(word) == 1 or not word.isupper() or len(word) > 4)


def likely(words: Sequence[str], starts: frozenset[int], rank: Mapping[str, int]) -> list[int]:
    """Return the places of words that look like names of people.

    Args:
        words: The words of a text as they are written.
        starts: Places where a sentence begins, so that a capital says little.
        rank: The frequency rank of common words, 0 for the most frequent.
    """
    known = lists()
    out = []
    for i, word in enumerate(words):
        low = bare(word)
        if not is_capital(word) or low in known["notaperson"] or low in known["place"]:
            continue
        if low in known["nationality"]:
            continue
        listed = low in known["given"]
        before = bare(words[i - 1]) if i else ""
        certain = listed and (i not in starts or rank.get(low, _UNRANKED) > 400)
        if certain or before in _TITLES or (before in _ROLES and not listed):
            out.append(i)
    return out


def signs(
    claim: str, words: Sequence[str], known: frozenset[str], rank: Mapping[str, int]
) -> list[float]:
    """Return how often each of `KINDS` stands in a claim.

    Args:
        claim: The claim.
        words: Its words as they are written.
        known: Names that its record introduces, in lower case.
        rank: The frequency rank of common words, 0 for the most frequent.
    """
    count = _word_signs(words, known, rank) | _claim_signs(claim, words, rank)
    count["person"] = any(count[kind] for kind in _SURE)
    return [min(float(count[kind]), 3.0) for kind in KINDS]


def _word_signs(
    words: Sequence[str], known: frozenset[str], rank: Mapping[str, int]
) -> Counter[str]:
    """Return how often each kind stands in a claim that a word of it shows, or two together."""
    count: Counter[str] = Counter()
    listed = lists()
    low = [bare(word) for word in words]
    names = []
    for i, word in enumerate(words):
        before = low[i - 1] if i else ""
        capital = is_capital(word)
        both = low[i] in listed["place"] and low[i] in listed["given"]
        if low[i] in listed["place"] and capital and not (both and low[i] in known):
            count["place"] += 1
            if not both or before in ("in", "to", "from", "near", "at"):
                continue
        if low[i] in listed["nationality"]:
            count["nationality"] += 1
            continue
        if low[i] in _ORGANISED and _CAPITAL.match(word) and i:
            count["organisation"] += 1
        if low[i] in known:
            count["known"] += 1
        if not capital or low[i] in listed["notaperson"] or low[i] in _FRAME:
            count["capitals"] += word.isupper() and len(word) > 1
            continue
        if before in _TITLES and (i > 1 or words[i - 1][:1].isupper()):
            count["title"] += 1
        if before in _ROLES:
            count["kin"] += 1
        common = rank.get(low[i], _UNRANKED)
        if low[i] in listed["given"] and (i or common > 400):
            count["given"] += 1
            names.append(i)
        elif low[i] in listed["family"] and i:
            names.append(i)
        elif i and common > _RARE:
            count["rare"] += 1
            names.append(i)
    count["pair"] = sum(
        is_capital(words[i + 1]) and low[i + 1] not in listed["notaperson"]
        for i in names
        if i + 1 < len(words)
    )
    return count


def _claim_signs(claim: str, words: Sequence[str], rank: Mapping[str, int]) -> Counter[str]:
    """Return the same of the kinds that a claim shows as a whole."""
    count: Counter[str] = Counter()
    listed = lists()
    if 0 < len(words) <= 4 and all(is_capital(w) for w in words):
        low = [bare(word) for word in words]
        count["whole"] = 1
        count["signed"] = any(rank.get(w, _UNRANKED) > 1_500 or w in listed["given"] for w in low)
    if found := _SPEAKER.match(claim):
        label = bare(found[1].split()[0])
        common = rank.get(label, _UNRANKED) < 3_000 and label not in listed["given"]
        count["speaker"] = not (common or label in listed["notaperson"])
    for match in _CALLED.finditer(claim):
        first = bare(match[1].split()[0])
        count["called"] += first not in listed["notaperson"] and first not in listed["place"]
    return count


def people(claim: str, known: frozenset[str], rank: Mapping[str, int]) -> list[str]:
    """Return the words of a claim that name people, as far as their spelling shows.

    Args:
        claim: The claim.
        known: Names that its record introduces, in lower case.
        rank: The frequency rank of common words, 0 for the most frequent.
    """
    words = tokens(claim)
    low = [bare(word) for word in words]
    listed = lists()
    sure: list[int] = []
    rare: list[int] = []
    speaker = _SPEAKER.match(claim)
    label = claim[: speaker.end(1)].count(" ") if speaker else -1
    signed = 0 < len(words) <= 4 and all(is_capital(word) for word in words)
    for i, word in enumerate(words):
        barred = low[i] in listed["notaperson"] or low[i] in _FRAME or low[i] in _TITLES
        if not word[:1].isupper() or barred or low[i] in _ROLES:
            continue
        before = low[i - 1] if i else ""
        common = rank.get(low[i], _UNRANKED)
        follows = bool(sure) and sure[-1] == i - 1 and common > 500
        if low[i] in known or before in _TITLES or before in _ROLES or follows:
            sure.append(i)
        elif low[i] in listed["place"] or low[i] in listed["nationality"]:
            continue
        elif (low[i] in listed["given"] and (i or common > 400)) or i == label:
            sure.append(i)
        elif (i and common > _RARE) or (signed and common > 1_500):
            rare.append(i)
    return [words[i] for i in sure or rare]


def places(claim: str, rank: Mapping[str, int]) -> list[str]:
    """Return the words of a claim that name places, nationalities, organisations and the like.

    Args:
        claim: The claim.
        rank: The frequency rank of common words, 0 for the most frequent.
    """
    words = tokens(claim)
    listed = lists()
    out = []
    for i, word in enumerate(words):
        low = bare(word)
        if low in listed["nationality"] or (is_capital(word) and low in listed["place"]):
            out.append(word)
        elif i and word[:1].isupper() and low not in listed["notaperson"] and low not in _FRAME:
            out += [word] if rank.get(low, _UNRANKED) > _RARE else []
    return out
