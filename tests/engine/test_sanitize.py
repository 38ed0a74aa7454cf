"""A sanitizer of somebody else's must return a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import ContractError
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
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
    "details of themselves": TextRelease(PRIVATE, details={"words": ENDLESS}),
    "ledger of a number of numpy": TextRelease(PRIVATE, ledger={"words": np.int64(3)}),
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


@pytest.mark.parametrize("made", [name for name in MADE if name.startswith(("details", "ledger"))])
def test_what_json_cannot_hold_is_refused_by_name(made: str) -> None:
    says = f"Returning: the {made.partition(' ')[0]} of its release hold what JSON cannot"
    with pytest.raises(ContractError, match=says) as error:
        sanitize(PRIVATE, Returning(made))
    assert "bees" not in str(error.value)


def test_a_release_is_taken() -> None:
    assert sanitize(PRIVATE, Returning("release")).corpus.texts == PRIVATE.texts
