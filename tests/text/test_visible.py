"""Nothing that stands in a file is an order to the terminal, or a line of its own."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seethrough
from seethrough.cli import run
from seethrough.cli._say import encode, say
from seethrough.text.visible import escaped_json, shortened, visible

FORGED = "VERDICT: PASS"
ORDERS = {
    "new line": f"x\n{FORGED}",
    "carriage return": f"x\r{FORGED}",
    "clears the screen": f"\x1b[2J\x1b[H{FORGED}",
    "C1": f"\x9b2J{FORGED}",
    "next line": f"x\x85{FORGED}",
    "line separator": f"x\u2028{FORGED}",
    "backspaces": "\b" * 40 + FORGED,
    "turned": f"\u202e{FORGED[::-1]}\u202c",
    "isolate": f"\u2067{FORGED}\u2069",
    "title": f"\x1b]0;{FORGED}\x07",
    "spaces": "x" + " " * 200 + FORGED,
    "long": "x" * 88 + f" {FORGED}",
    "half a pair": f"\ud800{FORGED}",
    "null": f"\0{FORGED}",
}
FAST = ["--attack", "linkage", "--attack", "lexical", "--linker", "bm25", "--exit-zero"]
FAST += ["--atomizer", "sentence"]


def safe(text: str) -> bool:
    return all(c == "\n" or c.isprintable() or unicodedata.category(c) == "Zs" for c in text)


@settings(max_examples=300)
@given(st.text())
def test_what_is_visible_is_one_plain_line(text: str) -> None:
    shown = visible(text)
    assert safe(shown)
    assert "\n" not in shown
    assert visible(shown) == shown
    assert len(shortened(text, 20)) <= 20
    assert "  " not in shortened(text, 20)
    if text.isprintable():
        assert shown == text


@settings(max_examples=300)
@given(st.recursive(st.none() | st.text() | st.integers(), st.lists))
def test_escaped_json_is_the_same_value_without_orders(value: Any) -> None:
    made = encode(value)
    assert json.loads(made) == value
    assert made.encode()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", made)
    assert escaped_json(made) == made


@pytest.mark.parametrize("text", ORDERS.values(), ids=ORDERS)
def test_what_is_said_is_one_line(text: str, capsys: Any) -> None:
    say(f"name: {text}")
    say(f"name: {text}", err=True)
    printed = capsys.readouterr()
    for told in printed:
        assert safe(told)
        assert told.count("\n") == 1


def test_no_name_forges_a_verdict(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(f"\x1b[2J\u202e\n{FORGED}\n{' ' * 90}{FORGED}.jsonl")
    rows = [
        {
            "id": f"{n}{order}",
            "person": f"Ann {n}{order}",
            "note": f"Ann {n} lives in town {n}.",
            f"who{order}": f"Ann {n}",
        }
        for n, order in enumerate(ORDERS.values())
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    sidecar = json.dumps({
        "sanitizer": {"name": "x", "of": " " * 90 + FORGED}, "aligned": True, "ledger": {},
        "guarantee": {"epsilon": 1, "delta": 0, "unit": "token", "note": f"{'x' * 80} {FORGED}"},
        "details": {}, "release_sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
    })  # fmt: skip
    Path(f"{file}.release.json").write_text(sidecar)
    run(["audit", str(file), str(file), *FAST])
    printed = capsys.readouterr()
    assert "claimed by" in printed.out
    for told in printed:
        assert safe(told)
        assert not re.search(r"^VERDICT: PASS", told, re.MULTILINE)
    assert len(re.findall(r"^VERDICT: ", printed.out, re.MULTILINE)) == 1
    assert all(len(line) <= 88 for line in printed.out.splitlines())


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_no_message_of_an_error_obeys(order: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({f"a{order}": 1, f"b{order}": 2}) + "\n")
    for command in (
        ["sanitize", str(file), "--with", "erase", "-o", str(tmp_path / "o.jsonl")],
        ["sanitize", str(file), "--with", f"erase{order}", "-o", "o.jsonl"],
        ["sanitize", str(file), "--with", "erase", "--text", order, "-o", "o.jsonl"],
        ["audit", f"no such{order}", str(file)],
        [f"audit{order}"],
        ["audit", str(file), str(file), "--fail-above", order],
    ):
        status = run(command)
        printed = capsys.readouterr()
        assert status in (64, 65)
        assert printed.out == ""
        assert safe(printed.err)
        assert printed.err.count("\n") == 1
        assert not printed.err.startswith(FORGED)


def test_every_line_of_a_command_goes_through_say() -> None:
    """A new line that forgets it fails here."""
    package = Path(seethrough.__file__).parent
    found = []
    for file in sorted(package.rglob("*.py")):
        if file == package / "cli" / "_say.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            told = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if told in ("print", "click.echo", "click.secho", "sys.stdout.write") or (
                told == "sys.stderr.write"
            ):
                found.append(f"{file.relative_to(package)}:{node.lineno}")
    assert found == []
