"""The chat completion that a server sent in pieces, as a stream of events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from seethrough.models.clients.completions import as_parts, without
from seethrough.models.clients.http_client import from_json

_LINE_END = re.compile(r"\r\n|\r")
_DONE = "[DONE]"


class BrokenOffError(Exception):
    """The stream reports an error, or ends before the answer does."""


def joined(body: bytes) -> dict[str, Any]:
    """Return the chat completion that the chunks of a stream add up to.

    Source: WHATWG, HTML Living Standard, section 9.2 (server-sent events), and OpenAI's chat
    protocol: chunks of an answer, the last with the reason why it ends, then ``[DONE]``.

    Args:
        body: The whole stream.

    Raises:
        BrokenOffError: Half an answer is no answer.
        ValueError: An event is not JSON.
        AttributeError, LookupError, TypeError: It is not the protocol's.
    """
    events = [*_events(body)]
    done = _DONE in events
    chunks = [from_json(event) for event in events[: events.index(_DONE) if done else None]]
    if any(chunk.get("error") for chunk in chunks):
        raise BrokenOffError
    pieces = [piece for chunk in chunks for piece in chunk["choices"]]
    own = [piece for piece in pieces if not piece.get("index")]
    others = [piece.get("delta") or {} for piece in pieces if piece.get("index")]
    reasons = [piece["finish_reason"] for piece in own if piece.get("finish_reason")]
    if not (done or reasons):
        raise BrokenOffError
    choice = {
        **_added([without(piece, "delta") for piece in own]),
        "message": _message([piece["delta"] or {} for piece in own if "delta" in piece]),
        "finish_reason": reasons[-1] if reasons else None,
        "logprobs": next((piece["logprobs"] for piece in own if piece.get("logprobs")), None),
    }
    used = [chunk["usage"] for chunk in chunks if chunk.get("usage")]
    return {
        **_added([without(chunk, "choices") for chunk in chunks]),
        "choices": [choice, *([_added(others)] if others else [])],
        "usage": used[-1] if used else None,
    }


def _message(deltas: list[Any]) -> dict[str, Any]:
    """Return the message of an answer's pieces.

    Raises:
        LookupError: There are none.
    """
    if not deltas:
        raise LookupError("no piece of an answer")
    content = [part for delta in deltas for part in as_parts(delta.get("content"))]
    return {**_added([without(delta, "content") for delta in deltas]), "content": content}


def _added(pieces: list[Any]) -> Any:
    """Return what pieces add up to: texts joined, lists one after the other, by name.

    Pieces of a list say by their ``index`` to which of its values they belong, or are new values.
    """
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(pieces)
    if all(isinstance(piece, dict) for piece in pieces):
        names = dict.fromkeys(name for piece in pieces for name in piece)
        by_name = {n: [p[n] for p in pieces if p.get(n) is not None] for n in names}
        return {name: _added(own) for name, own in by_name.items() if own}
    if all(isinstance(piece, list) for piece in pieces):
        values: dict[Any, list[Any]] = {}
        for number, value in enumerate(value for piece in pieces for value in piece):
            place = value.get("index") if isinstance(value, dict) else None
            values.setdefault(("new", number) if place is None else place, []).append(value)
        return [_added(own) for own in values.values()]
    return pieces


def _events(body: bytes) -> Iterator[str]:
    """Yield the data of each server-sent event."""
    text = _LINE_END.sub("\n", body.decode("utf-8-sig"))
    for event in text.split("\n\n"):
        fields = (line.partition(":") for line in event.split("\n"))
        data = [value.removeprefix(" ") for name, _, value in fields if name == "data"]
        if data:
            yield "\n".join(data)
