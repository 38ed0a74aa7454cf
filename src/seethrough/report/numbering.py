"""Numbers that people have where nobody may be named: the same in all files of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.engine.verdict.exposed_people import PersonFinding
    from seethrough.records.corpus import Corpus

IN_A_REPORT = "person"
"""What stands before a number that is a rank in the report: ``person 3`` is the third there."""

OVER_RELEASES = "individual"
"""What stands before a number over several releases, whose reports rank people each in its way."""


def ranked(audit: Audit) -> list[PersonFinding]:
    """Return what was found about each person, the most exposed first, as without names.

    The equally exposed stand in an order that only somebody who has the private records can tell:
    whoever knows the order of the records would find people by it.
    """
    shuffled = sorted(audit.people, key=lambda found: _hidden(audit.private, found.person))
    return sorted(shuffled, key=lambda found: found.exposure, reverse=True)


def numbers(audits: Sequence[Audit]) -> dict[str, int]:
    """Return a number from 1 for each person, in the order of the numbers.

    People have the rank that they have in the report of the first audit; behind them come those
    whom only the reports of later ones rank, then all others, in an order like that of the equally
    exposed.

    Args:
        audits: Audits of the same private records.
    """
    if not audits:
        return {}
    first = dict.fromkeys(found.person for audit in audits for found in ranked(audit))
    private = audits[0].private
    others = set(private.persons)
    for audit in audits:
        for cell in audit.cells:
            for arm in (cell.targets, cell.control, cell.baseline):
                others |= {known.person for known in arm.knowledge} if arm is not None else set()
    behind = sorted(others - first.keys(), key=lambda name: _hidden(private, name))
    return {name: number for number, name in enumerate((*first, *behind), 1)}


def _hidden(private: Corpus, name: str) -> bytes:
    told = f"{private.hash} {name}"
    return hashlib.sha256(told.encode(errors="surrogatepass")).digest()
