"""Nearest vectors, by FAISS: exact search in a flat index that can be memory-mapped."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from seethrough.errors import InputError, MissingExtraError, UnavailableError
from seethrough.statistics.arrays import unit_rows
from seethrough.storage.files import write_atomically

Metric = Literal["l2", "cosine"]

FEW = 16
"""Queries that are answered by one thread."""


class VectorIndex:
    """A flat FAISS index: every query is compared with every vector, so nothing is missed.

    Rows of unit length are ranked alike by both metrics.

    Source: SAGE, section 4.1 (FAISS, L2 by default).

    Args:
        vectors: (n, d) float32; n may be 0.
        metric: ``l2`` (smaller distance is nearer) or ``cosine``.

    Raises:
        MissingExtraError: ``faiss-cpu`` is not installed.
    """

    def __init__(self, vectors: npt.NDArray[np.float32], metric: Metric = "l2") -> None:
        faiss = _faiss()
        rows = np.ascontiguousarray(vectors, dtype=np.float32)
        flat = faiss.IndexFlatL2 if metric == "l2" else faiss.IndexFlatIP
        self._index = flat(rows.shape[1])
        self._index.add(unit_rows(rows) if metric == "cosine" else rows)

    @classmethod
    def load(cls, path: Path, mapped: bool = True) -> VectorIndex:
        """Return a saved index.

        Args:
            path: The file.
            mapped: Whether to map the file into memory, so that pages are read as they are used
                and shared between processes, rather than to read it whole.

        Raises:
            InputError: The file is not there or is not an index.
            MissingExtraError: ``faiss-cpu`` is not installed.
        """
        faiss = _faiss()
        if not path.is_file():
            raise InputError(f"{path}: no such index")
        try:
            found = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC if mapped else 0)
        except RuntimeError as error:
            raise InputError(f"{path}: not a FAISS index") from error
        loaded = cls.__new__(cls)
        loaded._index = found
        return loaded

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def metric(self) -> Metric:
        """How vectors are compared."""
        return "l2" if self._index.metric_type == _faiss().METRIC_L2 else "cosine"

    def like(self, row: int, vector: npt.NDArray[np.float32]) -> float:
        """Return the cosine of the angle between a row and a vector; 0 where their lengths differ.

        Args:
            row: Which.
            vector: (d,) float32.
        """
        if vector.shape != (self._index.d,):
            return 0.0
        own, other = unit_rows(np.stack([self._index.reconstruct(row), vector]))
        return float(own @ other)

    def save(self, path: Path) -> None:
        """Write the index; readable only by its owner, because vectors disclose their texts."""
        write_atomically(path, memoryview(_faiss().serialize_index(self._index)))

    def search(self, queries: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.int64]:
        """Return the (n, k) rows nearest to each query, nearest first; -1 where there are fewer.

        Args:
            queries: (n, d) float32.
            k: How many, at least 1.

        Raises:
            UnavailableError: The queries' vectors are longer or shorter than those of the index.
        """
        rows = np.ascontiguousarray(queries, dtype=np.float32)
        if not len(self) or not len(rows):
            return np.full((len(rows), k), -1, dtype=np.int64)
        if rows.shape[1] != self._index.d:
            raise UnavailableError(
                f"the embedder gave vectors of {self._index.d:,} numbers for the index and now"
                f" gives {rows.shape[1]:,}: another model answers by its name; start again"
            )
        if self.metric == "cosine":
            rows = unit_rows(rows)
        faiss = _faiss()
        threads = faiss.omp_get_max_threads()
        # Threads that wait for each other cost a single question more than they save it.
        faiss.omp_set_num_threads(1 if len(rows) <= FEW else threads)
        try:
            nearest: npt.NDArray[np.int64] = self._index.search(rows, k)[1]
        finally:
            faiss.omp_set_num_threads(threads)
        return nearest


def _faiss() -> Any:
    try:
        import faiss
    except ImportError as error:
        raise MissingExtraError("rag", "faiss-cpu") from error
    return faiss
