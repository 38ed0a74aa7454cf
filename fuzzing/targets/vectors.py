"""Files of word vectors: text, word2vec's binary form, NumPy's."""

from __future__ import annotations

import io

import numpy as np

from fuzzing.checks import answered, file_of
from seethrough.word_level.word_vectors import _read


def _npz() -> bytes:
    file = io.BytesIO()
    np.savez(file, words=np.array(["bee", "hive"]), vectors=np.ones((2, 3), np.float32))
    return file.getvalue()


SLOW = True
SEEDS = (
    b"\0bee 0.5 1e-3 -2\nhive 1 2 3\n",
    b"\02 3\nbee 1 2 3\nhive 4 5 6\n",
    b"\12 1\nbee \0\0\x80?\nhive \0\0\0@",
    b"\2" + _npz(),
)
WORDS = (
    b"nan",
    b"inf",
    b"1e39",
    b"vectors.npy",
    b"words.npy",
    b"PK\x03\x04",
    b"\x93NUMPY",
    b"(2, 3)",
    b"'<f4'",
)


def check(content: bytes) -> None:
    suffix = ("txt", "bin", "npz")[(content[0] if content else 0) % 3]
    file = file_of(content[1:], f"input.{suffix}")
    with answered():
        vectors = _read.__wrapped__(str(file), ())
        assert len(vectors.words) == len(vectors.matrix)
        assert np.isfinite(vectors.matrix).all()
