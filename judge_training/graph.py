"""The reader as an ONNX graph whose every row depends on itself alone.

Activations are quantized with scales that were fixed beforehand, so claims of one passage are read
together and none changes another's result: whole numbers are multiplied, and what is not whole is
computed row by row. One matrix gives queries, keys and values. What a passage's layers gave as keys
and values is kept and comes back with each batch of its claims.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from judge_training.encoder import Layer, Reader

Array = np.ndarray[Any, Any]
Ranges = Mapping[str, tuple[float, float]]
"""The least and greatest value of the activations that go into each named matrix."""
EPSILON = 1e-12
FAR = 1e9
"""So much below all others is what attention must not see."""
PAST_ALL = 2**31
MICROSOFT = "com.microsoft"


class Quantized(NamedTuple):
    """Whole numbers, and what one of them is worth: of all, or of each column."""

    numbers: Array
    worth: Array


def model_of(reader: Reader, ranges: Ranges) -> onnx.ModelProto:
    """Return the graph.

    ``ids``, ``kinds`` and ``mask`` are (claims, tokens); ``asked`` is how many tokens of each row
    are needed after the last layer: all of a claim's, one of a passage's. ``key.N`` and ``value.N``
    are (heads, read, width), what was kept of the passage; nothing is kept before it is read.
    """
    return _Build(reader, ranges).model()


class _Build:
    def __init__(self, reader: Reader, ranges: Ranges) -> None:
        self.reader, self.ranges = reader, ranges
        self.heads = int(reader.layers[0].attention.heads)
        self.wide = reader.words.embedding_dim
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, Array] = {}

    def model(self) -> onnx.ModelProto:
        layers = len(self.reader.layers)
        kept = [f"{what}.{n}" for n in range(layers) for what in ("key", "value")]
        one_head = self.wide // self.heads
        value = helper.make_tensor_value_info
        tokens = ["claims", "tokens"]
        inputs = [
            value("ids", TensorProto.INT64, tokens),
            value("kinds", TensorProto.INT64, tokens),
            value("mask", TensorProto.FLOAT, tokens),
            value("asked", TensorProto.INT64, [1]),
            *(value(name, TensorProto.FLOAT, [self.heads, "read", one_head]) for name in kept),
        ]
        outputs = [
            value("logits", TensorProto.FLOAT, ["claims", 3]),
            *(value(f"new.{n}", TensorProto.FLOAT, [self.heads, "new", one_head]) for n in kept),
        ]
        self._whole()
        stored = [numpy_helper.from_array(array, name) for name, array in self.constants.items()]
        graph = helper.make_graph(self.nodes, "reader", inputs, outputs, stored)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        onnx.checker.check_model(made)
        return made

    def _whole(self) -> None:
        last = len(self.reader.layers) - 1
        self._masks()
        x = self._embedded()
        for number, layer in enumerate(self.reader.layers):
            x = self._layer(layer, x, number, last=number == last)
        self._logits(x)

    def _masks(self) -> None:
        """Give the mask one row for each claim, of all tokens and of those that are asked for."""
        row = self._ints(1)
        self._add("Shape", ["key.0"], "read", start=1, end=2)
        gone = self._add("Sub", ["mask", self._constant("seen", np.array(1, dtype=np.float32))])
        far = self._constant("far", np.array(FAR, dtype=np.float32))
        self._add("Mul", [self._add("Unsqueeze", [gone, row]), far], "hidden")
        asked = self._add("Slice", ["mask", self._ints(0), "asked", row])
        self._add("Unsqueeze", [asked, row], "mask_asked")

    def _embedded(self) -> str:
        reader = self.reader
        zero, one = self._constant("zero", np.array(0)), self._constant("one", np.array(1))
        width = self._add("Squeeze", [self._add("Shape", ["ids"], start=1, end=2)])
        words = self._rows("words", reader.words, "ids")
        counted = self._add("Range", [zero, width, one])
        places = self._rows("positions", reader.positions, counted)
        kinds = self._rows("kinds_of", reader.kinds, "kinds")
        both = self._add("Add", [words, kinds])
        summed = self._add("Add", [both, places])
        return self._normed(summed, "embedded", reader.norm)

    def _layer(self, layer: Layer, x: str, number: int, *, last: bool) -> str:
        attention, name = layer.attention, f"layer{number}"
        parts = (attention.query, attention.key, attention.value)
        weight = torch.cat([part.weight for part in parts])
        bias = torch.cat([part.bias for part in parts])
        three = self._times(x, f"{name}.read", weight, bias)
        shape = self._ints(0, 0, 3, self.heads, self.wide // self.heads)
        apart = self._add("Transpose", [self._add("Reshape", [three, shape])], perm=[2, 3, 0, 1, 4])
        query, key, value = (
            self._add("Gather", [apart, self._constant(f"number.{n}", np.array(n))], axis=0)
            for n in range(3)
        )
        flat = self._ints(self.heads, -1, self.wide // self.heads)
        self._add("Reshape", [key, flat], f"new.key.{number}")
        self._add("Reshape", [value, flat], f"new.value.{number}")
        if last:
            wanted = [self._ints(0), "asked"]
            x = self._add("Slice", [x, *wanted, self._ints(1)])
            query = self._add("Slice", [query, *wanted, self._ints(2)])
        seen = self._seen(query, key, value, number)
        rows = self._add("Transpose", [seen], perm=[1, 2, 0, 3])
        rows = self._add("Reshape", [rows, self._ints(0, 0, self.wide)])
        out = attention.output
        seen = self._times(rows, f"{name}.output", out.weight, out.bias)
        x = self._added(x, seen, f"{name}.attention_norm", layer.attention_norm)
        inner = self._times(x, f"{name}.inner", layer.inner.weight, layer.inner.bias)
        inner = self._add("Gelu", [inner], domain=MICROSOFT)
        outer = self._times(inner, f"{name}.outer", layer.outer.weight, layer.outer.bias)
        return self._added(x, outer, f"{name}.norm", layer.norm)

    def _seen(self, query: str, key: str, value: str, number: int) -> str:
        """Return what each token takes from the passage and from its own claim."""
        claims = self._add("Shape", [query], start=1, end=3)
        flat = self._add("Reshape", [query, self._ints(self.heads, -1, self.wide // self.heads)])
        there = self._matched(flat, f"key.{number}")
        rows = self._add("Concat", [self._ints(self.heads), claims, "read"], axis=0)
        there = self._add("Reshape", [there, rows], allowzero=1)
        here = self._add("Add", [self._matched(query, key), "hidden"])
        shares = self._add("Softmax", [self._add("Concat", [there, here], axis=-1)], axis=-1)
        there = self._add("Slice", [shares, self._ints(0), "read", self._ints(3)])
        here = self._add("Slice", [shares, "read", self._ints(PAST_ALL), self._ints(3)])
        count = self._add("ReduceProd", [claims])
        rows = self._add("Concat", [self._ints(self.heads), count, "read"], axis=0)
        there = self._add("Reshape", [there, rows], allowzero=1)
        taken = self._add("MatMul", [there, f"value.{number}"])
        taken = self._add("Reshape", [taken, self._add("Shape", [query])])
        return self._add("Add", [taken, self._add("MatMul", [here, value])])

    def _matched(self, query: str, key: str) -> str:
        share = 1 / math.sqrt(self.wide // self.heads)
        return self._add("FusedMatMul", [query, key], domain=MICROSOFT, transB=1, alpha=share)

    def _logits(self, x: str) -> None:
        head = self.reader.head
        count = self._add("ReduceSum", ["mask_asked", self._ints(-1)])
        mean = self._add("Div", [self._add("MatMul", ["mask_asked", x]), count])
        start = [self._ints(0), self._ints(1), self._ints(1)]
        first = self._add("Slice", [x, *start])
        tokens = self._add("Transpose", ["mask_asked"], perm=[0, 2, 1])
        gone = self._add("Sub", [tokens, "seen"])
        apart = self._add("Add", [x, self._add("Mul", [gone, "far"])])
        greatest = self._add("ReduceMax", [apart], axes=[1], keepdims=1)
        pooled = self._add("Concat", [first, mean, greatest], axis=-1)
        weighed = self._add("Mul", [pooled, self._constant("head", _array(head.weight))])
        summed = self._add("ReduceSum", [weighed, self._ints(-1)], keepdims=0)
        self._add("Add", [summed, self._constant("head_bias", _array(head.bias))], "logits")

    def _times(self, x: str, name: str, weight: torch.Tensor, bias: torch.Tensor) -> str:
        """Return a linear layer of ``x`` with 8-bit weights and activations.

        Activations are unsigned and weights signed, for which processors with VNNI instructions are
        fastest. Others add pairs of products in 16 bits, which overflow; there ``encoder.py`` tells
        ONNX Runtime to make weights unsigned there, for which each matrix needs a zero of its own.
        """
        low, high = self.ranges[name]
        worth = np.array((high - low) / 255, dtype=np.float32)
        zero = np.array(np.clip(np.rint(-low / worth), 0, 255), dtype=np.uint8)
        scale = self._constant(f"{name}.scale", worth)
        point = self._constant(f"{name}.zero", zero)
        whole = self._add("QuantizeLinear", [x, scale, point])
        columns = by_column(_array(weight).T)
        given = [
            whole,
            self._constant(f"{name}.weight", columns.numbers),
            scale,
            self._constant(f"{name}.worth", columns.worth),
            point,
            self._constant(f"{name}.weight.zero", np.array(0, dtype=np.int8)),
            self._constant(f"{name}.bias", _array(bias)),
        ]
        return self._add("MatMulIntegerToFloat", given, domain=MICROSOFT)

    def _added(self, x: str, more: str, name: str, norm: Any) -> str:
        return self._normed(self._add("Add", [x, more]), name, norm)

    def _normed(self, x: str, name: str, norm: Any) -> str:
        given = [x, *self._norm(name, norm)]
        return self._add("LayerNormalization", given, axis=-1, epsilon=EPSILON)

    def _norm(self, name: str, norm: Any) -> list[str]:
        weight = self._constant(f"{name}.weight", _array(norm.weight))
        return [weight, self._constant(f"{name}.bias", _array(norm.bias))]

    def _rows(self, name: str, table: torch.nn.Embedding, which: str) -> str:
        """Return rows of an embedding, kept with 8 bits."""
        numbers, worth, zero = of_all(_array(table.weight))
        picked = self._add("Gather", [self._constant(name, numbers), which])
        scale = self._constant(f"{name}.scale", worth)
        return self._add("DequantizeLinear", [picked, scale, self._constant(f"{name}.zero", zero)])

    def _add(self, kind: str, given: list[str], named: str = "", **attributes: Any) -> str:
        named = named or f"{kind}.{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, given, [named], **attributes))
        return named

    def _constant(self, name: str, array: Array) -> str:
        self.constants.setdefault(name, np.ascontiguousarray(array).reshape(array.shape))
        return name

    def _ints(self, *numbers: int) -> str:
        return self._constant("ints" + "".join(f".{n}" for n in numbers), np.array(numbers))


def by_column(matrix: Array) -> Quantized:
    """Return a matrix in whole numbers of -127 to 127, with one scale for each column."""
    worth = np.abs(matrix).max(axis=0) / 127
    return Quantized(np.rint(matrix / worth).astype(np.int8), worth.astype(np.float32))


def of_all(matrix: Array) -> tuple[Array, Array, Array]:
    """Return a matrix in whole numbers of 0 to 255, their scale and their zero."""
    low, high = min(matrix.min(), 0.0), max(matrix.max(), 0.0)
    worth = np.array((high - low) / 255, dtype=np.float32)
    zero = np.array(np.rint(-low / worth), dtype=np.uint8)
    numbers = np.clip(np.rint(matrix / worth) + float(zero), 0, 255).astype(np.uint8)
    return numbers, worth, zero


def _array(tensor: torch.Tensor) -> Array:
    found: Array = tensor.detach().numpy()
    return found
