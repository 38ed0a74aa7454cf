from __future__ import annotations

from pathlib import Path

import pytest

from seethrough import spec
from seethrough.classifiers.given import Given
from seethrough.classifiers.local import Local
from seethrough.errors import InputError

LIST = """claim,term,pattern,class
The project is called Heron.,,,none
,heron,,identifier
,project,,private
,,\\bK-\\d{3}\\b,identifier
"""
RECORD = "The project is called Heron. Our heron flies. It has pain in the chest."


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "classes.csv"
    file.write_text(LIST, "utf-8")
    return str(file)


def classify(path: str, *claims: str) -> list[str]:
    return list(Given(path).classify(claims, [RECORD] * len(claims)))


def test_a_whole_claim_comes_before_terms_and_the_first_term_before_others(path: str) -> None:
    assert classify(path, "the project is  called heron.") == ["none"]
    assert classify(path, "The Heron is a project.") == ["identifier"]
    assert classify(path, "The project is late.") == ["private"]


def test_a_term_is_whole_words_and_a_pattern_is_as_written(path: str) -> None:
    assert classify(path, "The patient's diagnosis is K-204.") == ["identifier"]
    others = ["The patient has chest pain and herons.", "The patient's chest pain is k-204."]
    assert classify(path, *others) == Local().classify(others, [RECORD] * 2) == ["special"] * 2


def test_others_keep_their_places(path: str) -> None:
    claims = ["The patient has chest pain.", "A heron.", "Thank you.", "The project."]
    assert classify(path, *claims) == ["special", "identifier", "none", "private"]
    assert classify(path) == []


def test_json_lines_and_a_spec(tmp_path: Path) -> None:
    file = tmp_path / "classes.jsonl"
    file.write_text('{"term": "chest pain", "class": "None"}\n', "utf-8")
    made = spec.parse("classifiers", f"given:path={file}")
    assert made == Given(str(file), Local())
    claims = ["The patient has chest pain.", "The patient has chest pains."]
    assert made.classify(claims, [RECORD] * 2) == ["none", "special"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("term,class\nheron,secret\n", "line 2: .*write one of identifier, special"),
        ("term,claim,class\nheron,A heron.,none\n", "line 2: needs a claim, a term or a pattern"),
        ("name,class\nheron,none\n", "line 2: needs a claim"),
        ("pattern,class\n(,none\n", "line 2: .*not a regular expression"),
        ("term,class\n", "no row"),
    ],
)
def test_a_list_that_cannot_be_read(tmp_path: Path, rows: str, message: str) -> None:
    file = tmp_path / "classes.csv"
    file.write_text(rows, "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        Given(str(file)).classify(["A heron."], [RECORD])
    assert "heron" not in str(caught.value)
    assert "\n" not in str(caught.value)
