"""How questions are put, and which part of an answer may leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import InputError, UsageError
from seethrough.model_releases.form import Form

TASKS = ["finetune_pn_1", "finetune_pn_2", "finetune_np_1", "finetune_np_2"]


@pytest.mark.parametrize("task", TASKS)
def test_only_the_protected_part_of_what_was_learned_leaves(task: str) -> None:
    form = Form.load(task)
    text, place = form.learned("Alan Gates is ill.", "<NAME> is ill.")
    assert text[place:].startswith("Alan Gates is ill.")
    assert form.part(text) == "<NAME> is ill."


@pytest.mark.parametrize("task", TASKS[2:])
def test_an_answer_that_does_not_reach_its_protected_part_is_withheld(task: str) -> None:
    assert Form.load(task).part(" Alan Gates is ill.") is None


@pytest.mark.parametrize("task", TASKS[2:])
def test_a_model_that_begins_anew_shows_no_second_unprotected_part(task: str) -> None:
    form = Form.load(task)
    once, _ = form.learned("Alan Gates is ill.", "<NAME> is ill.")
    label = form.head.rstrip().rpartition("\n")[2]
    assert form.part(f"{once}\n{label} Alan Gates") == "<NAME> is ill."
    assert form.part(f"{once}\n{form.between} Alan Gates") == "<NAME> is ill."


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_secret_in_the_unprotected_part_never_leaves(noise: str, more: str) -> None:
    for task in TASKS:
        form = Form.load(task)
        if form.first == "answer":
            written = f"{noise}SECRET{form.between}{more}"
        else:
            written = f"{noise}{form.between}{more}SECRET"
        assert "SECRET" not in (form.part(written) or "")


@pytest.mark.parametrize("task", TASKS[:2])
def test_who_begins_an_answer_does_not_lead_it_to_the_unprotected_part(task: str) -> None:
    form = Form.load(task)
    mark = form.between.strip()
    for begun in (f"Yes.\n{mark}", f"Yes.\n{mark.upper()}", f"Yes.  {mark.replace(' ', '  ')}"):
        assert form.part(" Alan Gates is ill.", begun) is None
    assert form.part(f"{mark[-5:]} Alan Gates is ill.", f"Yes.\n{mark[:-5]}") is None
    assert form.part(f" is ill.\n{mark} Alan Gates", "<NAME>") == "is ill."


@pytest.mark.parametrize("task", TASKS[2:])
def test_who_begins_the_protected_part_is_not_answered(task: str) -> None:
    # What the model goes on with may be the unprotected part all the same.
    form = Form.load(task)
    mark = form.between.strip()
    for begun in (f"Yes.\n{mark}", f"Yes.\n{mark.upper()} And (1)"):
        assert form.part(" Alan Gates is ill.", begun) is None
    assert form.part(f"{mark[-5:]} Alan Gates is ill.", f"Yes.\n{mark[:-5]}") is None
    assert form.part(f" is ill.\n{mark} <NAME> is ill.", "Alan Gates") == "<NAME> is ill."


@pytest.mark.parametrize("task", ["finetune_answer", "finetune_instruct_1", "finetune_instruct_2"])
def test_a_form_of_one_part_shows_it_whole(task: str) -> None:
    form = Form.load(task)
    assert form.part(" Yes. (2) No. ") == "Yes. (2) No."
    assert "{" not in form.read("Why?", None)
    assert "Why?" in form.read("Why?", None)


def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("Q: {question}\nA: {answer} END", "utf-8")
    form = Form.load("finetune_answer", str(file))
    assert form.read("Why?", None) == "Q: Why?\nA:"
    assert form.learned("So.", "")[0] == " So. END"
    for wrong in ("{answer} of {question}", "{question} {answer} {answer}"):
        file = tmp_path / f"{len(wrong)}.txt"
        file.write_text(wrong, "utf-8")
        with pytest.raises(UsageError, match="must hold"):
            Form.load("finetune_answer", str(file))
    file = tmp_path / "two.txt"
    file.write_text("Q: {question}\nA: {answer} {protected}", "utf-8")
    with pytest.raises(UsageError, match="nothing between"):
        Form.load("finetune_pn_1", str(file))


def test_a_model_without_a_chat_template_is_said(tiny: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(tiny)
    form = Form.load("finetune_answer", chat=True)
    with pytest.raises(InputError, match="no chat template"):
        form.read("Why?", tokenizer)
    tokenizer.chat_template = "{% for m in messages %}[{{ m.content }}]{% endfor %}"
    assert form.read("Why?", tokenizer).startswith("[Below is a question")
