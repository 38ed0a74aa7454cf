"""The folder of a model release: its settings and the header of its tensors."""

from __future__ import annotations

import json
from pathlib import Path

from fuzzing.checks import answered
from seethrough.model_releases.directory import check as check_folder

_MANIFEST = (
    b'{"schema": 2, "name": "m", "finetuner": null, "base_weights": "", "guarantee": null,'
    b' "details": {}}'
)
_CONFIG = b'{"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 4}'
_HEADER = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
_TENSORS = len(_HEADER).to_bytes(8, "little") + _HEADER + bytes(4)
FILES = ("seethrough.json", "config.json", "model.safetensors")
SLOW = True
SEEDS = (b"\0" + _MANIFEST, b"\1" + _CONFIG, b"\2" + _TENSORS)
WORDS = (
    b'"auto_map"',
    b'"data_offsets"',
    b'"__metadata__"',
    b'"num_hidden_layers": ',
    b'"schema": 2',
    b"[0, 4]",
)


def check(content: bytes) -> None:
    folder = Path("input")
    folder.mkdir(exist_ok=True)
    changed = FILES[(content[0] if content else 0) % 3]
    for name, whole in zip(FILES, (_MANIFEST, _CONFIG, _TENSORS), strict=True):
        (folder / name).write_bytes(content[1:] if name == changed else whole)
    with answered():
        assert check_folder(folder)["schema"] == 2
