"""The GitHub Action: its script as a runner runs it, with hostile inputs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from seethrough.samples import path

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def action() -> Any:
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:12]
        (tmp_path / name).write_text("".join(lines), "utf-8")
    (tmp_path / "a plan.toml").write_text(
        'private = "private.jsonl"\nattacks = ["linkage"]\nlinker = "bm25"\natomizer = "sentence"\n'
        '[[releases]]\nfile = "release.jsonl"\n'
    )
    return tmp_path


def ran(action: Any, folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    script = next(s for s in action["runs"]["steps"] if s.get("id") == "compare")["run"]
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "GITHUB_OUTPUT": str(folder / "output"),
        **given,
    }
    (folder / "temp").mkdir(exist_ok=True)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def content(file: Path) -> str:
    """Return what a file says; a table is unpacked."""
    if file.suffix == ".parquet":
        return str(pq.read_table(file).to_pydict())
    return file.read_text("utf-8")


def test_a_release_that_leaks_fails_the_step_and_names_nobody(action: Any, folder: Path) -> None:
    done = ran(action, folder, PLAN="a plan.toml", ARGUMENTS="--targets 10")
    assert done.returncode == 1, done.stderr
    summary = (folder / "summary").read_text()
    assert summary.startswith("## seethrough\n")
    assert "FAIL" in summary
    outputs = dict(line.split("=", 1) for line in (folder / "output").read_text().splitlines())
    assert set(outputs) == set(action["outputs"])
    assert all(Path(value).exists() for value in outputs.values())
    kept = "".join(content(f) for f in (folder / "temp").rglob("*") if f.is_file())
    assert '"linkage.top1"' in kept
    assert "release.jsonl" not in kept
    text = path("private.jsonl").read_text("utf-8")
    for line in text.splitlines()[:12]:
        assert line.split('"text": "')[1][:40] not in kept


def test_a_step_that_cannot_compare_tells_nothing_of_the_step_before(
    action: Any, folder: Path
) -> None:
    assert ran(action, folder, PLAN="a plan.toml", ARGUMENTS="--targets 10").returncode == 1
    told = [(folder / name).read_text() for name in ("summary", "output")]
    assert ran(action, folder, PLAN="no plan.toml", ARGUMENTS="").returncode == 65
    assert [(folder / name).read_text() for name in ("summary", "output")] == told


def test_options_may_stand_on_lines_of_their_own(action: Any, folder: Path) -> None:
    lines = "--targets 10\n--fail-above no.such=0.1\n"
    done = ran(action, folder, PLAN="a plan.toml", ARGUMENTS=lines)
    assert done.returncode == 64
    assert "limit on 'no.such', which is not measured here" in done.stderr


def test_a_plan_may_be_named_in_a_block_which_ends_in_a_line_break(
    action: Any, folder: Path
) -> None:
    done = ran(action, folder, PLAN="a plan.toml\n", ARGUMENTS="--fail-above no.such=0.1")
    assert done.returncode == 64
    assert "limit on 'no.such', which is not measured here" in done.stderr


@pytest.mark.parametrize(
    ("plan", "arguments"), [("--help", ""), ("a plan.toml", "--help"), ("", "")]
)
def test_a_step_that_compares_nothing_has_not_passed(
    action: Any, folder: Path, plan: str, arguments: str
) -> None:
    assert ran(action, folder, PLAN=plan, ARGUMENTS=arguments).returncode in (64, 65)


def test_an_input_is_no_command(action: Any, folder: Path) -> None:
    hostile = '$(touch pwned); touch pwned; `touch pwned` "'
    done = ran(action, folder, PLAN=f"{hostile}.toml", ARGUMENTS=hostile)
    assert done.returncode in (64, 65)
    assert not (folder / "pwned").exists()
    assert not (folder / "summary").exists()


@pytest.mark.parametrize(
    ("extras", "installed"),
    [("", "/a folder"), ("rag, vectors\n", "/a folder[rag,vectors]"), ("$(x)", "/a folder[$(x)]")],
)
def test_the_extras_that_a_plan_needs_are_installed(
    action: Any, tmp_path: Path, extras: str, installed: str
) -> None:
    script = next(s for s in action["runs"]["steps"] if "ACTION" in s.get("env", {}))["run"]
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    python.chmod(0o700)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        env={"PATH": f"{tmp_path}:/bin:/usr/bin", "ACTION": "/a folder", "EXTRAS": extras},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == f"-m|pip|install|--quiet|{installed}|"


def test_no_input_stands_in_a_script(action: Any) -> None:
    for step in action["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
