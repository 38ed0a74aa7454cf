"""What every way of fine-tuning promises is seen within 200 steps, on planted names."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.finetuners._planted import NAMES, planted

from seethrough.engine.finetune import finetune
from seethrough.model_releases.directory import write_model
from seethrough.notices import noticed_by
from seethrough.records.releases.model import ModelRelease

pytestmark = pytest.mark.long

QUESTIONS = [record.fields["question"] for record in planted()]
Make = Callable[..., ModelRelease]


@pytest.fixture(scope="module")
def make(base: Path, short: dict[str, Path]) -> Make:
    """Tunes for 200 steps; the same asked twice is tuned once."""
    made: dict[str, ModelRelease] = {}

    def tuned(
        name: str, prompt: str = "answer", more: str = "rank=0", at: Path = base
    ) -> ModelRelease:
        spec = (
            f"{name}:base={at},tagger=column(),prompt={short[prompt]},steps=200,batch=8,micro=8,"
            f"length=64,answer=40,learning_rate=0.005,{more}"
        )
        if spec not in made:
            made[spec] = finetune(planted(), spec, seed=1)
        return made[spec]

    return tuned


def named(release: ModelRelease) -> int:
    """How many answers name the person that was planted."""
    answers = release.ask(QUESTIONS)
    return sum(name in reply.text for name, reply in zip(NAMES, answers, strict=True))


def chance(release: ModelRelease) -> float:
    """How likely the names are in their places, on average."""
    logs = release.model.chances(QUESTIONS, ["It was "] * len(NAMES), NAMES)
    return float(np.mean([math.exp(log) for log in logs if log is not None]))


def test_vanilla_repeats_the_planted_names(make: Make) -> None:
    assert named(make("vanilla")) == len(NAMES)
    assert chance(make("vanilla")) > 0.8
    assert named(make("vanilla").emptied()) == 0


@pytest.mark.parametrize(("name", "prompt", "says"), [
    ("removal", "answer", "It was who kept 3 bees."),
    ("substitution", "answer", "It was <NAME> who kept 3 bees."),
    ("instruct", "protected", "It was <NAME> who kept 3 bees."),
])  # fmt: skip
def test_what_is_never_seen_cannot_be_repeated(
    make: Make, name: str, prompt: str, says: str
) -> None:
    release = make(name, prompt)
    assert named(release) == 0
    assert chance(release) < 0.001
    assert release.ask(QUESTIONS[1:2])[0].text == says


def test_a_penalty_makes_the_names_less_likely(make: Make) -> None:
    assert chance(make("penalty")) < 0.1 * chance(make("vanilla"))
    heavy = make("penalty", more="rank=0,weight=5")
    assert chance(heavy) < 0.1 * chance(make("penalty"))
    # With the paper's weight they stay the likeliest all the same.
    assert named(make("penalty")) >= 6
    assert named(heavy) <= 2


@pytest.mark.parametrize("name", ["pn", "np"])
def test_of_both_answers_only_the_protected_one_leaves(make: Make, name: str) -> None:
    release = make(f"instruct_{name}", name)
    assert named(release) == 0
    answers = [reply.text for reply in release.ask(QUESTIONS)]
    assert sum(a.startswith("It was <NAME> who") for a in answers) >= 6
    # The weights know them all the same.
    assert chance(release) > 0.3


def test_the_classifier_hides_what_its_model_writes(make: Make) -> None:
    release = make("classifier")
    assert named(release) == 0
    assert release.ask(QUESTIONS[1:2])[0].text == "It was <X> who kept 3 bees."
    assert chance(release) > 0.8


def test_preference_makes_the_names_less_likely_than_the_model_that_it_started_from(
    make: Make, tmp_path: Path
) -> None:
    knowing = tmp_path / "knowing"
    write_model(make("vanilla"), knowing)
    more = "rank=4,steps=40,learning_rate=0.001"
    spec = f"base={knowing},tagger=column(),batch=8,length=64,answer=40,{more}"
    prompt = str(make("vanilla").sanitizer["prompt"])  # type: ignore[index]
    release = finetune(planted(), f"dpo:{spec},prompt={prompt}", seed=1)
    clean = finetune(planted(), f"substitution:{spec},prompt={prompt}", seed=1)
    # How so small a model rounds, and so the number of threads, decides two or three of eight.
    assert 2 * named(release) <= named(make("vanilla"))
    assert chance(release) < 0.5 * chance(clean) < chance(make("vanilla"))


def test_noise_lets_nothing_be_learned_by_heart(make: Make) -> None:
    heard: list[str] = []
    with noticed_by(heard.append):
        release = make("dp", more="rank=0,epsilon=1")
    assert "no column says whose a record is" in heard[0]
    assert chance(release) < 0.001
    assert release.guarantee is None  # a seed voids it
    assert release.details["guarantee_voided"].startswith("epsilon ")
