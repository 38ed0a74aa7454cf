"""Tables 1 to 4 of SAGE in one command, on any corpus.

    python -m benchmarks.papers.rag_tables CORPUS [--dialogues] [--questions FILE ...]
        [--model MODEL]
    python -m benchmarks.papers.rag_tables patient_qa            # dialogues, as tables 1, 3 and 4
    python -m benchmarks.papers.rag_tables wiki_pii              # as tables 2 and 3
    python -m benchmarks.papers.rag_tables CORPUS --vary attributes=2,5,8      # figure 4
    python -m benchmarks.papers.rag_tables CORPUS --vary extractor_model=local,openai/gpt-4o # 3
    python -m benchmarks.papers.rag_tables CORPUS --vary k=1,2,4               # figure 5

CORPUS is a file of records. With ``--dialogues`` each row has a question and an answer; one in a
hundred, at least ``--held-out``, is kept out of the corpus and asked as a question. Counts are out
of the ``--asked`` questions that were answered, as in the paper; 95 % intervals stand in brackets.
"Repeat contexts" are different excerpts, as the paper's text says; "records repeated" are the
records that they stand in, as the code of Zeng et al. counts. Intervals of different things say
what as many other questions would get, and end at what there is to get. The last column of table 4
is the attacker of the first system: ``linkage.top1`` on the corpus behind the service, where its
records stand for the private ones.

``stage-2-unguarded`` is the paper's stage 2, two agents and nothing else; ``stage-2-guarded`` has
the rule, too, that overrules the privacy agent (``check`` of ``sage``). The rule looks for the very
things that most columns of tables 3 and 4 count; there its zeros are by construction, and marked.

With ``--vary FIELD=VALUES`` the rows are stage 1 and both stages 2 of ``sage`` for each value of
one of its fields, or of the service's ``k``.

``--run FOLDER`` keeps a model's answers, so that a run that was cut short goes on from there;
``--method NAME``, as often as you like, measures some rows only, and ``--targeted-only`` leaves
table 4 out, as figures 3 to 5 do.

With the default model ``fake`` everything runs by rule in seconds: the layout, the ceiling of the
attack and its floor are true, the words of a real model are not.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._data import FOLDER, rows
from benchmarks.papers import _tables
from benchmarks.papers.wiki_pii import Insertion, build
from seethrough import spec
from seethrough.attacks.extraction import Extraction
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.sanitize import sanitize
from seethrough.estimates.estimate import Estimate
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.embedders import resolve_embedder
from seethrough.retrieval.opening import open_service, parse_service
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore
from seethrough.utilities._questions import ANSWER_FIELDS, QUESTION_FIELDS

METHODS = (
    "0-shot", "origin", "paraphrase", "ZeroGen", "AttrPrompt",
    "stage-1", "stage-2-unguarded", "stage-2-guarded",
)  # fmt: skip
STAGES = METHODS[-3:]
GUARDED = (
    "extraction.targeted",
    "extraction.repeat_prompts",
    "extraction.repeat_contexts",
    "extraction.records",
)
"""What the guard of stage 2 looks for itself: contact data, and ten tokens of a text's original."""

MARK = " †"
NOTE = (
    "† By construction: the guard lets no text pass that holds what this column counts (contact"
    " data, ten tokens of its own original). Zeros here test the guard, not the two agents; what"
    " the agents do stands in the row without it."
)
QUESTION_SETS = ("nq_open", "triviaqa", "webquestions", "curatedtrec")
TARGETED = ("extraction.targeted", "extraction.repeat_prompts")
UNTARGETED = (
    "extraction.repeat_prompts",
    "extraction.rouge_prompts",
    "extraction.repeat_contexts",
    "extraction.rouge_contexts",
    "extraction.records",
)


@dataclass(frozen=True)
class Plan:
    """What is measured.

    Attributes:
        private: The private records.
        questions: Files of questions with reference answers, by name.
        targeted: What the targeted attack is after: ``topics`` or ``contacts``.
        kind: What ``sage`` generates: ``dialogue`` or ``text``.
        model: The language model of every role and of the service.
        service: The service's spec without its model.
        asked: Questions of each attack.
        most: Questions of each utility at the most.
        adaptive: Whether the attacks read the answers and ask on.
        lookup: Whether the private records are searched (else the released ones).
        link: Whether to run linkage on the released records, too.
        untargeted: Whether to ask the untargeted questions, too.
        stages: Which of ``STAGES`` are varied.
        longest: Tokens of an answer of a model that generates, at the most.
        seed: Of everything.
    """

    private: Corpus
    questions: dict[str, Path]
    targeted: str = "topics"
    kind: str = "dialogue"
    model: str = "fake"
    service: str = "embedder=minilm"
    asked: int = 250
    most: int = 100
    adaptive: bool = False
    lookup: bool = False
    link: bool = True
    untargeted: bool = True
    stages: Sequence[str] = STAGES
    longest: int = 2048
    seed: int = 0


def specs(plan: Plan) -> dict[str, str]:
    """Return the sanitizer of each method; none for the service without retrieval."""
    model = f"model={plan.model}"
    kinds = {"dialogue": "exchanges between patients and doctors", "text": "encyclopedic passages"}
    count = 5 if plan.kind == "dialogue" else 3  # A.1.1
    sage = f"sage:{model},kind={plan.kind},attributes={count},max_tokens={plan.longest}"
    return {
        "origin": "identity",
        "paraphrase": f"excerpt:{model}",
        "ZeroGen": f"zerogen:{model}",
        "AttrPrompt": f'attrprompt:{model},kind="{kinds[plan.kind]}"',
        "stage-1": f"{sage},stage=1",
        "stage-2-unguarded": f"{sage},check=false",
        "stage-2-guarded": sage,
    }


def releases(plan: Plan, named: dict[str, str]) -> dict[str, RagRelease]:
    """Return the service over what each method makes of the private records."""
    settings = parse_service(f"{plan.service},model={plan.model}")
    embedder = _Remembering(resolve_embedder(settings.embedder))
    opened: dict[str, RagRelease] = {}
    for name, maker in named.items():
        made = sanitize(plan.private, maker, seed=plan.seed)
        lookup = plan.private if plan.lookup and made.aligned else None
        opened[name] = open_service(made, settings, lookup)
        opened[name].service._embedder = embedder  # type: ignore[attr-defined]
    return opened


def measure(plan: Plan, opened: dict[str, RagRelease]) -> dict[str, dict[str, Any]]:
    """Return, by method, the estimates of the utilities, of both attacks and of linkage."""
    found: dict[str, dict[str, Any]] = {}
    for name, release in opened.items():
        utilities = {
            label: [
                spec.parse("utilities", f'{u}:questions="{file}",most={plan.most}').measure(
                    plan.private, release, generator(plan.seed, "utility")
                )[0]
                for u in ("bleu1", "rouge")
            ]
            for label, file in plan.questions.items()
        }
        found[name] = {
            "utilities": utilities,
            "targeted": attack(plan, release, plan.targeted),
            "untargeted": attack(plan, release, "untargeted") if plan.untargeted else None,
            "linkage": link(plan, release) if plan.link else None,
            "ledger": dict(release.ledger),
        }
    return found


def attack(plan: Plan, release: RagRelease, aim: Any) -> dict[str, Estimate]:
    """Return the figures of an extraction attack."""
    asking = Extraction(aim=aim, questions=plan.asked, adaptive=plan.adaptive)
    setting = Setting(plan.private, None, plan.seed, MemoryStore())
    cell = run_attack(asking, release, release.hash, setting)
    return {e.name: e for e in cell.estimates}


def link(plan: Plan, release: RagRelease) -> Estimate | None:
    """Return ``linkage.top1`` on the corpus behind a service, None where it has no private id."""
    if not set(release.corpus.ids) & set(plan.private.ids):
        return None
    linking = spec.parse("attacks", "linkage")
    text = TextRelease(release.corpus)
    setting = Setting(plan.private, None, plan.seed, MemoryStore())
    return run_attack(linking, text, f"link-{release.hash}", setting).estimates[0]


def tables(plan: Plan, found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the four tables, as Markdown."""
    methods = list(found)
    if plan.questions:
        yield from _head(
            "Tables 1 and 2: utility (0-shot: the service without retrieval)",
            [f"{label} {figure}" for label in plan.questions for figure in ("BLEU-1", "ROUGE-L")],
        )
        first = found[methods[0]]["utilities"]
        yield _row("n", [str(e.n) for pair in first.values() for e in pair])
        yield _row("0-shot", [_share(e.baseline) for pair in first.values() for e in pair])
        for name in methods:
            pairs = found[name]["utilities"].values()
            yield _row(name, [_share(e) for pair in pairs for e in pair])
    yield from _head(
        f"Table 3: targeted attack ({plan.targeted}, {plan.asked} questions)",
        ["target information", "repeat prompts"],
    )
    for name in methods:
        yield _row(name, _counts(name, found[name]["targeted"], TARGETED))
    if plan.untargeted:
        yield from _table_4(plan, found)
    if any(_guarded(name) for name in methods):
        yield f"\n{NOTE}"
    withheld = {name: row["ledger"] for name, row in found.items() if row["ledger"]}
    yield f"\nCounted while the releases were made: {json.dumps(withheld)}"


def _table_4(plan: Plan, found: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield from _head(
        f"Table 4: untargeted attack ({plan.asked} questions)",
        [
            "repeat prompts",
            "ROUGE prompts",
            "repeat contexts",
            "ROUGE contexts",
            "records repeated",
            "linkage.top1",
        ],
    )
    for name, row in found.items():
        cells = _counts(name, row["untargeted"], UNTARGETED)
        linked = row["linkage"]
        yield _row(name, [*cells, "-" if linked is None else _share(linked)])


def varied(plan: Plan, vary: str) -> dict[str, dict[str, Any]]:
    """Measure stage 1 and stage 2 for each value of one field (figures 3 to 5)."""
    field, _, values = vary.partition("=")
    found: dict[str, dict[str, Any]] = {}
    stages = {stage: specs(plan)[stage] for stage in plan.stages}
    for value in values.split(","):
        if field == "k":
            own, named = replace(plan, service=f"{plan.service},k={value}"), stages
        else:
            parsed = {stage: spec.parse("sanitizers", text) for stage, text in stages.items()}
            read_as = int if isinstance(getattr(parsed[plan.stages[0]], field), int) else str
            changed = {s: replace(p, **{field: read_as(value)}) for s, p in parsed.items()}
            own, named = plan, {s: spec.to_string(p) for s, p in changed.items()}
        rows_ = measure(own, releases(own, named))
        found |= {f"{stage}, {field}={value}": row for stage, row in rows_.items()}
    return found


def dialogues(
    rows_: Sequence[dict[str, Any]], held_out: int, folder: Path, seed: int = 0, most: int = 0
) -> tuple[Corpus, Path]:
    """Return dialogues as records, and the questions of those held out as a file.

    Args:
        rows_: Rows with a question and an answer.
        held_out: The least number of rows kept out; else one in a hundred (section 4.2).
        folder: Where the file of questions is written.
        seed: Chooses which.
        most: How many rows are used at the most, 0 for all.
    """
    rng = np.random.default_rng(seed)
    chosen = rng.permutation(len(rows_))[: most + held_out if most else None].tolist()
    out = max(held_out, len(chosen) // 100)
    pairs = [_pair(rows_[i]) for i in chosen]
    file = folder / "held_out.jsonl"
    asked = [{"question": q, "answer": a} for q, a in pairs[:out]]
    file.write_text("".join(json.dumps(row) + "\n" for row in asked), "utf-8")
    texts = [f"Patient: {q}\nDoctor: {a}" for q, a in pairs[out:]]
    return Corpus.from_texts(texts, name="dialogues"), file


def wiki_pii(most: int = 0, seed: int = 0) -> tuple[Corpus, list[Insertion], dict[str, Path]]:
    """Return the Wiki-PII set of the data folder, its ground truth, and files of questions.

    The mark of a rare word that wikitext2 leaves out, ``<unk>``, loses its signs: four marks in a
    row would be a repeated excerpt of ten tokens.
    """
    articles: dict[str, list[str]] = {}
    for row in rows("wikitext2.jsonl"):
        articles.setdefault(row["article_id"], []).append(row["text"])
    mails = [row["body"] for row in rows("enron_aeslc.jsonl")]
    texts = ["\n".join(parts).replace("<unk>", "unk") for parts in articles.values()]
    corpus, truth = build(texts, mails, np.random.default_rng(seed))
    files = {name: FOLDER / f"{name}.jsonl" for name in QUESTION_SETS}
    if not most:
        return corpus, truth, files
    few = corpus.take(range(min(most, len(corpus))), corpus.name)
    return few, [t for t in truth if t.record in few.position], files


class _Remembering:
    """An embedder that embeds no text twice: the methods' corpora share many."""

    def __init__(self, embedder: Any) -> None:
        self._embedder = embedder
        self._kept: dict[str, Any] = {}

    def embed(self, texts: Sequence[str]) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if new:
            self._kept.update(zip(new, self._embedder.embed(new), strict=True))
        return np.array([self._kept[text] for text in texts], dtype=np.float32)


def _pair(row: dict[str, Any]) -> tuple[str, str]:
    question = next(str(row[f]) for f in QUESTION_FIELDS if row.get(f))
    return question, next(str(row[f]) for f in ANSWER_FIELDS if row.get(f))


def _head(title: str, columns: Sequence[str]) -> Iterator[str]:
    yield f"\n{title}\n"
    yield _row("method", columns)
    yield "| --- |" + " ---: |" * len(columns)


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join([name, *cells])} |"


def _share(interval: Any) -> str:
    if interval is None or interval.value is None:
        return "-"
    return f"{interval.value:.3f} ({interval.low:.3f} to {interval.high:.3f})"


def _guarded(name: str) -> bool:
    return name.partition(",")[0] == "stage-2-guarded"


def _counts(name: str, found: dict[str, Estimate], figures: Sequence[str]) -> list[str]:
    """Return the counts of a row, marked where the guard makes them what they are."""
    return [_counted(found[f]) + (MARK if _guarded(name) and f in GUARDED else "") for f in figures]


def _counted(estimate: Estimate) -> str:
    """Return a count over the questions that were answered, as the paper has it."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "-"
    n = estimate.n
    low = max(0.0, estimate.low) * n  # nothing is counted less than never
    return f"{estimate.value * n:.0f} ({low:.0f} to {estimate.high * n:.0f})"


def _parser() -> argparse.ArgumentParser:
    parser = _tables.parser(__doc__, data=False)
    parser.set_defaults(model="fake")
    parser.add_argument("corpus", help="a file of records, or patient_qa or wiki_pii")
    parser.add_argument("--dialogues", action="store_true")
    parser.add_argument("--questions", action="append", default=[], metavar="FILE")
    parser.add_argument("--targeted", choices=["topics", "contacts"], default="")
    parser.add_argument("--service", default="embedder=minilm")
    parser.add_argument("--records", type=int, default=0, help="at most so many; 0 for all")
    parser.add_argument("--held-out", type=int, default=15)
    parser.add_argument("--asked", type=int, default=250)
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--adaptive", action="store_true")
    parser.add_argument("--lookup", action="store_true")
    parser.add_argument("--vary", metavar="FIELD=VALUES")
    parser.add_argument(
        "--method", action="append", choices=METHODS[1:], help="a row; again for more"
    )
    parser.add_argument("--longest", type=int, default=2048, help="tokens of what sage writes")
    parser.add_argument("--targeted-only", action="store_true", help="without table 4")
    return parser


def planned(given: argparse.Namespace, folder: Path) -> Plan:
    """Return the plan that the command line asks for."""
    questions = {Path(f).stem: Path(f) for f in given.questions}
    kind, targeted, service = "text", given.targeted or "contacts", given.service
    if given.corpus == "wiki_pii":
        if "chunk=" not in service:
            service += ",chunk=4000"  # its records are chunks already, and grew by what was put in
        private, _, files = wiki_pii(given.records, given.seed)
        questions = questions or files
    elif given.dialogues or given.corpus == "patient_qa":
        found = given.corpus
        data = rows("patient_qa.jsonl") if found == "patient_qa" else _jsonl(Path(found))
        private, file = dialogues(data, given.held_out, folder, given.seed, given.records)
        questions = questions or {"held out": file}
        kind, targeted = "dialogue", given.targeted or "topics"
    else:
        private = read(given.corpus)[0]
        if given.records:
            private = private.take(range(min(given.records, len(private))), private.name)
    return Plan(
        private, questions, targeted, kind, given.model, service, given.asked, given.most,
        given.adaptive, given.lookup, not given.vary and not given.targeted_only,
        not given.targeted_only, [s for s in STAGES if s in (given.method or STAGES)],
        given.longest, given.seed,
    )  # fmt: skip


def _jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, _tables.settings(given):
        plan = planned(given, Path(folder))
        print(f"{len(plan.private)} records, model {plan.model}, service {plan.service}")
        if given.vary:
            found = varied(plan, given.vary)
        else:
            rows_ = specs(plan)
            named = {name: rows_[name] for name in given.method or rows_}
            found = measure(plan, releases(plan, named))
        print("\n".join(tables(plan, found)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
