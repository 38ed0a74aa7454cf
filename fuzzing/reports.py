"""Real reports in which one word stands for whatever others wrote: texts, ids, people, files."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.records.corpus import Corpus

WORD = "Placeholderia"
"""Stands in records, ids, names of people and files, and so wherever a report says them."""


def named(text: str, encoded: str) -> Any:
    """Return the value of a JSON text in which a text stands for the word."""
    return json.loads(encoded.replace(WORD, json.dumps(text)[1:-1]))


@functools.cache
def private() -> Corpus:
    """Return private records."""
    from seethrough.records.corpus import Corpus

    texts = [f"{WORD} {n} keeps {n + 3} bees. Mail a{n}@{WORD}.org. She is {n}." for n in range(4)]
    ids = [f"{WORD} record {n}" for n in range(4)]
    return Corpus.from_texts(texts, ids, [f"{WORD} {n}" for n in range(4)], name=f"{WORD}.jsonl")


@functools.cache
def audited() -> Audit:
    """Return an audit of them."""
    from seethrough.engine.audit import audit

    released = private().with_texts([*private().texts[:2], "", WORD], f"{WORD} released")
    parts = "linker=bm25,atomizer=sentence,knowledge=first(k=1)"
    attacks = [f"linkage:{parts}", f"inference:judge=rouge,{parts}", "identifiers", "lexical"]
    return audit(private(), released, attacks=attacks, utilities=["length_kept"])


@functools.cache
def encoded() -> str:
    """Return its machine form as JSON."""
    from seethrough.report.machine import to_json

    return json.dumps(to_json(audited()))


def report(text: str) -> dict[str, Any]:
    """Return its machine form, in which a text stands for the word."""
    made: dict[str, Any] = named(text, encoded())
    return made


@functools.cache
def compared() -> str:
    """Return the machine form of a comparison of two releases as JSON; nothing to draw."""
    from seethrough.engine.compare import compare

    found = compare(private(), ["identity", "erase"], attacks=["lexical"], utilities=[], seed=1)
    return json.dumps(found.to_json(True, [f"{WORD} 1", f"{WORD} 2"]))
