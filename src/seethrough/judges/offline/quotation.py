"""Where a passage quotes a claim word for word, and nothing around it takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.judges.offline.lexicon import bag
from seethrough.judges.offline.reading import sentences
from seethrough.judges.rouge import words

LEAST = 5
"""The fewest words of a claim that count as a quotation."""

_HARMLESS = bag(
    "and also but so then now still too however moreover furthermore additionally finally first "
    "again today yesterday currently later afterwards meanwhile indeed therefore thus further"
)
"""Words next to a quotation that leave its meaning unchanged."""


def stated_sentences(passage: str) -> list[list[str]]:
    """Return the words of each sentence that states something: no question."""
    return [words(part) for part in sentences(passage) if not part.rstrip("\"'”’) ").endswith("?")]


def quotes(sentences: Sequence[Sequence[str]], claim: Sequence[str]) -> bool:
    """Return whether a sentence says the claim word for word and hardly anything else.

    What else stands in the sentence may deny it, doubt it or say it of another person ("Nobody ever
    said that he has asthma"). Only ``_HARMLESS`` words may, or the quotation needs a closer look.

    Args:
        sentences: The words of each sentence, from ``stated_sentences``.
        claim: The words of the claim.
    """
    if len(claim) < LEAST:
        return False
    wanted = list(claim)
    for sentence in sentences:
        for start in range(len(sentence) - len(wanted) + 1):
            if sentence[start] == wanted[0] and sentence[start : start + len(wanted)] == wanted:
                rest = [*sentence[:start], *sentence[start + len(wanted) :]]
                if _HARMLESS.issuperset(rest):
                    return True
    return False


_DENIES = bag("nobody never not no none nor false untrue deny denied denies doubts doubted")
_REPORTS = bag("that said says claim claims claimed believe believed believes")
_SUPPOSES = bag("if whether unless suppose supposing imagine")
_REACH = 6
_SUBJECT = 3
"""How many words a claim may say in place of a pronoun: "The patient's father" for "he"."""


def framing(sentences: Sequence[Sequence[str]], claim: Sequence[str]) -> str:
    """Return how a passage introduces what it quotes: "denied", "supposed", or "" for neither.

    "Nobody ever said that he ..." denies, "if he ..." supposes. Only words right before the
    quotation count, as "He is not married and lives in ..." denies nothing that follows. A passage
    that says the same elsewhere without such words is not framed.

    Args:
        sentences: The words of each sentence, from ``stated_sentences``.
        claim: The words of the claim; its first ``_SUBJECT`` words may be another subject.
    """
    found = []
    for sentence in sentences:
        for skipped in range(min(_SUBJECT, max(0, len(claim) - LEAST + 1)) + 1):
            start = _place(sentence, claim[skipped:])
            if start is not None:
                found.append(_introduced(sentence[: start - (skipped > 0)]))
                break
    return found[0] if found and all(found) else ""


def _place(sentence: Sequence[str], part: Sequence[str]) -> int | None:
    wanted = list(part)
    if len(wanted) < LEAST - 1:
        return None
    for start in range(len(sentence) - len(wanted) + 1):
        if sentence[start] == wanted[0] and list(sentence[start : start + len(wanted)]) == wanted:
            return start
    return None


def _introduced(before: Sequence[str]) -> str:
    near = list(before[-_REACH:])
    if near and near[-1] in _SUPPOSES:
        return "supposed"
    if near and near[-1] in _REPORTS and _DENIES.intersection(near):
        return "denied"
    return ""
