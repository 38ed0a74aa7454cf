"""Specs of components; the first byte says of which kind."""

from __future__ import annotations

from fuzzing.checks import answered, text_of
from seethrough.components import KINDS, names
from seethrough.spec import describe, parse, to_json, to_string

_KINDS = sorted(KINDS.values())
_KNOWN = {kind: names(kind) for kind in _KINDS}
SEEDS = tuple(
    bytes([place]) + text
    for kind, text in (
        ("attacks", b"linkage:knowledge=first(k=5),linker=hybrid(steps=2)"),
        ("sanitizers", b'chain:steps=scrub(style=star)+paraphrase(model="a/b")'),
        ("linkers", b"bm25:k1=1.2,b=0.75"),
        ("judges", b"llm:model=local,samples=3"),
        ("utilities", b"rouge_kept"),
        ("atomizers", b"owners.asked:x=1"),
        ("knowledge", b"random:k=3"),
        ("sanitizers", b"json.decoder:JSONDecoder"),
    )
    if kind in _KINDS
    for place in [_KINDS.index(kind)]
)
_FIELDS = {
    field["name"]
    for kind in _KINDS
    for name in _KNOWN[kind]
    for field in describe(kind, name)["fields"]
}
WORDS = (
    *(name.encode() for kind in _KINDS for name in _KNOWN[kind]),
    *(f"{field}=".encode() for field in sorted(_FIELDS - {"path", "keep"})),
    *(
        b"none",
        b"true",
        b"1e308",
        b"nan",
        b"inf",
        b'"a\\"b"',
        b"((",
        b"))",
        b"+",
        b"=,",
        b"os:Path",
    ),
)


def check(content: bytes) -> None:
    kind = _KINDS[(content[0] if content else 0) % len(_KINDS)]
    text = text_of(content[1:])
    if "path=" in text or ("." in text and ":" in text.partition("(")[0]):
        return  # a file that is read at once, or a module of somebody else
    with answered():
        component = parse(kind, text)
        assert to_json(parse(kind, to_string(component))) == to_json(component)
