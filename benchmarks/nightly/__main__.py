"""Do the intervals of every figure hold the truth? Simulations, with intervals of their own.

    python -m benchmarks.nightly [--draws N] [--only NAME ...] [--list]

For every kind of interval that a report prints, data are drawn from a known truth: from 3 people
up, one or several records each, with a judge that errs. The table says how often the 95 % interval
held the truth, with the exact interval of that share, and how wide it was. Rows that end in 0.95 or
0.99 count verdicts that should not be given, and were not. ``--list`` says which simulation covers
which figure. Exit status 1 where a coverage is beyond doubt under its floor (chance 0.001), or a
figure is in no list. With 1,000 draws it takes about ten minutes of one core.
"""

# The number of threads is set before numpy is loaded: for so little work more are slower.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import os
import sys

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

from benchmarks.nightly import (
    candidates,
    coefficients,
    differences,
    distinct,
    figures,
    groups,
    judged,
    shares,
    verdicts,
)
from benchmarks.nightly.simulation import Counted, Setting, Simulation

SIMULATIONS: tuple[Simulation, ...] = tuple(
    simulation
    for room in (shares, differences, judged, groups, distinct, candidates, coefficients, verdicts)
    for simulation in room.SIMULATIONS
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--draws", type=int, default=1000, help="of each setting")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these simulations alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="which figure is covered by what")
    asked = parser.parse_args()
    names = {s.name for s in SIMULATIONS}
    unknown = [name for name in asked.only or () if name not in names]
    if asked.draws < 1 or unknown:
        parser.error(f"no simulation {unknown[0]!r}" if unknown else "--draws must be at least 1")
    if asked.list:
        list_figures()
        return 0
    uncovered = [name for name in figures.figures() if not figures.covered_by(name)]
    print("| interval | people | records each | held the truth | 95 % | floor | width | none |")
    print("| --- | ---: | --- | --- | --- | --- | --- | --- |")
    failed = []
    for simulation in SIMULATIONS:
        if asked.only and simulation.name not in asked.only:
            continue
        for setting in simulation.settings:
            found = simulation.run(setting, asked.draws, asked.seed)
            print(line(simulation, setting, found), flush=True)
            failed += [f"{simulation.name}, {setting.people} people"] if found.fails else []
    print(f"\nNot simulated: {'; '.join(f'{what} ({why})' for what, why in LEFT_OUT)}.")
    for name in uncovered:
        sys.stderr.write(f"{name}: no simulation covers it; add it to figures.COVERED\n")
    for name in failed:
        sys.stderr.write(f"{name}: the interval holds the truth too seldom\n")
    return int(bool(failed or uncovered))


LEFT_OUT = tuple(figures.LEFT_OUT.items())


def line(simulation: Simulation, setting: Setting, found: Counted) -> str:
    """Return a row of the table."""
    each = "1" if setting.records == 1 else f"1 to {setting.records}"
    held, ends, *rest = found.cells()
    cells = [simulation.what, setting.people, each, f"{held}{' FAILS' * found.fails}", ends, *rest]
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def list_figures() -> None:
    print("| figure | simulations |\n| --- | --- |")
    for name in figures.figures():
        print(f"| `{name}` | {', '.join(figures.covered_by(name)) or 'NONE'} |")
    print("\n| not simulated | because |\n| --- | --- |")
    print("\n".join(f"| {what} | {why} |" for what, why in LEFT_OUT))


if __name__ == "__main__":
    sys.exit(main())
