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

import torch
from tokenizers import Tokenizer
from torch import nn

from judge_training.encoder import average, load
from judge_training.loss import loss_of
from judge_training.sheets import Sheet, outside, read

PASSAGE, CLAIM = 384, 48
"""The most tokens of a passage and of a claim in training, markers included."""
WARM_UP = 0.05
"""The share of the steps in which the learning rate grows."""


class Batch:
    """Sheets as tensors; see ``Reader.forward``."""

    def __init__(self, sheets: list[Sheet], tokenizer: Tokenizer) -> None:
        rows = [_row(sheet, tokenizer) for sheet in sheets]
        width = max(len(ids) for ids, _, _ in rows)
        size = (len(rows), width)
        self.ids = torch.zeros(size, dtype=torch.long)
        self.places, self.kinds = torch.zeros_like(self.ids), torch.zeros_like(self.ids)
        self.mask = torch.eye(width, dtype=torch.bool).repeat(len(rows), 1, 1)
        claims = []
        for number, (ids, kinds, parts) in enumerate(rows):
            self.ids[number, : len(ids)] = torch.tensor(ids)
            self.kinds[number, : len(ids)] = torch.tensor(kinds)
            end = parts[0][1]
            for first, last in parts:
                self.places[number, first:last] = torch.arange(last - first)
                self.mask[number, first:last, first:last] = True
                self.mask[number, first:last, :end] = True
            claims += [(number, first, last) for first, last in parts[1:]]
        self.claims = torch.tensor(claims)


def _row(sheet: Sheet, tokenizer: Tokenizer) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Return ids, kinds, and where the passage and each claim begin and end."""
    start, end = (int(tokenizer.token_to_id(mark) or 0) for mark in ("[CLS]", "[SEP]"))
    inner = tokenizer.encode(sheet.passage, add_special_tokens=False).ids[: PASSAGE - 2]
    met = set(inner)
    ids, kinds = [start, *inner, end], [1] * (len(inner) + 2)
    parts = [(0, len(ids))]
    for claim in sheet.claims:
        said = tokenizer.encode(claim, add_special_tokens=False).ids[: CLAIM - 2]
        parts.append((len(ids), len(ids) + len(said) + 2))
        ids += [start, *said, end]
        kinds += [0, *(2 if token in met else 0 for token in said), 0]
    return ids, kinds, parts


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


def tokenizer_of(base: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return what both commands take that fine-tune a reader."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("out", type=Path)
    parser.add_argument("rated", type=Path, nargs="+")
    parser.add_argument("--without", default="0/0", help="fold to leave out, as FOLD/FOLDS")
    parser.add_argument(
        "--whole",
        type=Path,
        nargs="+",
        default=[],
        help="sheets of texts that are measured in no fold: none is left out",
    )
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--claims", type=int, default=40, help="claims in a batch, about")
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def planned(args: argparse.Namespace) -> list[list[Sheet]]:
    """Return the batches of all epochs, in order; seeds torch, too."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    fold, folds = (int(part) for part in args.without.split("/"))
    sheets = outside([sheet for path in args.rated for sheet in read(path)], fold, folds)
    sheets += [sheet for path in args.whole for sheet in read(path)]
    rng = random.Random(args.seed)
    plan = [batch for _ in range(args.epochs) for batch in batches(sheets, args.claims, rng)]
    print(sum(len(s.claims) for s in sheets), "claims,", len(plan), "steps", flush=True)
    return plan


def train(
    learned: Mapping[str, torch.Tensor],
    plan: list[list[Sheet]],
    answer: Callable[[list[Sheet]], torch.Tensor],
    args: argparse.Namespace,
) -> None:
    """Learn from batches in order, in place; what is kept next to OUT is gone on from.

    Args:
        learned: What is learned, by name.
        plan: The batches.
        answer: Returns the (claims, 3) logits of a batch.
        args: See ``arguments``.
    """
    weights = list(learned.values())
    optimizer = torch.optim.AdamW(weights, lr=args.rate, weight_decay=0.01)
    kept, first = args.out.with_suffix(".kept"), 0
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        for name, weight in learned.items():
            weight.data.copy_(state["learned"][name])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"]
    begun, running, warm = time.time(), 0.0, WARM_UP * len(plan)
    for step in range(first, len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(
                (step + 1) / warm, (len(plan) - step) / (len(plan) - warm)
            )
        with torch.autocast("cpu", torch.bfloat16):
            logits = answer(plan[step])
        loss = loss_of(logits.float(), plan[step], args.smoothing)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        running = 0.98 * running + 0.02 * loss.item() if step > first else loss.item()
        if step % 50 == 49:
            left = (time.time() - begun) / (step + 1 - first) * (len(plan) - step - 1)
            print(f"{step + 1} loss {running:.3f}, {left / 60:.0f} minutes left", flush=True)
        if step % 200 == 199:
            torch.save({"learned": dict(learned), "optimizer": optimizer.state_dict(),
                        "step": step + 1}, kept)  # fmt: skip


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--start", type=Path, nargs="+", help="go on from the average of these")
    args = parser.parse_args()
    plan = planned(args)
    tokenizer, reader = tokenizer_of(args.base), load(args.base)
    if args.start:
        reader.load_state_dict(average(args.start))
    for still in (reader.words, reader.positions):
        still.requires_grad_(False)

    def answer(sheets: list[Sheet]) -> torch.Tensor:
        batch = Batch(sheets, tokenizer)
        logits: torch.Tensor = reader(
            batch.ids, batch.places, batch.kinds, batch.mask, batch.claims
        )
        return logits

    train({n: p for n, p in reader.named_parameters() if p.requires_grad}, plan, answer, args)
    torch.save(reader.state_dict(), args.out)
    args.out.with_suffix(".kept").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
