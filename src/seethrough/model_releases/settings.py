"""What a language model computes with beside its weights: architecture, writing, tokenizer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_OF_THE_FILES = frozenset(
    ("_name_or_path", "_from_model_config", "architectures", "dtype", "transformers_version")
)
"""Settings that say how and where a model was saved; the weights tell their precision."""

_OF_THE_LAST_CALL = frozenset(("padding", "truncation"))
"""Parts of a tokenizer that change as it is called."""


def settings_of(model: Any, tokenizer: Any) -> str:
    """Return as JSON what a model computes with, the same in memory and read from a folder.

    Args:
        model: A Hugging Face causal model.
        tokenizer: Its tokenizer.
    """
    told = {
        "architecture": _without(model.config.to_dict(), _OF_THE_FILES),
        "writing": _without(model.generation_config.to_dict(), _OF_THE_FILES),
        "tokenizer": _without(json.loads(tokenizer.backend_tokenizer.to_str()), _OF_THE_LAST_CALL),
        "special": tokenizer.special_tokens_map,
        "template": tokenizer.chat_template,
        "clean_up": tokenizer.clean_up_tokenization_spaces,
    }
    return json.dumps(told, sort_keys=True, default=repr)


def _without(settings: Mapping[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in left_out}
