"""A finetuner of somebody else's must return a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pytest

from seethrough.engine.finetune import finetune
from seethrough.errors import ContractError, InputError
from seethrough.protocols import Finetuner, Generator
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.records.releases.text import TextRelease

PRIVATE = Corpus.from_texts(["Ada keeps bees."])


@dataclass(frozen=True)
class Returning(Finetuner):
    """Returns what it is told to, or fails with a record's words in its message."""

    made: str

    def finetune(self, private: Corpus, rng: Generator) -> Any:
        made = {"nothing": None, "corpus": private, "release": TextRelease(private)}
        if self.made not in made:
            raise ValueError(private.texts[0])
        return made[self.made]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("nothing", "returned NoneType, which is no model"),
        ("corpus", "returned Corpus, which is no model"),
        ("release", "returned TextRelease, which is no model"),
        ("error", "its own code failed: ValueError in test_finetune.py$"),
    ],
)
def test_what_is_no_model_is_refused_by_name(made: str, told: str) -> None:
    with pytest.raises(ContractError, match=f"^finetuner .*Returning: {told}"):
        finetune(PRIVATE, Returning(made))


def test_the_questions_of_a_table_are_not_learned_in_place_of_its_answers() -> None:
    rows = [{"question": f"Why does my knee hurt {n} times?", "answer": "Rest it."} for n in "ab"]
    table = pa.Table.from_pylist(rows)
    with pytest.raises(InputError, match=r'^private: .* learn to write column "question"; name'):
        finetune(table, Returning("nothing"))
    with pytest.raises(ContractError, match="no model"):
        finetune(read_corpus(table, text="answer"), Returning("nothing"))
