"""Planted secrets in a model: their rank by its own probabilities, and what it says."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from tests.attacks.test_canary import planted

from seethrough import components, spec
from seethrough.attacks.canary import Canary, epsilon
from seethrough.attacks.model_canary import ModelCanary
from seethrough.attacks.model_membership import ModelMembership
from seethrough.engine.audit import audit
from seethrough.errors import UsageError
from seethrough.model_releases.form import WITHHELD
from seethrough.model_releases.remote import ServedModel
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee
from seethrough.statistics.member_scores import Read
from seethrough.statistics.one_run import one_run
from seethrough.statistics.seeding import generator

ATTACK = "model_canary:candidates=63"


def test_a_model_that_knows_the_records_gives_the_secrets_away() -> None:
    made = planted(60)
    model = ModelRelease(KnownByHeart.of(made.private))
    result = audit(made.private, model, attacks=[ATTACK], control=made.control)
    assert result["canary.extracted"].value == 1.0
    assert result["canary.exposure"].value == pytest.approx(math.log2(64))
    control = result["canary.exposure"].control
    assert control is not None
    assert control.value is not None
    assert control.value < 3
    bound = result["canary.epsilon"]
    assert bound.low is not None
    assert bound.low > 1.5


@pytest.mark.parametrize(("epsilon", "kind"), [(0.5, "promise_refuted"), (8, "promise_untested")])
def test_the_promise_of_a_model_is_tested(epsilon: float, kind: str) -> None:
    made = planted(60)
    promise = Guarantee(epsilon, 1e-6, "person")
    model = ModelRelease(KnownByHeart.of(made.private), guarantee=promise)
    result = audit(made.private, model, attacks=[ATTACK], control=made.control)
    assert kind in [reason.kind for reason in result.verdict.reasons]


def test_whoever_bounds_epsilon_says_at_which_delta() -> None:
    for name in components.names("attacks"):
        cls = components.component_class("attacks", name)
        if any(figure.bounds_epsilon for figure in cls.figures):
            assert spec.parse("attacks", f"{name}:delta=0.25").tested_delta() == 0.25


def test_epsilon_is_bounded_at_the_delta_of_the_attack() -> None:
    inside = {f"in {n}": 1.0 for n in range(40)}
    outside = {f"out {n}": 0.0 for n in range(40)}
    lows = []
    for delta in (0.0, 1e-5, 1e-3):
        lows.append(epsilon(Canary(delta), inside, outside).low)
        assert lows[-1] == one_run([1.0] * 40, [0.0] * 40, delta).low
    assert lows == sorted({*lows}, reverse=True)


def test_a_model_that_knows_nothing_exposes_nothing() -> None:
    made = planted(60)
    model = ModelRelease(KnownByHeart({}, ""))
    result = audit(made.private, model, attacks=[ATTACK], control=made.control)
    assert result["canary.extracted"].value == 0.0
    # All alike: half of the 63 others count as better.
    assert result["canary.exposure"].value == pytest.approx(math.log2(64) - math.log2(32.5))
    assert result["canary.epsilon"].low == 0.0


def test_without_weights_only_what_is_said_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = planted(60)
    knowing = KnownByHeart.of(made.private)
    monkeypatch.setattr(
        ServedModel, "go_on", lambda self, asked, begun: knowing.go_on(asked, begun)
    )
    monkeypatch.setattr(ServedModel, "ask", lambda self, asked: [Reply("")] * len(asked))
    model = ModelRelease(ServedModel("http://127.0.0.1:9/v1", "x"))
    result = audit(made.private, model, attacks=[ATTACK], control=made.control)
    assert result["canary.extracted"].value == 1.0
    assert result["canary.exposure"].value is None
    assert result["canary.epsilon"].value is None


def test_wrong_settings_are_refused() -> None:
    for wrong in ("delta=1", "candidates=0", "candidates=256"):
        with pytest.raises(UsageError):
            spec.parse("attacks", f"model_canary:{wrong}")


def test_a_secret_is_asked_for_where_it_stands_first(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Knowledge("canary", "r", ("Who?", "It is 123-45, I say 123-45 again.", "123-45"))
    monkeypatch.setattr(
        KnownByHeart,
        "go_on",
        lambda self, asked, begun: [Reply("123-45" if b == "It is " else "") for b in begun],
    )
    model = ModelRelease(KnownByHeart({"Who?": (known.facts[1],)}, ""))
    (guess,) = ModelCanary(candidates=3).guess(model, [known], generator(0))
    assert guess.scores == (2.0, 1.0)  # the first of four, and said
    assert not guess.aligned


def test_a_secret_is_weighed_with_all_that_stands_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = Knowledge("canary", "r", ("Who?", "It is 123-45, I say.", "123-45"))
    # The model prefers the secret before these words, and another one where nothing follows.
    monkeypatch.setattr(
        KnownByHeart,
        "chances",
        lambda self, asked, begun, spans: [-1.0 * (s != "123-45, I say.") for s in spans],
    )
    model = ModelRelease(KnownByHeart({}, ""))
    (guess,) = ModelCanary(candidates=3).guess(model, [known], generator(0))
    assert guess.scores[0] == 2.0


@pytest.mark.parametrize("long", [0, 1, 2])
def test_secrets_not_all_of_which_the_model_can_read_have_no_rank(
    long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Knowledge("canary", "r", ("Who?", "It is 123-45.", "123-45"))
    logs = [None if place == long else -float(place) for place in range(4)]
    monkeypatch.setattr(KnownByHeart, "chances", lambda self, asked, begun, spans: logs)
    model = ModelRelease(KnownByHeart({}, ""))
    (guess,) = ModelCanary(candidates=3).guess(model, [known], generator(0))
    assert math.isnan(guess.scores[0])


@pytest.mark.parametrize("said", ["12345.", "12 345", "1-2-3-4-5", "1\u200b2345"])
def test_a_secret_is_said_however_its_digits_are_grouped(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Knowledge("canary", "r", ("Who?", "It is 1 2 3 4 5.", "1 2 3 4 5"))
    monkeypatch.setattr(KnownByHeart, "go_on", lambda self, asked, begun: [Reply(said)])
    (guess,) = ModelCanary(candidates=3).guess(
        ModelRelease(KnownByHeart({}, "")), [known], generator(0)
    )
    assert guess.scores[1] == 1


def test_an_exposure_that_was_not_measured_counts_for_nothing() -> None:
    made = planted(20)
    known = ModelCanary().learn(made.private, generator(0))[:2]
    guesses = [Guess(k, scores=(math.nan, 1.0), aligned=False) for k in known]
    for outcome in ModelCanary().score(guesses, made.private):
        measured = {name for name, tally in outcome.tallies.items() if tally.of}
        assert measured
        assert all(name.startswith("canary.extracted") for name in measured)
        assert all(t == (0, 0) for n, t in outcome.tallies.items() if n not in measured)


def test_a_secret_that_was_never_answered_for_is_not_one_that_was_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = planted(60)
    for asked in ("ask", "go_on"):
        monkeypatch.setattr(
            ServedModel, asked, lambda self, asked, begun=(): [Reply("", "timed out")] * len(asked)
        )
    model = ModelRelease(ServedModel("http://127.0.0.1:9/v1", "x"))
    found = audit(made.private, model, attacks=["model_canary"], control=made.control)
    assert found["canary.extracted"].value is None
    assert "questions_not_answered" in [reason.kind for reason in found.verdict.reasons]


def test_an_answer_that_was_withheld_says_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Knowledge("canary", "r", ("Who?", "It is 123-45.", "123-45"))
    monkeypatch.setattr(KnownByHeart, "go_on", lambda self, asked, begun: [Reply("", WITHHELD)])
    (guess,) = ModelCanary().guess(ModelRelease(KnownByHeart({}, "")), [known], generator(0))
    assert guess.scores[1] == 0


def test_questions_come_from_the_column_that_is_named() -> None:
    fields = [{"question": "Wrong?", "asked": "Right?", "canary": "s"}]
    private = Corpus.from_texts(["It is s."], fields=fields)
    (known,) = ModelMembership(question="asked").learn(private, generator(0))
    assert known.facts == ("Right?", "It is s.")


def test_membership_without_weights_is_not_measured() -> None:
    (outcome,) = ModelMembership().score(
        [Guess(Knowledge("p", "r", ("", "x")))], Corpus.from_texts([])
    )
    assert set(outcome.tallies.values()) == {(0, 0)}


@pytest.mark.parametrize(("by", "score"), [("loss", -2.0), ("calibrated", 1.0)])
def test_a_membership_score_is_a_mean_over_words(
    by: str, score: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The log-probability of three words is -6 by the model and -9 by the one it started from.
    def read(model: KnownByHeart, asked: Sequence[str], texts: Sequence[str]) -> Read:
        tokens = np.array([-1.0, -2.0, -3.0] if model.records else [-3.0, -3.0, -3.0])
        return Read([tokens] * len(texts), np.zeros(len(texts)))

    monkeypatch.setattr(KnownByHeart, "read", read)
    known = Knowledge("p", "r", ("Who?", "one two three"))
    model = ModelRelease(KnownByHeart({"Who?": ("one two three",)}, ""))
    attack = ModelMembership(by=by)  # type: ignore[arg-type]
    (guess,) = attack.guess(model, [known], generator(0))
    assert guess.scores == (score,)
    assert not guess.aligned
