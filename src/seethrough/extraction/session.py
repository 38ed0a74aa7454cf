"""An adversary's session with a service: all questions and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from seethrough.deobfuscation.undoing import deobfuscate
from seethrough.extraction.information import Information
from seethrough.protocols import Guess
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease


@dataclass(frozen=True, eq=False)
class Session:
    """The questions and answers, in order.

    Attributes:
        informations: What steered the retriever in each question.
        questions: The whole questions.
        replies: The answers.
        counts: The counts so far, by the records that they were counted against.
    """

    informations: Sequence[Information]
    questions: Sequence[str]
    replies: Sequence[Reply]
    counts: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def texts(self) -> list[str]:
        """The answers as they came; if there is none, what was sent instead of one."""
        return [reply.text for reply in self.replies]

    @cached_property
    def plain(self) -> list[str]:
        """The answers as whoever reads them sees through them, disguises undone."""
        return [now.text for now in deobfuscate(self.texts)]


@dataclass(frozen=True, slots=True)
class Asked(Guess):
    """One question of a session; its text is the answer.

    Attributes:
        session: The whole session, as what counts as new depends on what came before.
        turn: Which question this is.
    """

    session: Session | None = None
    turn: int = 0


def converse(release: RagRelease, informations: Sequence[Information], command: str) -> Session:
    """Ask prepared questions.

    Args:
        release: The model to ask.
        informations: What steers the retriever.
        command: The command that has the model repeat what was retrieved.
    """
    questions = [compose(i.text, command) for i in informations]
    return Session(informations, questions, release.ask(questions))


def compose(information: str, command: str) -> str:
    """Return the prompt {information} + {command} (A.3)."""
    return f"{information} {command}".strip()
