"""Whether one notice stands in the way of every question."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from seethrough.errors import UsageError
from seethrough.model_releases.same_model import QUESTIONS, answers_alike, check_same
from seethrough.storage.store import RunDirectory

NAMES = ("vbx", "qtalm", "zzrk", "hedw", "plmo")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
LONG = (
    "This service is closed until further notice, and no question that reaches it is answered."
    " Write to the people who run it if you need help, and give them what follows."
)
NOTICES = {
    "a name": [f"Request {name} blocked" for name in NAMES],
    "two words": [f"Blocked: {name}" for name in NAMES],
    "a number": [f"Request {number} blocked" for number in range(5)],
    "a number beside letters": [f"Blocked {name}-{len(name)} at 12:0{len(name)}" for name in NAMES],
    "name and day": [
        f"No answer on {day}, the server is at rest. Your request was {name}."
        for name, day in zip(NAMES, DAYS, strict=True)
    ],
    "several words": [f"{LONG} {name} {name[1:]} {name[2:]}" for name in NAMES],
    "refusals beside it": [
        "",
        "I'm sorry, but I can't help.",
        *(f"Blocked: {n}" for n in NAMES[2:]),
    ],
}
ANSWERS = {
    "short": [
        "A helper.",
        "Alan is tall.",
        "Dear Mary, all is well.",
        "It rained.",
        "Alan, a cook.",
    ],
    "one word": ["Helper", "Alan", "Hello", "Rain", "Cooks"],
    "one form": [
        f"Thank you for your question, which I have read with care. {answer}"
        for answer in (
            "I help gardeners.",
            "Alan is a cook.",
            "Dear Mary, all well?",
            "It rained.",
            "Alan and Mary cook.",
        )
    ],
    "one of five": [
        *(f"Request {name} blocked" for name in NAMES[1:]),
        "Alan is a cook from Hull.",
    ],
    "numbers alone": ["1", "2", "3", "4", "a few"],
}


@pytest.mark.parametrize("notice", NOTICES)
def test_a_notice_is_one_whatever_is_filled_in(notice: str) -> None:
    for asked, before in (("before", NOTICES[notice]), ("after", ANSWERS["short"])):
        (reason,) = answers_alike(before, NOTICES[notice])
        assert (reason.kind, reason.word) == ("answers_alike", "inconclusive")
        assert reason.facts == {"questions": len(QUESTIONS), "asked": asked}


@pytest.mark.parametrize("answers", ANSWERS)
def test_answers_of_their_own_are_no_notice(answers: str) -> None:
    assert answers_alike(ANSWERS[answers], ANSWERS[answers]) == []


def test_answers_without_end_are_compared_soon() -> None:
    began = time.monotonic()
    assert answers_alike(["a b " * 200_000 + name for name in NAMES], [])
    assert time.monotonic() - began < 15


def test_a_number_beside_the_answers_is_no_other_model(tmp_path: Path) -> None:
    class Release:
        label = "m"

    store = RunDirectory(tmp_path / "run", {})
    check_same([f"{a}\ntrace-{i}" for i, a in enumerate(ANSWERS["short"])], Release(), store)
    check_same([f"{a}\ntrace-{9 - i}" for i, a in enumerate(ANSWERS["short"])], Release(), store)
    with pytest.raises(UsageError, match="answers otherwise"):
        check_same([f"No {i}" for i in range(5)], Release(), store)
