"""How far the offline judges agree with a large language model's ratings, and how fast they are.

    python -m benchmarks.accuracy.judge [--cross-validated] [--small]

Prints the figures that the judges ship, by kind of passage and by set of texts: those of ``local``
were measured by cross-validation over texts. ``--cross-validated`` computes them again, in some
minutes, from ``judge_training/`` and the ratings (it needs scikit-learn). Then it rates
``gold_ratings.jsonl`` of the folder ``SEETHROUGH_DATA`` (``../shared/data`` unless set), on which
nothing was fitted; intervals are 95 %, percentile bootstrap of 1,000 draws that takes all claims
about a passage as one. Speed: the claims of ``medqa_usmle.jsonl``, each against its own record and
another one. ``--small`` takes a fifth of the ratings and of the records.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from seethrough.atomizers.clause import Clause
from seethrough.embeddings.minilm import MiniLM
from seethrough.judges.local import Local
from seethrough.judges.offline.reading import sentences
from seethrough.judges.rouge import Rouge
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus

ROOT = Path(__file__).resolve().parents[2]
DRAWS, RECORDS = 1000, 60


class Cosine(Judge):
    """Rates by the cosine of the claim's and the nearest sentence's embeddings: no judge, a floor.

    The two thresholds of the grades were chosen by eye.
    """

    agreement = None

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair; ``expected`` is 3 - 2 x cosine."""
        parts = {passage: sentences(passage) for passage in dict.fromkeys(passages)}
        texts = list(dict.fromkeys([*claims, *(s for found in parts.values() for s in found)]))
        rows = dict(zip(texts, MiniLM().embed(texts), strict=True))
        out = []
        for claim, passage in zip(claims, passages, strict=True):
            near = max((float(rows[claim] @ rows[s]) for s in parts[passage]), default=0.0)
            out.append(Rating(1 if near >= 0.7 else 2 if near >= 0.6 else 3, 3 - 2 * near))
        return out


JUDGES: dict[str, Any] = {
    "rouge": Rouge(),
    "cosine of MiniLM": Cosine(),
    "local:depth=words": Local("words"),
    "local": Local(),
}
SHIPPED: dict[str, Any] = {**JUDGES, "local:depth=full": Local("full")}
"""The judges whose shipped figures are printed; the last one takes an extra to rate anything."""


def main() -> None:
    folder = Path(os.environ.get("SEETHROUGH_DATA", ROOT.parent / "shared" / "data"))
    file = folder / "gold_ratings.jsonl"
    if not file.is_file():
        sys.exit(f"{file} is not there; set SEETHROUGH_DATA to the folder that holds it")
    if "--cross-validated" in sys.argv:
        command = [sys.executable, "-m", "judge_training.fit", "--data", str(folder.resolve())]
        subprocess.run(command, cwd=ROOT, check=True)
    for name, judge in SHIPPED.items():
        if judge.agreement is not None:
            shipped(name, judge.agreement)
    every = 5 if "--small" in sys.argv else 1
    agree(file, every)
    if (folder / "medqa_usmle.jsonl").is_file():
        speed(folder / "medqa_usmle.jsonl", RECORDS // every)


def shipped(name: str, stored: Any) -> None:
    print(f"\n{name}, shipped figures: {stored['how']}; rated by {stored['raters']}")
    for title, part in (("all", stored), ("older ratings", stored["older_ratings"])):
        ends = "  ".join(
            f"{key} {part[key]:.2f} [{low:.2f}, {high:.2f}]"
            for key, (low, high) in part["intervals"].items()
        )
        print(f"  {title:16} n {part['n']:6}  {ends}")
    for part, found in stored["parts"].items():
        figures = "  ".join(
            f"{key} {'-' if found[key] is None else format(found[key], '.2f')}"
            for key in ("spearman", "accuracy", "missed", "false")
        )
        print(f"  {part:16} n {found['n']:6}  {figures}")
    for kind, rate in stored["errors"].items():
        print(
            f"  {kind:16} calls disclosed: {rate['found']:.2f} ± {rate['found_error']:.2f} of the "
            f"disclosed claims, {rate['false']:.2f} ± {rate['false_error']:.2f} of the others"
        )


def agree(file: Path, every: int) -> None:
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()[::every]]
    truth = np.array([r.get("mode") or int(np.median(r["ratings"])) for r in rows])
    passages = np.unique([r["passage"] for r in rows], return_inverse=True)[1]
    parts: dict[str, Any] = {"all": np.ones(len(rows), dtype=bool)}
    for kind in sorted({str(r.get("kind")) for r in rows}):
        parts[kind] = np.array([str(r.get("kind")) == kind for r in rows])
    sets = [str(r.get("pair", "")).split("-")[0] for r in rows]
    for name in sorted(set(sets)):
        parts[name] = np.array([s == name for s in sets])
    print(f"{file.name}: {len(rows)} claims, {passages.max() + 1} passages")
    for name, judge in JUDGES.items():
        ratings = judge.rate([r["claim"] for r in rows], [r["passage"] for r in rows])
        finer = np.array([2.0 if r.grade is None else r.expected for r in ratings])
        grades = np.array([r.grade or 0 for r in ratings])
        print(f"\n{name}: {sum(grades == 0)} unjudged")
        for part, where in parts.items():
            a = interval(finer[where], truth[where], passages[where], rank, DRAWS // every)
            b = interval(grades[where], truth[where], passages[where], hits, DRAWS // every)
            print(f"  {part:14} n {where.sum():3}  Spearman {a}  accuracy {b}")
        table = np.zeros((3, 4), dtype=int)
        np.add.at(table, (truth - 1, (grades - 1) % 4), 1)
        print(f"  confusion (rows: ratings 1, 2, 3; last column: unjudged) {table.tolist()}")


def rank(given: Any, truth: Any) -> float:
    if len(set(given)) < 2 or len(set(truth)) < 2:
        return float("nan")
    return float(spearmanr(given, truth)[0])


def hits(given: Any, truth: Any) -> float:
    return float((given == truth).mean())


def interval(given: Any, truth: Any, cluster: Any, figure: Any, draws: int) -> str:
    rng = np.random.default_rng(0)
    members = [np.flatnonzero(cluster == c) for c in np.unique(cluster)]
    drawn = []
    for _ in range(draws):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        drawn.append(figure(given[rows], truth[rows]))
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return f"{figure(given, truth):.3f} [{low:.3f}, {high:.3f}]"


def speed(file: Path, records: int) -> None:
    texts = [json.loads(line)["question"] for line in file.read_text("utf-8").splitlines()]
    texts = texts[:records]
    found = Clause().atomize(Corpus.from_texts(texts, name="medqa"))
    own = [(c, texts[i]) for i, claims in enumerate(found) for c in claims]
    control = [(c, texts[(i + 7) % records]) for i, claims in enumerate(found) for c in claims]
    print()
    for name, judge in JUDGES.items():
        judge.rate(["The patient has a fever."], ["He takes pills, he is hot."])
        for what, pairs in (("own record", own), ("another record", control)):
            start = time.perf_counter()
            judge.rate([c for c, _ in pairs], [p for _, p in pairs])
            rate = len(pairs) / (time.perf_counter() - start)
            print(f"{name:22} {what:15} {len(pairs):5} pairs  {rate:8.0f} pairs/s")


if __name__ == "__main__":
    main()
