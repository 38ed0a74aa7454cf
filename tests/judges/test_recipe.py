"""`judge_training/Makefile` asks its modules for what they can do, in an order that works."""

from __future__ import annotations

import argparse
import importlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRAINED = "BASE=/base", "MPNET=/mpnet", "PYTHON=python"


class UnderstoodError(Exception):
    """A command line was parsed."""


def commands(goal: str, work: Path) -> list[list[str]]:
    data = work / "data"
    data.mkdir(exist_ok=True)
    for name in ("nli_pairs.jsonl", "judge_ratings.jsonl"):
        (data / name).touch()
    done = subprocess.run(
        ["make", "--dry-run", "--file=judge_training/Makefile", goal, *TRAINED,
         f"WORK={work / 'made'}", f"DATA={data}"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [shlex.split(line) for line in done.stdout.splitlines()]
    return [line[2:] for line in lines if line[:2] == ["python", "-m"]]


@pytest.mark.parametrize("goal", ["sheets", "deep", "small", "adopt-deep", "adopt-small"])
def test_each_command_is_understood(
    goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = argparse.ArgumentParser.parse_args

    def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
        raise UnderstoodError(parse(parser))

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parsed)
    asked = commands(goal, tmp_path)
    assert len(asked) > 4
    for module, *words in asked:
        monkeypatch.setattr(sys, "argv", [module, *words])
        with pytest.raises(UnderstoodError):
            importlib.import_module(module).main()


def test_no_reader_of_a_fold_learns_from_that_folds_texts(tmp_path: Path) -> None:
    """What learns from rated texts leaves out the fold in its name, and so does what it reads."""
    seen = 0
    asked = commands("adopt-small", tmp_path)
    for module, out, *words in asked:
        if not module.endswith((".finetune_deep", ".distill")):
            continue
        fold = next((f for f in "012" if Path(out).stem.endswith(f)), None)
        read = {Path(word).stem for word in words if word.startswith(str(tmp_path))}
        if fold is None:
            assert not read & {"rated", "framed", "strangers", "falsified", "unrated_folds"}
        else:
            assert words[words.index("--without") + 1] == f"{fold}/3"
            assert not any(name[-1] in "012" and name[-1] != fold for name in read)
            seen += 1
    assert seen == 15
