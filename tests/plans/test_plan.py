"""A plan is checked before any work: one line that names file, key and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seethrough.errors import InputError
from seethrough.plans.plan import Entry, Plan, read_plan

WITH = '[[releases]]\nwith = "scrub"\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plans"
    folder.mkdir()
    (folder / "p.jsonl").write_text('{"text": "a"}\n')
    monkeypatch.chdir(tmp_path)


def plan(content: str) -> Plan:
    Path("plans/plan.toml").write_text(content)
    return read_plan(Path("plans/plan.toml"))


def test_every_key_of_a_plan() -> None:
    found = plan(
        """
        private = "p.jsonl"
        text = "note"
        id = ""
        person = "who"
        header = true
        control = "p.jsonl"
        attacks = ["linkage", "inference"]
        utilities = ["rouge"]
        linker = "bm25"
        shadow = "p.jsonl"
        questions = "p.jsonl"
        seed = 3
        seeds = 2
        targets = 50
        tolerance = { "linkage.top1" = 0.1 }
        fail_above = { "linkage.top1" = 1 }
        fail_below = { "utility.rouge1" = 0.5 }
        standard = "sensitive"
        run = "runs/here"

        [[releases]]
        name = "ours"
        with = "scrub"
        as = "rag"
        service = "k=3"
        lookup = true
        decides = false

        [[releases]]
        file = "p.jsonl"
        text = "new"
        id = "id"
        header = false
        unaligned = true
        """
    )
    assert found.releases[0] == Entry.model_validate(
        {"name": "ours", "with": "scrub", "as": "rag", "service": "k=3", "lookup": True,
         "decides": False}
    )  # fmt: skip
    assert found.releases[1].file == "plans/p.jsonl"
    assert (found.private, found.control, found.run) == ("plans/p.jsonl",) * 2 + (
        "plans/runs/here",
    )
    assert (found.seed, found.seeds, found.targets, found.standard) == (3, 2, 50, "sensitive")
    assert found.fail_above == {"linkage.top1": 1.0}


def test_what_is_no_file_stays_as_it_is() -> None:
    assert plan(f'private = "hf:name#train"\n{WITH}').private == "hf:name#train"
    assert plan(f'private = "-"\n{WITH}').private == "-"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "private: is missing; add it (and 1 more)"),
        ("private = p.jsonl", "not TOML: "),
        ("private = p.jsonl", "; put texts in quotes"),
        ("[releases]\n[releases]\n", "; a list has two brackets, [[releases]]"),
        ('private = "p.jsonl"', "releases: is missing; add a [[releases]] table"),
        ('private = "p.jsonl"\nreleases = []', "releases: names nothing; add one at least"),
        ('private = "p.jsonl"\nreleases = ["scrub"]', "release 1: expected a table"),
        (f'privat = "p.jsonl"\n{WITH}', "(and 1 more)"),
        (f'private = "p.jsonl"\natacks = []\n{WITH}', "no such key; did you mean 'attacks'?"),
        (f'private = "p.jsonl"\nzzz = 1\n{WITH}', "zzz: no such key; there are: private, releases"),
        (f'private = "p.jsonl"\n{WITH}wiht = 1', "release 1: wiht: no such key; did you mean"),
        (f'private = "p.jsonl"\nseeds = "5"\n{WITH}', "seeds: expected a whole number"),
        (f'private = "p.jsonl"\nseeds = 1.5\n{WITH}', "seeds: expected a whole number"),
        (f'private = "p.jsonl"\nseeds = 0\n{WITH}', "seeds: must be greater than or equal to 1"),
        (f'private = "p.jsonl"\nheader = 1\n{WITH}', "header: expected true or false"),
        (f'private = ""\n{WITH}', "private: is empty; name something"),
        (f'private = "p.jsonl"\n{WITH}name = ""', "release 1: name: is empty; name something"),
        (f'private = "p.jsonl"\n{WITH}name = " \u3000"', "release 1: name: is empty; name"),
        (f'private = "p.jsonl"\nattacks = "linkage"\n{WITH}', "attacks: expected a list in square"),
        (f'private = "p.jsonl"\nattacks = [1]\n{WITH}', "item 1: expected a text in"),
        (f'private = "p.jsonl"\nstandard = "safe"\n{WITH}', "standard: must be 'identifiers', "),
        (f'private = "p.jsonl"\ntolerance = "a"\n{WITH}', "expected a number or a table"),
        (f'private = "p.jsonl"\nfail_above = 1\n{WITH}', "fail_above: expected a table such as"),
        (f'private = "p.jsonl"\nfail_above = {{a = "b"}}\n{WITH}', "fail_above, a: expected a"),
        (f'private = "p.jsonl"\n{WITH}as = "model"', "release 1: as: must be 'text' or 'rag'"),
        (f'private = "p.jsonl"\n{WITH}file = "p.jsonl"', "release 1: names both with and file"),
        (f'private = "p.jsonl"\n{WITH}[[releases]]', "release 2: names nothing; write one"),
        (f'private = "p.jsonl"\n{WITH}decides = false', "no release decides; leave"),
        (f'private = "q.jsonl"\n{WITH}', "private: no such file: plans/q.jsonl; name one relative"),
        (f'private = "p.jsonl"\ncontrol = "q"\n{WITH}', "control: no such file: plans/q;"),
        ('private = "p.jsonl"\n[[releases]]\nfile = "q"', "release 1: file: no such file: plans/q"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(content: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        plan(content)
    said = str(caught.value)
    assert said.startswith("plans/plan.toml: ")
    assert told in said
    assert "\n" not in said


@pytest.mark.parametrize("name", ["a" * 5000, "\\u0000"])
def test_a_name_that_no_file_can_have_is_no_file(name: str) -> None:
    with pytest.raises(InputError, match=r"private: no such file: .*") as caught:
        plan(f'private = "{name}"\n{WITH}')
    assert len(str(caught.value)) < 1000


def test_brackets_without_end_are_no_plan() -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        plan("private = " + "[" * 100_000)


@pytest.mark.parametrize(
    ("name", "told"), [("nowhere.toml", "no such file"), ("plans", "is a folder"), ("b", "UTF-8")]
)
def test_a_plan_that_cannot_be_read(name: str, told: str) -> None:
    Path("b").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=f"{name}: .*{told}"):
        read_plan(Path(name))


def test_a_byte_order_mark_is_no_key() -> None:
    Path("plans/plan.toml").write_bytes(b"\xef\xbb\xbf" + f'private = "p.jsonl"\n{WITH}'.encode())
    found: Any = read_plan(Path("plans/plan.toml"))
    assert found.private == "plans/p.jsonl"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ('with = "scrub"\nunaligned = true', "unaligned: needs file = FILE; leave it out"),
        ('with = "scrub"\ntext = "note"', "text: needs file = FILE"),
        ('with = "scrub"\nservice = "k=1"', 'service: needs as = "rag"'),
        ('file = "r.jsonl"\nlookup = true', 'lookup: needs as = "rag"'),
    ],
)
def test_a_key_that_has_no_effect_is_refused(keys: str, told: str) -> None:
    Path("plans", "r.jsonl").touch()
    with pytest.raises(InputError, match=f"release 1: {told}"):
        plan(f'private = "p.jsonl"\n[[releases]]\n{keys}')
    for right in ('file = "r.jsonl"\ntext = "n"', 'with = "scrub"\nas = "rag"\nlookup = true'):
        plan(f'private = "p.jsonl"\n[[releases]]\n{right}')
