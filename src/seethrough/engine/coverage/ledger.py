"""The coverage ledger: what was attacked, what was not, and why; nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough.engine.coverage.deciding import deciding
from seethrough.engine.coverage.missing import PARTS
from seethrough.protocols import Attack

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release

VERY_LONG = 20_000
"""Characters from which a text counts as very long (about 3,500 English words)."""


def ledger_of(
    private: Corpus,
    release: Release,
    cells: Sequence[Cell],
    needed: Sequence[Attack[Any]] = (),
) -> dict[str, int]:
    """Count every record and claim that an audit met.

    What is attacked and missing is that of the attack that covers least, so that no other one
    hides it.

    Args:
        private: The private records.
        release: What was attacked.
        cells: What was found.
        needed: The attacks of which each asks something that the others do not.
    """
    counts = {
        "private_records": len(private),
        "people": len(set(private.persons)),
        "private_records_empty": _empty(private),
        "private_records_very_long": _very_long(private),
    }
    counts |= _released(private, release)
    asking = [cell for cell in cells if cell.attack.asks]
    others = [cell for cell in cells if cell not in asking]
    attacked, eligible = _reached(others, needed)
    if asking and not attacked:
        attacked = eligible = len(private)  # a question may reach any record
    counts["records_attacked"] = attacked
    counts["records_not_sampled"] = max(0, eligible - attacked)
    counts["records_nothing_known_about"] = (
        len(private) - counts.get("records_not_released", 0) - max(eligible, attacked)
    )
    met = [cell.targets.ledger() for cell in cells]
    for entry, number in ((e, n) for own in met for e, n in own.items()):
        counts[entry] = max(counts.get(entry, 0), number)
    for _, part, whole in PARTS:
        asked = [own for own in met if own[whole]]
        if asked:
            worst = max(asked, key=lambda own: (own[part] / own[whole], own[whole]))
            counts |= {entry: worst[entry] for entry in (part, whole) if worst[entry]}
    for sizes in (cell.sizes for cell in cells if cell.sizes is not None):
        counts |= {
            "private_words": sizes.private_words,
            "control_records": sizes.control_records,
            "control_words": sizes.control_words,
        }
    counts["cells_failed"] = sum(cell.error is not None for cell in cells)
    return counts


def _reached(cells: Sequence[Cell], needed: Sequence[Attack[Any]]) -> tuple[int, int]:
    """Return how many records were attacked, and how many could have been drawn for that.

    Of the figures that no question is answered without, the one that fewest records count in.
    """
    reached = [
        max(((len(c.targets.records), c.eligible) for c in measuring), key=max)
        for _, measuring in deciding(cells, needed)
    ]
    together = len({record for c in cells for record in c.targets.records})
    anybody = together, max((c.eligible for c in cells), default=0)
    return min(reached, default=anybody, key=max)


def _released(private: Corpus, release: Release) -> dict[str, int]:
    """Count the released records, and those without a counterpart."""
    released = release.corpus
    counts = {"released_records": len(released), "released_records_empty": _empty(released)}
    told = {i for i, text in zip(private.ids, private.texts, strict=True) if text.strip()}
    counts["records_at_stake"] = len(told)
    if release.readable:
        counts["released_records_very_long"] = _very_long(released)
    if release.aligned:
        counts |= {
            "records_at_stake": len(told & released.position.keys()),
            "records_emptied": sum(
                id_ in told and not text.strip()
                for id_, text in zip(released.ids, released.texts, strict=True)
            ),
            "records_not_released": sum(id_ not in released.position for id_ in private.ids),
            "released_records_of_nobody": sum(id_ not in private.position for id_ in released.ids),
        }
    return counts | {f"sanitizer_{k}": v for k, v in release.ledger.items()}


def _empty(corpus: Corpus) -> int:
    return sum(not text.strip() for text in corpus.texts)


def _very_long(corpus: Corpus) -> int:
    return sum(len(text) > VERY_LONG for text in corpus.texts)
