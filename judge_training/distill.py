# ruff: noqa: D103
"""Teach a reader of all-MiniLM-L6-v2 what larger readers say of claims, and what they see in them.

    python -m judge_training.distill OUT.pt SHEETS.jsonl [SHEETS.jsonl ...] --base FOLDER
        --start WEIGHTS.pt --teachers LEARNED.safetensors [LEARNED.safetensors ...]

The teachers are readers of all-mpnet-base-v2 (``finetune_deep.py``), made without the texts of the
fold that ``--without`` leaves out. Their mean chances are learned beside the ratings (``loss.py``).
Both encoders cut a text into the same tokens, so their states can be compared token by token:
linear maps of the reader's states are brought near the first teacher's, behind its sixth layer
those of all tokens, behind its last those of the claims' (Jiao et al. 2020, TinyBERT, section 3.1;
by their cosine as in Sanh et al. 2019, DistilBERT, section 3). Progress is kept next to OUT; a
killed run continues from there.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import copy
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from judge_training.encoder import BERT, Reader
from judge_training.finetune import (
    Task,
    Tasks,
    planned,
    reader_arguments,
    reader_to_train,
    save,
    train,
)
from judge_training.finetune_deep import opened
from judge_training.loss import loss_of
from seethrough.judges.offline.deep.base import model_file
from seethrough.judges.offline.deep.reader import MPNET, Batch, Weights, graded, states

COMPARED = ((2, 5), (5, 11))
"""Layers of the reader and of the teacher, counted from 0, whose states are compared."""


class Lesson(NamedTuple):
    """A task as the reader reads it, and as its teachers do."""

    own: Task
    theirs: Batch

    def to(self, device: torch.device) -> Lesson:
        """Return the lesson on a device."""
        return Lesson(self.own.to(device), self.theirs.to(device))


class Lessons(torch.utils.data.Dataset[Lesson]):
    """Lessons about the tasks of a plan, made when they are asked for."""

    def __init__(self, tasks: Tasks) -> None:
        self.own, self.theirs = tasks, copy.copy(tasks)
        self.theirs.manner = MPNET

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, number: int) -> Lesson:
        return Lesson(self.own[number], self.theirs[number].batch)


class Distillation:
    """The loss of a reader on a lesson.

    Attributes:
        projections: (width of the teacher, width of the reader) for each pair of layers compared;
            learned with the reader and thrown away.
    """

    def __init__(
        self,
        reader: Reader,
        base: Weights,
        teachers: Sequence[Weights],
        states: float,
        smoothing: float,
    ) -> None:
        self.reader, self.states, self.smoothing = reader, states, smoothing
        self.teachers = [{**base, **learned} for learned in teachers]
        own, theirs = reader.words.weight, base["embeddings.word_embeddings.weight"]
        width, size = own.shape[1], (theirs.shape[1], own.shape[1])
        self.projections = {
            f"projections.{number}": nn.Parameter(
                torch.randn(size, device=own.device) / math.sqrt(width)
            )
            for number in range(len(COMPARED))
        }

    def __call__(self, lesson: Lesson) -> torch.Tensor:
        """Return the loss."""
        (batch, grades), theirs = lesson
        with torch.no_grad():
            seen = [list(states(weights, weights, theirs)) for weights in self.teachers]
            chances = torch.stack([
                graded(weights, layers[-1], theirs).float().softmax(dim=1)
                for weights, layers in zip(self.teachers, seen, strict=True)
            ]).mean(dim=0)  # fmt: skip
        own = self.reader.states(batch)
        loss = loss_of(self.reader.graded(own[-1], batch).float(), grades, chances, self.smoothing)
        if not self.states:
            return loss
        for (mine, taught), matrix in zip(COMPARED, self.projections.values(), strict=True):
            kept = batch.parts > 0 if mine == len(own) - 1 else batch.parts >= 0
            projected = functional.linear(own[mine][kept], matrix)
            alike = functional.cosine_similarity(
                projected.float(), seen[0][taught][kept].float(), dim=1
            )
            loss = loss + self.states * (1 - alike).mean()
        return loss


def main() -> None:
    parser = reader_arguments(__doc__)
    parser.add_argument("--teachers", type=Path, nargs="+", required=True)
    parser.add_argument("--teachers-base", type=Path, help="their base's file, if not its packages")
    parser.add_argument("--states", type=float, default=1.0, help="weight of the states")
    args = parser.parse_args()
    tasks = Tasks(planned(args), BERT)
    reader, learned = reader_to_train(args)
    base, *teachers = (
        {name: part.to(args.device) for name, part in opened(path).items()}
        for path in (args.teachers_base or model_file(), *args.teachers)
    )
    loss_on = Distillation(reader, base, teachers, args.states, args.smoothing)
    train(learned | loss_on.projections, Lessons(tasks), loss_on, args)
    save(reader, args.out)


if __name__ == "__main__":
    main()
