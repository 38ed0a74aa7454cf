"""``finetune``, ``audit --as model`` and what they say where they cannot work."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.finetuners._planted import SHORT, save_base
from tests.training.conftest import one_thread

from seethrough.cli import run
from seethrough.finetuning.made_up import people
from seethrough.model_releases.directory import read_model
from seethrough.model_releases.serving import MODEL, ModelServer
from seethrough.records.reading import read_corpus
from seethrough.records.writing import write_corpus

pytestmark = pytest.mark.system

__all__ = ["one_thread"]

HOW = "tagger=column(),prompt=answer.txt,batch=8,micro=8,length=240,answer=8,rank=2,base=base"
ATTACK = ["--attack", "memorization:tagger=column()", "--targets", "4"]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with records, a base model and a short prompt."""
    monkeypatch.chdir(tmp_path)
    records = people(24, seed=2)
    write_corpus(records, "people.jsonl")
    save_base(Path("base"), records)
    Path("answer.txt").write_text(SHORT["answer"], "utf-8")
    return tmp_path


def finetune(*more: str, how: str = f"vanilla:steps=2,{HOW}") -> int:
    return run(["finetune", "people.jsonl", "--with", how, "--seed", "1", *more])


def test_a_guarantee_is_told_no_smaller_than_it_is(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    how = f"dp:delta=0.0123456,steps=2,{HOW}"
    assert run(["finetune", "people.jsonl", "--with", how, "-o", "model"]) == 0
    promise = read_model(Path("model")).guarantee
    assert promise is not None
    assert promise.delta == 0.0123456
    assert f"guarantee: {promise.in_words}\n" in capsys.readouterr().err


def test_a_model_is_made_audited_and_served(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert finetune("-o", "model", "--holdout", "6") == 0
    told = capsys.readouterr().err
    assert "model: base, fine-tuned for 2 steps" in told
    assert "6 records held out (private, do not release)" in told
    held = read_corpus("model.holdout.jsonl")
    assert len(held) == 6
    status = run(["audit", "people.jsonl", "model", "--as", "model", "--json", *ATTACK])
    assert status in (1, 2)
    report = json.loads(capsys.readouterr().out)
    assert report["private"]["records"] == 18  # those held out are the control, not targets
    assert report["release"]["kind"] == "ModelRelease"
    assert "sidecar_mismatch" not in {r["kind"] for r in report["reasons"]}
    write_corpus(people(24, seed=9), "strangers.jsonl")
    assert run(["audit", "strangers.jsonl", "model", "--as", "model", "--json", *ATTACK]) in (1, 2)
    others = json.loads(capsys.readouterr().out)
    assert "sidecar_mismatch" in {r["kind"] for r in others["reasons"]}
    named = {e["name"]: e for e in report["estimates"]}
    assert named["memorization.sampled"]["n"] == 4
    assert named["memorization.s_priv"]["control"] is not None
    with ModelServer(read_model(Path("model"))) as server:
        asked = ["audit", "people.jsonl", MODEL, "--as", "model", "--service", server.url]
        asked += ["--control", "model.holdout.jsonl", "--json", *ATTACK]
        assert run(asked) in (1, 2)
    served = {e["name"]: e for e in json.loads(capsys.readouterr().out)["estimates"]}
    assert served["memorization.sampled"]["value"] is None
    for name in ("exact", "prefix", "s_priv"):
        ours, theirs = (of[f"memorization.{name}"]["value"] for of in (named, served))
        assert ours == theirs


def test_who_was_held_out_of_another_model_is_not_the_control(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit = ["audit", "people.jsonl", "model", "--as", "model", *ATTACK]
    assert finetune("-o", "model", "--holdout", "6") == 0
    assert finetune("-o", "model", "--force") == 0  # on all, those six among them
    assert read_corpus("model.holdout.jsonl").texts  # still there
    capsys.readouterr()
    assert run(audit) == 65
    assert capsys.readouterr().err.splitlines()[-1] == (
        "seethrough: model.holdout.jsonl: not used, since these people were held out of other"
        " weights than those in model, which may have been trained on them; name the control with"
        " --control, or delete or rename this file"
    )
    assert run([*audit, "--no-text"]) == 65
    hidden = capsys.readouterr().err.splitlines()[-1]
    assert hidden.startswith("seethrough: the control: not used, since these people")
    assert "holdout.jsonl" not in hidden
    assert run([*audit, "--control", "model.holdout.jsonl"]) in (1, 2)
    Path("model.holdout.jsonl").rename("old.jsonl")
    assert run(audit) in (1, 2)


def test_who_was_held_out_is_no_target_beside_another_control(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_corpus(people(6, seed=9), "others.jsonl")
    asked = ["audit", "people.jsonl", "model", "--as", "model", "--control", "others.jsonl"]
    assert finetune("-o", "model", "--holdout", "6") == 0
    for targets in (18, 24):
        capsys.readouterr()
        assert run([*asked, "--json", *ATTACK]) in (1, 2)
        assert json.loads(capsys.readouterr().out)["private"]["records"] == targets
        assert finetune("-o", "model", "--force") == 0  # on all, those six among them


def test_the_same_seed_writes_the_same_bytes_and_nothing_is_replaced_unasked(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert finetune("-o", "one") == finetune("-o", "two") == 0
    one, two = ({f.name: f.read_bytes() for f in Path(n).iterdir()} for n in ("one", "two"))
    assert one == two
    assert not any(b"case-" in content for content in one.values())  # no record stands there
    capsys.readouterr()
    assert finetune("-o", "one") == 64
    assert "one: is there already" in capsys.readouterr().err
    assert finetune("-o", "one", "--force") == 0
    assert sorted(f.name for f in there.iterdir() if f.name.startswith(".")) == []


@pytest.mark.parametrize(("how", "status", "says"), [
    (f"vanilla:steps=2,chat=true,{HOW}", 65, "no chat template"),
    ("vanilla:base=nowhere", 64, "no folder nowhere"),
    ("vanila", 64, "did you mean 'vanilla'"),
    (f"vanilla:steps=2,{HOW.replace('column()', 'column(spans=own)')}", 65, "no column 'own'"),
    (f"dp:steps=2,{HOW.replace('batch=8', 'batch=99')}", 65, "24 people are fewer than a batch"),
])  # fmt: skip
def test_what_cannot_work_is_one_line_and_leaves_nothing(
    there: Path, capsys: pytest.CaptureFixture[str], how: str, status: int, says: str
) -> None:
    assert finetune("-o", "model", how=how) == status
    assert says in capsys.readouterr().err.splitlines()[-1]
    assert not Path("model").exists()
    assert not Path("model.holdout.jsonl").exists()


def test_a_folder_that_is_no_model_is_one_line(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "people.jsonl", "base", "--as", "model", *ATTACK]) == 65
    assert capsys.readouterr().err.splitlines()[-1] == (
        "seethrough: base: no seethrough.json; name a folder that seethrough finetune wrote"
    )
    assert run(["serve", "base", "--as", "model"]) == 65
    remote = ["--service", "http://192.0.2.1/v1"]
    assert run(["audit", "people.jsonl", "x", "--as", "model", *remote, *ATTACK]) == 64
    assert "--allow-remote" in capsys.readouterr().err


def test_models_are_kept_on_the_way(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = f"vanilla:steps=6,{HOW}"
    assert finetune("-o", "model", "--keep-every", "2", "--run", "work", how=how) == 0
    kept = [read_model(Path(f"model.step-{step}")) for step in (2, 4, 6)]
    assert [m.details["training"]["steps"] for m in kept] == [2, 4, 6]
    whole = read_model(Path("model"))
    assert kept[2].hash == whole.hash
    assert len({m.hash for m in kept}) == 3
    # Killed between two of them, it goes on without saying --force, and makes the same.
    shutil.rmtree("model")
    shutil.rmtree("model.step-6")
    capsys.readouterr()
    assert finetune("-o", "model", "--keep-every", "2", "--run", "work", how=how) == 0
    assert "step-4" not in capsys.readouterr().err
    assert read_model(Path("model.step-6")).hash == whole.hash
    # Another run does not replace them unasked.
    assert finetune("-o", "model", "--keep-every", "2", "--run", "other", "--force", how=how) == 0
    shutil.rmtree("model")
    assert finetune("-o", "model", "--keep-every", "2", "--run", "third", how=how) == 64
    assert "model.step-2: is there already" in capsys.readouterr().err


STEPS = """
attacks = ["memorization:tagger=column()"]

[[releases]]
model = "model.step-1"
"""


def test_a_model_kept_on_the_way_says_who_it_was_trained_on(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--holdout", "6", "--keep-every", "1", "--run", "work"]
    assert finetune("-o", "model", *kept) == 0
    asked = ["model.step-1", "--as", "model", "--json", *ATTACK]
    write_corpus(people(24, seed=9), "strangers.jsonl")
    for private, doubted in (("people.jsonl", False), ("strangers.jsonl", True)):
        capsys.readouterr()
        assert run(["audit", private, *asked]) in (1, 2)
        report = json.loads(capsys.readouterr().out)
        assert ("sidecar_mismatch" in {r["kind"] for r in report["reasons"]}) == doubted
        assert doubted or report["private"]["records"] == 18
        plan = f'private = "{private}"\ncontrol = "model.holdout.jsonl"\n{STEPS}'
        Path("plan.toml").write_text(plan, "utf-8")
        assert run(["compare", "plan.toml", "--json"]) in (1, 2)
        assert ("sidecar_mismatch" in capsys.readouterr().out) == doubted


PLAN = f"""
private = "people.jsonl"
control = "model.holdout.jsonl"
attacks = ["memorization:tagger=column()"]
utilities = ["rouge1"]
questions = "questions.jsonl"
frontiers = [["memorization.sampled", "utility.rouge1"]]

[[releases]]
model = "model"

[[releases]]
name = "anew"
finetune = "substitution:steps=2,{HOW}"

[[releases]]
model = "plans"
"""


def test_models_are_compared(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert finetune("-o", "model", "--holdout", "6") == 0
    Path("plan.toml").write_text(PLAN, "utf-8")
    Path("plans").mkdir()
    Path("questions.jsonl").write_text('{"question": "Who?", "answer": "They."}\n' * 2, "utf-8")
    assert run(["compare", "plan.toml", "--json"]) in (1, 2)
    captured = capsys.readouterr()
    made = json.loads(captured.out)
    assert [r["name"] for r in made["releases"]] == ["model", "anew", "plans"]
    assert made["releases"][1]["sanitizer"]["name"] == "substitution"
    assert "no seethrough.json" in made["releases"][2]["error"]
    named = [{e["name"] for e in cell["estimates"]} for cell in made["cells"]]
    assert len(named) == 4  # an attack and a utility for each of the two models
    assert named[1] == named[3] == {"utility.rouge1"}
    (frontier,) = made["frontiers"]
    assert frontier["figures"] == ["memorization.sampled", "utility.rouge1"]
    assert {p["release"] for p in frontier["points"]} == {"model", "anew"}
    assert set(frontier["frontier"]) <= {"model", "anew"}
    n = {e["n"] for cell in made["cells"] for e in cell["estimates"] if "sampled" in e["name"]}
    assert n == {18}  # who was held out is the control, and no target
    assert run(["compare", "plan.toml"]) in (1, 2)  # goes on from its folder
    told = capsys.readouterr().out
    assert "On the frontier of memorization.sampled and utility.rouge1: " in told
