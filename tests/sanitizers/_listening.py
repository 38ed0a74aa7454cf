"""A fake model that keeps what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from seethrough.language_model import Answer, OnAnswer, Options, Prompt
from seethrough.models.fakes.fake import Fake


@dataclass(frozen=True)
class Listening(Fake):
    """Answers as ``Fake``.

    Attributes:
        heard: Every prompt, in order.
    """

    heard: list[Prompt] = field(default_factory=list, compare=False)

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Keep the prompts and answer them."""
        self.heard.extend(prompts)
        return super().generate(prompts, options, on_answer)

    @property
    def told(self) -> list[str]:
        """Every message of these prompts."""
        return [message.content for prompt in self.heard for message in prompt.messages]
