# ruff: noqa: D102, D103, T201
"""Fine-tune all-MiniLM-L6-v2 as a cross-encoder on generated pairs, for a given time.

Usage: python finetune.py TRAIN.jsonl OUT_FOLDER --base FOLDER --minutes 35

TRAIN holds lines of ``claim``, ``window``, ``grade``, ``verbatim`` and ``group`` (see prepare.py).
The word embeddings and the first layers stay as they are: the judge should keep what the base
model knows about words that the generator never says.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer

LENGTH = 72


class CrossEncoder(nn.Module):
    """(tokens of claim and window) -> logits of the three grades."""

    def __init__(self, base: str, layers: int) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, attn_implementation="eager")
        self.encoder.encoder.layer = self.encoder.encoder.layer[:layers]
        self.encoder.config.num_hidden_layers = layers
        self.head = nn.Linear(2 * self.encoder.config.hidden_size, 3)

    def forward(self, ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        hidden = self.encoder(
            input_ids=ids, token_type_ids=kinds, attention_mask=mask
        ).last_hidden_state
        share = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * share).sum(1) / share.sum(1)
        return self.head(torch.cat([hidden[:, 0], mean], dim=1))


def batches(rows: list[dict], size: int, rng: random.Random) -> list[list[dict]]:  # type: ignore[type-arg]
    """Return batches of rows of similar length, in random order."""
    rows = sorted(rows, key=lambda r: len(r["claim"]) + len(r["window"]) + rng.random() * 40)
    out = [rows[i : i + size] for i in range(0, len(rows), size)]
    rng.shuffle(out)
    return out


def encode(tokenizer, rows):  # type: ignore[no-untyped-def]
    batch = tokenizer(
        [r["claim"] for r in rows], [r["window"] for r in rows], truncation="longest_first",
        max_length=LENGTH, padding=True, return_tensors="pt", return_token_type_ids=True,
    )  # fmt: skip
    return batch["input_ids"], batch["token_type_ids"], batch["attention_mask"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("train", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--base", required=True)
    parser.add_argument("--minutes", type=float, default=35)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--frozen", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="weights to go on from")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    with args.train.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    held = [r for r in rows if hash_of(r["group"]) % 40 == 0][:600]
    rows = [
        r for r in rows
        if hash_of(r["group"]) % 40 and (not r["verbatim"] or rng.random() < 0.3)
    ]  # fmt: skip
    tokenizer = AutoTokenizer.from_pretrained(args.base)
    model = CrossEncoder(args.base, args.layers)
    if args.resume:
        model.load_state_dict(torch.load(args.resume, weights_only=True))
    model.encoder.embeddings.requires_grad_(False)
    for layer in model.encoder.encoder.layer[: args.frozen]:
        layer.requires_grad_(False)
    learned = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=args.rate, weight_decay=0.01)
    loss_of = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 1.3, 1.0]), label_smoothing=0.05)
    print(len(rows), "training pairs,", len(held), "held out", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    start, step, seen, running = time.time(), 0, 0, 0.0
    done = saved = 0.0
    while done < 1:
        for batch in batches(rows, 32, rng):
            done = (time.time() - start) / (60 * args.minutes)
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = args.rate * min(1.0, (step + 1) / 40) * max(0.02, 1 - done)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(*encode(tokenizer, batch))
            loss = loss_of(logits.float(), torch.tensor([r["grade"] - 1 for r in batch]))
            loss.backward()
            nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            step, seen = step + 1, seen + len(batch)
            running = 0.97 * running + 0.03 * loss.item() if step > 1 else loss.item()
            if step % 20 == 0:
                print(f"{step} {seen} pairs {time.time() - start:.0f}s loss {running:.3f}",
                      flush=True)  # fmt: skip
            if done - saved > 0.2:
                saved = done
                torch.save(model.state_dict(), args.out / "model.pt")
                print("held-out accuracy", evaluate(model, tokenizer, held), flush=True)
    torch.save(model.state_dict(), args.out / "model.pt")
    print("final held-out accuracy", evaluate(model, tokenizer, held), "pairs", seen, flush=True)


def hash_of(text: str) -> int:
    """Return a number that is the same in every process."""
    return sum((i + 1) * b for i, b in enumerate(text.encode())) * 2654435761 % 4294967291


def evaluate(model, tokenizer, held):  # type: ignore[no-untyped-def]
    model.eval()
    right = []
    with torch.no_grad():
        for i in range(0, len(held), 32):
            part = held[i : i + 32]
            guess = model(*encode(tokenizer, part)).argmax(1) + 1
            right += [int(g) == r["grade"] for g, r in zip(guess, part, strict=True)]
    model.train()
    return round(float(np.mean(right)), 3)


if __name__ == "__main__":
    main()
