"""From pairs to token rows, with the tokens that are protected marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from seethrough.errors import InputError
from seethrough.finetuning.pairs import Pair
from seethrough.model_releases.form import Form, read_tokens
from seethrough.protocols import Protected
from seethrough.training.examples import Examples, end_of


class Parts(NamedTuple):
    """What stands in the two parts of a form.

    Attributes:
        answer: The answer as it is.
        protected: The answer without what is private.
    """

    answer: str
    protected: str


@dataclass(frozen=True)
class Encoded:
    """Token rows.

    Attributes:
        examples: What is read and what is learned.
        protected: For each row and each token that is learned, which span of its answer it is of;
            -1 for none.
        cut: How many answers were cut.
    """

    examples: Examples
    protected: Sequence[Sequence[int]]
    cut: int


def encode(
    pairs: Sequence[Pair],
    parts: Callable[[Pair], Parts],
    form: Form,
    tokenizer: Any,
    length: int,
) -> Encoded:
    """Return the token rows of pairs.

    Args:
        pairs: Questions and answers.
        parts: What of a pair stands in the form's parts.
        form: How they are written.
        tokenizer: Of the base model.
        length: The most tokens of a question and its answer together.

    Raises:
        InputError: The question leaves an answer no room, or the tokenizer does not say where
            tokens stand.
    """
    prompts, targets, marks, cut = [], [], [], 0
    people: dict[str, list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        own = parts(pair)
        prompt = read_tokens(form, pair.question, tokenizer)
        text, begins = form.learned(own.answer, own.protected)
        whole = own.answer == pair.answer and begins >= 0
        tokens, found = located(text, pair.spans if whole else (), begins, tokenizer)
        room = length - len(prompt) - 1
        if room < 1:
            raise InputError(
                f"a question has {len(prompt)} tokens with the prompt around it, which leaves an"
                f" answer no room in length={length}; raise it, or shorten the prompt file"
            )
        cut += len(tokens) > room
        prompts.append(prompt)
        targets.append([*tokens[:room], end_of(tokenizer)])
        marks.append([*found[:room], -1])
        people[pair.person].append(place)
    ledger = {"answers_cut": cut} if cut else {}
    rows = [people[person] for person in sorted(people)]
    return Encoded(Examples(prompts, targets, rows, ledger), marks, cut)


def located(
    text: str, spans: Sequence[Protected], begins: int, tokenizer: Any
) -> tuple[list[int], list[int]]:
    """Return the tokens of a text, and for each which span it touches; -1 for none.

    Args:
        text: The text.
        spans: Spans of a part of it.
        begins: Where that part begins.
        tokenizer: A fast one, which says where each token stands.
    """
    if not getattr(tokenizer, "is_fast", False):
        raise InputError("the base model's tokenizer does not say where tokens stand; name another")
    found = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    tokens = [int(token) for token in found["input_ids"]]
    marks = [-1] * len(tokens)
    for number, span in enumerate(spans):
        start, end = span.start + begins, span.end + begins
        for i, (a, b) in enumerate(found["offset_mapping"]):
            if a < end and b > start:
                marks[i] = number
    return tokens, marks


def ngrams(encoded: Encoded) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the protected tokens and pairs of tokens, each once, sorted: Theta 1 and Theta 2.

    Source: Xiao et al. (2024), section 4.2.2: the n-grams of what is private in the training set.
    """
    single: set[int] = set()
    pairs: set[tuple[int, int]] = set()
    for target, marks in zip(encoded.examples.targets, encoded.protected, strict=True):
        rows = list(zip(target, marks, strict=True))
        single.update(token for token, mark in rows if mark >= 0)
        pairs.update(
            (a, b) for (a, mine), (b, others) in pairwise(rows) if mine >= 0 and mine == others
        )
    return sorted(single), sorted(pairs)
