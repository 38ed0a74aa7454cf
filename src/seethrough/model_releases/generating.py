"""Tokens that a model writes behind others: greedy, by beams or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from seethrough.progress import tell

STAGE = "answers"


class Writing(NamedTuple):
    """How answers are written.

    Attributes:
        tokens: The most tokens of an answer.
        beams: How many beams are searched; 1 for greedy.
        temperature: Above 0 to draw tokens, 0 for the likeliest.
        seed: Of the draws.
        together: How many answers are written at once.
    """

    tokens: int = 128
    beams: int = 1
    temperature: float = 0.0
    seed: int = 0
    together: int = 16


def written(
    model: Any, tokenizer: Any, prompts: Sequence[Sequence[int]], how: Writing
) -> list[list[int]]:
    """Return the tokens behind each prompt, up to the sign of an end, which is left out.

    Args:
        model: A causal model, in evaluation mode.
        tokenizer: Its tokenizer.
        prompts: The tokens of each prompt, none empty.
        how: How they are written.
    """
    import torch
    from transformers import GenerationConfig

    end = int(tokenizer.eos_token_id)
    device = next(model.parameters()).device
    found: list[list[int]] = []
    for start in range(0, len(prompts), how.together):
        part = prompts[start : start + how.together]
        longest = max(map(len, part))
        ids = torch.full((len(part), longest), end, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, prompt in enumerate(part):  # to the left, so that all answers begin together
            ids[row, longest - len(prompt) :] = torch.tensor(prompt)
            mask[row, longest - len(prompt) :] = 1
        drawn = {"do_sample": True, "temperature": how.temperature} if how.temperature else {}
        config = GenerationConfig(
            max_new_tokens=how.tokens,
            num_beams=how.beams,
            eos_token_id=end,
            pad_token_id=end,
            use_cache=True,
            **(drawn or {"do_sample": False}),
        )
        with torch.random.fork_rng(), torch.inference_mode():
            torch.manual_seed(how.seed + start)
            made = model.generate(
                input_ids=ids.to(device), attention_mask=mask.to(device), generation_config=config
            )
        for row in made[:, longest:].tolist():
            found.append(row[: row.index(end)] if end in row else row)
        tell(STAGE, len(found), len(prompts))
    return found
