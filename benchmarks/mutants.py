"""Changes the code at one place after another and counts how many changes no test notices.

Each room is tried in a folder of its own under ``.mutants/`` with the tests that are its own, by
mutmut, which changes functions and methods, not module constants. All changes of a room take hours;
a sample of them, drawn with a seed, gives the share with an interval. It is no part of any check.

    make mutants SAMPLE=120                       120 changes of each room
    make mutants SAMPLE=120 SEED=2                120 others
    make mutants ROOMS="statistics engine"        every change of two rooms

A run that was stopped goes on: what a test noticed is not tried again until the package changes.
So survivors are tried again once the tests are better. Look at them with ``mutmut show NAME`` in
the room's folder: some changes are equivalent, that is, no test could notice them.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.format_utils import get_mutant_name

from seethrough.statistics.intervals import wilson

ROOT = Path(__file__).parent.parent
WORK = ROOT / ".mutants"
NOTICED = {"killed", "timeout", "segfault"}


class Room(NamedTuple):
    """What is changed, the tests that should notice, and those of them that take too long."""

    changed: str
    tests: tuple[str, ...]
    slow: tuple[str, ...] = ()


ROOMS = {
    "statistics": Room("statistics", ("tests/statistics",), ("tests/statistics/test_coverage.py",)),
    "engine": Room(
        "engine",
        (
            "tests/engine",
            "tests/cli/test_cli.py",
            "tests/report",
            "tests/sidecars",
            "tests/sanitizers/test_scrub.py",
        ),
        (
            "tests/engine/comparing/test_differences.py::test_no_more_than_one_comparison",
            "tests/engine/judge_test/test_check.py::test_the_offline_judge_passes",
            "tests/engine/judge_test/test_check.py::test_no_dice_pass_by_luck",
            "tests/report/labels/test_reasons.py::test_every_reason_that_the_code_gives",
        ),
    ),
    "attacks": Room(
        "attacks",
        ("tests/attacks",),
        (
            "tests/attacks/test_canary.py::test_a_promise",
            "tests/attacks/test_canary.py::test_what_stands_for_nobody",
            "tests/attacks/test_extraction_sizes.py",
        ),
    ),
    "word_level": Room(
        "word_level",
        (
            "tests/word_level",
            "tests/strategies",
            "tests/attacks/test_reconstruction.py",
            "tests/sanitizers/test_word_level.py",
        ),
        ("tests/strategies/test_other_strategies.py::test_strategies_that_train_an_encoder",),
    ),
    "extraction": Room("extraction", ("tests/extraction",)),
}
"""Slow tests are left out, so a share is a floor: with them it could only be higher."""


def prepare(name: str, room: Room) -> Path:
    """Copy what a room's tests need and say what is to be changed; return the folder.

    Its name depends on the package and the settings, so that no result outlives them.
    """
    settings = {
        "source_paths": ["src/"],
        "only_mutate": [f"src/seethrough/{room.changed}/*"],
        "also_copy": ["conftest.py"],
        "timeout_multiplier": 10.0,
        "pytest_add_cli_args_test_selection": list(room.tests),
        "pytest_add_cli_args": ["-p", "no:xdist", *(f"--deselect={test}" for test in room.slow)],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    own = (ROOT / "pyproject.toml").read_text("utf-8")
    text = f"{own}\n[tool.mutmut]\n" + "\n".join(lines) + "\n"
    content = hashlib.sha256(text.encode())
    for path in sorted((ROOT / "src").rglob("*.py")):
        content.update(path.read_bytes())
    folder = WORK / f"{name}-{content.hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("src", "tests"):
        shutil.copytree(
            ROOT / part,
            folder / part,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "pyproject.toml").write_text(text, "utf-8")
    return folder


def changes(folder: Path, room: Room) -> list[str]:
    """Return mutmut's names for every change of a room, in order."""
    with contextlib.chdir(folder):
        return [
            get_mutant_name(path, mutant)
            for path in sorted(Path("src/seethrough", room.changed).rglob("*.py"))
            for mutant in mutate_file_contents(str(path), path.read_text("utf-8")).mutant_names
        ]


def outcomes(folder: Path) -> dict[str, str]:
    """Return what became of every change that was tried: ``killed``, ``survived`` ..."""
    return {
        name: status_by_exit_code[code]
        for path in (folder / "mutants" / "src").rglob("*.meta")
        for name, code in json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()
        if code is not None
    }


def measure(name: str, sample: int | None, seed: int, jobs: int) -> str:
    """Try a room's changes; return how many were noticed, and the names of the others."""
    folder = prepare(name, ROOMS[name])
    every = changes(folder, ROOMS[name])
    drawn = sorted(random.Random(seed).sample(every, min(sample or len(every), len(every))))
    before = outcomes(folder)
    if waiting := [change for change in drawn if before.get(change) not in NOTICED]:
        command = [sys.executable, "-m", "mutmut", "run", f"--max-children={jobs}", *waiting]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        subprocess.run(command, cwd=folder, env=environment, check=True)
    after = outcomes(folder)
    missed = [change for change in drawn if after[change] not in NOTICED]
    share = 1 - len(missed) / len(drawn)
    low, high = wilson(share, len(drawn))
    head = f"{name}: {len(drawn) - len(missed)} of {len(drawn)} changes noticed ({share:.1%}"
    if len(drawn) < len(every):
        head += f", 95 % interval {low:.1%} to {high:.1%}; a sample of {len(every)}"
    # A worker that waits for ever counts as noticed, and may have done so whatever was changed.
    unsure = [change for change in drawn if after[change] in NOTICED - {"killed"}]
    told = [f"  {after[change]}: {change}" for change in missed + unsure]
    return "\n".join([f"{head}); {len(unsure)} of them by no failing test", *told])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}")
    parser.add_argument("--sample", type=int, help="how many changes of each room; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    for room in asked.rooms or ROOMS:
        print(measure(room, asked.sample, asked.seed, asked.jobs), flush=True)
