"""Training sends nothing and leaves nothing outside its run and its output."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from tests.offline._guard import watch
from tests.training._tiny import people

import seethrough

pytestmark = pytest.mark.system


@pytest.mark.long
def test_a_synthesis_sends_nothing_and_writes_nothing_elsewhere(tiny: Path, tmp_path: Path) -> None:
    for name in ("home", "tmp", "work"):
        (tmp_path / name).mkdir()
    work = tmp_path / "work"
    lines = [json.dumps({"id": r.id, "text": r.text}) + "\n" for r in people(8)]
    (work / "private.jsonl").write_text("".join(lines))
    part = f"synthesize:base={tiny},epsilon=8,rank=2,epochs=1,batch=4,length=48"
    command = ["sanitize", "private.jsonl", "--with", part, "--out", "out.jsonl", "--run", "run"]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "tmp"),
        "PYTHONPATH": str(Path(seethrough.__file__).parents[1]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }
    done = watch([sys.executable, "-m", "seethrough", *command], work, environment)
    assert done.status == 0, done.errors
    assert (work / "out.jsonl.release.json").is_file()
    ours = ("seethrough:", "out.jsonl", "private.jsonl", "samples rejected")
    assert all(line.startswith(ours) for line in done.errors.splitlines()), done.errors
    assert done.left == []
    assert done.outside(work, tmp_path / "tmp") == []
    assert [*(tmp_path / "home").rglob("*"), *(tmp_path / "tmp").rglob("*")] == []
    told = (Path(__file__).parents[2] / "docs" / "your-data.md").read_text("utf-8")
    inner = [file.relative_to(work / "run").parts for file in (work / "run").rglob("*")]
    for parts in inner:
        named = f"work/{parts[1]}" if parts[0] == "work" and len(parts) > 1 else parts[0]
        assert f"`{named}`" in told or f"`{named}/`" in told, named
    assert {parts[0] for parts in inner} >= {"training", "work"}
    modes = {str(f): f.stat().st_mode & 0o077 for f in work.rglob("*") if f.name != "private.jsonl"}
    assert not any(modes.values()), modes
