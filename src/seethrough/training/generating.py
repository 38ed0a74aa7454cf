"""Sampling texts from a model in batches, with a KV cache, and telling texts from rubble."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from seethrough.text.normalised import words

_REPEATED = 4
_LEAST_DIFFERENT = 0.3
_LONG = 20


class Sampling(NamedTuple):
    """How texts are drawn.

    Attributes:
        top_p: Only the likeliest tokens that together have this chance are drawn, in (0, 1].
        temperature: Above 0; 1 draws from the model as it is.
        length: The most tokens of a prompt and its text together.
    """

    top_p: float
    temperature: float
    length: int


def sample(
    model: Any, tokenizer: Any, prompts: Sequence[Sequence[int]], how: Sampling, seed: int
) -> list[str]:
    """Return one text for each prompt.

    Args:
        model: The model.
        tokenizer: Its tokenizer.
        prompts: The n prompts' tokens, none empty.
        how: How texts are drawn.
        seed: The same gives the same texts.

    References:
        Holtzman et al. (2020), The curious case of neural text degeneration (top-p).
    """
    import torch
    from transformers import GenerationConfig

    longest = max(map(len, prompts))
    end = int(tokenizer.eos_token_id)
    ids = torch.full((len(prompts), longest), end, dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):  # to the left, so that all texts begin together
        ids[row, longest - len(prompt) :] = torch.tensor(prompt)
        mask[row, longest - len(prompt) :] = 1
    config = GenerationConfig(
        do_sample=True,
        top_p=how.top_p,
        top_k=0,
        temperature=how.temperature,
        max_new_tokens=max(1, how.length - longest),
        eos_token_id=end,
        pad_token_id=end,
        use_cache=True,
    )
    device = next(model.parameters()).device
    with torch.random.fork_rng(), torch.inference_mode():
        torch.manual_seed(seed)
        made = model.generate(
            input_ids=ids.to(device), attention_mask=mask.to(device), generation_config=config
        )
    texts = tokenizer.batch_decode(made[:, longest:], skip_special_tokens=True)
    return [str(text).strip() for text in texts]


def fault(text: str) -> str:
    """Return why a sample is no text: ``empty`` or ``degenerate``; empty where it is one.

    Degenerate is a text without words, or one of 20 words and more of which fewer than three in
    ten runs of four words are different.
    """
    if not text.strip():
        return "empty"
    row = words(text)
    if not any(any(c.isalpha() for c in word) for word in row):
        return "degenerate"
    if len(row) >= _LONG:
        runs = [tuple(row[i : i + _REPEATED]) for i in range(len(row) - _REPEATED + 1)]
        if len(set(runs)) < _LEAST_DIFFERENT * len(runs):
            return "degenerate"
    return ""
