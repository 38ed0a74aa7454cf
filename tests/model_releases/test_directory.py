"""A model release on disk: what was written is read again, and what could run is refused."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.training._tiny import llama, tokenizer

from seethrough.errors import InputError, UsageError
from seethrough.model_releases import directory
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.directory import MANIFEST, read_model, write_model
from seethrough.model_releases.form import Form
from seethrough.model_releases.generating import Writing
from seethrough.model_releases.guard import Guard
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee
from seethrough.training import bases


def release(guard: Guard | None = None) -> ModelRelease:
    model = TunedModel(
        llama(seed=3, positions=256).eval(), tokenizer(), Form.load("finetune_answer"), guard,
        base_weights=bases.weights_sha256(llama(seed=4, positions=256)),
        name="a tiny model", writing=Writing(12),
    )  # fmt: skip
    return ModelRelease(
        model,
        sanitizer={"name": "vanilla", "base": "somewhere"},
        guarantee=Guarantee(1.0, 1e-5, "person"),
        ledger={"records_without_text": 3},
        details={"training": {"steps": 4}},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    write_model(release(Guard(torch.randn(16), torch.tensor(0.5), 0.6)), tmp_path / "model")
    return tmp_path / "model"


def test_what_was_written_is_read_again_with_its_guard_on(folder: Path) -> None:
    torch.manual_seed(0)
    own = release(Guard(torch.randn(16), torch.tensor(0.5), 0.6))
    found = read_model(folder)
    assert found.hash == own.hash
    assert found.label == own.label
    assert found.ask(["Why?"]) == own.ask(["Why?"])
    begun = ["a", "some bees at home"]
    assert found.model.go_on(["Why?"] * 2, begun) == own.model.go_on(["Why?"] * 2, begun)
    assert any("<X>" in reply.text for reply in found.model.go_on(["Why?"] * 2, begun))
    assert found.sanitizer == own.sanitizer
    assert found.details == own.details
    assert found.guarantee == Guarantee(1.0, 1e-5, "person", "", MANIFEST)
    assert found.ledger == {}  # private records are not counted beside a release


def test_the_manifest_names_no_folder_and_the_base_is_found_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Jane Doe").mkdir()
    base, listed = tmp_path / "Jane Doe" / "base", tmp_path / "Jane Doe" / "names.txt"
    made = {"name": "vanilla", "base": str(base), "tagger": {"name": "listed", "path": str(listed)}}
    write_model(replace(release(), sanitizer=made), tmp_path / "model")
    text = (tmp_path / "model" / MANIFEST).read_text()
    assert "Jane Doe" not in text
    read = read_model(tmp_path / "model")
    assert read.sanitizer == {
        "name": "vanilla", "base": "base", "tagger": {"name": "listed", "path": "names.txt"},
    }  # fmt: skip
    with pytest.raises(UsageError, match="no folder base"):
        read.emptied()
    save(4, tmp_path / "base")
    beside = read_model(tmp_path / "model").emptied()
    assert beside.hash != read.hash
    monkeypatch.chdir(tmp_path)
    assert read_model(Path("model")).emptied().hash == beside.hash
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    save(5, Path("base"))  # another model of that name: the right one is beside
    assert read_model(Path("../model")).emptied().hash == beside.hash


def save(seed: int, folder: Path) -> None:
    llama(seed=seed, positions=256).save_pretrained(folder)
    tokenizer().save_pretrained(folder)


def test_no_other_model_of_the_base_s_name_is_the_baseline(tmp_path: Path) -> None:
    """Above all not the release itself, beyond which no model leaks anything."""
    made = {"name": "vanilla", "base": str(tmp_path / "there" / "model")}
    write_model(replace(release(), sanitizer=made), tmp_path / "model")
    with pytest.raises(InputError, match="not the model that training started from"):
        read_model(tmp_path / "model").emptied()


def test_without_a_known_base_the_baseline_says_nothing(tmp_path: Path) -> None:
    model = replace(release().model, base_weights="")
    write_model(ModelRelease(model), tmp_path / "model")
    read = read_model(tmp_path / "model")
    assert [reply.text for reply in read.emptied().ask(["Why?"])] == [""]
    assert read.emptied().hash != read.hash


def test_weights_are_the_same_under_other_names_and_tied_or_not() -> None:
    class Held:
        def __init__(self, **tensors: torch.Tensor) -> None:
            self.tensors = tensors

        def state_dict(self) -> dict[str, torch.Tensor]:
            return self.tensors

    one, two = torch.arange(6.0).reshape(2, 3), torch.ones(2)
    same = bases.weights_sha256(Held(a=one, b=two))
    assert bases.weights_sha256(Held(x=two, y=one.clone(), head=one)) == same
    assert bases.weights_sha256(Held(a=one, b=two + 1e-6)) != same
    assert bases.weights_sha256(Held(a=one)) != same


def test_it_is_for_its_owner_alone_and_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(f.stat().st_mode) for f in folder.iterdir()} == {0o600}
    torch.manual_seed(0)
    again = tmp_path / "again"
    write_model(release(Guard(torch.randn(16), torch.tensor(0.5), 0.6)), again)
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {
        f.name: f.read_bytes() for f in again.iterdir()
    }
    assert "records_without_text" not in (folder / MANIFEST).read_text()


def test_nothing_is_replaced_unless_it_may_be(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is there already; name another folder, or say --force"):
        write_model(release(), folder)
    write_model(release(), folder, replace=True)
    assert not (folder / "guard.safetensors").exists()
    other = tmp_path / "mine"
    other.mkdir()
    with pytest.raises(UsageError, match=r"is there already; name another folder$"):
        write_model(release(), other, replace=True)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["mine", "model"]


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(Exception, match="the disk is full"):
        write_model(release(), tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def _edit(name: str, change: Callable[[Any], Any]) -> Callable[[Path], None]:
    def edited(folder: Path) -> None:
        value = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(change(value)))

    return edited


def _add(name: str, content: bytes = b"x") -> Callable[[Path], None]:
    return lambda folder: void((folder / name).write_bytes(content))


def void(value: object) -> None:
    """Drop a value."""


def _link(folder: Path) -> None:
    (folder / "more.json").symlink_to("/etc/hostname")


def _cut(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-4])


ATTEMPTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pickle": (_add("pytorch_model.bin"), "pytorch_model.bin is not data"),
    "checkpoint": (_add("model.pt"), "model.pt is not data"),
    "code": (_add("modeling_x.py"), "modeling_x.py is not data"),
    "remote code": (
        _edit("config.json", lambda v: v | {"auto_map": {"AutoModel": "x.Y"}}), "code of its own",
    ),
    "remote code of the tokenizer": (
        _edit("tokenizer_config.json", lambda v: v | {"a": [{"auto_map": {}}]}), "code of its own",
    ),
    "link": (_link, "no plain file"),
    "folder": (lambda f: (f / "sub").mkdir(), "no plain file"),
    "cut weights": (_cut, "not a whole file of safetensors"),
    "no weights": (_add("model.safetensors", b"\xff" * 64), "not a whole file of safetensors"),
    "too deep": (_edit("config.json", lambda v: v | {"num_hidden_layers": 10**9}), "more layers"),
    "no JSON": (_add("config.json", b"{"), "is not JSON"),
    "deep": (_add("config.json", b'{"a":' + b"[" * 900 + b"]" * 900 + b"}"), "nested too deeply"),
    "no config": (lambda f: (f / "config.json").unlink(), "no config.json"),
    "no manifest": (lambda f: (f / MANIFEST).unlink(), f"no {MANIFEST}"),
    "another manifest": (_edit(MANIFEST, lambda v: {"schema": 9}), "not the manifest"),
    "wrong form": (_edit(MANIFEST, lambda v: v | {"form": {"head": 1}}), "not the manifest"),
    "promise of no number": (
        _edit(MANIFEST, lambda v: v | {"guarantee": v["guarantee"] | {"epsilon": "nan"}}),
        "not the manifest",
    ),
    "answers of no length": (
        _edit(MANIFEST, lambda v: v | {"writing": v["writing"] | {"together": 0}}),
        "not the manifest",
    ),
    "details of a service": (
        _edit(MANIFEST, lambda v: v | {"details": {"service": {"name": 1}}}),
        "not the manifest",
    ),
    "wrong promise": (_edit(MANIFEST, lambda v: v | {"guarantee": {"a": 1}}), "not the manifest"),
    "no guard": (lambda f: (f / "guard.safetensors").unlink(), "nothing is answered without it"),
    "no threshold": (_edit(MANIFEST, lambda v: v | {"guard": {"threshold": 2}}), "without it"),
}  # fmt: skip


def _swap(tokenizer: Any) -> Any:
    known = tokenizer["model"]["vocab"]
    known["e"], known["t"] = known["t"], known["e"]
    return tokenizer


SETTINGS = {
    "architecture": _edit("config.json", lambda v: v | {"hidden_act": "relu"}),
    "tokenizer": _edit("tokenizer.json", _swap),
    "special tokens": _edit("tokenizer_config.json", lambda v: v | {"eos_token": "a"}),
    "chat template": _edit("tokenizer_config.json", lambda v: v | {"chat_template": "Hello"}),
    "writing": _edit("generation_config.json", lambda v: v | {"repetition_penalty": 5.0}),
}


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_same_weights_with_other_settings_are_another_model(
    folder: Path, settings: str
) -> None:
    before = read_model(folder).label
    SETTINGS[settings](folder)
    assert read_model(folder).label != before


def test_what_a_tokenizer_was_called_with_makes_no_other_model(folder: Path) -> None:
    model = read_model(folder).model
    model.tokenizer.encode("some bees", truncation=True, max_length=2)
    assert model.hash == read_model(folder).hash


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_what_could_run_or_does_not_fit_is_one_line(folder: Path, attempt: str) -> None:
    spoil, says = ATTEMPTS[attempt]
    spoil(folder)
    with pytest.raises(InputError, match=says) as error:
        read_model(folder)
    assert "\n" not in str(error.value)


def test_a_guard_of_another_model_is_refused(folder: Path) -> None:
    from safetensors.torch import save_file

    for weight in (torch.zeros(15), torch.full((16,), float("nan"))):
        save_file({"weight": weight, "bias": torch.zeros(1)}, folder / "guard.safetensors")
        with pytest.raises(InputError, match="nothing is answered without it"):
            read_model(folder)


def test_a_model_larger_than_the_memory_is_not_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "_memory", lambda: 1000)
    with pytest.raises(InputError, match="1,000 of memory are free; nothing of it was loaded"):
        read_model(folder)
