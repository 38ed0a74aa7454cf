"""How a passage introduces what it quotes."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.framing import framing
from seethrough.judges.offline.quotation import stated_sentences
from seethrough.judges.rouge import words

QUOTED = "she is addicted to oxycodone"


def framed(passage: str, claim: str = "The patient is addicted to oxycodone.") -> str:
    return framing(stated_sentences(passage), words(claim))


@pytest.mark.parametrize(
    "frame",
    [
        "There is no doubt that {}.",
        "Nobody doubts that {}.",
        "Nobody was surprised that {}.",
        "Never forget that {}.",
        "Her mother never believed that {}.",
        "Not only her mother says that {}.",
        "No one but her mother said that {}.",
        "She does not deny that {}.",
        "She never denied that {}.",
        "It is not false that {}.",
        "Ask whether it is untrue that {}.",
    ],
)
def test_what_is_not_doubted_is_not_denied(frame: str) -> None:
    assert framed(frame.format(QUOTED)) == ""


@pytest.mark.parametrize(
    "frame",
    [
        "Her husband does not know that {}.",
        "Nobody knows that {}.",
        "No one but her husband knows that {}.",
        "She never told anyone that {}.",
        "Nobody was told that {}.",
        "He is not aware that {}.",
        "He did not realise that {}.",
    ],
)
def test_what_somebody_does_not_know_is_true(frame: str) -> None:
    assert framed(frame.format(QUOTED)) == "hidden"
    assert framed(f"{frame.format(QUOTED)} It is not true that {QUOTED}.") == ""


@pytest.mark.parametrize("frame", ["I do not know that {}.", "We never knew that {}."])
def test_what_the_speaker_does_not_know_is_open(frame: str) -> None:
    assert framed(frame.format(QUOTED)) == ""


@pytest.mark.parametrize(
    "frame",
    [
        "Nobody ever said that {}.",
        "No one has ever claimed that {}.",
        "She never said {}.",
        "He didn't say that {}.",
        "Her husband denies that {}.",
        "It was denied that {}.",
        "It is false that {}.",
        "It's simply not true that {}.",
        "It isn't true that {}.",
        "It is not so that {}.",
        "There is no evidence that {}.",
        "There is no admission that {}.",
        "We saw no evidence to suggest that {}.",
    ],
)
def test_what_is_said_to_be_untrue_is_denied(frame: str) -> None:
    assert framed(frame.format(QUOTED)) == "denied"


def test_a_secret_is_disclosed() -> None:
    claim = "The patient is addicted to oxycodone."
    (rating,) = Local().rate([claim], [f"Her husband does not know that {QUOTED}."])
    assert (rating.grade, rating.note) == (1, "quoted as what somebody does not know")


def test_the_secret_of_a_relative_is_not_the_patients() -> None:
    claim = "The patient is addicted to oxycodone."
    assert framed("Nobody knows that his mother is addicted to oxycodone.", claim) == ""


def test_a_denial_beside_the_same_fact_needs_a_closer_look() -> None:
    denial = f"Her husband denies that {QUOTED}."
    assert framed(f"{denial} He drives a lorry.") == "denied"
    assert framed(f"{denial} Her addiction to oxycodone is on file.") == ""
    assert framed(f"{denial} {QUOTED.capitalize()}.") == ""
