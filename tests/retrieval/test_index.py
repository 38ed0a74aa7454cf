from __future__ import annotations

import errno
import stat
import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from seethrough.errors import InputError, MissingExtraError, OutputError, UnavailableError
from seethrough.retrieval.index import VectorIndex


def rows(n: int, seed: int = 0) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.random.default_rng(seed).normal(size=(n, 8)).astype(np.float32)


@pytest.mark.parametrize("metric", ["l2", "cosine"])
def test_it_finds_what_brute_force_finds(metric: Literal["l2", "cosine"], tmp_path: Path) -> None:
    vectors, queries = rows(50), rows(9, 1)
    if metric == "l2":
        far = ((queries[:, None] - vectors[None]) ** 2).sum(axis=2)
    else:
        lengths = np.linalg.norm(queries, axis=1)[:, None] * np.linalg.norm(vectors, axis=1)
        far = -(queries @ vectors.T) / lengths
    expected = np.argsort(far, axis=1)[:, :3]
    index = VectorIndex(vectors, metric)
    assert np.array_equal(index.search(queries, 3), expected)
    index.save(tmp_path / "index")
    assert stat.S_IMODE((tmp_path / "index").stat().st_mode) == 0o600
    for mapped in (True, False):
        loaded = VectorIndex.load(tmp_path / "index", mapped)
        assert loaded.metric == metric
        assert len(loaded) == 50
        assert np.array_equal(loaded.search(queries, 3), expected)


def test_where_there_are_fewer_the_rest_is_minus_one() -> None:
    assert VectorIndex(rows(0)).search(rows(2), 3).tolist() == [[-1] * 3] * 2
    assert VectorIndex(rows(1)).search(rows(1), 2).tolist() == [[0, -1]]
    assert VectorIndex(rows(1)).search(rows(0), 2).shape == (0, 2)


def test_vectors_of_another_length_are_another_model() -> None:
    with pytest.raises(UnavailableError, match=r"vectors of 8 numbers .* now gives 5"):
        VectorIndex(rows(3)).search(rows(2)[:, :5], 1)


def test_what_is_no_index_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such"):
        VectorIndex.load(tmp_path / "absent")
    (tmp_path / "other").write_text("not an index at all, however long it may be")
    with pytest.raises(InputError, match="not a FAISS index"):
        VectorIndex.load(tmp_path / "other")


def test_a_full_disk_is_said_and_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutputError, match="index: the disk is full"):
        VectorIndex(rows(9)).save(tmp_path / "index")
    assert [*tmp_path.iterdir()] == []


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingExtraError, match=r"seethrough\[rag\]"):
        VectorIndex(rows(2))
