"""How likely a model finds a span behind an answer that was begun."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seethrough.errors import InputError
from seethrough.finetuning.tiny import write_tiny_model
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import Form

LINE = "The quick brown fox jumps over the lazy dog. "


@pytest.fixture
def model(tmp_path: Path) -> Any:
    import transformers

    write_tiny_model(tmp_path, [LINE])
    return transformers.AutoModelForCausalLM.from_pretrained(tmp_path).eval()


@pytest.fixture
def tokenizer(model: Any) -> Any:
    import transformers

    return transformers.AutoTokenizer.from_pretrained(model.name_or_path)


def test_a_span_that_the_model_cannot_read_whole_has_no_chance(model: Any, tokenizer: Any) -> None:
    tuned = TunedModel(model, tokenizer, Form.load("finetune_answer"))
    whole, long, behind = tuned.chances(["Who?"] * 3, ["", "", LINE * 500], [LINE, LINE * 500, "x"])
    assert long is None
    assert whole is not None
    assert behind is not None
    assert whole < behind < 0, "of what stands before a span only the end is read"


def test_a_span_has_a_chance_as_long_as_something_before_it_is_read(
    model: Any, tokenizer: Any
) -> None:
    tuned = TunedModel(model, tokenizer, Form.load("finetune_answer"))
    spans = {len(tuned._following("b", "a" * n)): "a" * n for n in range(1, 4 * tuned.most)}
    fits, over = tuned.chances(["Who?"] * 2, ["b"] * 2, [spans[tuned.most - 1], spans[tuned.most]])
    assert fits is not None
    assert over is None


def test_a_model_that_computes_no_numbers_is_refused(model: Any, tokenizer: Any) -> None:
    import torch

    with torch.no_grad():
        model.lm_head.weight[3] = float("nan")
    tuned = TunedModel(model, tokenizer, Form.load("finetune_answer"), name="broken")
    with pytest.raises(InputError, match="broken: the model computes something else than numbers"):
        tuned.chances(["Who?"], [""], [LINE])
    with pytest.raises(InputError, match="broken: the model computes something else than numbers"):
        tuned.read(["Who?"], [LINE])


def test_behind_a_protected_part_the_answer_as_it_is_stands_in_the_second_one(
    model: Any, tokenizer: Any
) -> None:
    import torch

    form = Form("Q: {question}\nA: (1)", "protected", "\n(2) ")
    tuned = TunedModel(model, tokenizer, form)
    (reply,) = tuned.ask(["Who?"])
    head = tokenizer.encode("<end>") + tokenizer.encode("Q: Who?\nA: (1)")
    for begun, span, text in (("The ", "quick", " The"), ("", LINE, "")):
        before = [*head, *tokenizer.encode(f" {reply.text}\n(2){text}")]
        after = tokenizer.encode(f" {span}")
        with torch.inference_mode():
            logs = torch.log_softmax(model(torch.tensor([before + after])).logits[0].double(), -1)
        wanted = sum(float(logs[len(before) - 1 + i, token]) for i, token in enumerate(after))
        (log,) = tuned.chances(["Who?"], [begun], [span])
        assert log == pytest.approx(wanted, abs=1e-3)
        if not begun:
            (tokens,) = tuned.read(["Who?"], [span]).tokens
            assert tokens.sum() == pytest.approx(wanted, abs=1e-3)
