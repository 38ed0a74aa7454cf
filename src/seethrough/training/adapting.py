"""Which weights are trained: all of them, or small ones beside them (LoRA)."""

from __future__ import annotations

import warnings
from typing import Any


def place(model: Any) -> Any:
    """Return the model on the GPU where there is one."""
    import torch

    return model.to("cuda" if torch.cuda.is_available() else "cpu")


def adapted(model: Any, rank: int, seed: int) -> Any:
    """Return a model with the weights that are trained asking for a gradient.

    The model must stand on its device: adapters that are moved after hooks or an optimizer know
    them are others, and training looks healthy while no weight moves.

    Args:
        model: The base model, on its device.
        rank: Of LoRA's matrices beside all linear layers but the last; 0 to train all weights.
        seed: Draws the matrices' first values.

    References:
        Hu et al. (2021), LoRA: low-rank adaptation of large language models.
    """
    import torch

    if not rank:
        return model.requires_grad_(True)
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM"
    )
    with torch.random.fork_rng(), warnings.catch_warnings():
        # peft asks transformers by an older name, and finds out by itself how GPT-2 lays its
        # matrices out.
        warnings.filterwarnings("ignore", "`is_gradient_checkpointing` is deprecated")
        warnings.filterwarnings("ignore", "fan_in_fan_out is set to False")
        torch.manual_seed(seed)
        return get_peft_model(model, config)
