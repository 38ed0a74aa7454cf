"""What a user would take instead, beside ours: the same input in one process, by turns.

    python -m benchmarks.peers [--rounds N] [KIND ...]

Kinds are linking, scrubbing, singling_out, words and training. Each row gives the milliseconds of
one run (median, and the least and the most of the rounds), and how many times as long the peer
takes, with a 95 % interval over rounds. Both stand in each round, in turns first and second. What
ours remembers of texts is forgotten before each run; loading models and the first run, which
compiles, are not timed. Where the two should agree they are held to it: exit status 1 where they
don't. `make peers` installs the peers.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from benchmarks._data import FOLDER
from benchmarks.peers.beside.pair import Pair, Timed, spread, timed

KINDS = ("linking", "scrubbing", "singling_out", "words", "training")

LEFT_OUT = {
    "dpmlm": "loads roberta-base from a model hub",
    "dp-diffractor": "downloads its word vectors when it starts",
    "scrubadub_spacy, scrubadub_stanford": "download their models when they start",
}
"""Peers from the index that cannot work without the network, and what they ask of it."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all if none")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is timed, at least 2")
    asked = parser.parse_args()
    unknown = [kind for kind in asked.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"no kind {unknown[0]}; there are: {', '.join(KINDS)}")
    if not FOLDER.is_dir():
        print(f"skipped: no data sets in {FOLDER}; set SEETHROUGH_DATA to the folder that has them")
        return 0
    print("| ours | peer | times as long | n | ours, ms | theirs, ms | do they agree? |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    missing, differ = dict(LEFT_OUT), 0
    for kind in asked.kinds or KINDS:
        for make in importlib.import_module(f"benchmarks.peers.beside.{kind}").MAKERS:
            try:
                pairs = list(make())
            except ModuleNotFoundError as error:
                missing[str(error.name)] = "is not installed; run: make peers"
                continue
            for pair in pairs:
                found = timed(pair, asked.rounds)
                differ += not found.agreement.holds
                print(line(pair, found), flush=True)
    print("\nNot measured:")
    print("\n".join(f"- {name}: {why}" for name, why in missing.items()))
    return int(differ > 0)


def line(pair: Pair, found: Timed) -> str:
    """Return a row of the table."""
    ratio, low, high = found.ratio
    cells = [
        pair.what, f"`{pair.peer}`", f"{number(ratio)} ({number(low)} to {number(high)})", pair.n,
        spread(found.ours), spread(found.theirs),
        found.agreement.said if found.agreement.holds else f"NO: {found.agreement.said}",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def number(ratio: float) -> str:
    """Return a ratio to three digits at the most."""
    return f"{ratio:,.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}"


if __name__ == "__main__":
    sys.exit(main())
