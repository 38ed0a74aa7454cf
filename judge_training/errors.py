# ruff: noqa: D103, T201
"""Measure how often the shipped judges err, by kind of passage; write it into their JSON files.

    python errors.py ../../shared/data/judge_ratings.jsonl [--write]

None of these ratings was used to make or fit ``local`` or ``rouge``. Audits correct leak rates by
these rates. Sets on which a judge calls most claims of strangers' records disclosed are left out:
an audit of such texts fails its self-test and is inconclusive.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from seethrough.judge_test.check import STRANGERS
from seethrough.judges import rouge
from seethrough.judges.local import Local
from seethrough.protocols import Judge
from seethrough.rated_kinds import rated_kinds
from seethrough.ratings import RatedClaims, read_ratings
from seethrough.statistics.error_rates import error_rates


def errors(judge: Judge, rated: RatedClaims) -> dict[str, object]:
    given = [r.grade for r in judge.rate(rated.claims, rated.passages)]
    called = np.array([g in (1, 2) for g in given])
    kinds = np.array(rated_kinds(rated.claims, rated.passages, rated.kinds, rated.texts))
    sets = np.array(rated.sets)
    keep = np.ones(len(given), dtype=bool)
    for name in sorted(set(rated.sets)):
        own = sets == name
        share = float(called[own & (kinds == "another")].mean())
        if share > 1 - STRANGERS:
            print(f"{name}: {share:.2f} of strangers' claims called disclosed, left out")
            keep[own] = False
    rows = np.flatnonzero(keep)
    rates = error_rates(
        [int(rated.modes[i]) for i in rows], [given[i] for i in rows],
        [str(kinds[i]) for i in rows], [rated.texts[i] for i in rows],
        [str(sets[i]) for i in rows],
    )  # fmt: skip
    return {
        kind: {k: round(v, 4) if isinstance(v, float) else v for k, v in found.items()}
        for kind, found in rates.items()
    }


def main() -> None:
    rated = read_ratings(sys.argv[1])
    folder = Path(rouge.__file__).parent
    measured = {
        "with_encoder": errors(Local(), rated),
        "without_encoder": errors(Local(encoder=False), rated),
        "rouge": errors(rouge.Rouge(), rated),
    }
    print(json.dumps(measured, indent=1))
    if "--write" in sys.argv:
        path = folder / "local.json"
        stored = json.loads(path.read_text("utf-8"))
        for name in ("with_encoder", "without_encoder"):
            stored[name]["errors"] = measured[name]
        path.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        path = folder / "rouge.json"
        stored = {**json.loads(path.read_text("utf-8")), "errors": measured["rouge"]}
        path.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
