"""MPNet, read once for a passage and once more for every claim about it, with low-rank adapters.

A claim's tokens look at the passage and at their own claim, never at another claim, as if the claim
alone followed the passage. Next to each frozen matrix stands a product of two narrow ones that
was learned (Hu et al. 2022, LoRA); norms, the kinds of tokens and the head were learned whole.

Source: Song et al. 2020, MPNet: Masked and Permuted Pre-training for Language Understanding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from seethrough.judges.offline.sheets import CLAIM, IN_PASSAGE, PASSAGE, Tokens, kinds_of

LAYERS, HEADS = 12, 12
RANK = 32
SCALE = 2.0
"""By how much an adapter's product is multiplied."""
MATRICES = (*(f"attention.attn.{name}" for name in "qkvo"), "intermediate.dense", "output.dense")
"""The matrices of a layer that have an adapter."""
NARROW = (".down", ".up")
"""How the names of the two narrow matrices of an adapter end."""
NORMS = ("attention.LayerNorm", "output.LayerNorm")
KINDS, HEAD = "kinds", "head"
_FIRST = 2
"""Where positions begin."""
_BUCKETS, _FARTHEST = 32, 128
_NORM = 1e-5
_NEVER = -1e4

Weights = Mapping[str, Tensor]


class Manner(NamedTuple):
    """How an encoder numbers and marks tokens.

    Attributes:
        start: The marker of a beginning.
        end: The marker of an end.
        padding: What stands behind the last token.
        before_bert: How many tokens of its own stand before those of BERT's vocabulary.
        on: Whether the places of a claim's tokens go on from the passage's, or begin at 0.
    """

    start: int
    end: int
    padding: int
    before_bert: int
    on: bool


MPNET = Manner(start=0, end=2, padding=1, before_bert=4, on=True)
_PASSAGE, _NOTHING = 0, -1


class Batch(NamedTuple):
    """Sheets as tensors, a sheet a row.

    Attributes:
        ids: (sheets, tokens).
        places: (sheets, tokens) positions.
        kinds: (sheets, tokens), see ``sheets.py``.
        parts: (sheets, tokens): 0 in the passage, 1 in the first claim, ..., -1 behind the last.
        claims: (claims, 3) row, first and after-last token of each claim.
    """

    ids: Tensor
    places: Tensor
    kinds: Tensor
    parts: Tensor
    claims: Tensor

    @classmethod
    def of(cls, sheets: Sequence[tuple[Tokens, Sequence[Tokens]]], manner: Manner = MPNET) -> Batch:
        """Return a batch of passages with their claims, as tokens of BERT without markers."""
        rows = [_Row(passage, claims, manner) for passage, claims in sheets]
        size = (len(rows), max(len(row.ids) for row in rows))
        ids, parts = torch.full(size, manner.padding), torch.full(size, _NOTHING)
        places, kinds = torch.zeros(size, dtype=torch.long), torch.zeros(size, dtype=torch.long)
        for number, row in enumerate(rows):
            for table, values in (
                (ids, row.ids), (places, row.places), (kinds, row.kinds), (parts, row.parts)
            ):  # fmt: skip
                table[number, : len(values)] = torch.tensor(values)
        claims = [(number, *ends) for number, row in enumerate(rows) for ends in row.claims]
        return cls(ids, places, kinds, parts, torch.tensor(claims))

    def to(self, device: torch.device | str) -> Batch:
        """Return the batch on a device."""
        return Batch(*(table.to(device, non_blocking=True) for table in self))

    def mask(self) -> Tensor:
        """Return (sheets, tokens, tokens): whether a token looks at another.

        It looks at its own part and at the passage.
        """
        same = self.parts[:, :, None] == self.parts[:, None, :]
        return same | (self.parts == _PASSAGE)[:, None, :]


class _Row:
    """The tokens of one sheet, and where each claim begins and ends."""

    def __init__(self, passage: Tokens, claims: Sequence[Tokens], manner: Manner) -> None:
        inner = passage[: PASSAGE - 2]
        self.ids = _marked(inner, manner)
        end = len(self.ids)
        self.places = list(range(end))
        self.kinds = [IN_PASSAGE] * end
        self.parts = [_PASSAGE] * end
        self.claims = []
        met, first = frozenset(inner), end if manner.on else 0
        for number, claim in enumerate(claims, 1):
            said = claim[: CLAIM - 2]
            length = len(said) + 2
            self.claims.append((len(self.ids), len(self.ids) + length))
            self.ids += _marked(said, manner)
            self.places += range(first, first + length)
            self.kinds += kinds_of(said, met)
            self.parts += [number] * length


def _marked(tokens: Iterable[int], manner: Manner) -> list[int]:
    return [manner.start, *(token + manner.before_bert for token in tokens), manner.end]


def pooled(x: Tensor, claims: Tensor) -> Tensor:
    """Return (claims, 3 width): first token, mean and greatest value of each column.

    Args:
        x: (sheets, tokens, width).
        claims: As in ``Batch``.
    """
    row, first, last = claims.unbind(dim=1)
    steps = torch.arange(int((last - first).max()), device=x.device)
    at = first[:, None] + steps
    there = (at < last[:, None])[:, :, None]
    tokens = x[row[:, None], at.clamp(max=x.shape[1] - 1)].float()
    mean = tokens.masked_fill(~there, 0.0).sum(dim=1) / (last - first)[:, None]
    greatest = tokens.masked_fill(~there, -math.inf).amax(dim=1)
    return torch.cat([tokens[:, 0], mean, greatest], dim=1)


def logits(base: Weights, learned: Weights, batch: Batch) -> Tensor:
    """Return (claims, 3) logits of the three grades.

    The head sees a claim's first token, the mean of its tokens and the greatest value of each
    column.

    Args:
        base: The weights of all-mpnet-base-v2.
        learned: What ``adapters`` returns, after training.
        batch: The sheets.
    """
    *_, last = states(base, learned, batch)
    return graded(learned, last, batch)


def states(base: Weights, learned: Weights, batch: Batch) -> Iterator[Tensor]:
    """Yield the (sheets, tokens, width) states of all tokens behind each layer; see ``logits``."""
    embedded = (
        functional.embedding(batch.ids, base["embeddings.word_embeddings.weight"])
        + functional.embedding(batch.places + _FIRST, base["embeddings.position_embeddings.weight"])
        + functional.embedding(batch.kinds, learned[KINDS])
    )
    x = _norm(embedded, learned, "embeddings.LayerNorm")
    bias = _bias(base, batch)
    if torch.is_autocast_enabled(x.device.type):
        x, bias = x.to(torch.bfloat16), bias.to(torch.bfloat16)
    for layer in range(LAYERS):
        x = _layer(base, learned, f"encoder.layer.{layer}.", x, bias)
        yield x


def graded(learned: Weights, last: Tensor, batch: Batch) -> Tensor:
    """Return (claims, 3) logits, given the states behind the last layer; see ``logits``."""
    with torch.autocast(last.device.type, enabled=False):
        return functional.linear(
            pooled(last, batch.claims), learned[f"{HEAD}.weight"], learned[f"{HEAD}.bias"]
        )


def _layer(base: Weights, learned: Weights, name: str, x: Tensor, bias: Tensor) -> Tensor:
    def through(matrix: str, given: Tensor) -> Tensor:
        whole = functional.linear(
            given, base[f"{name}{matrix}.weight"], base[f"{name}{matrix}.bias"]
        )
        if f"{name}{matrix}.down" not in learned:
            return whole
        narrow = functional.linear(given, learned[f"{name}{matrix}.down"])
        return whole + SCALE * functional.linear(narrow, learned[f"{name}{matrix}.up"])

    def split(table: Tensor) -> Tensor:
        return table.unflatten(-1, (HEADS, -1)).transpose(1, 2)

    query, key, value = (split(through(f"attention.attn.{part}", x)) for part in "qkv")
    seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
    seen = through("attention.attn.o", seen.transpose(1, 2).flatten(2))
    x = _norm(x + seen, learned, f"{name}{NORMS[0]}")
    inner = functional.gelu(through("intermediate.dense", x))
    return _norm(x + through("output.dense", inner), learned, f"{name}{NORMS[1]}")


def merged(base: Weights, learned: Weights) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """Return weights that give the same, up to rounding, with each adapter in its matrix.

    Args:
        base: The weights of all-mpnet-base-v2.
        learned: What ``adapters`` returns, after training.
    """
    whole = dict(base)
    for name, down in learned.items():
        if name.endswith(NARROW[0]):
            matrix = name.removesuffix(NARROW[0])
            up = learned[f"{matrix}{NARROW[1]}"]
            whole[f"{matrix}.weight"] = base[f"{matrix}.weight"] + SCALE * up @ down
    rest = {name: part for name, part in learned.items() if not name.endswith(NARROW)}
    return whole, rest


def _norm(x: Tensor, learned: Weights, name: str) -> Tensor:
    weight, bias = learned[f"{name}.weight"], learned[f"{name}.bias"]
    return functional.layer_norm(x, weight.shape, weight, bias, _NORM)


def _bias(base: Weights, batch: Batch) -> Tensor:
    """Return (sheets, heads, tokens, tokens): what is added for distance, and where none looks."""
    apart = batch.places[:, None, :] - batch.places[:, :, None]
    farness = base["encoder.relative_attention_bias.weight"]
    by_distance = functional.embedding(buckets(apart), farness)
    bias = by_distance.permute(0, 3, 1, 2).masked_fill(~batch.mask()[:, None], _NEVER)
    return bias.contiguous()


def buckets(apart: Tensor) -> Tensor:
    """Return the buckets of distances, those behind a token apart from those before it.

    Half of the buckets of a side are for one distance each, the others grow logarithmically.

    Source: Raffel et al. 2020, Exploring the Limits of Transfer Learning, section 2.1.
    """
    side = _BUCKETS // 2
    exact = side // 2
    distance = apart.abs()
    grown = torch.log(distance.float().clamp(min=1) / exact) / math.log(_FARTHEST / exact)
    far = (exact + (grown * (side - exact)).long()).clamp(max=side - 1)
    return (apart > 0).long() * side + torch.where(distance < exact, distance, far)


def adapters(base: Weights) -> dict[str, Tensor]:
    """Return what is learned, as it is before training: nothing is added to the base model.

    The narrow matrices and the head are drawn from torch's global generator.
    """
    width = base["embeddings.word_embeddings.weight"].shape[1]
    drawn: dict[str, Tensor] = {KINDS: torch.zeros(3, width)}
    names = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        for matrix in MATRICES:
            name = f"encoder.layer.{layer}.{matrix}"
            rows, columns = base[f"{name}.weight"].shape
            drawn[f"{name}.down"] = torch.randn(RANK, columns) / math.sqrt(columns)
            drawn[f"{name}.up"] = torch.zeros(rows, RANK)
        names += [f"encoder.layer.{layer}.{norm}" for norm in NORMS]
    for name in names:
        for part in ("weight", "bias"):
            drawn[f"{name}.{part}"] = base[f"{name}.{part}"].clone()
    bound = 1 / math.sqrt(3 * width)
    drawn[f"{HEAD}.weight"] = torch.empty(3, 3 * width).uniform_(-bound, bound)
    drawn[f"{HEAD}.bias"] = torch.zeros(3)
    return drawn
