"""What a chat completion says: its text, what stands beside it, and how it ended."""

from __future__ import annotations

from typing import Any, NamedTuple

MOST_TOKENS = 10_000_000
"""The most that one request can have read or written; a server that says more is not believed."""

BESIDE = ("reasoning_content", "reasoning", "refusal")
"""Where servers put what a model wrote beside its answer."""

_PARTS = ("text", "thinking", "refusal")
"""The kinds of parts that an answer may come in."""


class Choice(NamedTuple):
    """The first choice of a chat completion.

    Attributes:
        text: What the model wrote.
        refused: Whether it, or a filter, would not answer.
        cut_short: Whether it ran into the longest answer.
        likeliest: The most likely first tokens with their log-probabilities, where asked for.
        used: Tokens read and written.
        beside: The model's reasoning and the words of a refusal, where a server gives them.
    """

    text: str
    refused: bool
    cut_short: bool
    likeliest: list[tuple[str, float]]
    used: tuple[int, int]
    beside: str


def read_choice(completion: Any) -> Choice:
    """Return the first choice of a chat completion.

    Args:
        completion: Its JSON value.

    Raises:
        AttributeError, LookupError, OverflowError, TypeError: It is not the protocol's, or has a
            part that is no words.
    """
    choice = completion["choices"][0]
    message, reason = choice["message"], choice.get("finish_reason")
    said = _by_kind(message.get("content"))
    first = ((choice.get("logprobs") or {}).get("content") or [{}])[0]
    likeliest = [(str(t["token"]), float(t["logprob"])) for t in first.get("top_logprobs") or ()]
    used = completion.get("usage")
    counts = (_tokens(used, "prompt_tokens"), _tokens(used, "completion_tokens"))
    refused = reason == "content_filter" or bool(message.get("refusal") or said["refusal"])
    words = [said["thinking"], *(message.get(name) for name in BESIDE), said["refusal"]]
    beside = "\n".join(dict.fromkeys(word for word in words if word and isinstance(word, str)))
    return Choice(said["text"], refused, reason == "length", likeliest, counts, beside)


def as_parts(content: Any) -> list[Any]:
    """Return the parts of an answer's content: a text, a list of parts, or nothing."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else [*(content or ())]


def _by_kind(content: Any) -> dict[str, str]:
    """Return the words of a content's parts by their kind."""
    said: dict[str, list[str]] = {kind: [] for kind in _PARTS}
    for part in as_parts(content):
        kind = part["type"]
        words = part[kind]
        said[kind] += [inner["text"] for inner in words] if isinstance(words, list) else [words]
    return {kind: "".join(words) for kind, words in said.items()}


def _tokens(used: Any, name: str) -> int:
    """Return a count of tokens; 0 where a server says none, or one that cannot be."""
    count = used.get(name) if isinstance(used, dict) else None
    return count if type(count) is int and 0 <= count <= MOST_TOKENS else 0
