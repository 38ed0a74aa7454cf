"""Who was held out of a model's training is its control; who was held out of another's is not."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.training._tiny import llama, tokenizer

from seethrough.cli import _inputs as inputs
from seethrough.cli import audit as command
from seethrough.cli import run
from seethrough.cli._plan_files import held_out
from seethrough.cli._plans import _apart, open_plan
from seethrough.errors import InputError, OutputError, UsageError
from seethrough.model_releases import directory
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.directory import write_model
from seethrough.model_releases.form import Form
from seethrough.model_releases.held_out import HeldOut, doubting, held_out_of, paths_beside
from seethrough.plans.plan import Entry, Plan
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.records.writing import write_corpus
from seethrough.storage.files import _appear

HELD = Corpus.from_texts(["Ann keeps bees.", "Bob has gout."])
OTHERS = Corpus.from_texts(["Cid lives in Ulm."])


def release(seed: int) -> ModelRelease:
    model = llama(seed=seed, positions=64).eval()
    return ModelRelease(TunedModel(model, tokenizer(), Form.load("finetune_answer"), None))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model with the people held out of its training beside it."""
    monkeypatch.chdir(tmp_path)
    write_model(release(1), Path("model"), held=HeldOut(HELD, OTHERS))
    return Path("model")


def contents() -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in Path().rglob("*") if p.is_file()}


def assert_not_used(folder: Path, why: str) -> None:
    with pytest.raises(InputError) as error:
        held_out_of(folder)
    told = str(error.value)
    assert re.match(rf"model\.holdout\.jsonl: not used, since .*{why}", told), told
    assert told.endswith("; name the control with --control, or delete or rename this file")


def test_they_are_the_control_of_their_model(folder: Path) -> None:
    found = held_out_of(folder)
    assert found == Path("model.holdout.jsonl")
    assert read_corpus(found).texts == HELD.texts
    assert held_out_of(folder / ".") == found
    assert {p.stat().st_mode & 0o077 for p in paths_beside(folder)} == {0}
    for file in paths_beside(folder):  # they may move with their model
        file.rename(f"moved{file.name.removeprefix('model')}")
    assert held_out_of(folder) is None
    folder.rename("moved")
    assert held_out_of(Path("moved")) == Path("moved.holdout.jsonl")


def test_a_plan_knows_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = Entry.model_validate({"model": "model"})
    assert held_out(entry, text=True) == Path("model.holdout.jsonl")
    assert capsys.readouterr().err == ""
    write_model(release(2), folder, replace=True)
    assert held_out(entry, text=True) is None
    why = "not used, since nothing shows that they were held out of this model"
    assert capsys.readouterr().err == f"model.holdout.jsonl: {why}\n"
    assert held_out(entry, text=False) is None
    assert capsys.readouterr().err == f"people held out: {why}\n"
    for file in paths_beside(folder):
        file.unlink()
    assert held_out(entry, text=True) is None
    assert capsys.readouterr().err == ""


def test_nothing_in_the_folder_that_is_released_depends_on_them(folder: Path) -> None:
    write_model(release(1), Path("other"), held=HeldOut(OTHERS, HELD))
    write_model(release(1), Path("alone"))
    one, other, alone = (
        {f.name: f.read_bytes() for f in Path(name).iterdir()}
        for name in ("model", "other", "alone")
    )
    assert one == other == alone


def test_a_later_model_without_them_does_not_take_them(folder: Path) -> None:
    write_model(release(2), folder, replace=True)
    assert_not_used(folder, "held out of other weights than those in model, which may have been")
    write_model(release(2), folder, replace=True, held=HeldOut(OTHERS, HELD))
    assert held_out_of(folder) == Path("model.holdout.jsonl")


def _edited(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    def edit(owner: Path) -> None:
        owner.write_text(json.dumps(change(json.loads(owner.read_text()))))

    return edit


@pytest.mark.parametrize(
    "edit",
    [
        Path.unlink,  # as an earlier version wrote it, or somebody by hand
        lambda owner: owner.write_text("{"),
        _edited(lambda told: [told]),
        _edited(lambda told: told | {"schema": 2}),
    ],
)
def test_nor_does_one_of_which_nothing_says_that_they_are_its(
    folder: Path, edit: Callable[[Path], None]
) -> None:
    edit(paths_beside(folder)[1])
    assert_not_used(folder, r"no model\.holdout\.model\.json says that")


def test_a_file_that_changed_is_not_used(folder: Path) -> None:
    paths_beside(folder)[0].write_text(json.dumps({"id": "1", "text": "Dee, who was trained on."}))
    assert_not_used(folder, "it has changed since it was written with model")


@pytest.mark.parametrize(
    ("step", "at"), [("fsync", 0), ("fsync", 1), ("appear", 0), ("appear", 1), ("folder", 0)]
)
def test_a_write_that_fails_leaves_the_old_model_with_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    """``fsync`` fails from the first file of the people on, after all of the model's."""
    before = contents()
    name, done = {
        "fsync": ("os.fsync", os.fsync),
        "appear": ("seethrough.storage.files._appear", _appear),
        "folder": ("seethrough.model_releases.directory._appear", directory._appear),
    }[step]
    calls = [at + (len([*folder.iterdir()]) if step == "fsync" else 0)]

    def full(*arguments: Any) -> None:
        calls[0] -= 1
        if calls[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        done(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(name, full)
        with pytest.raises(OutputError, match=r"^model: the disk is full"):
            write_model(release(2), folder, replace=True, held=HeldOut(OTHERS, HELD))
    if step != "folder":
        assert contents() == before
        assert held_out_of(folder) == Path("model.holdout.jsonl")
        return
    # They take their places before the folder, which then could not: the old model is without.
    assert {n: c for n, c in contents().items() if n.startswith("model/")} == {
        n: c for n, c in before.items() if n.startswith("model/")
    }
    assert_not_used(folder, "other weights than those in model")


def test_they_replace_no_file_unless_they_may(folder: Path) -> None:
    for file in paths_beside(folder):
        file.rename(f"other{file.name.removeprefix('model')}")
    before = contents()
    with pytest.raises(UsageError, match="was created meanwhile; add --force to replace it"):
        write_model(release(2), Path("other"), held=HeldOut(OTHERS, HELD))
    assert contents() == before


def test_a_model_that_was_trained_on_other_records_is_doubted(folder: Path) -> None:
    made = release(1)
    assert doubting(made, folder, OTHERS) is made
    (reason,) = doubting(made, folder, Corpus.from_texts(["Cid lives in Ulm, too."])).doubts
    assert (reason.kind, reason.word, reason.facts) == (
        "sidecar_mismatch", "inconclusive", {"of": "trained"},
    )  # fmt: skip
    paths_beside(folder)[1].write_text("{}")  # nothing says what it was trained on
    assert doubting(made, folder, HELD) is made


def targets_and_control(monkeypatch: pytest.MonkeyPatch, *control: str) -> list[list[str]]:
    rows = "".join(f"{n},{text}\n" for n, text in enumerate([*HELD.texts, *OTHERS.texts]))
    Path("p.csv").write_text(f"Case,Note\n{rows}")
    read: list[list[str]] = []

    def attacked(request: Any, records: Any, target: Any, *rest: Any) -> int:
        read.extend([list(records.texts), list(rest[-1].texts)])
        return 0

    monkeypatch.setattr(command, "_attacked", attacked)
    named = ["--text", "Note", "--id", "Case", "--as", "model"]
    assert run(["audit", "p.csv", "model", *named, *control]) == 0
    return read


@pytest.mark.parametrize("control", [[], ["--control", "model.holdout.jsonl"]])
def test_their_columns_are_called_as_this_package_calls_them(
    folder: Path, control: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = targets_and_control(monkeypatch, *control)
    assert found == [list(OTHERS.texts), list(HELD.texts)]


def test_beside_another_control_they_are_no_targets_either(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("others.csv").write_text("Case,Note\nx,It rained.\n")
    control = ["--control", "others.csv"]
    assert targets_and_control(monkeypatch, *control) == [list(OTHERS.texts), ["It rained."]]
    paths_beside(folder)[1].unlink()  # they may be of another model, and known to this one
    found, _ = targets_and_control(monkeypatch, *control)
    assert found == [*HELD.texts, *OTHERS.texts]


@pytest.mark.parametrize("control", ["own.holdout.jsonl", None])
@pytest.mark.parametrize("last", ["Cid lives in Ulm.", "Dee has a cough."])
def test_a_plan_doubts_a_model_that_was_trained_on_other_records(
    control: str | None, last: str
) -> None:
    whole = Corpus.from_texts([*HELD.texts, *OTHERS.texts])
    held = HeldOut(whole.take([0, 1]), whole.take([2]))
    write_model(release(1), Path("own"), held=held)
    write_corpus(whole.with_texts([*HELD.texts, last]), "private.jsonl")
    plan = {"private": "private.jsonl", "control": control, "releases": [{"model": "own"}]}
    opened = open_plan(Plan.model_validate(plan), None, [], False, True)
    (candidate,) = opened.candidates
    made = candidate.make(opened.private, 0, None)
    assert len(opened.private) == 1
    assert [r.facts for r in made.doubts] == [{"of": "trained"}] * (last not in OTHERS.texts)


def test_who_was_trained_on_is_no_control_that_leaves_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The audit then finds the control in the private file, and is inconclusive."""
    Path("picked.csv").write_text(f"Case,Note\n2,{OTHERS.texts[0]}\n0,{HELD.texts[0]}\n")
    control = ["--control", "picked.csv"]
    found, named = targets_and_control(monkeypatch, *control)
    assert (found, named) == ([*OTHERS.texts], [OTHERS.texts[0], HELD.texts[0]])
    assert "taken as held out" not in capsys.readouterr().err
    paths_beside(folder)[0].unlink()  # now nothing says who was held out, and the user is believed
    found, _ = targets_and_control(monkeypatch, *control)
    assert found == [HELD.texts[1]]
    assert "p.csv: records of the control, taken as held out: 2\n" in capsys.readouterr().err


def test_who_was_trained_on_is_no_control_of_a_plan_either(folder: Path) -> None:
    rows = "".join(f"{n},{text}\n" for n, text in enumerate([*HELD.texts, *OTHERS.texts]))
    Path("p.csv").write_text(f"id,text\n{rows}")
    Path("picked.csv").write_text(f"id,text\n2,{OTHERS.texts[0]}\n")
    plan = Plan(private="p.csv", control="picked.csv", releases=[Entry(model="model")])
    own = inputs.read("p.csv", **dict.fromkeys(("text", "id", "person", "header")))
    found = _apart(plan, own, True)
    assert found.control is not None
    assert (found.records.texts, found.control.texts) == (OTHERS.texts, OTHERS.texts)
    paths_beside(folder)[0].unlink()  # nothing says who was held out
    assert _apart(plan, own, True).records.texts == HELD.texts
