"""What the guard flags is never shown: no token, no other piece of its word, no way of asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.training._tiny import llama, tokenizer

from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import WITHHELD, Form
from seethrough.model_releases.generating import Writing, written
from seethrough.model_releases.guard import Guard, hidden, pieces, shown, streamed, until
from seethrough.records.releases.answering import Reply

READ = tokenizer()
TEXTS = st.text(alphabet=st.sampled_from("ab é\n.,<x>字🐥"), max_size=24)


def ids(text: str) -> list[int]:
    return [int(t) for t in READ.encode(text, add_special_tokens=False)]


def test_a_word_is_hidden_whole_and_its_sign_stays() -> None:
    row = ids("Ask Ingrid, please.")
    flags = [False] * len(row)
    flags[6] = True  # one letter of the name
    assert shown(READ, row, flags) == "Ask <X>, please."
    flags[10] = True  # and its comma
    assert shown(READ, row, flags) == "Ask <X> please."


def test_words_in_a_row_are_hidden_as_one() -> None:
    row = ids("Ask Ingrid Halvorsen now")
    assert shown(READ, row, [4 <= i < 20 for i in range(len(row))]) == "Ask <X> now"


def test_a_piece_may_begin_with_the_space_before_its_word_or_hold_parts_of_two() -> None:
    text = "Ask Ingrid now"
    places = [(0, 3), (3, 7), (7, 12), (12, 14)]  # "Ask", " Ing", "rid n", "ow"
    assert hidden(text, places, [False, True, False, False]) == "Ask <X> now"
    assert hidden(text, places, [False, False, True, False]) == "Ask <X>"
    assert hidden(text, places, [False, False, False, True]) == "Ask Ingrid <X>"


def test_a_letter_of_several_bytes_is_one() -> None:
    row = ids("é🐥 b")
    assert len(row) == 8
    assert pieces(READ, row)[1] == [(0, 1)] * 2 + [(1, 2)] * 4 + [(2, 3), (3, 4)]
    for at in range(6):
        assert shown(READ, row, [i == at for i in range(8)]) == "<X> b"


@given(TEXTS, st.data())
@settings(max_examples=300)
def test_no_word_with_a_flagged_piece_is_shown(text: str, data: st.DataObject) -> None:
    row = ids(text)
    flags = data.draw(st.lists(st.booleans(), min_size=len(row), max_size=len(row)))
    whole, places = pieces(READ, row)
    assert whole == text
    # Every word is made unlike all others, so that a shown one can be told.
    marked = "".join(c if c.isspace() else chr(0xE000 + i) for i, c in enumerate(text))
    out = hidden(marked, places, flags)
    bad = {i for (a, b), flag in zip(places, flags, strict=True) if flag for i in range(a, b)}
    assert not any(ord(c) - 0xE000 in bad for c in out if ord(c) >= 0xE000)
    for word in _words(text):
        if bad & {*word}:
            assert not any(chr(0xE000 + i) in out for i in word)
        else:
            assert "".join(chr(0xE000 + i) for i in word) in out


def _words(text: str) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for i, c in enumerate(text):
        if c.isspace():
            found.append([])
        else:
            found[-1].append(i)
    return [word for word in found if word]


@given(TEXTS, st.data(), st.lists(st.sampled_from(["a", "b.", "<X>", " ", "é,", "🐥"]), max_size=2))
@settings(max_examples=300)
def test_a_stream_shows_what_the_whole_answer_shows(
    text: str, data: st.DataObject, stops: list[str]
) -> None:
    row = ids(text)
    flags = data.draw(st.lists(st.booleans(), min_size=len(row), max_size=len(row)))
    whole = until(shown(READ, row, flags), stops)
    parts = list(streamed(READ, iter(zip(row, flags, strict=True)), stops))
    assert "".join(parts) == whole


def test_the_first_string_to_stop_at_ends_an_answer_and_no_part_of_it_is_shown() -> None:
    stops = ("four", "two three")
    assert until("one two three four", stops) == "one "
    tokens = [(token, False) for token in ids("one two three four five")]
    assert "".join(streamed(READ, iter(tokens), stops)) == "one "


def test_a_tokenizer_that_changes_its_mind_hides_all() -> None:
    class Turning:
        def decode(self, row: Sequence[int], **given: Any) -> str:
            return "ba" if len(row) > 1 else "a"

    assert shown(Turning(), [1, 2], [True, False]) == "<X>"
    assert shown(Turning(), [1, 2], [False, False]) == "ba"


@pytest.fixture(scope="module")
def model() -> Any:
    return llama(seed=3, positions=256).eval()


def half(model: Any) -> Guard:
    """A guard that flags about half of all tokens."""
    torch.manual_seed(0)
    return Guard(torch.randn(16), torch.tensor(0.0))


def alone(tuned: TunedModel, prompts: list[list[int]], rows: list[list[int]]) -> list[str]:
    assert tuned.guard is not None
    flags = tuned.guard.flags(tuned.model, prompts, rows)
    assert any(any(f) for f in flags)
    assert not all(all(f) for f in flags)
    return [shown(READ, row, f).strip() for row, f in zip(rows, flags, strict=True)]


@pytest.mark.parametrize("writing", [
    Writing(24), Writing(24, together=1), Writing(24, beams=3),
    Writing(24, temperature=1.0, seed=4),
], ids=["batch", "one", "beams", "drawn"])  # fmt: skip
def test_answers_pass_the_guard_however_they_are_written(model: Any, writing: Writing) -> None:
    tuned = TunedModel(model, READ, Form.plain(), half(model), writing=writing)
    questions = [""] * 3
    begun = ["a", "some bees at home", "it is"]
    replies = tuned.go_on(questions, begun)
    prompts = [tuned._prompt("", b) for b in begun]
    rows = written(model, READ, prompts, writing)
    assert [r.text for r in replies] == alone(tuned, prompts, rows)
    unguarded = TunedModel(model, READ, Form.plain(), writing=writing).go_on(questions, begun)
    assert [r.text for r in replies] != [r.text for r in unguarded]


@pytest.mark.parametrize("stops", [(), ("<X>",), ("e",)])
def test_a_stream_passes_the_guard(model: Any, stops: tuple[str, ...]) -> None:
    tuned = TunedModel(model, READ, Form.plain(), half(model), writing=Writing(24))
    for start in ("a", "some bees at home", "it is"):
        whole = tuned.go_on([""], [start])[0].text
        streamed_text = "".join(tuned.stream("", stops, start))
        assert streamed_text.strip() == until(whole, stops).strip()


def test_a_stream_flags_the_tokens_that_a_whole_answer_does(model: Any) -> None:
    bare = TunedModel(model, READ, Form.plain(), writing=Writing(24))
    prompt = bare._prompt("", "some bees at home")
    row = [token for token, _ in bare._tokens(prompt)]
    with torch.inference_mode():
        out = model(torch.tensor([[*prompt, *row]]), output_hidden_states=True)
    states = out.hidden_states[-1][0, len(prompt) :]
    scores = states @ (weight := states[-1] - states[0])
    guard = Guard(weight, -(scores.min() + scores.max()) / 2)  # flags some of these tokens
    tuned = TunedModel(model, READ, Form.plain(), guard, writing=Writing(24))
    assert [token for token, _ in tuned._tokens(prompt)] == row
    flags = [flag for _, flag in tuned._tokens(prompt)]
    assert guard.flags(model, [prompt], [row]) == [flags]
    assert any(flags)
    assert not all(flags)


@pytest.mark.parametrize("bias", [9.0, 0.0], ids=["sure", "just as likely as the threshold"])
def test_the_guard_of_everything_shows_nothing(model: Any, bias: float) -> None:
    guard = Guard(torch.zeros(16), torch.tensor(bias), threshold=0.5)
    tuned = TunedModel(model, READ, Form.plain(), guard, writing=Writing(12))
    reply = tuned.go_on([""], ["bees"])[0].text
    streamed_text = "".join(tuned.stream("", begun="bees"))
    assert set(reply.split()) | set(streamed_text.split()) <= {"<X>"}


@pytest.mark.parametrize("task", ["finetune_pn_1", "finetune_pn_2"])
def test_a_model_that_is_led_to_its_unprotected_part_does_not_go_on(
    task: str, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ids(" Alan Gates is ill.")
    monkeypatch.setattr("seethrough.model_releases.answering.written", lambda *given: [said])
    tuned = TunedModel(model, READ, Form.load(task), writing=Writing(12))
    begun = f"Yes.\n{tuned.form.between.strip()} "
    assert tuned.go_on(["Who?"], [begun]) == [Reply("", WITHHELD)]
