"""The saved index of a retrieval service."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fuzzing.checks import answered
from seethrough.records.corpus import Corpus
from seethrough.retrieval.retrieve import CHUNKS, INDEX, Retriever

_TEXTS = ["Ann keeps bees.", "Bo is a baker."]
FILES = (CHUNKS, INDEX)


class _Lengths:
    """Embeds a text as its length and its first letter."""

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array([[len(text), ord(text[0])] for text in texts], dtype=np.float32)


@functools.cache
def _whole() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as made:
        Retriever.over(Corpus.from_texts(_TEXTS), _Lengths()).save(Path(made))
        return {name: Path(made, name).read_bytes() for name in FILES}


SLOW = True
SEEDS = tuple(bytes([place]) + _whole()[name] for place, name in enumerate(FILES))
WORDS = (b'"index"', b'"seethrough"', b"IxF2", b"IxFI")


def check(content: bytes) -> None:
    folder = Path("input-index")
    folder.mkdir(exist_ok=True)
    changed = FILES[(content[0] if content else 0) % len(FILES)]
    for name in FILES:
        (folder / name).write_bytes(content[1:] if name == changed else _whole()[name])
    with answered():
        found = Retriever.load(folder, _Lengths()).search(_TEXTS, 1)
        assert [passages[0].text for passages in found] == _TEXTS
