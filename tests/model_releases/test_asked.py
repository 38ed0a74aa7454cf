"""Which column holds the questions is a matter of the columns' names, never of single records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import seethrough as st
from seethrough import spec
from seethrough.errors import InputError
from seethrough.finetuning.made_up import people
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.asked import check_learned, questions_of
from seethrough.model_releases.form import Form
from seethrough.records.columns import choose_columns
from seethrough.records.corpus import Corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.training import bases


def corpus(*rows: dict[str, Any]) -> Corpus:
    return Corpus.from_texts([f"Text {n}." for n in range(len(rows))], fields=list(rows))


def test_the_one_column_that_is_named_like_one_holds_them() -> None:
    assert questions_of(corpus({"input": " Why? "}, {"input": None})) == ["Why?", ""]
    assert questions_of(corpus({"town": "Ulm"}, {})) is None


@pytest.mark.parametrize("filled", ["", "x"])
def test_several_are_never_chosen_from(filled: str) -> None:
    rows = [{"instruction": f"Say {n}", "input": filled if n else ""} for n in range(3)]
    with pytest.raises(InputError, match=r"input and instruction may both .* question=instruction"):
        questions_of(corpus(*rows))
    assert questions_of(corpus(*rows), "instruction") == ["Say 0", "Say 1", "Say 2"]


def test_one_record_does_not_decide_for_the_others() -> None:
    with pytest.raises(InputError, match="a record has no column 'question'"):
        questions_of(corpus({"question": "Why?"}, {}))
    with pytest.raises(InputError, match="a record has no column 'town'"):
        questions_of(corpus({"question": "Why?"}, {}), "town")


def test_questions_are_not_learned_in_place_of_their_answers() -> None:
    rows = [{"question": f"Why does my knee hurt {n} times?", "answer": "Rest it."} for n in "ab"]
    columns = choose_columns(rows, "qa.jsonl")
    assert columns.text == "question"
    with pytest.raises(InputError, match=r'column "question"; name .* such as --text "answer"'):
        check_learned(columns, "qa.jsonl")
    check_learned(choose_columns(rows, "qa.jsonl", text="question"), "qa.jsonl")
    check_learned(choose_columns(rows, "qa.jsonl", text="answer"), "qa.jsonl")
    check_learned(choose_columns([{"question": row["question"]} for row in rows], "q"), "q")


@pytest.mark.parametrize("attack", ["memorization", "model_membership", "model_canary"])
@pytest.mark.parametrize("bare", ["private", "control"])
def test_a_model_that_answers_questions_is_not_attacked_without_any(
    attack: str, bare: str, tiny: Path
) -> None:
    base = bases.load(str(tiny))
    private, control = people(4, seed=1), people(4, seed=1, start=1000)
    without = Corpus.from_texts(private.texts, name="bare")
    private, control = (without, control) if bare == "private" else (private, without)
    model = TunedModel(base.model.eval(), base.tokenizer, Form.load("finetune_answer"))
    with pytest.raises(InputError, match=r"^bare: no column of questions, .* with question="):
        st.audit(private, ModelRelease(model), control=control, attacks=[attack])
    plain = replace(model, form=Form.plain())
    spec.parse("attacks", attack).check(ModelRelease(plain), without)
