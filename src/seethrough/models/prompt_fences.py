"""The text inside and outside the fences of a prompt, as a made-up model reads it."""

from __future__ import annotations

import re

from seethrough.language_model import Prompt

_FENCED = re.compile(r"<([a-z_]+) ([0-9a-f]{16})>\n(.*?)\n</\1 \2>", re.DOTALL)


def fenced_parts(prompt: Prompt) -> dict[str, str]:
    """Return what is fenced in the last turn that fences anything, by name."""
    for message in reversed(prompt.messages):
        if message.role == "user" and (found := _FENCED.findall(message.content)):
            return {name: text for name, _, text in found}
    return {}


def outside_fences(content: str) -> str:
    """Return a turn without its fenced parts."""
    return _FENCED.sub("", content)
