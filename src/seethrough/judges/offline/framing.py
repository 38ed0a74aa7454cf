"""Where a passage quotes a claim word for word: as denied, as supposed, as hidden from somebody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seethrough.judges.offline.content import told_elsewhere
from seethrough.judges.offline.quotation import LEAST
from seethrough.text.words import vocabulary

_SAID = (
    r"(?:said|say|says|saying|stated|states|state|claimed|claims|claim|alleged|allege|suggested"
    r"|suggest|wrote|reported)"
)
_FILLED = r"(?:has |had |have |ever |been |once |actually |really |did |would |was )*"
_DENIES = [
    re.compile(rf"(?:^| )(?:{pattern})$")
    for pattern in (
        rf"(?:nobody|no one|never|not|t|neither|nor) {_FILLED}{_SAID}(?: that)?",
        r"(?:denied|denies|deny|denying)(?: that)?",
        r"(?:(?:not|never|t) (?:true|correct|right|the case)|untrue|false|incorrect|wrong|a lie)"
        r"(?: to (?:say|claim))? that",
        r"(?:is|s|was) not so that",
        r"(?:not possible|not conceivable|impossible|inconceivable) that",
        r"no (?:evidence|proof|indication|sign|suggestion|admission)(?: to suggest)? that",
    )
]
"""What denies what follows; who does not *know* or *tell* a thing denies nothing."""
_HIDES = re.compile(
    r"(?:^| )(?:nobody|no one|never|not|t|neither|nor)(?: \w+){0,5}"
    r" (?:know|knows|knew|aware|realise[sd]?|realize[sd]?|tell|tells|told(?: \w+)?) that$"
)
"""What says that somebody does not know what follows, and so that it is true (Karttunen 1971)."""
_SPEAKERS = vocabulary("i we")
"""Who does not know "that ..." may be in doubt."""
_TURNED = vocabulary(
    "no not never t cannot nobody neither nor without if whether unless only hardly"
)
"""Words that turn a denial around: "She does not deny that he ...", "whether it is untrue that"."""
_SUPPOSES = vocabulary(
    "if whether unless suppose supposing imagine perhaps maybe possibly presumably supposedly"
    " allegedly"
)
_SUSPECTS = re.compile(
    r"(?:^| )(?:(?:may|might|could) be|(?:suspect|assume|presume|guess|speculate)(?:e?[sd])?"
    r"|suspecting|assuming|presuming|guessing|speculating|(?:possible|conceivable))(?: that)?$"
)
"""What leaves open whether what follows is so: "it may be that", "I suspect", "it is possible"."""
_REACH = 4
_SUBJECT = 3
"""How many words a claim may say in place of a pronoun: "The patient's father" for "he"."""


def framing(sentences: Sequence[Sequence[str]], claim: Sequence[str]) -> str:
    """Return how a passage introduces what it quotes: "denied", "supposed", "hidden", or "".

    "Nobody ever said that he ..." denies, "if he ..." and "perhaps he ..." suppose, and who says
    "nobody knows that he ..." tells it, of all who read the passage. Only words right before the
    quotation count, as "He is not married and lives in ..." denies nothing that follows. A passage
    that says the same elsewhere without such words is not framed, nor is a denial where the rest
    of the passage speaks of the same.

    Args:
        sentences: The words of each sentence, from ``quotation.stated_sentences``.
        claim: The words of the claim; its first ``_SUBJECT`` words may be another subject.
    """
    found, rest = [], []
    for sentence in sentences:
        before = _before(sentence, claim)
        if before is None:
            rest.append(sentence)
        else:
            found.append(_introduced(before))
    if not found or not all(found) or ("hidden" in found and len(set(found)) > 1):
        return ""
    return "" if found[0] == "denied" and told_elsewhere(claim, rest) else found[0]


def _before(sentence: Sequence[str], claim: Sequence[str]) -> Sequence[str] | None:
    """Return the words of a sentence before it quotes a claim, None where it does not."""
    for skipped in range(min(_SUBJECT, max(0, len(claim) - LEAST + 1)) + 1):
        start = _place(sentence, claim[skipped:])
        if start is not None:
            return sentence[: max(0, start - (skipped > 0))]
    return None


def _place(sentence: Sequence[str], part: Sequence[str]) -> int | None:
    wanted = list(part)
    if len(wanted) < LEAST - 1:
        return None
    for start in range(len(sentence) - len(wanted) + 1):
        if sentence[start] == wanted[0] and list(sentence[start : start + len(wanted)]) == wanted:
            return start
    return None


def _introduced(before: Sequence[str]) -> str:
    text = " ".join(before)
    for denial in _DENIES:
        match = denial.search(text)
        if match:
            earlier = text[: match.start()].split()[-_REACH:]
            return "" if _TURNED.intersection(earlier) else "denied"
    if (before and before[-1] in _SUPPOSES) or _SUSPECTS.search(text):
        return "supposed"
    hidden = _HIDES.search(text) and not _SPEAKERS.intersection(before[-_REACH - 1 :])
    return "hidden" if hidden else ""
