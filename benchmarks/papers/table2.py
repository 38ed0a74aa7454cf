"""Table 2 of *A False Sense of Privacy*: synthesis under privacy budgets, and what attacks find.

    python -m benchmarks.papers.table2 [DATA ...] [--epsilon E ...] [--base NAME] [--records N]
                                [--steps N] [--utility --model NAME] [--run FOLDER]

Every budget trains the same base for the same number of steps on the same records, among which
canaries are planted 1, 4 and 16 times. The first table has the paper's columns; the last two need a
chat model: --utility. The second says what comes out of the release (canaries, membership from
released text) and of the model itself (loss, calibrated loss, Min-K%++, RMIA).

MedQA is trained behind `Question: ... | Answer: ...`, which must be public, WildChat behind
nothing. The defaults are of CPU scale: SmolLM2-135M, few records, short texts. A larger base takes
the same command: --base, --records, --steps, --length, --rank, --micro; it says what it needs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import seethrough as st
from benchmarks.papers import _tables
from benchmarks.papers.table1 import task_utility
from seethrough.engine.sanitize import sanitize
from seethrough.estimates.in_words import figure
from seethrough.estimates.interval import Interval
from seethrough.notices import noticed_by
from seethrough.records.planting import plant
from seethrough.report.terminal.tables import table
from seethrough.statistics import ranking
from seethrough.statistics.seeding import SECRET_BYTES, generator

BUDGETS = ("inf", "8")
CODES = ("question", "answer")
DELTA = 1e-5
"""Where epsilon is bounded without a promise."""
PAPERS = (
    "Dataset", "Privacy Budget", "n", "Lexical Distance", "Semantic Distance", "Task Utility",
    "Text Coherence",
)  # fmt: skip
FOUND = ("lexical.distance", "semantic.distance", "task", "utility.coherence")
ATTACKED = (
    "Dataset", "Privacy Budget", "nearest, lexical", "nearest, semantic", "canaries 1x", "4x",
    "16x", "exposure, bits", "epsilon is at least", "membership", "loss", "calibrated", "Min-K%++",
    "RMIA",
)  # fmt: skip
FIGURES = (
    "nearest.lexical_distance", "nearest.semantic_distance", "canary.extracted.1",
    "canary.extracted.4", "canary.extracted.16", "canary.exposure", "canary.epsilon",
    "membership.auc", "model.loss", "model.calibrated", "model.min_k", "model.rmia",
)  # fmt: skip


class Parts(NamedTuple):
    """A data set, cut at random.

    Attributes:
        members: Who is trained on, canaries left out.
        planted: The same with canaries among them.
        missed: The canaries that a coin left out.
        others: Who is held out.
        strangers: Who is held out for RMIA to compare with.
    """

    members: st.Corpus
    planted: st.Corpus
    missed: st.Corpus
    others: st.Corpus
    strangers: st.Corpus


def cut(corpus: st.Corpus, asked: argparse.Namespace) -> Parts:
    """Return the parts of a data set: a fifth of the people each for others and strangers."""
    rng = generator(asked.seed, "parts")
    order = rng.permutation(len(corpus))
    most = min(len(corpus), 5 * asked.records // 3)
    ends = [3 * most // 5, 4 * most // 5, most]
    members, others, strangers = (
        corpus.take(sorted(part.tolist())) for part in np.split(order[:most], ends)[:3]
    )
    made = plant(members, asked.canaries, (1, 4, 16), generator(asked.seed, "plant"))
    return Parts(members, made.private, made.control, others, strangers)


def with_answers(corpus: st.Corpus) -> st.Corpus:
    """Return records with the text of the right answer in a column, where there are options."""
    fields = [dict(record.fields) for record in corpus]
    for own in fields:
        if {"options", "answer_idx"} <= set(own):
            own["answer"] = own["options"][own["answer_idx"]]
    return st.Corpus.from_texts(
        list(corpus.texts), list(corpus.ids), list(corpus.persons), fields, corpus.name
    )


def short_codes(corpus: st.Corpus, tokenizer: Any, length: int) -> st.Corpus:
    """Return the records whose control code takes at most half of ``length``; say how many not."""
    if not coded(corpus):
        return corpus
    from seethrough.training.examples import control_code, prompt_tokens

    codes = [control_code(record.fields, CODES) for record in corpus]
    fits = [i for i, c in enumerate(codes) if 2 * len(prompt_tokens(tokenizer, c)) <= length]
    if left := len(corpus) - len(fits):
        print(f"{corpus.name}: {left:,} of {len(corpus):,} left out, their codes are too long")
    return corpus.take(fits)


def coded(corpus: st.Corpus) -> bool:
    """Return whether all records have the columns of the control code."""
    return all({*CODES} <= set(record.fields) for record in corpus)


def synthesizer(epsilon: str, parts: Parts, asked: argparse.Namespace) -> str:
    """Return the spec of a row; all rows take the same number of steps.

    A private step reads ``batch`` people on average and a plain one as many records, so that the
    epochs are scaled by how many there are of each.
    """
    private = epsilon != "inf"
    units = len(set(parts.planted.persons)) if private else len(parts.planted)
    epochs = (asked.steps - 0.5) * asked.batch / units  # rounded up to whole steps
    codes = f",codes={'+'.join(CODES)},public_codes=true" if coded(parts.planted) else ""
    base = f"base={asked.base}," if asked.base else ""
    return (
        f"synthesize:{base}epsilon={epsilon},epochs={epochs:.6f},batch={asked.batch}"
        f",micro={asked.micro},rank={asked.rank},length={asked.length},cap=16"
        f",learning_rate={asked.learning_rate}{codes}"
    )


def of_the_model(
    folder: Path, parts: Parts, asked: argparse.Namespace
) -> Iterator[tuple[str, Interval]]:
    """Yield each score's name and how well it tells members from others, as figures."""
    from seethrough.training import bases
    from seethrough.training.examples import encode
    from seethrough.training.model_scores import member_scores
    from seethrough.training.trained import trained

    released = trained(folder, asked.base, asked.rank)
    reference = bases.load(asked.base).model
    key = generator(asked.seed, "cap").bytes(SECRET_BYTES)
    columns = CODES if coded(parts.planted) else ()
    rows = [
        encode(part, released.tokenizer, columns, asked.length, 16, key)
        for part in (parts.members, parts.others, parts.strangers)
    ]
    mine = member_scores(released.model, reference, rows[0], rows[2])
    theirs = member_scores(released.model, reference, rows[1], rows[2])
    for name in mine._fields:
        found = ranking.area(getattr(mine, name), getattr(theirs, name))
        yield f"model.{name}", Interval(*found, len(rows[0]), "newcombe, mann-whitney")


def measure(
    epsilon: str, parts: Parts, conversation: bool, run: Path, asked: argparse.Namespace
) -> dict[str, Any]:
    """Return the figures of a row by name, and what training took."""
    from seethrough.training.accounting import default_delta

    private = epsilon != "inf"
    release = sanitize(parts.planted, synthesizer(epsilon, parts, asked), seed=asked.seed, run=run)
    made = _tables.inner(asked.atomizer or "clause")
    attacks = ["nearest", "membership", f"lexical:atomizer={made}"]
    attacks.append(f"inference:judge={_tables.inner(asked.judge)},atomizer={made}")
    utilities = []
    if asked.utility:
        utilities = [
            task_utility(parts.members),
            "coherence:rubric=" + ("conversation" if conversation else "record"),
        ]
    # The canaries would stand for most of the members, so that they are attacked apart.
    of_people = st.audit(
        parts.members, release, attacks=attacks, utilities=utilities, control=parts.others,
        seed=asked.seed,
    )  # fmt: skip
    delta = default_delta(release.details["training"].get("people", 0)) if private else DELTA
    of_canaries = st.audit(
        parts.planted, release, attacks=[f"canary:delta={delta:.12g}"], control=parts.missed,
        seed=asked.seed,
    )  # fmt: skip
    found: dict[str, Any] = {e.name: e for e in [*of_people.estimates, *of_canaries.estimates]}
    if asked.utility:
        found["task"] = found[f"utility.{task_utility(parts.members)}"]
    found |= of_the_model(run / "training", parts, asked)
    found["training"] = release.details["training"]
    found["ledger"] = release.ledger
    return found


def needs(base: Any, asked: argparse.Namespace) -> str:
    """Return what training a base takes, before it is trained."""
    from seethrough.training.adapting import adapted

    whole = sum(p.numel() for p in base.model.parameters())
    model = adapted(base.model, asked.rank, seed=0)
    learned = sum(p.numel() for p in model.parameters() if p.requires_grad)
    # Weights; of each that is learned a gradient, two moments and one gradient a sample; the
    # chances of every next token, their logarithms and their gradients.
    chances = 3 * asked.micro * asked.length * base.model.config.vocab_size
    memory = 4 * (whole + learned * (3 + asked.micro) + chances) / 2**30
    return (
        f"{base.name}: {whole / 1e6:,.1f} million weights, {learned / 1e6:,.2f} million learned; at"
        f" least {memory:.1f} GiB at micro={asked.micro}, length={asked.length};"
        f" {asked.steps:,} steps of {asked.batch} a budget"
    )


def lines(measured: dict[tuple[str, str], dict[str, Any]]) -> Iterator[str]:
    """Yield the two tables from the figures by data set and budget."""
    rows: list[Sequence[str]] = [PAPERS]
    attacked: list[Sequence[str]] = [ATTACKED]
    for (data, epsilon), found in measured.items():
        row = (data, f"epsilon = {epsilon}")
        cells = [figure(found[f]) if f in found else "-" for f in FOUND]
        rows.append((*row, str(found["nearest.lexical_distance"].n), *cells))
        attacked.append((*row, *(figure(found[f]) for f in FIGURES)))
    yield from table(rows)
    yield ""
    yield from table(attacked)
    for (data, epsilon), found in measured.items():
        yield f"{data}, epsilon = {epsilon}: {json.dumps({**found['training'], **found['ledger']})}"


def parser() -> argparse.ArgumentParser:
    made = _tables.parser(__doc__, data=False)
    made.add_argument("data", nargs="*", help="medqa, wildchat, or any file that is read")
    made.add_argument("--epsilon", action="append", help="a budget, or inf; again for more")
    made.add_argument("--base", default="", help="base model: a folder or a name on the hub")
    made.add_argument("--records", type=int, default=60, help="to train on")
    made.add_argument("--canaries", type=int, default=24, help="in and out")
    made.add_argument("--steps", type=int, default=60)
    made.add_argument("--batch", type=int, default=16)
    made.add_argument("--micro", type=int, default=4)
    made.add_argument("--rank", type=int, default=16)
    made.add_argument("--length", type=int, default=128)
    made.add_argument("--learning-rate", type=float, default=2e-3)
    made.add_argument("--judge", default="local", help="the judge of claims")
    made.add_argument("--atomizer", help="default: clause")
    made.add_argument("--utility", action="store_true", help="ask --model for the last columns")
    return made


def tables(asked: argparse.Namespace) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the figures by data set and budget."""
    from seethrough.training import bases

    base = bases.load(asked.base)
    print(needs(base, asked), flush=True)
    measured = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.run or Path(scratch)
        for data, corpus, conversation in _tables.corpora(replaced(asked, records=None)):
            fitting = short_codes(with_answers(corpus), base.tokenizer, asked.length)
            parts = cut(fitting, asked)
            for epsilon in asked.epsilon or BUDGETS:
                run = folder / f"{corpus.name}-{epsilon}"
                measured[data, epsilon] = measure(epsilon, parts, conversation, run, asked)
    return measured


def replaced(asked: argparse.Namespace, **changed: Any) -> argparse.Namespace:
    return argparse.Namespace(**{**vars(asked), **changed})


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    with _tables.settings(asked), noticed_by(lambda line: print(line, file=sys.stderr)):
        print("\n".join(lines(tables(asked))))


if __name__ == "__main__":
    main()
