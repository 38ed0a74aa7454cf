"""The loss of direct preference optimization beside that of the package ``trl``, on one batch.

    pip install trl==1.16.0
    python -m benchmarks.peers.dpo_loss

The training loop here lowers its own loss, so that a run can be killed, goes on to the same weights
and keeps no pickles; ``trl`` has a loop of its own. Both get two tiny models with random weights,
the same pairs of answers and the same tokens.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

from seethrough.finetuning.losses import preference
from seethrough.finetuning.tiny import write_tiny_model
from seethrough.training import bases
from seethrough.training.examples import Examples
from seethrough.training.gradients import forward, token_losses

ROWS = (
    {"prompt": "Who?", "chosen": " <NAME> is ill.", "rejected": " Alan Gates is ill."},
    {"prompt": "Where?", "chosen": " In <ADDRESS>.", "rejected": " In York, of course."},
)
BETA = 0.3


def main() -> int:
    """Print both losses; 1 where they differ by more than rounding."""
    warnings.simplefilter("ignore")
    policy, reference = (_tiny(seed) for seed in (1, 2))
    theirs = _trl(policy, reference)
    chosen, rejected, chosen_before, rejected_before = (
        _logs(model, key) for model in (policy, reference) for key in ("chosen", "rejected")
    )
    ours = float(preference(chosen, rejected, chosen_before, rejected_before, BETA).mean())
    print(f"trl {theirs:.7f}, here {ours:.7f}")
    return int(abs(ours - theirs) > 1e-5)


def _tiny(seed: int) -> bases.Base:
    folder = Path(tempfile.mkdtemp())
    write_tiny_model(folder, [text for row in ROWS for text in row.values()], seed=seed)
    return bases.load(str(folder))


def _trl(policy: bases.Base, reference: bases.Base) -> float:
    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    tokenizer = policy.tokenizer
    tokenizer.pad_token = tokenizer.eos_token
    config = DPOConfig(
        output_dir=tempfile.mkdtemp(),
        beta=BETA,
        per_device_train_batch_size=len(ROWS),
        report_to=[],
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
    )
    trainer = DPOTrainer(
        model=policy.model,
        ref_model=reference.model,
        args=config,
        train_dataset=Dataset.from_list([*ROWS]),
        processing_class=tokenizer,
    )
    batch = next(iter(trainer.get_train_dataloader()))
    return float(trainer.compute_loss(trainer.model, batch))


def _logs(base: bases.Base, key: str) -> object:
    """Return (n,) the log-probabilities of the answers of one column."""
    import torch

    def tokens(text: str) -> list[int]:
        return [int(t) for t in base.tokenizer.encode(text, add_special_tokens=False)]

    end = int(base.tokenizer.eos_token_id)
    rows = Examples(
        [tokens(row["prompt"]) for row in ROWS],
        [[*tokens(row[key]), end] for row in ROWS],
        [[0], [1]],
        {},
    )
    with torch.no_grad():
        return -token_losses(*forward(base.model, rows, [0, 1])).sum(1)


if __name__ == "__main__":
    sys.exit(main())
