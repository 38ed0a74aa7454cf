"""Is the share of disclosed claims right, as the judge calls it and corrected?

    python -m benchmarks.accuracy.judged_shares [JUDGE ...]

JUDGE is ``local:depth=full`` or another; ``rouge`` and ``local`` unless named.

Beside the raters' share, on texts from which nothing was fitted: the hand-made passages of
``gold_ratings.jsonl``, and the passages of those texts of ``judge_ratings.jsonl`` that no weight
may be made from. A corrected share is what an audit reports
(``seethrough.engine.runs.correcting``). The error rates of ``local`` were measured on the second
collection, among others, and those on records to which nothing is added on ``withheld.jsonl``
(``judge_training/ratings``), which stands last; the first was not used.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from seethrough import spec
from seethrough.agreement.rated_kinds import rated_kinds
from seethrough.agreement.ratings import RatedClaims, read_ratings
from seethrough.engine.runs.judged_arm import errors_of
from seethrough.estimates.shares import share
from seethrough.protocols import Judge, Tally
from seethrough.statistics.judged.misclassification import LEAST, Part
from seethrough.statistics.judged.misclassification import share as corrected

ROOT = Path(__file__).resolve().parents[2]
WITHHELD = ROOT / "judge_training" / "ratings" / "withheld.jsonl"
JUDGES = ("rouge", "local")


def main() -> None:
    folder = Path(os.environ.get("SEETHROUGH_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        sys.exit(f"{folder} is not there; set SEETHROUGH_DATA to the folder that holds it")
    judges = {name: spec.parse("judges", name) for name in sys.argv[1:] or JUDGES}
    for file in (folder / "gold_ratings.jsonl", folder / "judge_ratings.jsonl", WITHHELD):
        rated = read_ratings(file)
        if file.name == "judge_ratings.jsonl":
            rated = rated.take(measured_only(file, rated))
        print(f"\n{file.name}: {len(rated.claims)} claims of {len(set(rated.texts))} texts")
        for title, judge in judges.items():
            for kind in sorted({str(k) for k in rated.kinds}):
                part = rated.take([i for i, k in enumerate(rated.kinds) if str(k) == kind])
                print(line(title, judge, kind, part))


def measured_only(file: Path, rated: RatedClaims) -> list[int]:
    """Return the claims of texts that no weight may be made from."""
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    unused = {row["id"] for row in rows if not row["weights"]}
    return [i for i, text in enumerate(rated.texts) if text in unused]


def line(name: str, judge: Judge, kind: str, rated: RatedClaims) -> str:
    """Return one line: the raters' share, the judge's, and that corrected for its errors."""
    given = [r.grade for r in judge.rate(rated.claims, rated.passages)]
    known = [i for i, grade in enumerate(given) if grade is not None]
    called = [float(given[i] in (1, 2)) for i in known]
    by_raters = [float(rated.modes[i] < 3) for i in known]
    kinds = rated_kinds(rated.claims, rated.passages, rated.kinds, rated.texts, rated.records)
    texts = [rated.texts[i] for i in known]
    parts = {}
    for passage in sorted({kinds[i] for i in known}):
        here = [c for i, c in zip(known, called, strict=True) if kinds[i] == passage]
        parts[passage] = Part(len(here) / len(known), sum(here) / len(here))
    raw = share([Tally(value) for value in called], texts)
    ends = (raw.value or 0.0, raw.low or 0.0, raw.high or 0.0)
    errors = errors_of(judge)
    shown = "cannot be corrected: it hardly tells disclosed from other claims here"
    if all(errors[kind].found - errors[kind].false >= LEAST for kind in parts):
        value, low, high = corrected(ends, parts, errors)
        shown = f"corrected {value:.2f} ({low:.2f} to {high:.2f})"
    truth = share([Tally(value) for value in by_raters], texts)
    return (
        f"  {name:6} {kind:12} n {len(known):5}  raters {truth.value:.2f}  "
        f"judge {ends[0]:.2f} ({ends[1]:.2f} to {ends[2]:.2f})  "
        f"{shown}"
    )


if __name__ == "__main__":
    main()
