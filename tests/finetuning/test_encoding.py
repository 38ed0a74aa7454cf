"""Which tokens of an answer are protected, and whose it is: by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.training._tiny import tokenizer

from seethrough.errors import InputError
from seethrough.finetuning.encoding import Encoded, Parts, encode, located, ngrams
from seethrough.finetuning.pairs import Pair
from seethrough.model_releases.form import Form
from seethrough.protocols import Protected
from seethrough.training.examples import Examples

FORM = Form("Q: {question}\nA:", "answer", end="!")


def merging() -> Any:
    """A tokenizer of bytes for which ``ab`` is one token."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {c: i for i, c in enumerate([*letters, "ab", "<end>"])}
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=[("a", "b")]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<end>")


@pytest.mark.parametrize(
    ("start", "end", "marks"),
    [
        (1, 2, [-1, 0, -1, -1]),  # a part of a token is all of it
        (2, 3, [-1, 0, -1, -1]),
        (0, 3, [0, 0, -1, -1]),  # a neighbour that it only touches is not of it
        (3, 5, [-1, -1, 0, 0]),
    ],
)
@pytest.mark.parametrize("begins", [0, 4])
def test_a_token_with_any_sign_of_a_span_is_of_it(
    start: int, end: int, marks: list[int], begins: int
) -> None:
    text = "x" * begins + "xabyz"
    tokens, found = located(text, [Protected(start, end, "name")], begins, merging())
    assert len(tokens) == begins + 4
    assert found == [-1] * begins + marks


def test_pairs_of_tokens_are_those_of_one_span() -> None:
    rows = Examples([[0]] * 2, [[5, 6, 7, 8, 9], [6, 5, 9]], [[0], [1]], {})
    encoded = Encoded(rows, [[0, 0, 1, -1, -1], [-1, 0, -1]], 0)
    assert ngrams(encoded) == ([5, 6, 7], [(5, 6)])


def encoded(pairs: list[Pair], length: int = 99, answer: str = "") -> Encoded:
    return encode(pairs, lambda p: Parts(answer or p.answer, ""), FORM, tokenizer(), length)


def test_answers_are_learned_behind_their_questions_and_belong_to_their_people() -> None:
    name = [Protected(0, 2, "name")]
    pairs = [Pair("p", "Who", "Al.", name), Pair("q", "Who", "No.", []), Pair("p", "", "Al", name)]
    found = encoded(pairs)
    assert found.examples.people == [[0, 2], [1]]
    read = tokenizer()
    texts = [read.decode(row) for row in found.examples.targets]
    assert texts == [" Al.!<end>", " No.!<end>", " Al!<end>"]
    assert found.protected[:2] == [[-1, 0, 0, -1, -1, -1], [-1] * 6]
    assert read.decode(found.examples.prompts[0]) == "<end>Q: Who\nA:"
    assert (found.cut, found.examples.ledger) == (0, {})
    # In other words than its own the spans stand nowhere.
    assert encoded(pairs[:1], answer="<NAME>.").protected == [[-1] * 10]


def test_what_is_too_long_is_cut_and_counted_and_still_ends() -> None:
    pair = Pair("p", "Who", "Al keeps bees.", [Protected(0, 2, "name"), Protected(9, 13, "x")])
    whole = len(encoded([pair]).examples.prompts[0]) + len(" Al keeps bees.!") + 1
    assert encoded([pair], whole).cut == 0
    cut = encoded([pair], whole - 8)
    assert (cut.cut, cut.examples.ledger) == (1, {"answers_cut": 1})
    (row,), (marks,) = cut.examples.targets, cut.protected
    assert tokenizer().decode(row) == " Al keep<end>"
    assert marks == [-1, 0, 0, -1, -1, -1, -1, -1, -1]
    with pytest.raises(InputError, match="leaves an answer no room in length=9"):
        encoded([pair], 9)


def test_a_tokenizer_that_cannot_say_where_tokens_stand_is_refused() -> None:
    with pytest.raises(InputError, match="does not say where tokens stand"):
        located("x", [], 0, object())
