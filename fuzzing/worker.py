"""The process of one target: ``python -m fuzzing.worker``, which the runner starts."""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from fuzzing.board import Board
from fuzzing.mutating import HOSTILE, changed, inputs
from fuzzing.target import Target, load
from fuzzing.trying import Trial, strict

BLIND = 0.5
"""The share of the changes that are ours, not atheris's own."""

MEGABYTES = 6_000
"""The most memory that one input may take, where atheris watches it."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--unguided", action="store_true")
    given = parser.parse_args()
    faulthandler.enable()
    board = Board(given.folder / "board")
    outcome = given.folder / "outcome.json"
    with tempfile.TemporaryDirectory(dir=given.folder) as here:
        if given.unguided:
            target = load(given.target)
            os.chdir(here)
            strict()
            trial = Trial(target)
            started = time.monotonic()
            for content in islice(inputs(target, given.seed), given.inputs):
                board.begin(content)
                trial.attempt(content)
                board.end()
            _finish(trial, outcome, started)
        else:
            _guided(given.target, given.inputs, given.seed, board, outcome, Path(here))


def _guided(name: str, inputs: int, seed: int, board: Board, outcome: Path, here: Path) -> None:
    """Let atheris make the inputs; it never returns."""
    import atheris

    place = here / "place"
    place.mkdir()
    os.chdir(place)
    with atheris.instrument_imports(include=["seethrough"]):
        target = load(name)
        for content in target.seeds:  # what a target imports when it is first called
            _quietly(target, content)
    corpus = here / "corpus"
    corpus.mkdir()
    for number, content in enumerate(target.seeds):
        (corpus / f"{number:03}").write_bytes(content)
    words = here / "words"
    words.write_text(
        "".join(f'"{_escaped(w)}"\n' for w in (*HOSTILE, *target.words) if len(w) < 64)
    )
    strict()
    trial = Trial(target)
    started = time.monotonic()

    def one(content: bytes) -> None:
        board.begin(content)
        trial.attempt(content)
        board.end()
        if trial.inputs == inputs:
            _finish(trial, outcome, started)
            os._exit(0)

    def other(content: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < BLIND:
            return changed(content, target, rng)[:longest]
        mutated: bytes = atheris.Mutate(content, longest)
        return mutated

    options = {
        "seed": seed or 1, "runs": 2 * inputs, "max_len": target.longest, "len_control": 0,
        "dict": words, "timeout": 10**6, "rss_limit_mb": MEGABYTES, "verbosity": 0,
        "print_final_stats": 0, "artifact_prefix": f"{here}/", "handle_abrt": 0, "handle_segv": 0,
    }  # fmt: skip
    atheris.Setup(
        [sys.argv[0], *(f"-{k}={v}" for k, v in options.items()), str(corpus)],
        one,
        custom_mutator=other,
    )
    atheris.Fuzz()


def _quietly(target: Target, content: bytes) -> None:
    Trial(target).attempt(content)


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def _finish(trial: Trial, outcome: Path, started: float) -> None:
    told: dict[str, Any] = trial.to_json() | {"seconds": time.monotonic() - started}
    outcome.write_text(json.dumps(told))


if __name__ == "__main__":
    main()
