"""The most exposed people, as the page shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.evidence.grade import leaked as is_leaked
from seethrough.report.labels.wording import inline, shown
from seethrough.report.page.by_class import FIRST, TAGS, tagged
from seethrough.report.page.highlights import Passage, Segment, says_who, segments
from seethrough.text.details import content

LONGEST_PASSAGE = 6_000
"""Characters of a released text that are shown; longer ones are cut there, and the page says so."""

MOST_CLAIMS = 60
"""Leaked claims of a record that can be chosen one by one; further ones are counted."""

TELLING_WORDS = 4
"""Words that a person is said to be recognized by."""

COMPARED = 500
"""How many people's passages say which words are rare."""


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen to see its words in the released text.

    Attributes:
        number: The group of words that belongs to it.
        text: What it says.
        exact: Whether the record discloses it exactly, not nearly.
        words: The words of the released text that are marked.
        tag: How sensitive it is, in a word or two.
        note: What the judge said.
    """

    number: int
    text: str
    exact: bool
    words: Sequence[str]
    tag: str
    note: str


@dataclass(frozen=True)
class RecordView:
    """What happened to one record.

    Attributes:
        record: Its id.
        known: What the adversary knew.
        linked: The id of the released record that it chose, or None.
        hit: Whether that was the right one; None where that cannot be known.
        leaked: The claims that it gave away.
        leaked_more: How many further ones there are.
        kept: The claims that it did not give away, each with how sensitive it is.
        common: The claims that somebody else's record discloses as well, each with its class.
        unjudged: The claims that could not be judged, and why.
        passage: The released text, cut where marks begin and end; group 0 led to the record.
        cut: How many characters of it are left out.
    """

    record: str
    known: Sequence[str]
    linked: str | None
    hit: bool | None
    leaked: Sequence[Choice]
    leaked_more: int
    kept: Sequence[tuple[str, str]]
    common: Sequence[tuple[str, str]]
    unjudged: Sequence[tuple[str, str]]
    passage: Sequence[Segment]
    cut: int


@dataclass(frozen=True)
class PersonView:
    """One person in the list.

    Attributes:
        rank: 1 for the most exposed.
        name: The person's id.
        reidentified: Whether a record of this person was found at the first guess; None where that
            cannot be known.
        leaked: How many claims leaked.
        asked: How many were asked.
        told: How many leaked facts are of the most sensitive classes, in words.
        telling: The words that led to this person's records, rarest first.
        records: What happened to each record; none in a page without text.
    """

    rank: int
    name: str
    reidentified: bool | None
    leaked: int
    asked: int
    told: Sequence[str]
    telling: Sequence[str]
    records: Sequence[RecordView]

    @property
    def share(self) -> float:
        """How much of what was asked leaked, in percent."""
        return round(100 * self.leaked / max(self.asked, 1), 1)


def view(rank: int, person: Mapping[str, Any], usage: Counter[str], detailed: bool) -> PersonView:
    """Return how a person is shown.

    Args:
        rank: 1 for the most exposed.
        person: The finding of the machine form.
        usage: In how many passages each word stands; see `word_usage`.
        detailed: Whether what was in the records may be shown and there is room for it.
    """
    records = person.get("records", []) if detailed else []
    return PersonView(
        rank,
        inline(person["person"]),
        person["reidentified"],
        int(person["leaked"]),
        int(person["claims"]),
        _told(person),
        _telling(records, usage),
        [record_view(record) for record in records],
    )


def word_usage(findings: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Count in how many linked passages of the most exposed people each word stands."""
    some = findings[:COMPARED]
    passages = dict.fromkeys(r["passage"] for p in some for r in p.get("records", []))
    return Counter(key for text in passages for key in {t.key for t in content(text)})


def record_view(found: Mapping[str, Any]) -> RecordView:
    """Return how one record of a finding is shown."""
    text = shown(found["passage"][:LONGEST_PASSAGE])
    passage = Passage(text)
    claims = found["claims"]
    leaked = sorted((c for c in claims if c["leaked"]), key=_sensitivity)
    groups = [[span for fact in found["known"] for span in passage.giving_away(fact)]]
    choices = []
    for number, claim in enumerate(leaked[:MOST_CLAIMS], start=1):
        told = shown(claim["claim"])
        groups.append(passage.giving_away(told))
        words = [text[start:end] for start, end in groups[-1]]
        choices.append(
            Choice(number, told, claim["grade"] == 1, words, _tag(claim), shown(claim["note"]))
        )
    rest = [c for c in claims if not c["leaked"]]
    return RecordView(
        inline(found["record"]),
        [shown(fact) for fact in found["known"]],
        None if found["linked"] is None else inline(found["linked"]),
        found["hit"],
        choices,
        max(0, len(leaked) - MOST_CLAIMS),
        [(shown(c["claim"]), _tag(c)) for c in rest if c["grade"] == 3],
        [(shown(c["claim"]), _tag(c)) for c in rest if is_leaked(c["grade"])],
        [(shown(c["claim"]), shown(c["note"])) for c in rest if c["grade"] is None],
        segments(text, groups),
        len(found["passage"]) - len(text),
    )


def _tag(claim: Mapping[str, Any]) -> str:
    own, also = (TAGS.get(claim.get(field) or "", "") for field in ("class", "also"))
    own = f"without its {own}" if claim.get("spared") else own
    return ", ".join(filter(None, (also, own)))


def _sensitivity(claim: Mapping[str, Any]) -> int:
    """Return where a claim stands in the list: the most sensitive classes first."""
    told = {claim.get("also"), None if claim.get("spared") else claim.get("class")}
    return min((FIRST.index(name) for name in told & set(FIRST)), default=len(FIRST))


def _told(person: Mapping[str, Any]) -> list[str]:
    """Return how many facts of the sensitive classes leaked, such as ``4 special category``."""
    own = person.get("by_class", {})
    return [
        tagged(own[name]["leaked"], name)
        for name in ("special", "identifier")
        if own.get(name, {}).get("leaked")
    ]


def _telling(records: Sequence[Mapping[str, Any]], usage: Counter[str]) -> list[str]:
    """Return the words that the known facts and the person's linked records share."""
    found: dict[str, str] = {}
    for record in records:
        if record["hit"] is False:
            continue
        text = record["passage"]
        known = {t.key for fact in record["known"] for t in content(fact)}
        for token in content(text):
            word = text[token.start : token.end]
            if token.key in known and not says_who(word):
                found.setdefault(token.key, word)
    order = sorted(found, key=lambda key: (usage[key], -len(found[key]), found[key]))
    return [inline(found[key]) for key in order[:TELLING_WORDS]]
