from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from seethrough import doctor, telemetry


def test_it_is_set_whatever_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in telemetry.SETTINGS:
        monkeypatch.setenv(name, "maybe")
    assert not telemetry.is_off()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    telemetry.switch_off()
    assert telemetry.is_off()
    assert os.environ["ORT_DISABLE_TELEMETRY"] == os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


def test_nothing_is_imported_before_it_is_off() -> None:
    program = (
        "import sys; before = {*sys.modules}\n"
        "from seethrough import telemetry\n"
        "new = {name.partition('.')[0] for name in {*sys.modules} - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "['seethrough']\n"


def test_a_library_that_was_loaded_before_is_stopped_and_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stopped: list[bool] = []
    monkeypatch.setattr(telemetry, "_started", False)
    early = SimpleNamespace(disable_telemetry_events=lambda: stopped.append(True))
    monkeypatch.setitem(sys.modules, "onnxruntime", early)
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "1")
    monkeypatch.delenv("DO_NOT_TRACK")  # what others heed tells nothing of this one
    telemetry.switch_off()
    assert (stopped, caplog.text, telemetry.started()) == ([], "", False)
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY")
    with caplog.at_level(logging.WARNING):
        telemetry.switch_off()
    assert stopped == [True]
    assert "import seethrough first" in caplog.text
    assert telemetry.started()


@pytest.fixture
def no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the doctor load no model: it is asked for something else."""
    for name in ("_embed", "_parse", "_judge"):
        monkeypatch.setattr(doctor, name, lambda: "not tried")


@pytest.mark.usefixtures("no_models")
def test_the_doctor_says_so_and_names_what_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = {check.name: check for check in doctor.examine()}
    assert told["telemetry of dependencies"].works
    assert "off, set before they load: datasets, huggingface_hub, onnxruntime, ray" in (
        told["telemetry of dependencies"].detail
    )
    assert told["left by dependencies in caches"].detail == "nothing"
    queue = tmp_path / "Microsoft" / "DeveloperTools" / ".onnxruntime"
    queue.mkdir(parents=True)
    (queue / "onnxruntime.db").write_bytes(bytes(1234))
    (queue / "deviceid").write_bytes(bytes(6))
    monkeypatch.delenv("DO_NOT_TRACK")
    told = {check.name: check for check in doctor.examine()}
    assert told["telemetry of dependencies"].works is False
    detail = told["left by dependencies in caches"].detail
    assert "onnxruntime's device id and queue of telemetry (2 files, 1,240 bytes)" in detail
    assert detail.endswith(f"rm -r {queue}")


@pytest.mark.usefixtures("no_models")
def test_the_doctor_says_that_it_was_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_started", True)
    told = {check.name: check for check in doctor.examine()}["telemetry of dependencies"]
    assert told.works is False
    assert told.detail == (
        "was on already, imported first; import seethrough first, or set ORT_DISABLE_TELEMETRY=1"
    )
