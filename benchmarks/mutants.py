"""Changes the code at one place after another and counts how many changes no test notices.

Each room is tried in a folder of its own under ``.mutants/`` with the tests that are its own, by
mutmut, which changes functions and methods, not module constants. A run that was stopped goes on.
It takes long (statistics: about half an hour of a processor) and is no part of any check.

    make mutants                        all rooms
    make mutants ROOMS=statistics       one of them

Look at what survived with ``mutmut show NAME`` in the room's folder: some changes are equivalent,
that is, no test could notice them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WORK = ROOT / ".mutants"


class Room(NamedTuple):
    """What is changed, and the tests that should notice."""

    changed: str
    tests: tuple[str, ...]
    left_out: tuple[str, ...] = ()


ROOMS = {
    "statistics": Room("statistics", ("tests/statistics",), ("tests/statistics/test_coverage.py",)),
    "engine": Room("engine", ("tests/engine",)),
    "attacks": Room("attacks", ("tests/attacks",)),
    "word_level": Room("word_level", ("tests/word_level", "tests/strategies")),
    "extraction": Room("extraction", ("tests/extraction",)),
}
"""The simulations of ``test_coverage`` are left out: they take seconds for each change."""


def prepare(name: str, room: Room) -> Path:
    """Copy what a room's tests need and say what is to be changed."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("src", "tests"):
        shutil.copytree(
            ROOT / part,
            folder / part,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(ROOT / "conftest.py", folder)
    settings = {
        "source_paths": ["src/"],
        "only_mutate": [f"src/seethrough/{room.changed}/*"],
        "also_copy": ["conftest.py"],
        "pytest_add_cli_args_test_selection": list(room.tests),
        "pytest_add_cli_args": ["-p", "no:xdist", *(f"--ignore={path}" for path in room.left_out)],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    own = (ROOT / "pyproject.toml").read_text("utf-8")
    text = f"{own}\n[tool.mutmut]\n" + "\n".join(lines) + "\n"
    (folder / "pyproject.toml").write_text(text, "utf-8")
    return folder


def measure(name: str) -> str:
    """Run one room; return a line that says how many changes were noticed."""
    folder = prepare(name, ROOMS[name])
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    for command in (["run"], ["export-cicd-stats"]):
        subprocess.run([sys.executable, "-m", "mutmut", *command], cwd=folder, env=environment)
    found = json.loads((folder / "mutants" / "mutmut-cicd-stats.json").read_text("utf-8"))
    killed, survived = found["killed"] + found.get("timeout", 0), found["survived"]
    tried = killed + survived + found.get("no_tests", 0)
    share = f"{killed / tried:.1%}" if tried else "nothing"
    return f"{name}: {killed} of {tried} changes noticed ({share}); {json.dumps(found)}"


if __name__ == "__main__":
    print("\n".join([measure(name) for name in sys.argv[1:] or ROOMS]))
