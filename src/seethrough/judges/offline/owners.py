"""Where a sentence has a claim's words in order, but says it of somebody else, or as nearly so.

"The patient's mother has asthma" tells nothing of the patient, "Tom says that Kim killed Anna" no
murderer by the name of Tom, and who "hardly ever drinks" drinks in part.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from seethrough.judges.offline.content import told_elsewhere
from seethrough.judges.offline.reading import sentences
from seethrough.text.words import vocabulary

Verdict = Literal["", "another", "weakened"]

_WORD = re.compile(r"[^\W_]+")
KIN = (
    r"(?:(?:step|half|ex|twin|foster)[- ]?)?(?:(?:great-)?grand)?(?:mother|father|mom|mum|dad"
    r"|parent|brother|sister|sibling|twin|son|daughter|child|wife|husband|spouse|partner|girlfriend"
    r"|boyfriend|fianc[ée]e?|uncle|aunt|cousin|nephew|niece|friend|neighbou?r|colleague|coworker"
    r"|boss|roommate|flatmate)(?:-in-law)?"
)
_OF = r"(?:(?!(?:and|or|but)\b)[a-z]+ ){0,2}"
_SAID = r"(?:says|said|say|claims|claimed|thinks|believes|believed|reports|reported|writes|wrote)"
_HEARD = r"(?:saw|knows|knew|asked|asks|heard|told us|said|says)"
_ANOTHER = re.compile(
    rf"['’]s? {_OF}{KIN}(?: [A-Z]\w+){{0,2}} "
    rf"| {_SAID} (?:that )?(?:(?:[A-Z]\w+ ){{1,2}}|(?:his|her|my|their) {_OF}{KIN} )"
    rf"| {_HEARD} (?:who|somebody|someone) "
)
"""What makes another person of a claim's first words."""
_THEIRS = re.compile(rf" {_OF}{KIN}['’]s ")
"""The same behind the possessive "s" of the claim."""
_RELATED = re.compile(rf"\b{KIN} of $", re.IGNORECASE)
_WEAKENED = re.compile(r" (?:nearly|almost|hardly|rarely|seldom|barely|scarcely)(?: ever)? ")
_MEASURES = re.compile(
    r"\d|(?:all|always|every\w*|half|daily|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|twenty|thirty|forty|fifty|certain\w*|complete\w*|entire\w*|\w+ly)$"
)
"""What "almost" takes little from."""
_TRIGGER = re.compile(
    rf"\b(?:{KIN}|{_SAID}|{_HEARD}|nearly|almost|hardly|rarely|seldom|barely|scarcely)\b", re.I
)
_BREAK = re.compile(
    r"[^\w\s'’/-]|\b(?:and|or|but|while|who|whom|whose|which|that|he|she|they|it|i|we|you|if|because"
    r"|as|since|when|before|after|so|yet|not|no|never)\b",
    re.IGNORECASE,
)
_FIRST = 4
"""How many words may name whom a claim is about: "The patient's father"."""
_ARTICLES = vocabulary("the a an")
_ALSO = vocabulary("also well so like does did do too both same likewise")
_SELF = vocabulary("himself herself themselves myself both likewise same")
_SUBJECTS = vocabulary("he she they i we")


class _Match(NamedTuple):
    """A claim's words in order in a sentence.

    Attributes:
        gaps: What stands between each word and the next.
        before: What stands before the first one.
        after: What stands after the last one.
    """

    gaps: list[str]
    before: str
    after: str


def owner(claim: Sequence[str], passage: str) -> Verdict:
    """Return what a passage makes of a claim that it has in order in its sentences.

    "another" if it says it of somebody else, "weakened" if it says that it is hardly or nearly so.
    "" for all else, or where the passage may say it in another place, too.

    Args:
        claim: The lower-case words of the claim.
        passage: The passage.
    """
    verdicts: set[Verdict] = set()
    rest: list[list[str]] = []
    wanted = set(claim)
    parts = _sentences(passage)
    if not any(part.open and wanted <= part.known for part in parts):
        return ""
    for part in parts:
        matches = list(_matches(claim, part)) if wanted <= part.known else []
        if not matches:
            rest.append(part.words)
            continue
        verdicts.update(_verdict(claim, match) for match in matches)
        outside = f"{matches[0].before} {matches[-1].after}"
        if _ALSO.intersection(_lower(outside)) and not _of_kin_alone(claim, outside):
            return ""
        rest.append(_lower(outside))
    if len(verdicts) != 1 or any(_SELF.intersection(words) for words in rest):
        return ""
    return "" if told_elsewhere(claim, rest) else verdicts.pop()


class _Sentence(NamedTuple):
    """A sentence, its words and where they stand; ``open`` if it could say it of another."""

    text: str
    words: list[str]
    places: list[tuple[int, int]]
    known: frozenset[str]
    open: bool


@functools.lru_cache(maxsize=2_048)
def _sentences(passage: str) -> list[_Sentence]:
    out = []
    for text in sentences(passage):
        found = list(_WORD.finditer(text))
        words = [match.group().lower() for match in found]
        could = _TRIGGER.search(text) is not None
        out.append(_Sentence(text, words, [m.span() for m in found], frozenset(words), could))
    return out


def _matches(claim: Sequence[str], sentence: _Sentence) -> Iterator[_Match]:
    """Yield the claim's words in order from each place where it can begin, each at its first."""
    for start, word in enumerate(sentence.words):
        if word == claim[0]:
            places = [start]
            for wanted in claim[1:]:
                if wanted not in sentence.words[places[-1] + 1 :]:
                    return
                places.append(sentence.words.index(wanted, places[-1] + 1))
            spans = [sentence.places[place] for place in places]
            gaps = [sentence.text[left[1] : right[0]] for left, right in pairwise(spans)]
            if gaps and word in _ARTICLES and gaps[0] != " ":
                continue
            yield _Match(gaps, sentence.text[: spans[0][0]], sentence.text[spans[-1][1] :])


def _verdict(claim: Sequence[str], match: _Match) -> Verdict:
    wide = [place for place, gap in enumerate(match.gaps) if _WORD.search(gap)]
    if _RELATED.search(match.before) and _plain(match.gaps):
        return "another"
    for place in wide:
        others = match.gaps[:place] + match.gaps[place + 1 :]
        gap, following = match.gaps[place], claim[place + 1]
        if not _plain(others):
            continue
        if place < _FIRST and (
            _ANOTHER.fullmatch(gap) or (claim[place] == "s" and _THEIRS.fullmatch(gap))
        ):
            return "another"
        if _WEAKENED.fullmatch(gap) and not _MEASURES.match(following):
            return "weakened"
    return ""


def _plain(gaps: Sequence[str]) -> bool:
    """Return whether no gap begins another clause or holds more than three words."""
    return all(
        len(_lower(gap)) <= 3 and not (_WORD.search(gap) and _BREAK.search(gap)) for gap in gaps
    )


def _of_kin_alone(claim: Sequence[str], text: str) -> bool:
    """Return whether what else a sentence says is of relatives, not of the claim's first words."""
    named = {*claim[:2], *_SUBJECTS} - _ARTICLES
    return re.search(KIN, text) is not None and not named.intersection(_lower(text))


def _lower(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
