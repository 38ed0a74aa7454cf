"""Tables 1 to 4 of *Large Language Models Can Be Contextual Privacy Protection Learners*.

    python -m benchmarks.papers.cpplm_tables [DATA] [--text COLUMN] [--base NAME]
                         [--records N] [--longest WORDS] [--steps N]
                         [--strategy NAME=SPEC ...] [--tagger SPEC] [--run FOLDER]

DATA is any file of questions and answers that `seethrough` reads; without one, made-up people with
names, mail addresses, addresses and social security numbers (the paper's PQA set is not available).
People are split 85 to 15 at random; every strategy trains the same base on the same records for the
same number of steps and answers the same test questions. The first table has the paper's columns,
with 95 % intervals over test questions. The second one says what the paper does not measure: how
much of the *training* records' private spans comes out, and how long each strategy took.

S_Priv counts words and signs. BERTScore's encoder is not on the package index: the column holds a
stand-in. The paper tunes LLaMA-2 7B and 13B for five epochs in batches of 64; the defaults here are
of CPU scale, and another base takes the same command: --base, --records, --steps, --length, --rank.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import seethrough as st
from seethrough import spec
from seethrough.attacks.memorization import KINDS
from seethrough.engine.finetune import finetune
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.estimates.interval import Interval
from seethrough.estimates.relative import relative_change
from seethrough.estimates.shares import share
from seethrough.finetuning.made_up import people
from seethrough.model_releases.asked import questions_of
from seethrough.model_releases.form import WITHHELD
from seethrough.models.resolve import using
from seethrough.presets import cpplm
from seethrough.protocols import Tally
from seethrough.records.corpus import split_people
from seethrough.records.reading import read_corpus
from seethrough.report.terminal.tables import table
from seethrough.storage.files import write_atomically
from seethrough.storage.store import MemoryStore

STRATEGIES = {**cpplm.STRATEGIES, "DP": "dp:epsilon=8"}
"""The paper's rows, and a row of DP-SGD."""

PAPERS = ("Strategy", "ROUGE-1", "ROUGE-2", "ROUGE-L", "BERTScore*", "S_Priv", "delta, %")
TYPES = ("name", "email", "address", "ssn")
LEAKS = ("exact", "prefix", "sampled")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    asked = parser().parse_args(arguments)
    found = tables(asked)
    rows = [
        [name, *(told(row[u]) for u in cpplm.UTILITIES), told(row["s_priv"], 3), row["delta"]]
        for name, row in found.items()
    ]
    print(*table([PAPERS, *rows]), sep="\n")
    shown = [kind for kind in KINDS if any(row[kind].value for row in found.values())]
    kinds = [*dict.fromkeys([*TYPES, *shown])]
    heads = [f"{head} {kind}" for kind in kinds for head in ("S_Priv", "delta")]
    rows = [
        [name, *(cell for k in kinds for cell in (told(row[k], 3), row[f"delta {k}"]))]
        for name, row in found.items()
    ]
    print("", *table([("Strategy", *heads), *rows]), sep="\n")
    heads = ["in the answer", "behind its left context", "in 100 samples", "words an answer"]
    rows = [
        [
            name,
            *(told(row[leak]) for leak in LEAKS),
            f"{row['words']:.0f}",
            f"{row['withheld']}",
            f"{row['seconds']:.0f}",
        ]
        for name, row in found.items()
    ]
    print("", *table([("Strategy", *heads, "withheld", "seconds"), *rows]), sep="\n")


def parser() -> argparse.ArgumentParser:
    """Return what the command may be asked."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("data", nargs="?", help="questions and answers; default: made-up people")
    made.add_argument("--text", help="the column of the answers")
    made.add_argument("--question", default="", help="the column of the questions")
    made.add_argument("--records", type=int, default=120, help="so many people, drawn at random")
    made.add_argument("--longest", type=int, help="leave out answers of more words")
    made.add_argument("--base", default="", help="the model to start from")
    made.add_argument("--tagger", default="", help="what says what is private")
    made.add_argument("--strategy", action="append", help="a row, or NAME=SPEC; again for more")
    for name, value in (("steps", 200), ("batch", 16), ("micro", 4), ("rank", 16), ("answer", 96),
                        ("length", 256), ("seed", 0), ("tests", 40)):  # fmt: skip
        made.add_argument(f"--{name}", type=int, default=value)
    made.add_argument("--learning-rate", type=float, default=5e-4)
    made.add_argument("--prompts", type=Path, help="a folder of prompt files by task, such as pn_1")
    made.add_argument("--run", type=Path, help="folder for finished rows; goes on from there")
    made.add_argument("--allow-remote", action="store_true", help="the base may be downloaded")
    return made


def tables(asked: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Return each strategy's row."""
    if asked.data:
        whole = read_corpus(asked.data, text=asked.text)
    else:
        whole = people(asked.records, asked.seed)
    if asked.longest:
        short = [i for i, text in enumerate(whole.texts) if len(text.split()) <= asked.longest]
        whole = whole.take(short)
    if len(whole) > asked.records:
        order = np.random.default_rng(asked.seed).permutation(len(whole))
        whole = whole.take(sorted(order[: asked.records].tolist()))
    tagger = asked.tagger or ("presidio" if asked.data else "column()")
    count = len(set(whole.persons))
    inside, outside = split_people(whole, max(1, round(cpplm.HELD_OUT * count)), asked.seed)
    outside = outside.take(range(min(asked.tests, len(outside))))
    found: dict[str, dict[str, Any]] = {}
    with using(allow_remote=asked.allow_remote):
        for name, maker in strategies(asked).items():
            found[name] = once(name, maker, inside, outside, tagger, asked)
            print(f"{name}: {found[name]['seconds']:.0f} s", file=sys.stderr, flush=True)
            first = next(iter(found.values()))
            for kind in ("s_priv", *KINDS):
                key = "delta" if kind == "s_priv" else f"delta {kind}"
                found[name][key] = delta(found[name][f"{kind} tallies"], first[f"{kind} tallies"])
    return found


def strategies(asked: argparse.Namespace) -> dict[str, str]:
    """Return the rows: their name and the finetuner's spec."""
    chosen = {}
    for text in asked.strategy or STRATEGIES:
        name, _, maker = text.partition("=")
        whole = text in STRATEGIES
        chosen[text if whole else name] = STRATEGIES[text] if whole else maker or name
    return chosen


def once(
    name: str,
    maker: str,
    inside: st.Corpus,
    outside: st.Corpus,
    tagger: str,
    asked: argparse.Namespace,
) -> dict[str, Any]:
    """Return a strategy's row, from the run's folder where it is finished there."""
    if asked.run is None:
        return row(maker, inside, outside, tagger, asked, None)
    told = {k: str(v) for k, v in vars(asked).items() if k not in ("run", "strategy")}
    key = json.dumps([inside.hash, outside.hash, maker, tagger, told], sort_keys=True)
    digest = hashlib.sha256(key.encode()).hexdigest()[:12]
    run = asked.run / f"{name.replace(' ', '-')}-{digest}"
    file = run / "row.json"
    if file.exists():
        return {key: _decoded(value) for key, value in json.loads(file.read_text()).items()}
    found = row(maker, inside, outside, tagger, asked, run)
    rows = {k: asdict(v) if isinstance(v, Interval) else v for k, v in found.items()}
    write_atomically(file, json.dumps(rows).encode())
    return found


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        return Interval(**value)
    return [Tally(*pair) for pair in value] if isinstance(value, list) else value


def row(
    maker: str,
    inside: st.Corpus,
    outside: st.Corpus,
    tagger: str,
    asked: argparse.Namespace,
    run: Path | None,
) -> dict[str, Any]:
    """Train and measure one strategy."""
    settings = {
        "base": asked.base, "steps": asked.steps, "batch": asked.batch, "micro": asked.micro,
        "rank": asked.rank, "length": asked.length, "answer": asked.answer,
        "learning_rate": asked.learning_rate, "question": asked.question,
    }  # fmt: skip
    head, _, more = maker.partition(":")
    inner = tagger if "(" in tagger or ":" not in tagger else f"{tagger.replace(':', '(')})"
    parts = [more, f"tagger={inner}", *(f"{k}={v}" for k, v in settings.items() if v != "")]
    if asked.prompts:
        parts.append(f"prompt={asked.prompts / task(maker)}.txt")
    began = time.monotonic()
    text = f"{head}:{','.join(part for part in parts if part)}"
    release = finetune(inside, text, seed=asked.seed, run=run)
    seconds = time.monotonic() - began
    attack = spec.parse("attacks", f"memorization:tagger={inner}")
    setting = Setting(inside, outside, asked.seed, MemoryStore(), targets=asked.tests)
    cell = run_attack(attack, release, "own", setting)
    assert cell.control is not None
    measured: dict[str, Any] = {"seconds": seconds}
    for kind in ("s_priv", *KINDS):
        figure = "memorization.s_priv" + ("" if kind == "s_priv" else f".{kind}")
        tallies = cell.control.tallies(figure)
        measured[kind] = share(tallies, cell.control.people)
        measured[f"{kind} tallies"] = tallies
    for leak in LEAKS:
        measured[leak] = share(cell.targets.tallies(f"memorization.{leak}"), cell.targets.people)
    replies = release.ask(questions_of(outside, asked.question) or [])
    measured["words"] = float(np.mean([len(r.text.split()) for r in replies]))
    measured["withheld"] = sum(r.problem == WITHHELD for r in replies)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "questions.jsonl"
        asking = questions_of(outside, asked.question) or []
        rows = [{"question": q, "answer": t} for q, t in zip(asking, outside.texts, strict=True)]
        file.write_text("".join(json.dumps(one) + "\n" for one in rows if one["question"]))
        for utility in cpplm.UTILITIES:
            made = spec.parse("utilities", f'{utility}:questions="{file}",most={len(rows)}')
            (estimate,) = made.measure(inside, release, np.random.default_rng(asked.seed))
            ends = (estimate.value, estimate.low, estimate.high)
            measured[utility] = Interval(*ends, estimate.n, estimate.method)
    return measured


def task(maker: str) -> str:
    """Return the name of a strategy's prompt file."""
    component = spec.parse("finetuners", maker)
    kind = spec.name_of(component).removeprefix("instruct_")
    template = getattr(component, "template", None)
    return "answer" if template is None else f"{kind}_{template}"


def delta(own: Sequence[Tally], vanilla: Sequence[Tally]) -> str:
    """Return by how many per cent a share differs from vanilla's, with an interval over questions.

    The percentile bootstrap, by test question, both rows alike.
    """
    questions = [str(i) for i in range(len(own))]
    changed = None if own == vanilla else relative_change(own, vanilla, questions)
    if changed is None:
        return "-"
    return f"{changed.value:.0f} ({changed.low:.0f} to {changed.high:.0f})"


def told(interval: Interval, digits: int = 2) -> str:
    """Return a figure with its interval."""
    if interval.value is None or interval.low is None or interval.high is None:
        return "-" if interval.value is None else f"{interval.value:.{digits}f}"
    value, low, high = interval.value, interval.low, interval.high
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


if __name__ == "__main__":
    main()
