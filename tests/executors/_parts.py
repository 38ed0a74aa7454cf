"""Parts of work to try executors with; workers find these functions by their names."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import seethrough as st
from seethrough.parallel import texts as one_by_one
from seethrough.parallel.cores import cores
from seethrough.retrieval.opening import open_service
from seethrough.samples import path
from seethrough.strategies import markov
from seethrough.word_level import texts, word_by_word
from seethrough.word_level.mechanisms import nearest_words


def whose(_: object) -> tuple[int, int]:
    time.sleep(0.05)
    return os.getpid(), cores()


def interruptible(_: object) -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def slowest_first(part: int) -> int:
    time.sleep(0.02 * max(0, 5 - part))
    return part


def dies(marker: str, until: int, part: int) -> int:
    """End this process, without a word, as often as a file has fewer than ``until`` letters."""
    file = Path(marker)
    if part == 3 and len(file.read_text()) < until:
        with file.open("a") as opened:
            opened.write(".")
        os.kill(os.getpid(), signal.SIGKILL)
    return part * part


def report() -> str:
    """Return the machine form of an audit of the sample release."""
    private, release = (st.read(path(f"{name}.jsonl")) for name in ("private", "release"))
    told = st.to_json(st.audit(private, st.TextRelease(release), targets=8), text=True)
    return json.dumps(told, sort_keys=True)


def make_vectors(folder: Path) -> None:
    """Write word vectors of the sample's words, to be found by workers, too."""
    texts = st.read(path("private.jsonl")).texts
    words = sorted({piece.lower().strip(".,") for text in texts for piece in text.split()} - {""})
    matrix = np.random.default_rng(0).normal(size=(len(words), 6)).astype(np.float32)
    np.savez(folder / "vectors.npz", words=np.array(words), vectors=matrix)


def reconstructed(folder: Path) -> str:
    """Return what is said of the sample, its words replaced in two ways and guessed back."""
    private, vectors = st.read(path("private.jsonl")), f"vectors={folder / 'vectors.npz'}"
    shadow = f"shadow={path('control.jsonl')}"
    with ExitStack() as small:
        for module, name, size in (
            (markov, "_TOKENS_AT_FIRST", 20),
            (markov, "_CANDIDATES_AT_ONCE", 4_000),
            (word_by_word, "_WORDS", 50),
            (nearest_words, "BLOCK", 50),
            (texts, "PART", 5_000),
        ):
            small.enter_context(mock.patch.object(module, name, size))
        return _told(
            *(
                st.audit(
                    private,
                    st.sanitize(private, f"{sanitizer}:vocabulary=0,{vectors}", seed=1),
                    attacks=[f"reconstruction:{shadow},{how}" for how in strategies],
                    targets=12,
                )
                for sanitizer, strategies in (
                    ("custext", ("strategy=markov,entities=true", "strategy=embedding_inversion")),
                    ("santext", ("strategy=markov", "strategy=context_free")),
                )
            )
        )


def extracted() -> str:
    """Return what is said of a service over the sample that recites what it looks up."""
    private = st.read(path("private.jsonl"))
    service = open_service(st.TextRelease(private), "model=fake,embedder=fake")
    attack = "extraction:questions=20,aim=contacts"
    with mock.patch.object(one_by_one, "PART", 5_000):
        return _told(st.audit(private, service, attacks=[attack]))


def _told(*audits: Any) -> str:
    return json.dumps([st.to_json(one, text=True) for one in audits], sort_keys=True)
