"""One command prints the paper's tables for any questions and answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks import _data
from benchmarks.papers import cpplm_tables
from tests.finetuners._planted import SHORT

from seethrough.finetuning.made_up import people
from seethrough.finetuning.tiny import write_tiny_model
from seethrough.protocols import Tally

FIGURE = r"\d\.\d\d(?:\d)? \(\d\.\d\d(?:\d)? to \d\.\d\d(?:\d)?\)"
FILES = {
    "answer": "answer", "instruct_1": "protected", "pn_1": "pn", "pn_2": "pn", "np_1": "np",
    "np_2": "np",
}  # fmt: skip
SMALL = ["--rank=0", "--answer=8", "--length=250", "--batch=8", "--micro=8", "--tests=4"]


@pytest.fixture
def prompts(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / f"{name}.txt").write_text(SHORT[text], "utf-8")
    return tmp_path


def test_the_command_prints_the_papers_columns(
    base: Path, prompts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["--strategy=Vanilla", "--strategy=IT_NP 1", "--strategy=Mine=penalty:weight=2"]
    few = ["--records=28", "--steps=2", f"--base={base}", f"--prompts={prompts}"]
    cpplm_tables.main([*SMALL, *few, *rows])
    papers, kinds, leaks = (part.splitlines() for part in capsys.readouterr().out.split("\n\n"))
    assert papers[0].split()[:5] == ["Strategy", "ROUGE-1", "ROUGE-2", "ROUGE-L", "BERTScore*"]
    assert [line.split("  ")[0] for line in papers[1:]] == ["Vanilla", "IT_NP 1", "Mine"]
    assert len(re.findall(FIGURE, papers[1])) == 5
    assert papers[1].rstrip().endswith("-")  # vanilla is no improvement over itself
    assert "S_Priv ssn" in kinds[0]
    assert len(re.findall(FIGURE, leaks[1])) == 3


def test_every_row_of_the_paper_names_a_finetuner_and_its_prompt_file() -> None:
    assert {cpplm_tables.task(maker) for maker in cpplm_tables.STRATEGIES.values()} == {
        "answer", "instruct_1", "pn_1", "pn_2", "np_1", "np_2",
    }  # fmt: skip


def test_the_improvement_over_vanilla() -> None:
    vanilla = [Tally(2, 10), Tally(2, 10), Tally(0, 0)]
    half = [Tally(1, 10), Tally(1, 10), Tally(0, 0)]
    assert cpplm_tables.delta(half, vanilla) == "-50 (-98 to 1045)"  # of two people
    assert cpplm_tables.delta(vanilla, vanilla) == "-"
    assert cpplm_tables.delta(half, [Tally(0, 10)] * 3) == "-"


@pytest.mark.slow
def test_what_the_strategies_promise_holds_on_made_up_people(prompts: Path, tmp_path: Path) -> None:
    """A model of 0.1 million weights stands for the embedded one, which takes hours here."""
    count = 24
    write_tiny_model(tmp_path / "base", [*people(count).texts, *SHORT.values()], 600, 512)
    few = [f"--records={count}", "--steps=200", "--batch=10", "--micro=10", "--rank=0"]
    long = ["--answer=110", "--length=350", "--learning-rate=0.004", f"--tests={count}"]
    names = ("Vanilla", "Substitution", "Penalty", "IT_NP 1")
    rows = [f"--base={tmp_path / 'base'}", f"--prompts={prompts}"]
    rows += [f"--strategy={name}" for name in names]
    found = cpplm_tables.tables(cpplm_tables.parser().parse_args([*few, *long, *rows]))
    vanilla = found["Vanilla"]
    assert vanilla["exact"].low > 0.7  # it recites whom it was trained on
    for name in ("Substitution", "Penalty"):
        assert found[name]["sampled"].high < vanilla["sampled"].low
    for name in ("Substitution", "IT_NP 1"):
        # Four people are held out: too few for intervals apart.
        assert found[name]["s_priv"].value < 0.2 * vanilla["s_priv"].value
        assert found[name]["exact"].value == 0.0
    assert found["Substitution"]["sampled"].value < 0.01  # it never saw them
    assert found["IT_NP 1"]["sampled"].low > 0.7  # its weights know what it does not say


WIKIDOC = [
    str(_data.FOLDER / "wikidoc_patient_information.jsonl"), "--text=output", "--question=input",
    "--length=160", "--answer=32",
]  # fmt: skip
MADE_UP = ["--length=320", "--answer=48"]


@pytest.mark.slow
@pytest.mark.parametrize("data", [WIKIDOC, MADE_UP], ids=["wikidoc", "made up"])
def test_the_tables_at_cpu_scale_with_the_embedded_model(
    capsys: pytest.CaptureFixture[str], data: list[str]
) -> None:
    """Two strategies, some minutes each; all of them are in ``docs/finetuning.md``."""
    few = ["--records=60", "--steps=8", "--batch=4", "--tests=6"]
    cpplm_tables.main([*data, *few, "--strategy=Vanilla", "--strategy=Substitution"])
    papers = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in papers[1:]] == ["Vanilla", "Substitution"]
    assert all(len(re.findall(FIGURE, line)) >= 4 for line in papers[1:])
