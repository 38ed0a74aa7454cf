from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from seethrough import samples
from seethrough.errors import UsageError


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in samples.path(name).read_text("utf-8").splitlines()]


def test_every_name_is_a_file() -> None:
    assert all(samples.path(name).is_file() for name in samples.NAMES)


@pytest.mark.parametrize("name", ["", "private", "../__init__.py", "/etc/passwd"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"private\.jsonl"):
        samples.path(name)


def test_private_records() -> None:
    private = rows("private.jsonl")
    assert len({r["id"] for r in private}) == len(private) == 60
    per_person = Counter(r["person"] for r in private)
    assert len(per_person) == 48
    assert Counter(per_person.values()) == {1: 39, 2: 6, 3: 3}
    assert sum("\nAgent: " in r["text"] for r in private) == 4


@pytest.mark.parametrize("name", ["private.jsonl", "control.jsonl"])
def test_records_have_60_to_130_words(name: str) -> None:
    assert all(60 <= len(r["text"].split()) <= 130 for r in rows(name))


def test_release_stands_row_by_row_for_the_private_records() -> None:
    keys = [[(r["id"], r["person"]) for r in rows(n)] for n in ("private.jsonl", "release.jsonl")]
    assert keys[0] == keys[1]


def test_release_holds_no_name_year_or_number_to_call() -> None:
    whole_names = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ'’-]+ [A-ZÀ-Þ][a-zß-ÿ'’-]+\b")
    for private, released in zip(rows("private.jsonl"), rows("release.jsonl"), strict=True):
        assert not set(whole_names.findall(private["text"])) & set(
            whole_names.findall(released["text"])
        )
        assert not re.search(r"\b(19|20)\d\d\b|555-|@|\$", released["text"])


def test_control_people_are_others() -> None:
    control = rows("control.jsonl")
    assert len({r["person"] for r in control}) == len(control) == 12
    for field in ("id", "person"):
        assert not {r[field] for r in control} & {r[field] for r in rows("private.jsonl")}


def test_knowledge_is_about_six_private_people() -> None:
    people = [r["person"] for r in rows("knowledge.jsonl")]
    assert len(set(people)) == len(people) == 6
    assert set(people) <= {r["person"] for r in rows("private.jsonl")}


@pytest.mark.parametrize("name", samples.NAMES)
def test_numbers_and_addresses_are_reserved_for_fiction(name: str) -> None:
    text = samples.path(name).read_text("utf-8")
    assert all(re.match(r"555-01\d\d", t) for t in re.findall(r"(?<!\d)555-\d{4}\b", text))
    assert not re.search(r"\d{3}-(?!555)\d{3}-\d{4}", text)
    assert set(re.findall(r"@([\w.-]+\w)", text)) <= {"example.org"}
