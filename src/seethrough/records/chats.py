"""Chat records as readable text."""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from seethrough.records.formats.json_lines import RepeatedKeyError, once

_SPEAKER_KEYS = ("role", "from", "speaker", "author", "sender")
_CONTENT_KEYS = ("content", "value", "text", "parts", "message", "utterance")
_KIND_KEYS = ("type", "content_type")
_TURNS_KEYS = (
    "messages",
    "chat_messages",
    "conversation",
    "conversations",
    "turns",
    "dialogue",
    "dialog",
    "chat",
)
_SPEAKERS = {
    "user": "User",
    "human": "User",
    "prompter": "User",
    "assistant": "Assistant",
    "gpt": "Assistant",
    "chatgpt": "Assistant",
    "bot": "Assistant",
    "model": "Assistant",
    "ai": "Assistant",
}


def flatten_chat(value: Any) -> str | None:
    r"""Return a chat as ``"User: ...\nAssistant: ..."``, or None if ``value`` is no chat.

    Understood are lists of turns with a speaker (``role``, ``from``, ``speaker``, ...) and a
    content (``content``, ``value``, ``text``, ...), content in parts (``{"type": "text"}``;
    images and other media become ``[image_url]``), tool calls, lists of strings, lists of
    ``[user, assistant]`` pairs, turns such as ``{"user": ..., "assistant": ...}``, an object
    that holds the turns under ``messages`` or the like, the columns of turns
    (``{"role": [...], "content": [...]}``), and a tree of messages, as ChatGPT exports it
    (``{"a": {"message": ..., "parent": ..., "children": [...]}}``). What else a turn carries is
    ``beside`` it.
    """
    if isinstance(value, Mapping):
        return _flatten_object(value)
    if not isinstance(value, list | tuple):
        return None
    lines = [_flatten_turn(turn) for turn in value]
    return "\n".join(line for line in lines if line) if None not in lines else None


def beside(value: Any, chat: str) -> str:
    """Return all else that stands in a chat, each on a line: times, names, a second text.

    Args:
        value: The chat.
        chat: What ``flatten_chat`` returned of it.
    """
    shown = chat.casefold()
    rest = dict.fromkeys(text.strip() for text in _strings(value))
    return "\n".join(text for text in rest if text and text.casefold() not in shown)


def _strings(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in a chat, without who speaks and what kind a part is."""
    left = [value]  # no recursion: a chat may be nested as deeply as it was read
    while left:
        now = left.pop()
        if isinstance(now, str):
            yield now
        elif isinstance(now, int | float) and not isinstance(now, bool):
            yield str(now)
        elif isinstance(now, Mapping):
            said = (*_SPEAKER_KEYS, *_KIND_KEYS)
            inner = [v for k, v in now.items() if not (k in said and isinstance(v, str))]
            left += reversed(inner)
        elif isinstance(now, list | tuple):
            left += reversed(now)


def parse_chat(text: str) -> tuple[str, Any] | None:
    """Return the chat that ``text`` encodes as JSON or as Python's own notation, or None.

    Behind it stands the value that was encoded.

    For tables, whose cells hold strings only. Where two values of one object have the same name,
    the text is no chat, so that both of them stand in it.
    """
    if not text.lstrip().startswith(("[", "{")):
        return None
    for parse in (_json_value, _python_value):
        try:
            value = parse(text)
            chat = flatten_chat(value)
            return None if chat is None else (chat, value)
        except RepeatedKeyError:
            return None
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return None


def _json_value(text: str) -> Any:
    return json.loads(text, object_pairs_hook=once)


def _python_value(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an escape such as \d is no mistake of the user
        tree = ast.parse(text.lstrip(" \t"), mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            if len(set(keys)) < len(keys):
                raise RepeatedKeyError
    return ast.literal_eval(tree)


def _flatten_object(value: Mapping[str, Any]) -> str | None:
    for key in _TURNS_KEYS:
        if isinstance(value.get(key), list):
            return flatten_chat(value[key])
    tree = value.get("mapping", value)
    if isinstance(tree, Mapping) and (nodes := [*tree.values()]) and all(map(_is_node, nodes)):
        return flatten_chat([node["message"] for node in nodes if node["message"]])
    speakers, contents = _first(value, _SPEAKER_KEYS), _first(value, _CONTENT_KEYS)
    if isinstance(speakers, list) and isinstance(contents, list):
        turns = zip_longest(speakers, contents)
        return "\n".join(_line(_name(speaker), _content(content)) for speaker, content in turns)
    return _flatten_turn(value)


def _is_node(value: Any) -> bool:
    return isinstance(value, Mapping) and {"message", "parent", "children"} <= value.keys()


def _flatten_turn(turn: Any) -> str | None:
    if isinstance(turn, str):
        return turn
    if isinstance(turn, list | tuple):
        pair = len(turn) == 2 and all(isinstance(side, str) or side is None for side in turn)
        return _spoken(zip(("User", "Assistant"), turn, strict=True)) if pair else None
    if not isinstance(turn, Mapping):
        return None
    if any(key in turn for key in (*_CONTENT_KEYS, "tool_calls")):
        speaker = _name(_first(turn, _SPEAKER_KEYS))
        said = [_content(_first(turn, _CONTENT_KEYS)), *_tool_calls(turn.get("tool_calls"))]
        return _line(speaker, "\n".join(part for part in said if part))
    if turn and all(str(key).lower() in {*_SPEAKERS, "system"} for key in turn):
        return _spoken((_name(key), content) for key, content in turn.items())
    return None


def _spoken(turns: Iterable[tuple[str, Any]]) -> str:
    return "\n".join(_line(speaker, _content(said)) for speaker, said in turns if said is not None)


def _first(turn: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((turn[key] for key in keys if turn.get(key) is not None), None)


def _line(speaker: str, content: str) -> str:
    return f"{speaker}: {content}" if speaker else content


def _name(speaker: Any) -> str:
    if isinstance(speaker, Mapping):  # an author object, as in exported chats
        speaker = speaker.get("role") or speaker.get("name")
    if speaker is None:
        return ""
    name = str(speaker).strip()
    return _SPEAKERS.get(name.lower(), name[:1].upper() + name[1:])


def _content(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        inner = _first(content, ("text", "parts", "content", "value"))
        if inner is not None:
            return _content(inner)
        return f"[{content.get('type') or content.get('content_type') or 'attachment'}]"
    if isinstance(content, list | tuple):
        return "\n".join(part for part in map(_content, content) if part)
    return str(content)


def _tool_calls(calls: Any) -> list[str]:
    """Return one line a call, with its arguments: they can hold what the user said."""
    if not isinstance(calls, list | tuple):
        return []
    functions = [c.get("function", c) if isinstance(c, Mapping) else {} for c in calls]
    return [f"[calls {f.get('name', 'a tool')}: {f.get('arguments', '')}]" for f in functions]
