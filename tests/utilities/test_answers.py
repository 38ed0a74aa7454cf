"""How good a service's answers are: BLEU-1, ROUGE-L, exact match and F1, worked out by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough import spec
from seethrough.errors import InputError, UsageError
from seethrough.language_model import CUT_SHORT, REFUSED
from seethrough.model_releases.form import WITHHELD
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease
from seethrough.statistics.seeding import generator
from seethrough.utilities._normalised import normalise, token_f1
from seethrough.utilities._questions import read_questions

NAMES = ("bleu1", "rouge", "exact_match", "f1")


@dataclass(frozen=True)
class Knows:
    """A service that knows some answers, and nothing over an empty corpus."""

    answers: Mapping[str, str]
    problem: str = "?"
    corpus: Corpus = field(default_factory=lambda: Corpus.from_texts(["anything"]))
    hash: str = "knows"
    retrieval: str = "nothing is searched"

    def prepare(self) -> None:
        """Nothing is to be done."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        known = self.answers
        return [Reply(known.get(q, ""), "" if q in known else self.problem) for q in questions]

    def over(self, corpus: Corpus) -> Knows:
        return Knows(dict.fromkeys(self.answers, "no idea"), corpus=corpus)


def measured(tmp_path: Path, answer: str, row: dict[str, Any], name: str) -> Any:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps({"question": "q", **row}) + "\n")
    utility = spec.parse("utilities", f'{name}:questions="{file}"')
    corpus = Corpus.from_texts(["anything"])
    (found,) = utility.measure(corpus, RagRelease(Knows({"q": answer})), generator(0))
    return found


@pytest.mark.parametrize(
    ("answer", "references", "bleu", "rouge", "exact", "f1"),
    [
        # All three words are there, the answer is one word short: exp(1 - 4/3).
        ("the cat sat", "the cat sat down", math.exp(-1 / 3), 6 / 7, 0, 4 / 5),
        # Two of three words; the subsequence is "cat sat", the article is no word for F1.
        ("Cat sat up", ["the cat sat"], 2 / 3, 2 / 3, 0, 4 / 5),
        # A word counts as often as a reference has it.
        ("the the the", "the cat", 1 / 3, 2 / 5, 0, 0),
        ("The Richard Nixon!", ["President Nixon", "richard nixon"], 1 / 2, 4 / 5, 1, 1),
        ("sat cat", "cat sat", 1, 1 / 2, 0, 1),
        ("", "cat", 0, 0, 0, 0),
        ("", "A", 0, 0, 0, 0),  # a choice: the article is all there is
        ("a.", "A", 1 / 2, 1, 1, 1),
        ("🐥", "cat", 0, 0, 0, 0),
    ],
)
def test_by_hand(
    answer: str,
    references: Any,
    bleu: float,
    rouge: float,
    exact: float,
    f1: float,
    tmp_path: Path,
) -> None:
    values = [measured(tmp_path, answer, {"answer": references}, name).value for name in NAMES]
    assert values == pytest.approx([bleu, rouge, exact, f1])


def test_answers_in_other_scripts() -> None:
    assert normalise("„München“ …") == "münchen"
    assert normalise("北京。") == normalise("北京") == "北 京"
    assert token_f1("王伟住在北京", "王伟") == pytest.approx(1 / 2)  # all of 2 in 6 signs
    assert token_f1("¿Qué?", "qué") == 1
    assert token_f1("$5 + 1", "5 1") == 1  # symbols of ASCII are no words


def test_the_baseline_is_the_service_without_retrieval(tmp_path: Path) -> None:
    found = measured(tmp_path, "a cat", {"answers": ["cat"]}, "f1")
    assert (found.value, found.baseline.value, found.n, found.excess) == (1, 0, 1, None)


def test_what_was_not_answered_is_not_scored(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    rows = [{"question": q, "golden_answers": ["cat"]} for q in ("q", "unanswered", "q")]
    file.write_text("\n\n".join(map(json.dumps, rows)))
    utility = spec.parse("utilities", f'f1:questions="{file}"')
    corpus = Corpus.from_texts(["anything"])
    (found,) = utility.measure(corpus, RagRelease(Knows({"q": "cat"})), generator(0))
    assert (found.value, found.n) == (1, 2)
    missing = "1 of 3 not answered (? 1)"
    said = f"; {missing}; of a service with nothing to look up, {missing}"
    assert found.method.endswith(said)


@pytest.mark.parametrize("problem", [REFUSED, CUT_SHORT, WITHHELD])
def test_an_answer_that_says_nothing_is_worth_nothing(problem: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    rows = [{"question": q, "golden_answers": ["cat"]} for q in ("q", "r")]
    file.write_text("\n".join(map(json.dumps, rows)))
    utility = spec.parse("utilities", f'f1:questions="{file}"')
    release = RagRelease(Knows({"q": "cat"}, problem))
    (found,) = utility.measure(Corpus.from_texts(["anything"]), release, generator(0))
    assert (found.value, found.n) == (0.5, 2)


def test_an_answer_may_be_given_as_a_pattern(tmp_path: Path) -> None:
    row = {"answer_regex": "Sept?(ember)?|Feb(ruary)?"}
    assert measured(tmp_path, "It is in sept, I think.", row, "exact_match").value == 1
    assert measured(tmp_path, "It is in May.", row, "exact_match").value == 0
    assert measured(tmp_path, "Sep ember", row, "f1").value > 0


def test_files_of_questions(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"input": "a?", "output": "b"}\n{"query": "c?", "reference": ["d", 5]}\n')
    assert [(q.text, q.references) for q in read_questions(str(file))] == [
        ("a?", ("b",)),
        ("c?", ("d", "5")),
    ]
    assert len(read_questions(str(file), most=1)) == 1


def test_a_line_of_questions_ends_where_a_line_of_records_does(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    rows = [{"question": "one\u2028two?", "answer": "b\x85c"}, {"question": "d?", "answer": "e"}]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    file.write_text("\ufeff" + "".join(lines), encoding="utf-8")
    assert [q.text for q in read_questions(str(file))] == ["one\u2028two?", "d?"]


def test_answers_may_stand_in_an_object_as_in_squad(tmp_path: Path) -> None:
    row = {"answers": {"text": ["a black cat", "cat"], "answer_start": [5, 13]}}
    assert measured(tmp_path, "The cat.", row, "exact_match").value == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("\n", "no questions"),
        ("words\n", "line 1: broken JSON"),
        ('{"question": "a?", "answer": "b"}\n{"question": "a?"}\n', "line 2: no question or no"),
        ('{"question": "a?", "answer_regex": "("}\n', "not a regular expression"),
        ('{"question": "a?", "answer": [null, " "]}\n', "line 1: no question or no answer"),
        ("[1]\n", "line 1: is a number, not an object"),
    ],
)
def test_what_is_no_question_is_said(content: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(content)
    with pytest.raises(InputError, match=problem):
        read_questions(str(file))
    with pytest.raises(InputError, match="no such file"):
        read_questions(str(tmp_path / "absent"))


@pytest.mark.parametrize("name", NAMES)
def test_without_questions_there_is_nothing_to_measure(name: str) -> None:
    with pytest.raises(UsageError, match="--questions"):
        spec.parse("utilities", name).measure(
            Corpus.from_texts(["x"]), RagRelease(Knows({})), generator(0)
        )


@given(st.text(max_size=60), st.text(max_size=60))
def test_f1_is_symmetric_and_full_for_the_same(one: str, other: str) -> None:
    assert token_f1(one, other) == token_f1(other, one)
    assert 0 <= token_f1(one, other) <= 1
    assert token_f1(one, one) == 1
    assert normalise(normalise(one)) == normalise(one)
