"""Chats as tables hold them: JSON, or Python's own notation, in a cell."""

from __future__ import annotations

from fuzzing.checks import text_of
from seethrough.records.chats import beside, parse_chat

SEEDS = (
    b'[{"role": "user", "content": "I am Ann."}, {"role": "assistant", "content": null}]',
    b"[{'from': 'human', 'value': 'I am Ann.'}, {'from': 'gpt', 'value': 'Hello.'}]",
    b'{"messages": [{"author": {"role": "user"}, "content": {"parts": ["a", "b"]}}]}',
    b'{"role": ["user", "assistant"], "content": ["I am Ann.", "Hello."]}',
    b'[["a", "b"], ["c", null]]',
    b'[{"user": "a", "assistant": "b", "system": "c"}]',
    b'[{"role": "user", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}]',
)
WORDS = (
    b"'user'", b'"user"', b'"content"', b'"text"', b'"parts"', b'"tool_calls"', b'"function"',
    b"{1: 2}",
    b"(", b"...", b"b''", b"1j", b"{*[]}", b"-", b"None", b"True", b'"""', b"\\d", b"#", b"0x",
)  # fmt: skip


def check(content: bytes) -> None:
    parsed = parse_chat(text_of(content))
    if parsed is not None:
        chat, value = parsed
        assert isinstance(chat, str)
        assert isinstance(beside(value, chat), str)
