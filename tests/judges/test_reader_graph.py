"""The reader's graph says what the reader says, and a packed reader is the one that was packed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from judge_training.encoder import Reader, load
from judge_training.graph import model_of
from judge_training.kept import STILL, pack, unpack
from onnxruntime import InferenceSession
from safetensors.torch import save_file

from seethrough.judges.offline.deep.reader import Batch

WORDS, WIDTH, LAYERS, HEADS, INNER = 50, 48, 2, 4, 96


@pytest.fixture
def reader() -> Reader:
    torch.manual_seed(3)
    made = Reader(WORDS, 32, WIDTH, LAYERS, HEADS, INNER)
    for part in made.parameters():
        torch.nn.init.normal_(part, std=0.3)
    return made.eval()


def _said(reader: Reader, passage: list[int], claims: list[list[int]]) -> np.ndarray:
    """Return the logits of the reader itself, each claim in a row with the passage."""
    rows = []
    for claim in claims:
        first, last = len(passage), len(passage) + len(claim)
        batch = Batch(
            ids=torch.tensor([passage + claim]),
            places=torch.tensor([[*range(first), *range(len(claim))]]),
            kinds=torch.tensor([[1] * first + [0] * len(claim)]),
            parts=torch.tensor([[0] * first + [1] * len(claim)]),
            claims=torch.tensor([[0, first, last]]),
        )
        with torch.no_grad():
            rows.append(reader(batch)[0])
    return torch.stack(rows).numpy()


def _graph_says(reader: Reader, passage: list[int], claims: list[list[int]]) -> np.ndarray:
    """Return the logits of its graph: the passage once, then all claims, padded, together."""
    names = [f"layer{n}.{part}" for n in range(LAYERS) for part in ("read", "inner", "outer")]
    ranges = dict.fromkeys(names, (-6.0, 6.0))
    ranges |= {f"layer{n}.output": (-2.0, 2.0) for n in range(LAYERS)}
    session = InferenceSession(model_of(reader, ranges).SerializeToString())
    kept = {f"{w}.{n}": np.zeros((HEADS, 0, WIDTH // HEADS), np.float32)
            for n in range(LAYERS) for w in ("key", "value")}  # fmt: skip
    outputs = [out.name for out in session.get_outputs()]

    def ask(rows: list[list[int]], kind: int, asked: int, before: dict) -> dict:
        width = max(map(len, rows))
        ids = np.array([row + [0] * (width - len(row)) for row in rows])
        mask = np.array([[1.0] * len(r) + [0.0] * (width - len(r)) for r in rows], np.float32)
        given = {"ids": ids, "kinds": np.full_like(ids, kind), "mask": mask,
                 "asked": np.array([asked or width]), **before}  # fmt: skip
        return dict(zip(outputs, session.run(None, given), strict=True))

    read = ask([passage], 1, 1, kept)
    before = {name: read[f"new.{name}"] for name in kept}
    return ask(claims, 0, 0, before)["logits"]


def test_the_graph_says_what_the_reader_says(reader: Reader) -> None:
    passage, claims = [1, 7, 9, 30, 12, 2], [[1, 7, 30, 2], [1, 44, 2], [1, 8, 21, 33, 9, 2]]
    wanted, found = _said(reader, passage, claims), _graph_says(reader, passage, claims)
    assert np.abs(wanted).max() > 1
    assert np.abs(found - wanted).max() < 0.1 * np.abs(wanted).max()


@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_head_sees_first_token_mean_and_greatest(reader: Reader, part: int) -> None:
    with torch.no_grad():
        for other in {0, 1, 2} - {part}:
            reader.head.weight[:, other * WIDTH : (other + 1) * WIDTH] = 0
    passage, claims = [1, 5, 6, 2], [[1, 7, 30, 2], [1, 9, 2]]
    wanted, found = _said(reader, passage, claims), _graph_says(reader, passage, claims)
    assert np.abs(found - wanted).max() < 0.1 * np.abs(wanted).max()


def test_a_packed_reader_comes_back(reader: Reader, tmp_path: Path) -> None:
    base = tmp_path / "base"
    base.mkdir()
    (base / "config.json").write_text(json.dumps({
        "vocab_size": WORDS, "max_position_embeddings": 32, "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "intermediate_size": INNER,
    }))  # fmt: skip
    save_file(_as_bert(reader), base / "model.safetensors")
    torch.save(load(base).state_dict() | _trained(reader), tmp_path / "weights.pt")
    pack(tmp_path / "weights.pt", tmp_path / "kept.safetensors")
    unpack(tmp_path / "kept.safetensors", tmp_path / "again.pt", base)
    again = torch.load(tmp_path / "again.pt", weights_only=True)
    for name, weight in reader.state_dict().items():
        exact = weight if name in STILL else weight.half().float()
        assert torch.equal(again[name], exact), name
    assert (tmp_path / "kept.safetensors").stat().st_size < (
        base / "model.safetensors"
    ).stat().st_size


def _trained(reader: Reader) -> dict[str, torch.Tensor]:
    return {name: part for name, part in reader.state_dict().items() if name not in STILL}


def _as_bert(reader: Reader) -> dict[str, torch.Tensor]:
    """Return the reader's weights under BERT's names, those of its layers half as large."""
    theirs = {
        "attention.query": "attention.self.query", "attention.key": "attention.self.key",
        "attention.value": "attention.self.value", "attention.output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm", "inner": "intermediate.dense",
        "outer": "output.dense", "norm": "output.LayerNorm",
    }  # fmt: skip
    state = reader.state_dict()
    made = {
        "embeddings.word_embeddings.weight": state["words.weight"].clone(),
        "embeddings.position_embeddings.weight": state["positions.weight"].clone(),
        "embeddings.token_type_embeddings.weight": state["kinds.weight"][:1].clone(),
        "embeddings.LayerNorm.weight": state["norm.weight"].clone(),
        "embeddings.LayerNorm.bias": state["norm.bias"].clone(),
    }
    for number in range(LAYERS):
        for ours, name in theirs.items():
            for part in ("weight", "bias"):
                made[f"encoder.layer.{number}.{name}.{part}"] = (
                    state[f"layers.{number}.{ours}.{part}"] / 2
                )
    return made
