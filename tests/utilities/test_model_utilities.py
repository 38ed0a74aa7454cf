"""How good a model's answers are, worked out by hand."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests._workbench import encoder

from seethrough import spec
from seethrough.engine.runs.kinds import check_utility_fits
from seethrough.errors import MissingExtraError, SeethroughError, UsageError
from seethrough.model_releases.form import WITHHELD
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease, QueriedModel
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator
from seethrough.utilities.bertscore_minilm import f1, matched

EVERY = ("rouge1", "rouge2", "rouge", "bleu", "bleu1", "bertscore_minilm", "exact_match", "f1")


@dataclass(frozen=True)
class Says:
    """A model that says one thing, and finds all answers equally likely."""

    answer: Reply
    logs: Sequence[float | None] = ()
    base: Sequence[float | None] = ()
    hash: str = "says"
    described: str = "a model"
    nothing: dict[str, Any] = field(default_factory=dict)

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        return [self.answer] * len(questions)

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        return [self.answer] * len(questions)

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None]:
        return list(self.logs)

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> None:
        """Its weights are not at hand."""

    def untouched(self) -> QueriedModel:
        return Says(Reply("no idea"), self.base)

    def knowing(self, corpus: Corpus) -> QueriedModel:
        return KnownByHeart.of(corpus)


def measured(tmp_path: Path, model: Says, name: str, *answers: str) -> Any:
    file = tmp_path / f"{len(answers)}.jsonl"
    rows = [{"question": f"q{i}", "text": answer} for i, answer in enumerate(answers)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    utility = spec.parse("utilities", f'{name}:questions="{file}"')
    release = ModelRelease(model)
    check_utility_fits(utility, release)
    (estimate,) = utility.measure(Corpus.from_texts([]), release, generator(0, "utility"))
    return estimate


def test_bertscore_is_what_greedy_matching_gives_by_hand(tmp_path: Path) -> None:
    words = ["rest", "and", "fluids", "help", "a", "lot", "."]
    encoder(tmp_path / "encoder", words)
    texts = "rest and fluids help .", "fluids help a lot"
    utility = spec.parse("utilities", f"bertscore:encoder={tmp_path}/encoder")

    import torch
    from transformers import BertModel, BertTokenizerFast

    model = BertModel.from_pretrained(tmp_path / "encoder").eval()
    tokenizer = BertTokenizerFast.from_pretrained(tmp_path / "encoder")
    vectors = []
    for text in texts:
        with torch.inference_mode():
            made = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]
        vectors.append(torch.nn.functional.normalize(made, dim=-1).numpy())
    # The library gives [CLS] and [SEP] no weight of their own, and may match with them.
    alike = vectors[0] @ vectors[1].T
    recall, precision = alike.max(1)[1:-1].mean(), alike.max(0)[1:-1].mean()
    by_hand = 2 * precision * recall / (precision + recall)
    questions = tmp_path / "questions.jsonl"
    rows = [{"question": "q", "answer": texts[0]}, {"question": "r", "answer": texts[1]}]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = dataclasses.replace(utility, questions=str(questions))
    release = ModelRelease(Says(Reply(texts[1])))
    (found,) = asked.measure(Corpus.from_texts([]), release, generator(0, "utility"))
    assert found.value == pytest.approx((by_hand + 1) / 2, abs=1e-5)
    for reply in (Reply(" "), Reply("", WITHHELD)):
        (none,) = asked.measure(
            Corpus.from_texts([]), ModelRelease(Says(reply)), generator(0, "utility")
        )
        assert none.value == 0.0
    (long,) = asked.measure(
        Corpus.from_texts([]), ModelRelease(Says(Reply("help " * 2000))), generator(0, "utility")
    )
    assert 0 < long.value < 1


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ("", "needs an encoder: name the folder of one, encoder="),
        ("encoder=nowhere", "nowhere: no encoder; name a folder with config.json"),
        ("encoder={here}/encoder,layer=2", "layer=2: the encoder has 1"),
    ],
)
def test_an_encoder_that_cannot_be_used_is_one_line(tmp_path: Path, fields: str, told: str) -> None:
    encoder(tmp_path / "encoder", ["a"])
    utility = spec.parse("utilities", f"bertscore:{fields.format(here=tmp_path)}".rstrip(":"))
    with pytest.raises(SeethroughError) as caught:
        utility.measure(
            Corpus.from_texts([]), ModelRelease(Says(Reply("a"))), generator(0, "utility")
        )
    assert told in str(caught.value)


def test_without_its_library_bertscore_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder(tmp_path / "encoder", ["a"])
    monkeypatch.setitem(sys.modules, "bert_score", None)
    utility = spec.parse("utilities", f"bertscore:encoder={tmp_path}/encoder")
    with pytest.raises(MissingExtraError, match=r"seethrough\[bertscore\]"):
        utility.measure(
            Corpus.from_texts([]), ModelRelease(Says(Reply("a"))), generator(0, "utility")
        )


@pytest.mark.parametrize("most", [0, 2, 100])
def test_0_asks_all_questions(tmp_path: Path, most: int) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text('{"question": "q", "answer": "a"}\n' * 120)
    utility = spec.parse("utilities", f'rouge1:questions="{file}",most={most}')
    release = ModelRelease(Says(Reply("a")))
    (found,) = utility.measure(Corpus.from_texts([]), release, generator(0, "utility"))
    assert found.n == (most or 120)


@pytest.mark.parametrize("name", EVERY)
def test_the_reference_itself_scores_one_and_a_withheld_answer_nothing(
    tmp_path: Path, name: str
) -> None:
    text = "Rest and plenty of fluids help."
    whole = measured(tmp_path, Says(Reply(text)), name, text)
    assert whole.value == pytest.approx(1.0, abs=1e-6)
    assert whole.baseline.value < 0.6
    withheld = measured(tmp_path, Says(Reply("", WITHHELD)), name, text)
    assert (withheld.value, withheld.n) == (0.0, 1)
    gone = measured(tmp_path, Says(Reply("", "the server did not answer")), name, text)
    assert (gone.value, gone.n) == (None, 0)


def test_words_and_pairs_that_are_shared(tmp_path: Path) -> None:
    model = Says(Reply("the cat sat here"))
    # Against "the cat sat on mats": three words of four and five, two pairs of three and four.
    one = measured(tmp_path, model, "rouge1", "the cat sat on mats")
    two = measured(tmp_path, model, "rouge2", "the cat sat on mats")
    assert one.value == pytest.approx(2 * 3 / (4 + 5))
    assert two.value == pytest.approx(2 * 2 / (3 + 4))


def test_bleu(tmp_path: Path) -> None:
    found = measured(tmp_path, Says(Reply("the cat sat here")), "bleu", "the cat sat there")
    # 3/4 words, 2/3 pairs, 1/2 threes, and half of one of a single run of four.
    assert found.value == pytest.approx((3 / 4 * 2 / 3 * 1 / 2 * 1 / 2) ** 0.25)


def test_greedy_matching() -> None:
    half = math.sqrt(0.5)
    reference = np.array([[1, 0], [0, 1]], dtype=np.float32)
    answer = np.array([[half, half]], dtype=np.float32)
    assert matched(reference, answer) == pytest.approx(half)
    # Recall (1 + 0) / 2, precision 1.
    assert matched(reference, reference[:1]) == pytest.approx(2 * 0.5 / 1.5)
    assert matched(reference, reference[:0]) == 0.0


def test_the_stand_in_hears_a_paraphrase() -> None:
    text = "The patient should rest and drink water."
    near, far = f1(
        [text] * 2, ["The patient must rest and drink fluids.", "Stocks fell by a third."]
    )
    assert near > 0.8 > far
    assert f1([text], [text]) == [pytest.approx(1.0, abs=1e-5)]


def test_an_answer_that_was_not_read_makes_no_perplexity_small(tmp_path: Path) -> None:
    model = Says(Reply(""), [-3.0, None], [-3.0, None])
    found = measured(tmp_path, model, "perplexity", "Rest.", "Go on now. " * 900)
    alone = measured(tmp_path, Says(Reply(""), [-3.0], [-3.0]), "perplexity", "Rest.")
    assert found.value == alone.value
    assert "1 of 2 answers too long for the model, left out" in found.method


def test_perplexity(tmp_path: Path) -> None:
    model = Says(Reply(""), [math.log(1 / 8), math.log(1 / 16)], [math.log(1 / 64)] * 2)
    # "Rest." and "Go on now." have two and four words and signs.
    found = measured(tmp_path, model, "perplexity", "Rest.", "Go on now.")
    assert found.value == pytest.approx(128 ** (1 / 6))
    assert found.baseline.value == pytest.approx(4096 ** (1 / 6))
    assert found.direction == "lower_is_better"
    unknown = measured(tmp_path, Says(Reply(""), [None] * 2, [None] * 2), "perplexity", "a", "b")
    assert unknown.value is None


def test_a_text_release_answers_nothing() -> None:
    with pytest.raises(
        UsageError, match="measures a retrieval service or a language model, and this is a"
    ):
        check_utility_fits(spec.parse("utilities", "rouge1"), TextRelease(Corpus.from_texts([])))
    with pytest.raises(UsageError, match="perplexity measures a language model"):
        check_utility_fits(
            spec.parse("utilities", "perplexity"), TextRelease(Corpus.from_texts([]))
        )
    with pytest.raises(UsageError, match="needs questions"):
        spec.parse("utilities", "perplexity").measure(
            Corpus.from_texts([]), ModelRelease(Says(Reply(""))), generator(0, "utility")
        )


def test_where_no_answer_was_read_none_is_said_to_be_left_out(tmp_path: Path) -> None:
    model = Says(Reply(""), [None, None], [None, None])
    found = measured(tmp_path, model, "perplexity", "Rest.", "Go on now.")
    assert found.value is None
    assert "left out" not in found.method
