"""The tables of *Mitigating the Privacy Issues in RAG via Pure Synthetic Data*, at small scale.

The fake model obeys every request to repeat, so the layout, the ceiling and the floor can be
checked; what a real model makes of SAGE's prompts ``benchmarks/papers/rag_tables.py`` measures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks import _data
from benchmarks.papers import rag_tables

from seethrough.personal_data.contact_data import items

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not _data.FOLDER.is_dir(), reason=f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA"
    ),
]
SMALL = ["--records", "40", "--asked", "30", "--most", "10"]


def run(corpus: str, folder: Path, *more: str) -> tuple[rag_tables.Plan, Any]:
    given = rag_tables._parser().parse_args([corpus, *SMALL, *more])
    plan = rag_tables.planned(given, folder)
    return plan, rag_tables.measure(plan, rag_tables.releases(plan, rag_tables.specs(plan)))


@pytest.fixture(scope="module")
def dialogues(tmp_path_factory: pytest.TempPathFactory) -> tuple[rag_tables.Plan, Any]:
    return run("patient_qa", tmp_path_factory.mktemp("dialogues"))


@pytest.fixture(scope="module")
def wiki_pii(tmp_path_factory: pytest.TempPathFactory) -> tuple[rag_tables.Plan, Any]:
    return run("wiki_pii", tmp_path_factory.mktemp("wiki"))


def figure(found: Any, method: str, aim: str, name: str) -> float:
    value = found[method][aim][f"extraction.{name}"].value
    assert value is not None
    return float(value)


def test_every_table_has_every_method(dialogues: tuple[rag_tables.Plan, Any]) -> None:
    lines = list(rag_tables.tables(*dialogues))
    assert [line for line in lines if line.startswith("\nTable")][2].startswith("\nTable 4")
    for method in rag_tables.METHODS:
        rows = [line for line in lines if line.startswith(f"| {method} |")]
        assert len(rows) == (1 if method == "0-shot" else 3)
    assert len(dialogues[0].private) == 40


@pytest.mark.parametrize("aim", ["targeted", "untargeted"])
def test_the_originals_are_the_ceiling(dialogues: tuple[rag_tables.Plan, Any], aim: str) -> None:
    found = dialogues[1]
    assert figure(found, "origin", aim, "repeat_prompts") == 1
    assert figure(found, "origin", aim, "rouge_prompts") == 1
    records = figure(found, "origin", aim, "records")
    assert 0 < records <= figure(found, "origin", aim, "rouge_contexts")


def test_the_guard_zeros_what_it_counts_and_the_table_says_so(
    dialogues: tuple[rag_tables.Plan, Any],
) -> None:
    found = dialogues[1]
    for aim in ("targeted", "untargeted"):
        assert figure(found, "stage-2-guarded", aim, "repeat_prompts") == 0
        assert figure(found, "stage-2-unguarded", aim, "repeat_prompts") > 0
    lines = [line for line in rag_tables.tables(*dialogues) if line.startswith("| stage-2")]
    assert [line.count("†") for line in lines] == [0, 0, 0, 2, 0, 3]


@pytest.mark.parametrize("data", ["dialogues", "wiki_pii"])
def test_what_was_made_without_private_data_is_the_floor(
    data: str, request: pytest.FixtureRequest
) -> None:
    _, found = request.getfixturevalue(data)
    for aim in ("targeted", "untargeted"):
        assert {e.value for e in found["AttrPrompt"][aim].values()} == {0}


def test_wiki_pii_has_contact_data_that_the_attack_gets(
    wiki_pii: tuple[rag_tables.Plan, Any],
) -> None:
    plan, found = wiki_pii
    assert set(plan.questions) == set(rag_tables.QUESTION_SETS)
    assert plan.targeted == "contacts"
    assert figure(found, "origin", "targeted", "repeat_prompts") == 1
    assert figure(found, "origin", "targeted", "targeted") > 0
    for kind in ("phone", "email", "url"):
        assert figure(found, "origin", "untargeted", kind) >= 0
    assert figure(found, "ZeroGen", "targeted", "records") <= figure(
        found, "origin", "targeted", "records"
    )


def test_the_ground_truth_of_wiki_pii_is_found_again() -> None:
    corpus, truth, _ = rag_tables.wiki_pii()
    put = {id_: {(t.kind, t.item) for t in truth if t.record == id_} for id_ in corpus.ids[:300]}
    found = {id_: items(corpus.texts[i]) for i, id_ in enumerate(corpus.ids[:300])}
    assert found == put


def test_an_ablation_in_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    for vary in ("attributes=2,5", "generator_model=fake,fake/refuse", "k=1,3"):
        arguments = ["patient_qa", "--records", "10", "--asked", "5", "--most", "2"]
        assert rag_tables.main([*arguments, "--vary", vary]) == 0
        printed = capsys.readouterr().out
        for value in vary.partition("=")[2].split(","):
            for stage in rag_tables.STAGES:
                assert f"| {stage}, {vary.partition('=')[0]}={value} |" in printed
        assert rag_tables.NOTE in printed


def test_one_stage_and_one_attack_of_an_ablation(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["patient_qa", "--records", "8", "--asked", "4", "--most", "2", "--vary", "k=1,2"]
    assert rag_tables.main([*arguments, "--method", "stage-1", "--targeted-only"]) == 0
    printed = capsys.readouterr().out
    assert "| stage-1, k=2 |" in printed
    assert "stage-2" not in printed
    assert "Table 3" in printed
    assert "Table 4" not in printed
