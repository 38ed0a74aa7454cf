"""A fine-tuning that meets a full disk, a kill, a damaged checkpoint or another base model."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults._struck import Commands, assert_stopped, commands
from tests.finetuners._planted import SHORT, planted, save_base

from seethrough.storage.run_lock import RunLock
from seethrough.storage.store import UNFINISHED

pytestmark = pytest.mark.system

SPEC = (
    "penalty:base=base,prompt=p.txt,tagger=column(),exempt=public.txt,steps=2,batch=2,micro=2,"
    "length=64,answer=4,rank=2"
)
ONE = ["finetune", "a.jsonl", "--with", SPEC, "--out", "tuned", "--run", "r", "--seed", "1"]
TUNE = [*ONE, "--keep-every", "1", "--holdout", "1"]
"""A checkpoint and a model after each step, so that each step is resumed, too."""


@pytest.fixture(scope="module")
def command() -> Iterator[Commands]:
    with commands(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false") as started:
        yield started


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a user has: eight records, a tiny base model, a prompt, a list of what is public."""
    folder = tmp_path_factory.mktemp("given")
    save_base(folder / "base", planted())
    rows = [{"id": record.id, "text": record.text, **record.fields} for record in planted()]
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "p.txt").write_text(SHORT["answer"], "utf-8")
    (folder / "public.txt").write_text("Nobody\n", "utf-8")
    return folder


@pytest.fixture
def folder(given: Path, tmp_path: Path) -> Path:
    return fresh(given, tmp_path / "work")


def fresh(given: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(given, folder)
    return folder


def models(folder: Path) -> dict[str, bytes]:
    """Return every file outside of the run's folder, but for those whose place is not taken yet."""
    names = (str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file())
    return {
        name: (folder / name).read_bytes() for name in names if name[:2] != "r/" and name[0] != "."
    }


def hidden(folder: Path) -> list[str]:
    return [f.name for f in folder.rglob(".*") if f.name not in (".lock", UNFINISHED)]


@pytest.mark.long
def test_a_disk_that_fills_up(command: Commands, given: Path, folder: Path) -> None:
    assert command(folder, *TUNE).status == 0
    whole = models(folder)
    changes = command(fresh(given, folder), *TUNE, fault="ENOSPC", at=10**6).changes
    assert changes > 100
    for at in range(0, changes, 5):
        done = command(fresh(given, folder), *TUNE, fault="ENOSPC", at=at)
        if done.status == 0:
            assert (at > changes - 3, models(folder)) == (True, whole)
            continue
        assert_stopped(done, 73, "the disk is full; free space there, then run the same command")
        assert models(folder).items() <= whole.items()
        assert hidden(folder) == []


@pytest.mark.long
def test_it_goes_on_after_a_kill_to_the_same_bytes(
    command: Commands, given: Path, folder: Path
) -> None:
    changes = command(folder, *TUNE).changes
    whole = models(folder)
    for at in range(0, changes, changes // 12):
        killed = command(fresh(given, folder), *TUNE, fault="killed", at=at)
        assert killed.status == -9
        assert models(folder).items() <= whole.items()
        again = command(folder, *TUNE)
        if again.status:  # killed after a model, or who was held out, was there and before the end
            assert_stopped(again, 64, "--force")
            assert command(folder, *TUNE, "--force").status == 0
        assert models(folder) == whole


@pytest.mark.long
def test_a_model_that_is_replaced_is_never_lost(
    command: Commands, given: Path, folder: Path
) -> None:
    assert command(folder, *ONE).status == 0
    shutil.rmtree(folder / "r")
    old, saved = models(folder), folder.with_name("saved")
    shutil.copytree(folder, saved)
    words = [*ONE[:-1], "2", "--force"]
    changes = command(folder, *words).changes
    new, stopped = models(folder), 0
    assert old.keys() == new.keys()
    assert old != new
    for at in range(changes - 36, changes):
        done = command(fresh(saved, folder), *words, fault="EIO", at=at, last=at)
        assert models(folder) in (old, new), (at, done)
        if done.status:
            assert_stopped(done, 64, "(Input/output error)")
            assert hidden(folder) == []
            stopped += 1
    assert stopped > 20


def test_a_folder_that_cannot_be_written(command: Commands, given: Path, folder: Path) -> None:
    before = models(folder)
    for at, words in ((0, TUNE), (0, [*ONE[:5], "/proc/tuned"]), (60, TUNE)):
        done = command(fresh(given, folder), *words, fault="EROFS", at=at)
        assert_stopped(done, 64, "cannot be written (Read-only file system); name another place")
        assert at or models(folder) == before


@pytest.mark.long
def test_a_damaged_checkpoint_is_not_used(command: Commands, given: Path, folder: Path) -> None:
    assert command(folder, *TUNE).status == 0
    whole = models(folder)
    killed = command(fresh(given, folder), *TUNE, fault="killed", at=94)
    assert killed.status == -9
    assert [f.name for f in (folder / "r").rglob("kept-*")] == ["kept-1"]
    saved = folder.with_name("saved")
    shutil.copytree(folder, saved)
    kept = sorted(f for f in (saved / "r").rglob("*.*") if f.is_file() and f.parent.name == "tune")
    assert {file.suffix for file in kept} == {".json", ".safetensors"}
    draw = random.Random(0)
    for number in range(10):
        file = kept[number % len(kept)]
        content = bytearray(file.read_bytes())
        at = draw.randrange(len(content))
        content[at] ^= 1 << draw.randrange(8)
        fresh(saved, folder)
        (folder / file.relative_to(saved)).write_bytes(content[: draw.choice([None, at])])
        done = command(folder, *TUNE)
        assert done.status == 0, done
        assert "training starts again" in done.errors
        assert models(folder) == whole


@pytest.mark.parametrize("changed", ["a.jsonl", "p.txt", "public.txt", "base"])
def test_what_changed_between_a_kill_and_the_next_start_is_not_mixed(
    command: Commands, given: Path, folder: Path, changed: str
) -> None:
    prompt = str(folder / "p.txt")  # files of one name are read once in a process
    words = [word.replace("p.txt", prompt) for word in ONE]
    assert command(folder, *words, fault="killed", at=40).status == -9
    assert [*(folder / "r").rglob("checkpoint.json")]
    if changed == "base":
        save_base(folder / "base", planted(), seed=1)
    else:
        file = folder / changed
        text = file.read_text("utf-8").replace("bees", "goats").replace("Q: ", "Ask: ")
        file.write_text(text.replace("Nobody", "Alan Gates"), "utf-8")
    done = command(folder, *words)
    if changed == "a.jsonl":
        assert_stopped(done, 64, "r holds another run (other data, components or seed)")
        assert not (folder / "tuned").exists()
        return
    assert done.status == 0, done
    assert "a checkpoint of another run (other files, settings or version)" in done.errors
    resumed = models(folder)
    for name in ("r", "tuned"):
        shutil.rmtree(folder / name)
    assert command(folder, *words).status == 0
    assert resumed == models(folder)


def test_one_process_at_a_time(command: Commands, folder: Path) -> None:
    (folder / "r").mkdir()
    lock = RunLock(folder / "r")
    done = command(folder, *TUNE)
    assert_stopped(done, 64, "is using this run folder; wait for it, or name another --run")
    assert not (folder / "tuned").exists()
    lock.release()
    assert command(folder, *TUNE).status == 0
