# ruff: noqa: D103, T201
"""Fine-tune all-MiniLM-L6-v2 to grade claims against a passage.

    python -m judge_training.finetune OUT.pt RATED.jsonl [RATED.jsonl ...] --base FOLDER
        [--start WEIGHTS.pt ...]

RATED holds sheets (see ``sheets.py``). ``--without FOLD/FOLDS`` leaves out the texts of one fold.
Word and position embeddings stay as they are: the judge should keep what the base model knows about
words that the sheets never say. Progress is kept next to OUT; a killed run continues from there.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, Self, TypeVar

import torch
from torch import nn
from torch.nn import functional

from judge_training.encoder import BERT, Reader, average, load
from judge_training.sheets import Sheet, outside, read
from seethrough.judges.offline.deep.reader import Batch, Manner
from seethrough.judges.offline.sheets import tokens_of

WARM_UP = 0.05
"""The share of the steps in which the learning rate grows."""
KEPT_EVERY = 500
"""How many steps lie between two saves of what a killed run goes on from."""
LINES = 20
"""How many lines of progress are printed."""


class Task(NamedTuple):
    """Sheets as tensors, with the (claims,) grades of their claims, 0 where nobody rated."""

    batch: Batch
    grades: torch.Tensor

    def to(self, device: torch.device) -> Task:
        """Return the task on a device."""
        return Task(self.batch.to(device), self.grades.to(device))


class Tasks(torch.utils.data.Dataset[Task]):
    """Tasks of a plan, made when they are asked for."""

    def __init__(self, plan: list[list[Sheet]], manner: Manner) -> None:
        self.plan, self.manner = plan, manner
        unique = {id(sheet): sheet for sheets in plan for sheet in sheets}.values()
        self.tokens = tokens_of([t for sheet in unique for t in (sheet.passage, *sheet.claims)])

    def __len__(self) -> int:
        return len(self.plan)

    def __getitem__(self, number: int) -> Task:
        sheets, known = self.plan[number], self.tokens
        batch = Batch.of(
            [(known[s.passage], [known[claim] for claim in s.claims]) for s in sheets], self.manner
        )
        return Task(batch, torch.tensor([grade for sheet in sheets for grade in sheet.grades]))


def batches(sheets: list[Sheet], size: int, rng: random.Random) -> list[list[Sheet]]:
    """Return batches of some ``size`` claims, of sheets of similar length, in random order."""
    drawn = sorted(sheets, key=lambda s: len(s.passage) + rng.random() * 300)
    out: list[list[Sheet]] = [[]]
    for sheet in drawn:
        if sum(len(s.claims) for s in out[-1]) >= size:
            out.append([])
        out[-1].append(sheet)
    rng.shuffle(out)
    return out


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return what both commands take that fine-tune a reader."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("out", type=Path)
    parser.add_argument("rated", type=Path, nargs="+")
    parser.add_argument("--without", default="0/0", help="fold to leave out, as FOLD/FOLDS")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--claims", type=int, default=40, help="claims in a batch, about")
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", type=torch.device, default="cpu")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def planned(args: argparse.Namespace) -> list[list[Sheet]]:
    """Return the batches of all epochs, in order; seeds torch, too."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    fold, folds = (int(part) for part in args.without.split("/"))
    sheets = outside([sheet for path in args.rated for sheet in read(path)], fold, folds)
    rng = random.Random(args.seed)
    plan = [batch for _ in range(args.epochs) for batch in batches(sheets, args.claims, rng)]
    print(sum(len(s.claims) for s in sheets), "claims,", len(plan), "steps", flush=True)
    return plan


def rated(
    answer: Callable[[Batch], torch.Tensor], smoothing: float
) -> Callable[[Task], torch.Tensor]:
    """Return the cross-entropy of a reader with the ratings of a task.

    Args:
        answer: Returns the (claims, 3) logits of a batch.
        smoothing: How much of a rating is spread over all grades.
    """
    return lambda task: functional.cross_entropy(
        answer(task.batch).float(), task.grades - 1, label_smoothing=smoothing
    )


class OnDevice(Protocol):
    """What is learned from at once."""

    def to(self, device: torch.device) -> Self:
        """Return it on a device."""


T = TypeVar("T", bound=OnDevice, covariant=True)


class Plan(Protocol[T]):
    """A dataset of what is learned from, in order."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> T: ...


def train(
    learned: Mapping[str, torch.Tensor],
    tasks: Plan[T],
    loss_on: Callable[[T], torch.Tensor],
    args: argparse.Namespace,
) -> None:
    """Learn from tasks in order, in place; what is kept next to OUT is gone on from.

    Args:
        learned: What is learned, by name.
        tasks: The tasks, as many as their length says.
        loss_on: Returns the loss on a task.
        args: See ``arguments``.
    """
    weights = list(learned.values())
    fused = args.device.type == "cuda"
    optimizer = torch.optim.AdamW(weights, lr=args.rate, weight_decay=0.01, fused=fused)
    kept, first, count = args.out.with_suffix(".kept"), 0, len(tasks)
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        for name, weight in learned.items():
            weight.data.copy_(state["learned"][name])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"]
    begun, running, warm = time.time(), 0.0, WARM_UP * count
    left = torch.utils.data.DataLoader(
        torch.utils.data.Subset(tasks, range(first, count)),
        batch_size=None, num_workers=args.workers, pin_memory=args.device.type == "cuda",
    )  # fmt: skip
    for step, made in enumerate(left, first):
        task = made.to(args.device)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min((step + 1) / warm, (count - step) / (count - warm))
        with torch.autocast(args.device.type, torch.bfloat16):
            loss = loss_on(task)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        running += (loss.detach() - running) * (0.02 if step > first else 1.0)
        if step % max(count // LINES, 1) == 0:
            minutes = (time.time() - begun) / (step + 1 - first) * (count - step - 1) / 60
            print(f"{step + 1} loss {running:.3f}, {minutes:.1f} minutes left", flush=True)
        if (step + 1) % KEPT_EVERY == 0:
            torch.save({"learned": dict(learned), "optimizer": optimizer.state_dict(),
                        "step": step + 1}, kept)  # fmt: skip


def reader_arguments(description: str | None) -> argparse.ArgumentParser:
    """Return what both commands take that fine-tune a reader of all-MiniLM-L6-v2."""
    parser = arguments(description)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--start", type=Path, nargs="+", help="go on from the average of these")
    return parser


def reader_to_train(args: argparse.Namespace) -> tuple[Reader, dict[str, torch.Tensor]]:
    """Return a reader on the device, and what of it is learned: all but the embeddings."""
    reader = load(args.base)
    if args.start:
        reader.load_state_dict(average(args.start))
    reader.to(args.device)
    for still in (reader.words, reader.positions):
        still.requires_grad_(False)
    return reader, {n: p for n, p in reader.named_parameters() if p.requires_grad}


def save(reader: Reader, out: Path) -> None:
    """Write the weights of a reader; what was kept on the way is deleted."""
    torch.save(reader.cpu().state_dict(), out)
    out.with_suffix(".kept").unlink(missing_ok=True)


def main() -> None:
    args = reader_arguments(__doc__).parse_args()
    tasks = Tasks(planned(args), BERT)
    reader, learned = reader_to_train(args)
    train(learned, tasks, rated(reader, args.smoothing), args)
    save(reader, args.out)


if __name__ == "__main__":
    main()
