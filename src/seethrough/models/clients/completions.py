"""What a chat completion says: its text, what stands beside it, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

MOST_TOKENS = 10_000_000
"""The most that one request can have read or written; a server that says more is not believed."""

_ABOUT = frozenset({
    "created", "finish_reason", "id", "index", "logprobs", "matched_stop", "model",
    "native_finish_reason", "object", "provider", "role", "service_tier", "stop_reason",
    "system_fingerprint", "type", "usage",
})  # fmt: skip
"""What a completion says of itself and of the model, and nothing that either read or wrote."""

_LEVELS = ("choices", "message", "delta", "tool_calls")
"""Where it says that; below, as in a document that it cites, the same names may mean anything."""

_KIND = "type"
"""What says anywhere which kind of thing something is."""

_FIELD = re.compile(r"[^\W\d][\w.$-]*")
"""The name of a field; a name in other signs, as of a person, is a part of what is said."""

_LONG = 1_000_000
"""From here on, a number may be one of a telephone, a case or an account; positions are smaller."""

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
        beside: All other words that came with it: the model's reasoning, the words of a refusal,
            the documents that it cites, what it asks of a tool, further choices.
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
    first, others = completion["choices"][0], completion["choices"][1:]
    message, reason = first["message"], first.get("finish_reason")
    said = _by_kind(message.get("content"))
    chances = ((first.get("logprobs") or {}).get("content") or [{}])[0]
    likeliest = [(str(t["token"]), float(t["logprob"])) for t in chances.get("top_logprobs") or ()]
    used = completion.get("usage")
    counts = (_tokens(used, "prompt_tokens"), _tokens(used, "completion_tokens"))
    refused = reason == "content_filter" or bool(message.get("refusal") or said["refusal"])
    rest = [without(message, "content"), without(first, "message"), others]
    rest += [without(completion, "choices"), _beside_parts(message.get("content"))]
    words = dict.fromkeys([said["thinking"], *words_in(rest), said["refusal"]])
    beside = "\n".join(word for word in words if word.strip() and word != said["text"])
    return Choice(said["text"], refused, reason == "length", likeliest, counts, beside)


def as_parts(content: Any) -> list[Any]:
    """Return the parts of an answer's content: a text, a list of parts, or nothing."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else [*(content or ())]


def without(value: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an object's values without one name's."""
    return {key: own for key, own in value.items() if key != name}


def words_in(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value, in order, without what a completion says of itself."""
    left = [(value, True)]
    while left:  # nested as deeply as a server likes
        own, level = left.pop()
        if isinstance(own, str):
            yield own
        elif type(own) is int and own >= _LONG:
            yield str(own)
        elif isinstance(own, dict):
            about = _ABOUT if level else {_KIND}
            for name, inner in [*own.items()][::-1]:
                if name not in about:
                    left.append((inner, level and name in _LEVELS))
                if not _FIELD.fullmatch(name):
                    left.append((name, False))
        elif isinstance(own, list):
            left += [(inner, level) for inner in own[::-1]]


def _beside_parts(content: Any) -> list[dict[str, Any]]:
    """Return what the parts of a content hold besides their words, such as what they quote."""
    return [without(part, part["type"]) for part in as_parts(content)]


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
