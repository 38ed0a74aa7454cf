# ruff: noqa: D102
"""BERT, read once for a passage and once more for every claim about it.

A passage is read by itself. A claim is read with it: in each layer its tokens look at their own
claim and at the passage, never at another claim. So a passage costs its tokens once, however many
claims are asked, and no claim can change another's grade.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from seethrough.judges.offline.deep.reader import Batch, Manner, pooled

BERT = Manner(start=101, end=102, padding=0, before_bert=0, on=False)


class Attention(nn.Module):
    """Self-attention."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.output = nn.Linear(width, width)

    def forward(self, x: torch.Tensor, looks: torch.Tensor) -> torch.Tensor:
        query, key, value = (
            part(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=looks)
        whole: torch.Tensor = self.output(seen.transpose(1, 2).flatten(2))
        return whole


class Layer(nn.Module):
    """Attention and a feed-forward network, each added to its input and normalised."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.attention = Attention(width, heads)
        self.attention_norm = nn.LayerNorm(width, eps=1e-12)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x: torch.Tensor, looks: torch.Tensor) -> torch.Tensor:
        x = self.attention_norm(x + self.attention(x, looks))
        inner = nn.functional.gelu(self.inner(x))
        normed: torch.Tensor = self.norm(x + self.outer(inner))
        return normed


class Reader(nn.Module):
    """Tokens of passages and claims -> logits of the three grades.

    The head sees a claim's first token, the mean of its tokens, and the greatest value of each
    column: one word that the passage contradicts is enough, however many agree.
    """

    KINDS = 3
    """Of a token: 0 in a claim, 1 in a passage, 2 in a claim and met in the passage, too."""

    def __init__(self, words: int, positions: int, width: int, layers: int, heads: int, inner: int):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.positions = nn.Embedding(positions, width)
        self.kinds = nn.Embedding(self.KINDS, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.head = nn.Linear(3 * width, 3)

    def embed(self, ids: torch.Tensor, places: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        return self.norm(self.words(ids) + self.positions(places) + self.kinds(kinds))

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return (claims, 3) logits of whole sheets: a passage and its claims in one row."""
        return self.graded(self.states(batch)[-1], batch)

    def states(self, batch: Batch) -> list[torch.Tensor]:
        """Return the (sheets, tokens, width) states of all tokens behind each layer."""
        x, looks = self.embed(batch.ids, batch.places, batch.kinds), batch.mask()[:, None]
        return [x := layer(x, looks) for layer in self.layers]

    def graded(self, last: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Return (claims, 3) logits, given the states behind the last layer."""
        with torch.autocast(last.device.type, enabled=False):
            logits: torch.Tensor = self.head(pooled(last, batch.claims))
        return logits


def average(paths: list[Path]) -> dict[str, torch.Tensor]:
    """Return the mean of the weights of several runs."""
    return mean_of([torch.load(path, weights_only=True) for path in paths])


def mean_of(states: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Return the mean of weights, name by name."""
    return {
        name: torch.stack([s[name] for s in states]).sum(dim=0) / len(states) for name in states[0]
    }


def load(folder: Path) -> Reader:
    """Return a reader with the weights of a BERT model and a new head."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    stored = load_file(folder / "model.safetensors")
    reader = Reader(
        config["vocab_size"], config["max_position_embeddings"], config["hidden_size"],
        config["num_hidden_layers"], config["num_attention_heads"], config["intermediate_size"],
    )  # fmt: skip
    kinds = stored["embeddings.token_type_embeddings.weight"]
    state = {
        "words.weight": stored["embeddings.word_embeddings.weight"],
        "positions.weight": stored["embeddings.position_embeddings.weight"],
        "kinds.weight": kinds[[0] * Reader.KINDS],
        "norm.weight": stored["embeddings.LayerNorm.weight"],
        "norm.bias": stored["embeddings.LayerNorm.bias"],
        "head.weight": reader.head.weight,
        "head.bias": reader.head.bias,
    }
    names = {
        "attention.self.query": "attention.query", "attention.self.key": "attention.key",
        "attention.self.value": "attention.value", "attention.output.dense": "attention.output",
        "attention.output.LayerNorm": "attention_norm", "intermediate.dense": "inner",
        "output.dense": "outer", "output.LayerNorm": "norm",
    }  # fmt: skip
    for number in range(config["num_hidden_layers"]):
        for theirs, ours in names.items():
            for part in ("weight", "bias"):
                state[f"layers.{number}.{ours}.{part}"] = stored[
                    f"encoder.layer.{number}.{theirs}.{part}"
                ]
    reader.load_state_dict(state)
    return reader
