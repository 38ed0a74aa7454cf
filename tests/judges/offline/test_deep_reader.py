"""The slower reader: one row for a passage and all its claims, the same as MPNet with one claim."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file

from seethrough.judges import local
from seethrough.judges.local import Local
from seethrough.judges.offline import grading
from seethrough.judges.offline.deep import encoder, reader
from seethrough.judges.offline.evidence.features import NAMES
from seethrough.judges.offline.sheets import CLAIM, PASSAGE

WIDTH, INNER, LAYERS, HEADS = 24, 32, 2, 4
PASSAGES = [(1996, 3899, 2003, 2200, 1012), tuple(range(3000, 3040))]
CLAIMS = [(2200, 3899), (1037, 2158, 3899, 1012, 3001), (9999,)]


@pytest.fixture(scope="module")
def mpnet() -> Any:
    from transformers import MPNetConfig, MPNetModel

    torch.manual_seed(5)
    config = MPNetConfig(
        hidden_size=WIDTH, intermediate_size=INNER, num_hidden_layers=LAYERS, layer_norm_eps=1e-5,
        num_attention_heads=HEADS, initializer_range=0.3, vocab_size=30_527,
        max_position_embeddings=514,
    )  # fmt: skip
    return MPNetModel(config, add_pooling_layer=False).eval()


@pytest.fixture
def base(mpnet: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, torch.Tensor]:
    monkeypatch.setattr(reader, "LAYERS", LAYERS)
    monkeypatch.setattr(reader, "HEADS", HEADS)
    return dict(mpnet.state_dict())


def trained(base: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return adapters that change something."""
    torch.manual_seed(6)
    drawn = reader.adapters(base)
    return {name: part + 0.1 * torch.randn(part.shape) for name, part in drawn.items()}


def logits(base: Any, learned: Any, *sheets: Any) -> Any:
    with torch.no_grad():
        return reader.logits(base, learned, reader.Batch.of(sheets)).numpy()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-600, 600), min_size=1, max_size=50))
def test_distances_fall_into_mpnet_s_buckets(apart: list[int]) -> None:
    from transformers.models.mpnet.modeling_mpnet import MPNetEncoder

    row = torch.tensor(apart)
    theirs = MPNetEncoder.relative_position_bucket(row, num_buckets=32)
    assert reader.buckets(row).tolist() == theirs.tolist()


@pytest.mark.parametrize("claim", CLAIMS)
def test_before_training_it_is_mpnet_with_a_new_head(mpnet: Any, base: Any, claim: Any) -> None:
    torch.manual_seed(7)
    learned = reader.adapters(base)
    batch = reader.Batch.of([(PASSAGES[0], [claim])])
    with torch.no_grad():
        apart = batch.mask()[:, None].float().log().clamp(min=-1e4)
        hidden = mpnet(batch.ids, attention_mask=apart).last_hidden_state
    ((_, first, last),) = batch.claims.tolist()
    part = hidden[0, first:last]
    pooled = torch.cat([part[0], part.mean(0), part.max(0).values])
    expected = learned["head.weight"] @ pooled + learned["head.bias"]
    assert logits(base, learned, (PASSAGES[0], [claim]))[0] == pytest.approx(
        expected.numpy(), abs=1e-4
    )


def test_trained_it_is_mpnet_with_the_adapters_merged(mpnet: Any, base: Any) -> None:
    """Hu et al. 2022, section 4.1: W + scale x up x down."""
    learned = trained(base) | {"kinds": torch.zeros(3, WIDTH)}
    merged = dict(base)
    for name, part in learned.items():
        stem = name.removesuffix(".up")
        if name.endswith(".up"):
            product = part @ learned[f"{stem}.down"]
            merged[f"{stem}.weight"] = base[f"{stem}.weight"] + 2.0 * product
        elif "LayerNorm" in name:
            merged[name] = part
    plain = {"up": 0.0}
    without = {n: p * plain.get(n.rpartition(".")[2], 1.0) for n, p in learned.items()}
    sheet = (PASSAGES[0], CLAIMS)
    expected = logits(merged, without, sheet)
    assert logits(base, learned, sheet) == pytest.approx(expected, abs=1e-4)
    assert logits(*reader.merged(base, learned), sheet) == pytest.approx(expected, abs=1e-4)
    assert not np.allclose(expected, logits(base, without, sheet), atol=1e-2)


def test_a_matrix_without_an_adapter_stands_alone(base: Any) -> None:
    learned = trained(base)
    nothing = {n: p * 0.0 if n.endswith(reader.NARROW) else p for n, p in learned.items()}
    bare = {n: p for n, p in learned.items() if not n.endswith(reader.NARROW)}
    sheet = (PASSAGES[0], CLAIMS)
    assert logits(base, bare, sheet) == pytest.approx(logits(base, nothing, sheet), abs=1e-6)
    assert not np.allclose(logits(base, bare, sheet), logits(base, learned, sheet), atol=1e-2)


def test_neither_other_claims_nor_other_sheets_change_an_answer(base: Any) -> None:
    learned = trained(base)
    together = logits(base, learned, *((passage, CLAIMS) for passage in PASSAGES))
    alone = [logits(base, learned, (p, [claim]))[0] for p in PASSAGES for claim in CLAIMS]
    assert together == pytest.approx(np.array(alone), abs=1e-5)
    assert not np.allclose(together[0], together[3], atol=1e-3)


def test_a_claim_looks_at_the_passage_and_the_adapters_count(base: Any) -> None:
    learned = trained(base)
    plain = logits(base, learned, (PASSAGES[0], CLAIMS[:1]))
    assert not np.allclose(plain, logits(base, learned, (PASSAGES[0][:-1], CLAIMS[:1])), atol=1e-3)
    for name in ("encoder.layer.1.output.dense.up", "kinds"):
        other = learned | {name: learned[name] + 0.3 * torch.randn(learned[name].shape)}
        assert not np.allclose(plain, logits(base, other, (PASSAGES[0], CLAIMS[:1])), atol=1e-3)


def test_what_is_too_long_loses_its_end(base: Any) -> None:
    learned = trained(base)
    whole, cut = tuple(range(2000, 2500)), tuple(range(2000, 2000 + PASSAGE - 2))
    long, short = tuple(range(3000, 3100)), tuple(range(3000, 3000 + CLAIM - 2))
    found = logits(base, learned, (whole, [long]))
    assert found == pytest.approx(logits(base, learned, (cut, [short])), abs=1e-6)


def test_many_claims_are_read_in_parts(base: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = trained(base)
    monkeypatch.setattr(encoder, "_weights", lambda _: (base, learned))
    claims = [f"The patient has {n} dogs." for n in range(2 * encoder.AT_ONCE + 3)]
    said = encoder.scores(claims, ["A dog barks."] * len(claims))
    assert np.exp(said).sum(axis=1) == pytest.approx(np.ones(len(claims)))
    (last,) = encoder.scores(claims[-1:], ["A dog barks."])
    assert said[-1] == pytest.approx(last, abs=1e-5)
    assert len(np.unique(said.round(6), axis=0)) == len(claims)


def test_what_is_shipped_has_a_part_for_each_part_that_is_learned() -> None:
    shipped = load_file(encoder.ADAPTERS)
    width, inner = 768, 3072
    columns = {"output.dense": inner}
    rows = {"intermediate.dense": inner}
    for layer in range(12):
        for matrix in reader.MATRICES:
            name = f"encoder.layer.{layer}.{matrix}"
            assert shipped.pop(f"{name}.down").shape == (reader.RANK, columns.get(matrix, width))
            assert shipped.pop(f"{name}.up").shape == (rows.get(matrix, width), reader.RANK)
        for norm in reader.NORMS:
            for part in ("weight", "bias"):
                assert shipped.pop(f"encoder.layer.{layer}.{norm}.{part}").shape == (width,)
    assert {name: tuple(part.shape) for name, part in shipped.items()} == {
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
        "kinds": (3, width),
        "head.weight": (3, 3 * width),
        "head.bias": (3,),
    }
    assert encoder.ADAPTERS.stat().st_size < 11_000_000


BEES, HIVES = "He keeps bees.", "In the morning he looks after his hives."


def reads(monkeypatch: pytest.MonkeyPatch, **said: Any) -> list[str]:
    """Have the readers ``encoder`` and ``deep_encoder`` say this of any pair; note who is asked."""
    asked: list[str] = []

    def reader(name: str) -> Any:
        def scores(claims: Any, passages: Any) -> Any:
            assert (list(claims), list(passages)) == ([BEES], [HIVES])
            asked.append(name)
            return np.log([said[name]])

        return scores

    for name in said:
        monkeypatch.setattr(getattr(local, name), "scores", reader(name))
    return asked


@pytest.mark.parametrize("likely", [0, 1, 2])
def test_where_the_small_reader_is_in_doubt_the_larger_one_decides(
    likely: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = np.where(np.arange(3) == likely, 0.98, 0.01)
    asked = reads(monkeypatch, encoder=[0.3, 0.2, 0.5], deep_encoder=says)
    (rating,) = Local("full").rate([BEES], [HIVES])
    assert rating.grade == likely + 1
    assert asked == ["encoder", "deep_encoder"]


@pytest.mark.parametrize("likely", [0, 2])
def test_where_the_small_reader_is_sure_the_larger_one_is_not_asked(
    likely: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = np.where(np.arange(3) == likely, 0.998, 0.001)
    asked = reads(monkeypatch, encoder=says, deep_encoder=[0.3, 0.2, 0.5])
    assert Local("full").rate([BEES], [HIVES]) == Local().rate([BEES], [HIVES])
    assert set(asked) == {"encoder"}


def test_what_is_open_worked_by_hand() -> None:
    third = np.array([0.02, 0.03, 0.04, 0.5, 0.96, 0.97, 0.98])
    chances = np.stack([1 - third, 0 * third, third], axis=1)
    assert grading.is_open(chances).tolist() == [False, False, True, True, True, False, False]


def test_the_small_reader_s_opinion_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in ``judge_training/fit.py``; the other way round, weights would read the wrong one."""
    first, second = [0.4, 0.2, 0.4], [0.1, 0.2, 0.7]
    reads(monkeypatch, encoder=first, deep_encoder=second)
    table = grading.with_opinions(
        local._evidence(BEES, HIVES)[None], np.log([first]), np.log([second])
    )
    (chances,) = grading.chances(table, grading.model().networks["full"])
    (found,) = local._chances("full", {(BEES, HIVES): table[0, : len(NAMES)]})
    assert found.tolist() == chances.tolist()


def test_each_depth_has_a_network_of_its_width() -> None:
    widths = {d: n.hidden.shape[0] for d, n in grading.model().networks.items()}
    assert widths == {"words": len(NAMES), "usual": len(NAMES) + 3, "full": len(NAMES) + 6}
