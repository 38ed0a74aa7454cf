"""The coverage ledger: what was attacked, what was not, and why; nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.release import RagRelease, TextRelease
from seethrough.same_size import SMALL

if TYPE_CHECKING:
    from seethrough.cells import Cell
    from seethrough.data import Corpus

VERY_LONG = 20_000
"""Characters from which a text counts as very long (about 3,500 English words)."""

LEAST_ATTACKED = 0.9
"""Share of the released people's records that must be attacked for a verdict."""

MOST_UNJUDGED = 0.1
"""Share of claims that may stay unjudged for a verdict."""


def ledger(private: Corpus, release: object, cells: Sequence[Cell]) -> dict[str, int]:
    """Count every record and claim that an audit met.

    Args:
        private: The private records.
        release: What was attacked.
        cells: What was found.
    """
    counts = {
        "private_records": len(private),
        "people": len(set(private.persons)),
        "private_records_empty": _empty(private),
        "private_records_very_long": _very_long(private),
    }
    if isinstance(release, TextRelease):
        released = release.corpus
        counts |= {
            "released_records": len(released),
            "released_records_empty": _empty(released),
            "released_records_very_long": _very_long(released),
        }
        if release.aligned:
            counts |= {
                "records_not_released": sum(id_ not in released.position for id_ in private.ids),
                "released_records_of_nobody": sum(
                    id_ not in private.position for id_ in released.ids
                ),
            }
        counts |= {f"sanitizer_{k}": v for k, v in release.ledger.items()}
    if isinstance(release, RagRelease):
        counts["released_records"] = len(release.corpus)
        counts["released_records_empty"] = _empty(release.corpus)
        counts |= {f"sanitizer_{k}": v for k, v in release.ledger.items()}
    asking = [cell for cell in cells if getattr(cell.attack, "asks", False)]
    attacked = {k.record for cell in cells if cell not in asking for k in cell.targets.knowledge}
    if asking and not attacked:
        attacked = set(private.ids)  # a question may reach any record
    counts["records_attacked"] = len(attacked)
    counts["records_nothing_known_about"] = (
        len(private) - counts.get("records_not_released", 0) - len(attacked)
    )
    for cell in cells:
        for entry, number in cell.targets.ledger().items():
            counts[entry] = max(counts.get(entry, 0), number)
    for sizes in (cell.sizes for cell in cells if cell.sizes is not None):
        counts |= {
            "private_words": sizes.private_words,
            "control_records": sizes.control_records,
            "control_words": sizes.control_words,
        }
    counts["cells_failed"] = sum(cell.error is not None for cell in cells)
    return counts


def shortfalls(counts: dict[str, int], sampled: bool) -> list[str]:
    """Return why the coverage does not carry a verdict, one line each; none where it does.

    Args:
        counts: The ledger.
        sampled: Whether the user asked for a sample of targets only.
    """
    reasons = []
    at_stake = (
        counts["private_records"]
        - counts.get("records_not_released", 0)
        - counts["private_records_empty"]
    )
    attacked = counts["records_attacked"]
    if attacked == 0:
        reasons.append("no record could be attacked")
    elif not sampled and attacked < LEAST_ATTACKED * at_stake:
        reasons.append(f"only {attacked} of {at_stake} records with text could be attacked")
    asked, unjudged = counts.get("claims_asked", 0), counts.get("claims_unjudged", 0)
    if unjudged > MOST_UNJUDGED * asked:
        reasons.append(f"{unjudged} of {asked} claims could not be judged")
    questions, unanswered = counts.get("questions asked", 0), counts.get("questions unanswered", 0)
    if unanswered > MOST_UNJUDGED * questions:
        reasons.append(f"{unanswered} of {questions} questions got no answer")
    if counts["cells_failed"]:
        reasons.append(f"{counts['cells_failed']} attacks failed")
    failed = counts.get("sanitizer_failed", 0)
    if failed:
        reasons.append(f"the sanitizer failed on {failed} records")
    return reasons


def remarks(counts: dict[str, int]) -> list[str]:
    """Return what to know about a release that passes, one line each.

    An empty record gives nothing away, so a sanitizer that withholds all it fails on would pass. A
    control that is much smaller than the private records leaves room for a leak.
    """
    lines = []
    words, control = counts.get("private_words", 0), counts.get("control_words", 0)
    if words and words >= SMALL * control:
        lines.append(
            f"the control has {control:,} words in {counts['control_records']} records, the private"
            f" records have {words:,}; hold out more people for narrower intervals"
        )
    empty = counts.get("released_records_empty", 0) - counts["private_records_empty"]
    if empty <= 0:
        return lines
    share = f"{empty} of {counts['released_records']} released records are empty"
    withheld = counts.get("sanitizer_withheld", 0)
    by_whom = f", {withheld} of them withheld by the sanitizer" if withheld else ""
    return [*lines, f"{share}{by_whom}"]


def _empty(corpus: Corpus) -> int:
    return sum(not text.strip() for text in corpus.texts)


def _very_long(corpus: Corpus) -> int:
    return sum(len(text) > VERY_LONG for text in corpus.texts)
