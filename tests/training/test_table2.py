"""One command prints Table 2 of *A False Sense of Privacy*, with what attacks find beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.papers import table2
from tests.training._tiny import llama, people, tokenizer

from seethrough.records.writing import write_corpus

FIGURE = r"\d+\.\d\d \(\d+\.\d\d to \d+\.\d\d\)"
MODEL = ("model.loss", "model.calibrated", "model.min_k", "model.rmia")
SMALL = ["--rank=0", "--batch=16", "--micro=16", "--learning-rate=0.01", "--judge=rouge"]


@pytest.mark.long
def test_the_command_takes_any_records_and_any_base(
    tiny: Path, tmp_path: Path, capsys: Any
) -> None:
    write_corpus(people(60), str(tmp_path / "people.jsonl"))
    few = ["--records=24", "--canaries=8", "--steps=3", "--length=40", "--epsilon=inf"]
    table2.main([str(tmp_path / "people.jsonl"), f"--base={tiny}", *SMALL, *few, "--epsilon=64"])
    out = capsys.readouterr().out
    assert "million weights" in out
    papers, attacked = (part.splitlines() for part in out.split("\n\n"))
    assert [len(re.findall(FIGURE, line)) for line in papers[2:]] == [1, 1]  # no claims to learn
    assert all("epsilon = " in line for line in papers[2:])
    assert all(len(re.findall(FIGURE, line)) >= 7 for line in attacked[1:3])
    steps = [re.findall(r'"steps": (\d+)', line) for line in attacked[3:]]
    assert steps[0] == steps[1]  # matched; how many records a coin has planted moves their number
    assert [int(number) for number in steps[0]] in ([2], [3], [4])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*records cut:seethrough.notices.SeethroughWarning")
@pytest.mark.parametrize(("data", "length"), [("medqa", 192), ("wildchat", 64)])
def test_what_the_paper_says_of_budgets_holds_at_small_scale(
    tmp_path: Path, data: str, length: int
) -> None:
    """A model of 0.1 million weights that reads bytes; the embedded one is tried below."""
    base = tmp_path / "base"
    llama(width=64, positions=256).save_pretrained(base)
    tokenizer().save_pretrained(base)
    asked = [data, f"--base={base}", f"--length={length}", "--records=40", "--steps=400", *SMALL]
    found = table2.tables(table2.parser().parse_args(asked))
    (free, private) = found.values()
    assert free["training"]["steps"] == private["training"]["steps"] == 400
    # Without a budget: secrets planted 16 times come out, and members are told from others.
    assert free["canary.extracted.16"].value == 1.0
    assert free["canary.exposure"].low > 2
    assert all(free[name].low > 0.5 for name in MODEL)
    # At epsilon 8, at as many steps, neither.
    assert private["canary.extracted"].value == 0.0
    assert private["canary.epsilon"].low == 0.0
    assert all(private[name].low <= 0.5 for name in (*MODEL, "membership.auc"))
    # By wording the budget keeps its distance. What so small a model writes means nothing.
    assert private["nearest.lexical_distance"].value > free["nearest.lexical_distance"].value


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*records cut:seethrough.notices.SeethroughWarning")
@pytest.mark.parametrize(("data", "length"), [("medqa", 80), ("wildchat", 48)])
def test_what_the_paper_says_of_budgets_holds_for_the_embedded_model(
    tmp_path: Path, data: str, length: int
) -> None:
    """SmolLM2-135M on 24 records, 60 steps a budget: half an hour on two cores."""
    few = ["--records=24", "--canaries=16", "--steps=60", "--batch=8", "--micro=8"]
    budgets = [f"--length={length}", "--epsilon=inf", "--epsilon=8", f"--run={tmp_path / 'run'}"]
    asked = table2.parser().parse_args([data, *few, *budgets])
    free, private = table2.tables(asked).values()
    assert free["canary.extracted.16"].value == free["canary.extracted.4"].value == 1.0
    assert all(free[name].low > 0.5 for name in (*MODEL, "membership.auc"))
    assert private["canary.extracted"].value == 0.0
    # Of five scores one may lie above a half by chance.
    assert sum(private[name].low > 0.5 for name in (*MODEL, "membership.auc")) <= 1
    assert private["model.loss"].value < free["model.loss"].low
    for name in ("nearest.lexical_distance", "nearest.semantic_distance"):
        assert private[name].value > free[name].value
