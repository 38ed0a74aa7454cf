"""The settings that all ways of fine-tuning share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from seethrough.fields import Between, ModelFolder, ReadFile, describe_shared
from seethrough.protocols import Finetuner, Tagger
from seethrough.taggers.presidio import Presidio

SHARED = """    base: The model to start from: a folder, a name on the hub, or, empty, SmolLM2-135M.
    tagger: Says what is private in an answer.
    exempt: A file of what is not protected although it is tagged: a string a line; behind a tab,
        words with commas between them of which one must stand in the same sentence.
    question: The column of the questions; found by its name where empty. The answer is the text.
    prompt: The user's own prompt file in the place of the package's; empty for none.
    chat: Whether the question stands in the model's own chat template.
    rank: Of LoRA's matrices; 0 to train all weights.
    epochs: How often each record is read on average, above 0.
    steps: How many steps instead; 0 for as many as ``epochs`` make.
    stop: After so many steps to stop, on the way to all of them; 0 for the end.
    batch: How many records a step reads.
    micro: How many records are read at once; fewer need less memory.
    learning_rate: Of AdamW, falling to 0.
    clip: The largest norm of a gradient.
    length: The most tokens of a question and its answer.
    answer: The most tokens of an answer, of each part where the one that leaves comes second."""


@dataclass(frozen=True)
class Tuning(Finetuner):
    """How a model is fine-tuned; a way of fine-tuning inherits from this class.

    The docstring of each says what these settings mean, too.
    """

    base: ModelFolder = ""
    tagger: Tagger = Presidio()
    exempt: ReadFile = ""
    question: str = ""
    prompt: ReadFile = ""
    chat: bool = False
    rank: Annotated[int, Between(0, 10_000)] = 16
    epochs: Annotated[float, Between(0, 1000, above=True)] = 5.0
    steps: Annotated[int, Between(0, 1_000_000)] = 0
    stop: Annotated[int, Between(0, 1_000_000)] = 0
    batch: Annotated[int, Between(1, 1_000_000)] = 16
    micro: Annotated[int, Between(1, 100_000)] = 4
    learning_rate: Annotated[float, Between(0, 10, above=True)] = 5e-4
    clip: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0
    length: Annotated[int, Between(8, 1_000_000)] = 256
    answer: Annotated[int, Between(1, 100_000)] = 128

    trains: ClassVar[bool] = True

    example: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Add what the shared settings mean to the docstring, and say how to try it."""
        name = cls.__module__.rpartition(".")[2]
        tiny = "base=model,tagger=column(),steps=1,batch=2,micro=2,length=700,answer=2,rank=2"
        cls.example = f"{name}:{tiny}"
        describe_shared(cls, SHARED)

    @property
    def whole(self) -> Self:
        """The same to the last step: where one stops does not change what is drawn before."""
        return replace(self, stop=0)
