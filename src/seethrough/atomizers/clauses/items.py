"""Puts one more item of a list where the first item stands."""

from __future__ import annotations

from seethrough.atomizers.clauses.anchors import anchor_of, coordinated_with
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.statement import Statement
from seethrough.atomizers.clauses.tags import is_finite
from seethrough.atomizers.clauses.tokens import Phrase
from seethrough.text.words import vocabulary

DENIALS = vocabulary(
    "no not n't n’t nt denies denied deny denying without never neither nor negative absent "
    "cannot none absence"
)
_LONGEST_PREFIX = 45
"""An item is not worth repeating more words than this."""


def add_item(statement: Statement, segment: Segment, conjunction: str) -> None:
    """Repeat a statement with another item of its list, or leave the item where it stands.

    Args:
        statement: The statement whose list the segment continues.
        segment: What stands between two separators.
        conjunction: The one that closes the list, or empty.
    """
    line, kind, body = statement.line, segment.kind, segment.body
    denied = any(t.lower in DENIALS for t in line)
    gerunds = any(t.tag == "VBG" and t.dep not in ("amod", "compound") for t in line)
    if kind == "noun" and body[0].tag == "VBG" and gerunds:
        kind = "verb"
    splits = conjunction in ("and", "but", "plus", "yet") or (
        conjunction in ("or", "nor") and denied
    )
    nominative = body[0].tag == "PRP" and body[0].lower in ("he", "she", "they", "i", "we")
    contrast = body[0].lower == "not"
    if not splits or nominative or contrast or kind in ("other", "clause", ""):
        statement.append(segment.lead, body)
        return
    hint = coordinated_with(segment, line)
    same_list = len(statement.run) > 1 and statement.anchor >= 0
    at = anchor_of(segment, kind, line, hint, statement.anchor if same_list else -1)
    if at is not None and conjunction in ("but", "yet"):
        # "not a smoker but a drinker": the denial must not reach the second item
        at = None if any(t.lower in DENIALS for t in line[:at]) else at
        if kind == "noun" and body[0].lower == "no":
            at = _behind_verb(line)  # "pain in the arm but no fever": not "in no fever"
    if at is None or at <= 0 or at < statement.subject or at > _LONGEST_PREFIX:
        statement.append(segment.lead, body)
        return
    if kind == "noun" and at + 1 < len(line):
        at = _behind_shared(line, at, body, conjunction)
    if _drops_denial(line[at:], body):
        statement.append(segment.lead, body)
        return
    statement.branch(at, body, same_list)
    if kind == "preposition":
        statement.run = []


def _drops_denial(replaced: Phrase, item: Phrase) -> bool:
    """Return whether an item would take the place of a denial that reaches it."""
    own = item[0].tag in ("DT", "PRP$") or any(t.lower in DENIALS for t in item)
    return not own and any(t.lower in DENIALS for t in replaced)


def _behind_verb(line: Phrase) -> int:
    """Return where the object of the last finite verb starts."""
    at = max((k for k, t in enumerate(line) if is_finite(t)), default=-1) + 1
    while 0 < at < len(line) and line[at].tag == "VBN" and line[at].dep != "amod":
        at += 1
    return at if at < len(line) else 0


def _behind_shared(line: Phrase, at: int, item: Phrase, conjunction: str) -> int:
    """Return ``at`` moved behind the article or possessive that an item shares."""
    if any(t.tag in ("DT", "PRP$") for t in item[:2]):
        return at
    denies = line[at].lower in ("no", "any") and conjunction in ("or", "nor")
    if line[at - 1].lower == item[0].lower == "no":
        at -= 1
    return at + (denies or line[at].tag == "PRP$" or line[at].lower == "the")
