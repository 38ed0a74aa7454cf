"""The form in which a model learns a question with its answer, and gives an answer.

A prompt file says it: what stands before the first ``{answer}`` or ``{protected}`` is read, what
follows is learned. Where both stand there, only the protected part of what the model then writes
leaves (Xiao et al. 2024, section 4.2.4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from seethrough import prompts
from seethrough.errors import InputError, UsageError
from seethrough.training.examples import prompt_tokens

WITHHELD = "the answer was withheld"
"""Why there is no answer: it did not reach its protected part, or a service refused it."""

_PART = re.compile(r"\{(answer|protected)\}")


@dataclass(frozen=True)
class Form:
    """How a question and its answer are written.

    Attributes:
        head: What is read, with ``{question}``; empty where records have no questions.
        first: What the first part holds: ``answer`` or ``protected``.
        between: What stands between the two parts; empty where there is one.
        end: What stands behind the last part.
        chat: Whether the head is a user's turn of the model's own chat template.
    """

    head: str
    first: str
    between: str = ""
    end: str = ""
    chat: bool = False

    @classmethod
    def load(cls, task: str, path: str = "", chat: bool = False) -> Form:
        """Return the form of a prompt file.

        Args:
            task: The package's file.
            path: The user's own file, or empty.
            chat: Whether the model's chat template goes around the head.

        Raises:
            InputError: The user's file cannot be read.
            UsageError: It does not say where the question or a part goes, or says one twice.
        """
        text = "\n\n".join(turn.content for turn in prompts.load(task, path).turns)
        pieces = _PART.split(text)
        names = pieces[1::2]
        if len(names) not in (1, 2) or len({*names}) < len(names) or "{question}" not in pieces[0]:
            raise UsageError(
                f"the prompt file {path or task} must hold {{question}}, then {{answer}},"
                " {protected} or both, once each"
            )
        between = pieces[2] if len(names) == 2 else ""
        if len(names) == 2 and not between.strip():
            raise UsageError(f"the prompt file {path or task} has nothing between its two parts")
        return cls(pieces[0].rstrip(" "), names[0], between, pieces[-1], chat)

    @classmethod
    def plain(cls, first: str = "answer") -> Form:
        """Return the form of records without questions: the text alone."""
        return cls("", first)

    @property
    def lead(self) -> str:
        """A space, where the head ends in the middle of a line; it belongs to the first word."""
        return " " if self.head and not self.chat and not self.head.endswith("\n") else ""

    def read(self, question: str, tokenizer: Any) -> str:
        """Return what the model reads before it answers.

        Raises:
            InputError: The chat template is asked for, and the model has none.
        """
        text = self.head.replace("{question}", prompts.defuse(question))
        if not self.chat:
            return text
        if not getattr(tokenizer, "chat_template", None):
            raise InputError("the base model has no chat template; leave chat=true out")
        turn = [{"role": "user", "content": text}]
        made = tokenizer.apply_chat_template(turn, tokenize=False, add_generation_prompt=True)
        return str(made)

    def learned(self, answer: str, protected: str) -> tuple[str, int]:
        """Return what is learned behind the head, and where the unprotected answer begins in it.

        Args:
            answer: The answer as it is.
            protected: The same without what is private.

        Returns:
            The text, and the place of ``answer``; -1 where the form has no such part.
        """
        parts = {"answer": answer, "protected": protected}
        text = self.lead + parts[self.first]
        if self.between:
            second = "protected" if self.first == "answer" else "answer"
            place = len(self.lead) if self.first == "answer" else len(text) + len(self.between)
            return f"{text}{self.between}{parts[second]}{self.end}", place
        return text + self.end, len(self.lead) if self.first == "answer" else -1

    def part(self, written: str, begun: str = "") -> str | None:
        """Return the part of what a model wrote that may leave; None where it did not get there.

        Of two parts that is the protected one: nothing that stands before, behind or between.

        Args:
            written: What it wrote.
            begun: What somebody else wrote before that; it may lead the model into either part.
        """
        if not self.between:
            return written.strip()
        mark = re.compile(r"\s+".join(map(re.escape, self.between.split())), re.IGNORECASE)
        before, *behind = mark.split(begun + written)
        if self.first == "protected":
            return before[len(begun) :].strip() if len(before) >= len(begun) else None
        if not behind or len(before) < len(begun):
            return None
        # A model that begins anew would write the unprotected part again.
        label = self.head.rstrip().rpartition("\n")[2].strip()
        return (behind[0].partition(label)[0] if label else behind[0]).strip()


def read_tokens(form: Form, question: str, tokenizer: Any) -> list[int]:
    """Return the tokens that the model reads before it answers; at least one."""
    text = form.read(question, tokenizer)
    if form.chat:  # a chat template writes the sign of a beginning itself
        return [int(token) for token in tokenizer.encode(text, add_special_tokens=False)]
    return prompt_tokens(tokenizer, text)
