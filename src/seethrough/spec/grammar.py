"""The grammar of spec strings: a string's JSON form, with its values as they are written."""

from __future__ import annotations

import json
import re
from typing import Any

from seethrough.errors import UsageError

LONGEST = 10_000
"""The most letters of a spec."""

DEEPEST = 20
"""The most levels of nested components."""

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<mark>[(),+=])|(?P<word>[^(),+="]+))')
FOREIGN = re.compile(r"[A-Za-z_][\w.]*:[A-Z]\w*(?=$|[:(),+])")
"""The name of a component from elsewhere: ``package.module:Class``."""


def read(text: str) -> dict[str, Any]:
    """Return a spec's name and fields; a value is a string, a list of them, or an inner spec.

    Raises:
        UsageError: The spec is too long, nested too deeply, or cannot be read.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise UsageError(f"a spec of {len(text):,} letters; at most {LONGEST:,} are allowed")
    name, rest = _head(text)
    fields = _Reader(rest, text).fields(end=None) if rest else {}
    return {"name": name.strip(), **fields}


def _head(text: str) -> tuple[str, str]:
    """Return a spec's name and its fields as written, after a colon or in parentheses."""
    foreign = FOREIGN.match(text)
    if foreign:
        rest = text[foreign.end() :].removeprefix(":")
        return foreign.group(), rest[1:].removesuffix(")") if rest.startswith("(") else rest
    name, _, rest = text.partition(":")
    if "(" in name:
        name, _, rest = text.partition("(")
        rest = rest.removesuffix(")")
    return name, rest


class _Reader:
    """Reads ``field=value,...`` by recursive descent."""

    def __init__(self, text: str, whole: str) -> None:
        self._whole = whole
        self._depth = 0
        self._tokens = [
            (m.lastgroup or "", m.group(m.lastgroup or 0)) for m in _TOKEN.finditer(text)
        ]

    def fields(self, end: str | None) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while True:
            name = self._take("word").strip()
            self._expect("=")
            if name in result:
                raise UsageError(f"{self._whole!r:.300} gives {name:.100} twice; leave one out")
            result[name] = self._values()
            mark = self._tokens.pop(0)[1] if self._tokens else None
            if mark == end:
                return result
            if mark != ",":
                raise self._wrong()

    def _values(self) -> Any:
        values = [self._value()]
        while self._tokens and self._tokens[0] == ("mark", "+"):
            self._tokens.pop(0)
            values.append(self._value())
        return values[0] if len(values) == 1 else values

    def _value(self) -> Any:
        kind, token = self._tokens[0] if self._tokens else ("", "")
        if kind == "string":
            self._tokens.pop(0)
            try:
                return json.loads(token)
            except ValueError:  # a line break, or an escape that JSON does not know
                raise self._wrong() from None
        if kind != "word":
            return ""
        self._tokens.pop(0)
        word = token.strip()
        if self._tokens and self._tokens[0] == ("mark", "("):
            self._tokens.pop(0)
            if self._tokens and self._tokens[0] == ("mark", ")"):
                self._tokens.pop(0)
                return {"name": word}
            return {"name": word, **self._inner()}
        return word

    def _inner(self) -> dict[str, Any]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise UsageError(f"a spec with components nested more than {DEEPEST} deep")
        fields = self.fields(end=")")
        self._depth -= 1
        return fields

    def _take(self, kind: str) -> str:
        if not self._tokens or self._tokens[0][0] != kind:
            raise self._wrong()
        return self._tokens.pop(0)[1]

    def _expect(self, mark: str) -> None:
        if not self._tokens or self._tokens.pop(0) != ("mark", mark):
            raise self._wrong()

    def _wrong(self) -> UsageError:
        return UsageError(
            f"cannot read the spec {self._whole!r:.300}; write name, name:field=value,field=value"
            " or name:field=inner(field=value)"
        )
