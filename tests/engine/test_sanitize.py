"""A sanitizer of somebody else's must return a release."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import ContractError
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease

ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)

PRIVATE = Corpus.from_texts(["Ada keeps bees."])
MADE: dict[str, Any] = {
    "nothing": None,
    "texts": ["A k b."],
    "corpus": PRIVATE,
    "release of texts": TextRelease(["A k b."]),  # type: ignore[arg-type]
    "release": TextRelease(PRIVATE),
    "details of a set": TextRelease(PRIVATE, details={"words": {"bees"}}),
    "details of a number of numpy": TextRelease(PRIVATE, details={"words": np.int64(3)}),
    "details of mixed keys": TextRelease(PRIVATE, details={"words": {1: 2, "a": 3}}),
    "details of no number": TextRelease(PRIVATE, details={"words": float("nan")}),
    "details of themselves": TextRelease(PRIVATE, details={"words": ENDLESS}),
}


@dataclass(frozen=True)
class Returning:
    """Returns what it is told to."""

    made: str

    def sanitize(self, private: Corpus, rng: Generator) -> Any:
        return MADE[self.made]


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        ("nothing", "NoneType"),
        ("texts", "list"),
        ("corpus", "Corpus"),
        ("release of texts", "TextRelease"),
    ],
)
def test_what_is_no_release_is_refused_by_name(made: str, kind: str) -> None:
    with pytest.raises(ContractError, match=f"Returning: returned {kind}, which is no release"):
        sanitize(PRIVATE, Returning(made))


@dataclass(frozen=True)
class Writing:
    """Writes these texts in the place of each record's own."""

    texts: tuple[Any, ...]

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        return TextRelease(private.with_texts(self.texts))


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ((None,), "is no string but NoneType"),
        ((float("nan"),), "is no string but float"),
        ((7,), "is no string but int"),
        ((b"A k b.",), "is no string but bytes"),
        (("A k b.", "A k b."), "differ in length"),
        ((), "differ in length"),
    ],
)
def test_a_sanitizer_that_makes_no_records_is_named(texts: tuple[Any, ...], says: str) -> None:
    with pytest.raises(ContractError, match=f"Writing: .*{says}") as error:
        sanitize(PRIVATE, Writing(texts))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("made", [name for name in MADE if name.startswith("details")])
def test_what_json_cannot_hold_is_refused_by_name(made: str) -> None:
    says = "Returning: the details of its release hold what JSON cannot"
    with pytest.raises(ContractError, match=says) as error:
        sanitize(PRIVATE, Returning(made))
    assert "bees" not in str(error.value)


@pytest.mark.parametrize("count", [np.int64(3), -3, 1.5, "three", None])
def test_a_ledger_counts_things(count: Any) -> None:
    MADE["counting"] = TextRelease(PRIVATE, ledger={"words": count})
    with pytest.raises(ContractError, match="Returning: the ledger of its release"):
        sanitize(PRIVATE, Returning("counting"))


@pytest.mark.parametrize(
    "promise",
    [
        3.0,
        {"epsilon": 1.0},
        Guarantee("1", 0.0, "record"),  # type: ignore[arg-type]
        Guarantee(float("nan"), 0.0, "record"),
        Guarantee(0.0, 0.0, "record"),
        Guarantee(1.0, 1.0, "record"),
        Guarantee(1.0, 0.0, None),  # type: ignore[arg-type]
    ],
)
def test_a_guarantee_promises_something(promise: Any) -> None:
    MADE["promising"] = TextRelease(PRIVATE, guarantee=promise)
    with pytest.raises(ContractError, match=r"Returning: the guarantee .* promises nothing; give"):
        sanitize(PRIVATE, Returning("promising"))


def test_a_guarantee_is_taken() -> None:
    MADE["promising"] = TextRelease(PRIVATE, guarantee=Guarantee(1, 0.0, "record"))
    assert sanitize(PRIVATE, Returning("promising")).guarantee.epsilon == 1


@dataclass(frozen=True)
class Breaking:
    """Fails with a record's words in its message, or leaves."""

    error: str = "ValueError"

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        raise vars(builtins)[self.error](private.texts[0])


@pytest.mark.parametrize("error", ["ValueError", "OSError", "SystemExit", "RecursionError"])
def test_a_sanitizer_whose_own_code_fails_is_named(error: str) -> None:
    says = f"Breaking: its own code failed: {error} in test_sanitize.py$"
    with pytest.raises(ContractError, match=says):
        sanitize(PRIVATE, Breaking(error))


def test_a_release_is_taken() -> None:
    assert sanitize(PRIVATE, Returning("release")).corpus.texts == PRIVATE.texts
