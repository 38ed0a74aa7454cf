"""The judge `llm` against a large language model's ratings: both of its ways, and one more.

    python -m benchmarks.accuracy.llm_judge [--model NAME] [--claims N] [--cache FOLDER]
        [--threads N] [--method probability|samples|digits]

Prints what `seethrough agree` prints of it on `gold_ratings.jsonl` (all claims of randomly chosen
passages, about N in all), and seconds a claim. `digits` is no way of `llm`: it compares the
probabilities of the answers 1, 2 and 3 after the passage and worked examples (`judge_digits.txt`,
or a prompt file of yours with --prompt).

The grades are those of two cuts that were chosen by hand on these claims, for any model without a
calibration. For probabilities it also prints the accuracy with both cuts of the finer rating fitted
on the claims about other texts, each text left out once: that accuracy is the honest one. The
shipped model's cuts come from other ratings (`judge_training/README.md`).
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks._data import FOLDER
from seethrough.agreement.measuring import measure_agreement
from seethrough.agreement.ratings import RatedClaims, read_ratings
from seethrough.estimates.estimate import share
from seethrough.judges.llm import CUTS, Llm
from seethrough.models.prompt_injection import pair_for_judge
from seethrough.models.resolve import resolve, usage, using
from seethrough.prompts import load
from seethrough.protocols import Judge, Rating, Tally
from seethrough.report.terminal.agreement import agreement_lines

Array = npt.NDArray[np.float64]
GRADES = ("1", "2", "3")
DIGITS = Path(__file__).with_name("judge_digits.txt")


@dataclass(frozen=True)
class Digits(Judge):
    """Rates by the probabilities of the answers 1, 2 and 3: the likeliest, and the mean."""

    model: str = "local"
    prompt: str = ""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        template = load("judge_choice", self.prompt or str(DIGITS))
        pairs = [pair_for_judge(c, p) for c, p in zip(claims, passages, strict=True)]
        order = sorted(range(len(pairs)), key=lambda i: passages.index(passages[i]))
        prompts = [template.fill({"passage": pairs[i][1], "claim": pairs[i][0]}) for i in order]
        rows = resolve(self.model).choose(prompts, GRADES)  # type: ignore[attr-defined]
        ratings = [Rating(None, math.nan, "no digit among the likeliest answers")] * len(pairs)
        for i, row in zip(order, rows, strict=True):
            if not np.isnan(row).any():
                ratings[i] = Rating(1 + int(row.argmax()), float(row @ [1.0, 2.0, 3.0]))
        return ratings


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="local")
    parser.add_argument("--claims", type=int, default=275)
    parser.add_argument("--method", default="probability")
    parser.add_argument("--prompt", default="")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--threads", type=int, default=0)
    asked = parser.parse_args()
    file = FOLDER / "gold_ratings.jsonl"
    if not file.exists():
        print(f"no gold_ratings.jsonl in {FOLDER}; set SEETHROUGH_DATA")
        return
    rated = some(read_ratings(file), asked.claims)
    judge: Judge = Digits(asked.model, asked.prompt)
    if asked.method != "digits":
        judge = Llm(asked.model, asked.method, same=CUTS.same, similar=CUTS.similar)
    with (
        tempfile.TemporaryDirectory() as folder,
        using(cache=asked.cache or Path(folder), threads=asked.threads),
    ):
        began = time.perf_counter()
        ratings = judge.rate(rated.claims, rated.passages)
        took, answers = time.perf_counter() - began, usage()
        measured = measure_agreement(judge, rated, 0)  # from the answers that are kept
    print("\n".join(agreement_lines([measured])))
    if asked.method != "samples":
        texts = texts_of(file, rated)
        found = left_out(np.array([r.expected for r in ratings]), rated.modes, texts)
        right = [Tally(float(hit)) for hit in found == rated.modes]
        of = share(right, texts)
        print(
            f"Accuracy with cuts from other texts ({len(set(texts))} texts):"
            f" {of.value:.2f} ({of.low:.2f} to {of.high:.2f}), n {of.n}"
        )
    print(f"{took / len(rated):.2f} s a claim; {answers}")


def some(rated: RatedClaims, n: int) -> RatedClaims:
    """Return all claims of randomly chosen passages, about ``n`` of them."""
    passages = sorted(set(rated.passages))
    chosen: list[int] = []
    for i in np.random.default_rng(0).permutation(len(passages)):
        if len(chosen) >= n:
            break
        chosen += [k for k, p in enumerate(rated.passages) if p == passages[i]]
    return rated.take(chosen)


def texts_of(file: Path, rated: RatedClaims) -> list[str]:
    """Return which private text each claim was taken from."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    text = {(row["claim"], row["passage"]): row["pair"].partition("|")[0] for row in rows}
    return [text[pair] for pair in zip(rated.claims, rated.passages, strict=True)]


def left_out(finer: Array, gold: npt.NDArray[np.int64], texts: Sequence[str]) -> Array:
    """Return the grade of each claim by cuts fitted on the claims about other texts."""
    where, grades = np.array(texts), np.zeros(len(gold))
    for text in set(texts):
        inside = where != text
        low, high = cuts(finer[inside], gold[inside])
        grades[~inside] = 1 + (finer[~inside] > low) + (finer[~inside] > high)
    return grades


def cuts(finer: Array, gold: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return the two cuts of the finer rating with the highest accuracy."""
    tried = np.unique(np.nanquantile(finer, np.linspace(0.02, 0.98, 49)))
    scored = [
        (float(np.mean(1 + (finer > a) + (finer > b) == gold)), float(a), float(b))
        for a in tried
        for b in tried
        if a < b
    ]
    return max(scored, default=(0.0, 1.5, 2.5))[1:]


if __name__ == "__main__":
    main()
