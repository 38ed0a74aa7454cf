"""Where a passage has a claim's words in a row, but turned around: denied, unreal, another's."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from seethrough.judges.offline.owners import KIN
from seethrough.judges.offline.reading import STOP, sentences
from seethrough.text.stemmer import english_stem
from seethrough.text.words import vocabulary

Verdict = Literal["", "denied", "unreal", "another"]

_TOKEN = re.compile(r"[^\W\d_]+n't\b|\d+(?:[.,]\d+)*|[^\W_]+|[^\w\s]")
_NEGATIONS = vocabulary(
    "no not never nobody none nothing neither nor without cannot dont doesnt didnt isnt arent "
    "wasnt werent hasnt havent hadnt cant couldnt wont wouldnt shouldnt"
)
_LIGHT = STOP | _NEGATIONS | vocabulary("any there ever even yet still now really quite")
"""Words beside those that carry the fact."""
_SUBJECTS = vocabulary("the writer user patient applicant client sender himself herself themselves")
_BREAKS = vocabulary("and but who which that because so while")
"""What a denial does not reach beyond."""
_NO_DENIAL = vocabulary("only just merely simply than")
_UNLESS = vocabulary("if whether unless")
_REACH = 3
"""How many words stand between "if" and what is supposed: "if the patient's heart"."""
_WOULD = vocabulary("would d could might")
_IS = vocabulary("is are was were been being")
_WHO = vocabulary("who whose")
_NOBODY_ELSE = _SUBJECTS | vocabulary("he she i me him her it they them we us you not this that")
"""Words that make nobody else of whom a sentence points at: "it is the patient who"."""
_ANOTHER = re.compile(r"(?:\bit ' s|\bits|\bit is|\bit was)((?: [^\W_]+| '){1,5})$")
_ELDERS = (
    r"(?:step|half|grand|great-?grand)?(?:father|mother|dad|mum|mom|parents?|brother|sister|sibling"
    r"|uncle|aunt|cousin)"
)
_START = r"(?:.* )?(?:that|because|but|while|says|said) |"
_RELATIVE = {
    "patient": re.compile(rf"(?:{_START})(?:his|her|their) (?:\w+ )?{_ELDERS}"),
    "writer": re.compile(rf"(?:{_START})(?:my|our|his|her|their) (?:\w+ )?{KIN}"),
}
"""Who is not whom a claim is about. A patient may be somebody's child or spouse."""
_RELATIVE["user"] = _RELATIVE["writer"]
_ALSO = vocabulary("also too both like")
_TOGETHER = vocabulary(
    "and or also too both likewise like same with who that to my he she i we they you"
)
_NUMBERED = re.compile(r"\bno\.?(?= ?\d)")


class _Place(NamedTuple):
    """Where a sentence has the words of a claim that carry its fact, in a row.

    Attributes:
        ahead: The words before it, back to the last mark.
        gaps: The light words between each word and the next.
        sentence: All words and marks of the sentence.
    """

    ahead: list[str]
    gaps: list[list[str]]
    sentence: tuple[str, ...]


def turned(claim: str, passage: str) -> Verdict:
    """Return what a passage makes of the words of a claim that it has in a row.

    "denied": *left no note*; "unreal": *if she had left a note, ... would*; "another": *her sister
    left a note*, *it was her sister who left a note*. "" for all else, and where a sentence has
    them otherwise. Only words without a meaning of their own may stand beside them, so a secret
    (*nobody knows that she left a note*) is not denied.

    Args:
        claim: The claim.
        passage: The passage.
    """
    said = _tokens(claim)
    wanted = [w for w in said if _heavy(w) and w not in _SUBJECTS]
    stems = [english_stem(w) for w in wanted]
    verdicts: set[Verdict] = set()
    for tokens, known in _sentences(passage):
        if not known.issuperset(stems):
            continue
        places = list(_places(stems, tokens)) if stems else []
        verdicts.update(_verdict(said, wanted[0], place) for place in places)
        if not places:
            return ""
    return verdicts.pop() if len(verdicts) == 1 else ""


@functools.lru_cache(maxsize=32_768)
def _tokens(text: str) -> tuple[str, ...]:
    plain = text.replace("’", "'").lower()
    return tuple(_TOKEN.findall(_NUMBERED.sub("number", plain)))


@functools.lru_cache(maxsize=2_048)
def _sentences(passage: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    found = map(_tokens, sentences(passage))
    return [(tokens, frozenset(english_stem(w) for w in tokens if _heavy(w))) for tokens in found]


def _heavy(word: str) -> bool:
    return word[0].isalnum() and word not in _LIGHT and not word.endswith("n't")


def _places(stems: Sequence[str], tokens: tuple[str, ...]) -> Iterator[_Place]:
    at = [k for k, word in enumerate(tokens) if _heavy(word)]
    there = [english_stem(tokens[k]) for k in at]
    for start in range(len(there) - len(stems) + 1):
        if there[start : start + len(stems)] == list(stems):
            row = at[start : start + len(stems)]
            marks = [k + 1 for k in range(row[0]) if _mark(tokens[k]) and tokens[k] != "'"]
            ahead = list(tokens[max([0, *marks]) : row[0]])
            yield _Place(ahead, [list(tokens[a + 1 : b]) for a, b in pairwise(row)], tokens)


def _verdict(said: Sequence[str], first: str, place: _Place) -> Verdict:
    if place.sentence[-1] == "?":
        return ""
    light = _light_end(place.ahead)
    beside = {word for gap in [light, *place.gaps] for word in gap}
    if _NO_DENIAL & beside:
        return ""
    if not any(map(_negation, said)) and _denied([light, *place.gaps]):
        return "denied"
    would = _WOULD.intersection(place.sentence) and not _WOULD.intersection(said)
    supposed = _UNLESS.intersection(place.ahead[-_REACH - 1 :]) and not _UNLESS.intersection(said)
    if would and (supposed or (_WOULD & beside and {"have", "if", "had"} & {*place.sentence})):
        return "unreal"
    same = bool(_IS.intersection(said[: said.index(first)])) == bool(_IS.intersection(light))
    if (same and _of_another(place.ahead, light)) or _of_relative(said, place, light):
        return "another"
    return ""


def _of_relative(said: Sequence[str], place: _Place, light: Sequence[str]) -> bool:
    """Return whether a claim about a main person is told of a relative: "his father has"."""
    relative = _RELATIVE.get(said[1]) if said[0] == "the" and said[2:3] != ("'",) else None
    if relative is None or _TOGETHER & {*light} or _ALSO & {*place.sentence}:
        return False
    ahead = " ".join(place.ahead[: len(place.ahead) - len(light)])
    return relative.fullmatch(ahead) is not None


def _of_another(ahead: Sequence[str], light: Sequence[str]) -> bool:
    """Return whether words point at somebody else: "it was her sister who has"."""
    who = next((k for k in range(len(light), 0, -1) if light[k - 1] in _WHO), 0)
    pointed = _ANOTHER.search(" ".join(ahead[: len(ahead) - len(light) + who - 1])) if who else None
    return pointed is not None and not _NOBODY_ELSE.issuperset(pointed[1].split())


def _light_end(words: Sequence[str]) -> list[str]:
    """Return the light words that a row of words ends with."""
    first = next((k for k in range(len(words), 0, -1) if _heavy(words[k - 1])), 0)
    return list(words[first:])


def _mark(word: str) -> bool:
    return not word[0].isalnum()


def _negation(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def _denied(gaps: Sequence[Sequence[str]]) -> bool:
    """Return whether one denial stands before a word and reaches all that follow.

    Behind a mark or another clause it does not: *without my son, who was two*.
    """
    counts = [sum(map(_negation, gap[_reach(gap) :])) for gap in gaps]
    return sum(counts) == 1 and not any(map(_reach, gaps[counts.index(1) + 1 :]))


def _reach(gap: Sequence[str]) -> int:
    """Return from where on the words before another belong to its clause."""
    return max((k + 1 for k, word in enumerate(gap) if word in _BREAKS or _mark(word)), default=0)
