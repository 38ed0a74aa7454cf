"""A plan beside its cells: 4 releases x 3 attacks x 2 utilities, what sharing saves.

    python -m benchmarks.speed.plan [500] [plan shared bare alone]

Reads ``medqa_usmle.jsonl`` as ``benchmarks.speed.audit`` does. Three ways, each in a process of its
own, one after the other, so that none finds what another has at hand:

- ``plan``: ``seethrough.compare`` of everything, differences and the answer included.
- ``shared``: its cells one by one, an audit of one release by one attack each, with everything
  shared (one store; equal sheets judged once), and each utility on each release measured apart.
- ``bare``: the same without what makes an audit of a cell: no self-tests, no reading of the whole
  release, no verdict. The least that any grid costs.
- ``alone``: the cells of ``shared`` with nothing shared, as separate commands would run them.

Making the releases is in none of them. Processor time is compared, as other work on the machine
moves the clock. It fails where the plan takes 1.3 times as much as ``shared``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from typing import Any

from benchmarks.speed.audit import ROOT, records

MOST = 1.3
WAYS = ("plan", "shared", "bare", "alone")
ATTACKS = ("linkage", "inference", "identifiers")
UTILITIES = ("length_kept", "rouge_kept")


def main() -> int:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(seconds(sys.argv[2], int(sys.argv[3]))))
        return 0
    size = int(sys.argv[1]) if sys.argv[1:] else 500
    ways = [way for way in WAYS if way in (sys.argv[2:] or WAYS)]
    print(f"4 releases x 3 attacks x 2 utilities, {size} records")
    took = {}
    for way in ways:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.speed.plan", "--one", way, str(size)],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=ROOT,
        )
        took[way], clock = json.loads(done.stdout.splitlines()[-1])
        print(f"{way:>7} {took[way]:>8.1f} s of processor time, {clock:.1f} s", flush=True)
    if "plan" not in took:
        return 0
    ratios = {way: took["plan"] / took[way] for way in took if way != "plan"}
    print(", ".join(f"plan / {way} {ratio:.2f}" for way, ratio in ratios.items()))
    if ratios.get("shared", 0) >= MOST:
        sys.stderr.write(f"the plan took {ratios['shared']:.2f} times its cells, at most {MOST}\n")
        return 1
    return 0


def releases(private: Any) -> list[Any]:
    """Four releases that differ in how much they keep, made without a sanitizer's own cost."""
    texts = private.texts
    numbers = [re.sub(r"\d+", "*", t) for t in texts]
    made = {
        "numbers": numbers,
        "every third": [
            t if i % 3 == 0 else n for i, (t, n) in enumerate(zip(texts, numbers, strict=True))
        ],
        "half": [" ".join(t.split()[: len(t.split()) // 2]) for t in texts],
        "no names": [re.sub(r"\b[A-Z]\w+", "X", t) for t in texts],
    }
    return [private.with_texts(released, name) for name, released in made.items()]


def seconds(way: str, size: int) -> tuple[float, float]:
    """Return how much processor time, and time by the clock, one way takes."""
    from seethrough.records.corpus import Corpus

    private = Corpus.from_texts(records(size), name="private")
    released = releases(private)
    before = time.process_time(), time.perf_counter()
    work(way, private, released)
    return time.process_time() - before[0], time.perf_counter() - before[1]


def work(way: str, private: Any, released: list[Any]) -> None:
    import seethrough as st
    from seethrough import spec
    from seethrough.engine.inputs import inputs_of
    from seethrough.engine.judging import sheets_judged_once
    from seethrough.engine.runs.attacks import run_attack
    from seethrough.engine.runs.utilities import run_utility
    from seethrough.records.corpus import Corpus
    from seethrough.storage.store import MemoryStore

    attacks = [spec.parse("attacks", name) for name in ATTACKS]
    utilities = [spec.parse("utilities", name) for name in UTILITIES]
    if way == "plan":
        result = st.compare(private, released, attacks=attacks, utilities=utilities)
        json.dumps(result.to_json())
        return
    store = MemoryStore()
    with sheets_judged_once():
        for release in released:
            for attack in attacks:
                if way == "shared":
                    st.audit(private, release, attacks=[attack], within=store)
                elif way == "alone":
                    st.audit(Corpus(private.table, "private"), release, attacks=[attack])
            if way == "alone":
                continue
            inputs = inputs_of(private, st.TextRelease(release), attacks=attacks, within=store)
            if way == "bare":
                for attack in attacks:
                    run_attack(attack, inputs.read_by(attack), inputs.label, inputs.setting)
            for utility in utilities:
                run_utility(utility, inputs.release, inputs.label, inputs.setting)


if __name__ == "__main__":
    sys.exit(main())
