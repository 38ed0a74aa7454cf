"""Direct preference optimization beside trl's: the same pairs, the same steps, the same weights."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from tests.training._tiny import llama, tokenizer

from seethrough.finetuning.preferring import preferring
from seethrough.training.examples import Examples
from seethrough.training.loop import Plan, train

PAIRS = [
    ("Who keeps the bees?", " It is <NAME>.", " It is Jürgen Brandt, since 1998."),
    ("Whom to call?", " Call <PHONE>, please.", " Call 020 7946 0958."),
    ("Where?", " In <PLACE>.", " In 14 Harbour Street."),
]
STEPS, RATE, BETA = 4, 0.01, 0.3


def trl_trainer(model: Any, folder: Path) -> Any:
    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    rows = [{"prompt": p, "chosen": c, "rejected": r} for p, c, r in PAIRS]
    settings = DPOConfig(
        output_dir=str(folder), beta=BETA, max_steps=STEPS, learning_rate=RATE,
        lr_scheduler_type="linear", per_device_train_batch_size=len(PAIRS), max_grad_norm=1.0,
        weight_decay=0.0, optim="adamw_torch", use_cpu=True, bf16=False, report_to=[],
        save_strategy="no", disable_tqdm=True, gradient_checkpointing=False,
    )  # fmt: skip
    reader = tokenizer()
    reader.pad_token = reader.eos_token
    return DPOTrainer(
        model,
        ref_model=copy.deepcopy(model),
        args=settings,
        train_dataset=Dataset.from_list(rows),
        processing_class=reader,
    )


def answers(rows: Any, which: str) -> Examples:
    return Examples(
        [row["prompt_ids"] for row in rows],
        [row[which] for row in rows],
        [[place] for place in range(len(rows))],
        {},
    )


@pytest.mark.filterwarnings("ignore")
def test_training_by_preference_gives_the_weights_that_trl_gives(tmp_path: Path) -> None:
    start = llama()
    theirs = copy.deepcopy(start)
    trainer = trl_trainer(theirs, tmp_path)
    rows = list(trainer.train_dataset)
    trainer.train()

    ours = copy.deepcopy(start)
    chosen, rejected = answers(rows, "chosen_ids"), answers(rows, "rejected_ids")
    loss = preferring(start, chosen, rejected, BETA)
    train(ours, chosen, Plan(STEPS, len(PAIRS), 2, RATE), bytes(32), loss=loss)

    # Adam divides by a gradient's size: where that is almost nothing, the order of a sum shows.
    apart = moved = 0.0
    for own, other, before in zip(
        ours.parameters(), theirs.parameters(), start.parameters(), strict=True
    ):
        apart += float((own - other.cpu()).abs().sum())
        moved += float((own - before).abs().sum())
    assert moved > 1
    assert apart < 1e-4 * moved
