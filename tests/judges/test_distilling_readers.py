"""A small reader learns from larger ones: what they say of a claim, and their states."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest
import torch
from judge_training import distill
from judge_training.distill import Distillation, Lessons
from judge_training.encoder import BERT, Reader
from judge_training.finetune import Tasks, train
from judge_training.loss import loss_of
from judge_training.sheets import Sheet

from seethrough.judges.offline.deep import reader as deep

SHEETS = [
    Sheet("a", "He keeps bees in Graz.", ["He keeps bees.", "He keeps pigs."], [0, 0]),
    Sheet("b", "She sold her bicycle.", ["She sold a bicycle.", "She is a dentist."], [2, 3]),
]
WIDTH, LAYERS = 24, 2
STEPS = 40


def own() -> Reader:
    torch.manual_seed(4)
    return Reader(words=30_522, positions=64, width=16, layers=LAYERS, heads=2, inner=32)


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Any:
    from transformers import MPNetConfig, MPNetModel

    monkeypatch.setattr(deep, "LAYERS", LAYERS)
    monkeypatch.setattr(deep, "HEADS", 4)
    monkeypatch.setattr(distill, "COMPARED", ((0, 0), (1, 1)))
    torch.manual_seed(5)
    config = MPNetConfig(
        hidden_size=WIDTH, intermediate_size=32, num_hidden_layers=LAYERS, num_attention_heads=4,
        initializer_range=0.3, vocab_size=30_527, max_position_embeddings=514,
    )  # fmt: skip
    return dict(MPNetModel(config, add_pooling_layer=False).eval().state_dict())


def teachers(base: Any) -> list[dict[str, torch.Tensor]]:
    found = []
    for seed in (6, 7):
        torch.manual_seed(seed)
        found.append({n: p + 0.3 * torch.randn(p.shape) for n, p in deep.adapters(base).items()})
    return found


def said(base: Any, learned: Any, batch: deep.Batch) -> torch.Tensor:
    with torch.no_grad():
        return deep.logits(base, learned, batch).softmax(dim=1)


def test_reader_and_teachers_read_the_same_tokens_in_the_same_places() -> None:
    (lesson,) = Lessons(Tasks([SHEETS], BERT))
    mine, theirs = lesson.own.batch, lesson.theirs
    assert torch.equal(mine.parts, theirs.parts)
    assert torch.equal(mine.claims, theirs.claims)
    marks = torch.isin(mine.ids, torch.tensor([BERT.start, BERT.end, BERT.padding]))
    assert torch.equal(mine.ids[~marks] + 4, theirs.ids[~marks])
    assert 0 < int(marks.sum()) < mine.ids.numel() / 2


def test_without_states_it_is_the_loss_against_the_mean_of_the_teachers(base: Any) -> None:
    one, taught = own(), teachers(base)
    (lesson,) = Lessons(Tasks([SHEETS], BERT))
    chances = sum(said(base, t, lesson.theirs) for t in taught) / 2
    expected = loss_of(one(lesson.own.batch), lesson.own.grades, chances, 0.1)
    loss = Distillation(one, base, taught, 0.0, 0.1)(lesson)
    assert loss.item() == pytest.approx(expected.item(), rel=1e-5)


def test_states_of_all_tokens_count_and_behind_the_last_layer_those_of_claims(base: Any) -> None:
    one, taught = own(), teachers(base)
    (lesson,) = Lessons(Tasks([SHEETS], BERT))
    loss_on = Distillation(one, base, taught, 0.5, 0.0)
    with torch.no_grad():
        mine = one.states(lesson.own.batch)
        theirs = list(deep.states(base, taught[0], lesson.theirs))
    expected = Distillation(one, base, taught, 0.0, 0.0)(lesson).item()
    for layer, matrix in enumerate(loss_on.projections.values()):
        apart = [
            1
            - torch.cosine_similarity(matrix @ mine[layer][row, at], theirs[layer][row, at], dim=0)
            for row, parts in enumerate(lesson.own.batch.parts.tolist())
            for at, part in enumerate(parts)
            if part > 0 or (part == 0 and layer == 0)
        ]
        expected += 0.5 * sum(a.item() for a in apart) / len(apart)
    assert loss_on(lesson).item() == pytest.approx(expected, rel=1e-4)


def test_a_reader_learns_what_its_teachers_say(base: Any, tmp_path: Path) -> None:
    one, taught = own(), teachers(base)
    lessons = Lessons(Tasks([SHEETS] * STEPS, BERT))
    loss_on = Distillation(one, base, taught, 1.0, 0.0)
    args = argparse.Namespace(
        out=tmp_path / "out.pt", rate=1e-2, device=torch.device("cpu"), workers=0
    )
    batch, theirs = lessons[0].own.batch, lessons[0].theirs
    chances = sum(said(base, t, theirs) for t in taught) / 2

    def apart() -> float:
        with torch.no_grad():
            return (one(batch).softmax(dim=1) - chances)[:2].abs().max().item()

    before = apart()
    train(dict(one.named_parameters()) | loss_on.projections, lessons, loss_on, args)
    assert apart() < before / 3
