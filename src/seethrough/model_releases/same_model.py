"""Whether a served model still is the one that a run began with, before the run goes on."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from seethrough.errors import UsageError
from seethrough.models.resolve import using

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.storage.store import RunDirectory

QUESTIONS = 5
"""How many questions are asked when a run begins, and again when it goes on."""

LONGEST = 200
"""Letters of a question."""


def check_same(release: Any, private: Corpus, store: RunDirectory) -> None:
    """Refuse to go on with another model: answers of both would be one model's figures.

    The beginnings of the first records are asked, at temperature 0, past the kept answers; what got
    no answer says nothing.

    Args:
        release: A model that is served.
        private: The private records.
        store: The run's folder; what it keeps without answers to these questions is forgotten.

    Raises:
        UsageError: An answer is another than when the run began.
        UnavailableError: The model is not there.
    """
    key = f"served/{release.label}"
    asked = [text[:LONGEST] for text in islice(filter(str.strip, private.texts), QUESTIONS)]
    with using(cache=None):
        now = [reply.text for reply in release.ask(asked)]
    before = store.get(key)
    if before is None:
        store.forget()
        store.put(key, now)
    elif any(one and other and one != other for one, other in zip(before, now, strict=True)):
        raise UsageError(
            f"{store.path}: what is served there answers otherwise than when this run began, as"
            " another model of the same name does; delete the folder, or name another --run"
        )
