"""Tries every target in a process of its own: ``python -m fuzzing``."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fuzzing.board import Board
from fuzzing.target import load, names, shares
from fuzzing.trying import strict

ROOT = Path(__file__).parent.parent
KEPT = ROOT / ".fuzzing"
"""Where the inputs that led to findings are kept."""

START_UP = 300.0
"""Seconds in which a worker loads what it tries."""

MOST_DEATHS = 5
"""A target that ends its process so often is given up."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parsed(arguments)
    if given.again is not None:
        target, content = load(given.targets[0]), given.again.read_bytes()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            strict()
            target.check(content)
        return 0
    if not given.unguided and find_spec("atheris") is None:
        sys.stderr.write("atheris is not installed (it has builds for Linux): say --unguided\n")
        return 2
    chosen = given.targets or names()
    print(f"{'target':<16} {'inputs':>9} {'seconds':>8} {'findings':>9} {'slowest, ms':>12}")
    whole = {"inputs": 0, "seconds": 0.0, "findings": 0}
    for name, inputs in shares(chosen, given.inputs).items():
        unguided = given.unguided or not load(name).guided
        told = tried(name, inputs, given.seed, given.limit, unguided)
        whole["inputs"] += told["inputs"]
        whole["seconds"] += told["seconds"]
        whole["findings"] += len(told["findings"])
        print(
            f"{name:<16} {told['inputs']:>9,} {told['seconds']:>8.1f} {len(told['findings']):>9}"
            f" {1000 * told['slowest']:>12.1f}",
            flush=True,
        )
        for what, content, how in told["findings"]:
            print(f"  {what}\n    {_kept(name, bytes.fromhex(content), how)}", flush=True)
    print(f"{'all':<16} {whole['inputs']:>9,} {whole['seconds']:>8.1f} {whole['findings']:>9}")
    return bool(whole["findings"])


def tried(name: str, inputs: int, seed: int, limit: float, unguided: bool) -> dict[str, Any]:
    """Return what was found with a target; where an input ends its process, another goes on.

    Args:
        name: The target.
        inputs: How many to try.
        seed: Which.
        limit: Seconds that one may take.
        unguided: Whether to do without atheris.
    """
    whole: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "slowest": 0.0, "findings": []}
    for death in range(MOST_DEATHS):
        command = [
            sys.executable, "-m", "fuzzing.worker", name, "--inputs", str(inputs - whole["inputs"]),
            "--seed", str(seed + death), *(["--unguided"] if unguided else []), "--folder",
        ]  # fmt: skip
        with tempfile.TemporaryDirectory(prefix="fuzzing-") as folder:
            told = one_process([*command, folder], Path(folder), limit)
        whole["findings"] += told["findings"]
        whole["inputs"] += told["inputs"]
        whole["seconds"] += told["seconds"]
        whole["slowest"] = max(whole["slowest"], told["slowest"])
        if whole["inputs"] >= inputs:
            break
    return whole


def one_process(command: Sequence[str], folder: Path, limit: float) -> dict[str, Any]:
    """Return what a worker found; that it ended, or that an input took too long, is a finding.

    Args:
        command: What starts it.
        folder: Where it says what it is at, and in the end what it found.
        limit: Seconds that an input may take.
    """
    board = Board(folder / "board")
    started = time.monotonic()
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=said, stderr=said, env=os.environ | {"PYTHONHASHSEED": "0"}
        )
        late = _late(process, board, limit)
    outcome = folder / "outcome.json"
    if process.returncode == 0 and outcome.exists():
        told: dict[str, Any] = json.loads(outcome.read_text())
        return told
    what = f"longer than {limit:g} s" if late else f"the process ended with {process.returncode}"
    how = (folder / "said").read_text(errors="replace")[-8000:]
    return {
        "inputs": board.done + 1,
        "seconds": time.monotonic() - started,
        "slowest": limit if late else 0.0,
        "findings": [[what, board.content.hex(), how]],
    }


def _late(process: subprocess.Popen[bytes], board: Board, limit: float) -> bool:
    """Wait for a process; end it, and return True, where one input takes too long."""
    done, since = 0, time.monotonic()
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
            return False
        if board.done != done:
            done, since = board.done, time.monotonic()
        if time.monotonic() - since > (limit if done else START_UP):
            process.send_signal(signal.SIGABRT)  # it says where it is
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()
            return True


def _kept(name: str, content: bytes, how: str) -> Path:
    """Return the file in which the input of a finding is kept, beside how it came."""
    KEPT.mkdir(exist_ok=True)
    file = KEPT / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}"
    file.write_bytes(content)
    file.with_suffix(".txt").write_text(how, errors="replace")
    return file.relative_to(ROOT)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzzing", description=__doc__)
    known = names()
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(known))
    parser.add_argument("--inputs", type=int, default=10_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1, help="which inputs")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds that one may take")
    parser.add_argument("--unguided", action="store_true", help="do without atheris")
    parser.add_argument("--again", type=Path, metavar="FILE", help="one input of one target")
    given = parser.parse_args(arguments)
    for name in given.targets:
        if name not in known:
            parser.error(f"no target {name!r}; targets: {', '.join(known)}")
    if given.again is not None and len(given.targets) != 1:
        parser.error("--again takes one target")
    return given


if __name__ == "__main__":
    sys.exit(main())
