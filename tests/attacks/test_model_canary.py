"""Planted secrets in a model: their rank by its own probabilities, and what it says."""

from __future__ import annotations

import math

import pytest
from tests.attacks.test_canary import planted

from seethrough import spec
from seethrough.engine.audit import audit
from seethrough.errors import UsageError
from seethrough.model_releases.answering import KnownByHeart
from seethrough.model_releases.remote import ServedModel
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease

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
    for wrong in ("delta=1", "candidates=0"):
        with pytest.raises(UsageError):
            spec.parse("attacks", f"model_canary:{wrong}")
