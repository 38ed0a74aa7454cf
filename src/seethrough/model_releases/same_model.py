"""Whether a served model still is the one that a run began with, before the run goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seethrough.errors import UsageError
from seethrough.models.resolve import using

if TYPE_CHECKING:
    from seethrough.storage.store import RunDirectory

QUESTIONS = (
    "Who are you, and what do you know?",
    "Tell me about a person.",
    "Write a short letter to a friend.",
    "What happened yesterday?",
    "Name five people and what they do.",
)
"""What is asked when a run begins, and again when it goes on: nothing of any record."""


def check_same(release: Any, store: RunDirectory) -> None:
    """Refuse to go on with another model: answers of both would be one model's figures.

    It is asked at temperature 0, past the kept answers. Servers do not always say the same to the
    same question, so it is another model where no answer is the same; what got no answer says
    nothing.

    Args:
        release: A model that is served.
        store: The run's folder; what it keeps without answers to these questions is forgotten.

    Raises:
        UsageError: All answers are others than when the run began.
        UnavailableError: The model is not there.
    """
    key = f"served/{release.label}"
    with using(cache=None):
        now = [reply.text for reply in release.ask(list(QUESTIONS))]
    before = store.get(key)
    if before is None:
        store.forget()
        store.put(key, now)
        return
    same = [one == other for one, other in zip(before, now, strict=True) if one and other]
    if same and not any(same):
        raise UsageError(
            f"{store.path}: what is served there answers otherwise than when this run began, as"
            " another model of the same name does; delete the folder, or name another --run"
        )
