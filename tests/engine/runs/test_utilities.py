"""Utilities run like attacks: checked first, kept, and a failure is a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from seethrough import audit, compare, to_json
from seethrough.errors import ContractError, UsageError
from seethrough.estimates.estimate import Estimate, assemble
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.report.terminal.summary import summarize

LINKAGE = ["linkage:linker=bm25,atomizer=sentence"]
PRIVATE = Corpus.from_texts([f"Ann {i} likes tea. She has {i} cats." for i in range(24)])
CALLS: list[str] = []


@dataclass(frozen=True)
class Counts:
    """Says how much is left, and how often it was asked."""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("utility.left", "higher_is_better", "How much is left.", "Not how good it is."),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        CALLS.append(release.corpus.name)
        tallies = [Tally(float(bool(text))) for text in release.corpus.texts]
        made = assemble(
            self.figures[0], {"name": "length_kept"}, tallies, private.persons, control=tallies
        )
        return [made.as_utility()]


@dataclass(frozen=True)
class Breaks(Counts):
    """Fails with a record's words in its message."""

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        raise RuntimeError(private.texts[0])


@dataclass(frozen=True)
class Needs(Counts):
    """Fails, likewise, where it says what it needs."""

    def require(self, private: Corpus, release: TextRelease) -> None:
        raise RuntimeError(private.texts[0])


@dataclass(frozen=True)
class Returns(Counts):
    """Returns what no utility may."""

    numbers: tuple[float, ...] | None = ()

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Any:
        return self.numbers


@dataclass(frozen=True)
class OfServices(Counts):
    """Measures services alone."""

    def measure(self, private: Corpus, release: RagRelease, rng: Generator) -> Sequence[Estimate]:
        raise AssertionError("asked although it does not fit")


def run(utility: Any, **more: Any) -> Any:
    return audit(PRIVATE, PRIVATE, attacks=LINKAGE, utilities=[utility], **more)


def test_what_was_measured_is_kept(tmp_path: Path) -> None:
    CALLS.clear()
    first = run(Counts(), run=tmp_path / "run")
    again = run(Counts(), run=tmp_path / "run")
    assert len(CALLS) == 1
    assert again["utility.left"] == first["utility.left"]
    assert to_json(again) == to_json(first)


@dataclass(frozen=True)
class Draws(Counts):
    """Says a number that is drawn, up to the most."""

    most: float = 1.0

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        tallies = [Tally(self.most * rng.random())] * len(private)
        made = assemble(
            self.figures[0], {"name": "length_kept", "most": self.most}, tallies, private.persons
        )
        return [made.as_utility()]


def test_what_was_measured_is_kept_by_the_settings_of_the_utility(tmp_path: Path) -> None:
    def values() -> list[float | None]:
        made = audit(
            PRIVATE, PRIVATE, attacks=LINKAGE, utilities=[Draws(), Draws(0.1)], run=tmp_path / "run"
        )
        return [e.value for e in made.utilities]

    one, tenth = values()
    assert one is not None
    assert tenth == pytest.approx(one / 10)
    assert values() == [one, tenth]


def test_what_was_measured_is_kept_by_release(tmp_path: Path) -> None:
    for _ in range(2):
        made = compare(
            PRIVATE, ["identity", "erase"], attacks=LINKAGE, utilities=[Counts()],
            run=tmp_path / "run",
        )  # fmt: skip
        assert [found["utility.left"].value for found in made.audits] == [1.0, 0.0]


def test_a_utility_draws_by_the_seed() -> None:
    found = [run(Draws(), seed=seed)["utility.left"].value for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


@dataclass(frozen=True)
class Waits(Counts):
    """Lacks an answer of its model."""

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        return [replace(e, unanswered=1) for e in super().measure(private, release, rng)]


def test_what_a_model_gave_no_answer_to_is_asked_again(tmp_path: Path) -> None:
    CALLS.clear()
    for _ in range(2):
        run(Waits(), run=tmp_path / "run")
    assert len(CALLS) == 2


def test_a_failure_is_a_result_and_not_the_end() -> None:
    found = run(Breaks())
    assert found.cells[0].estimates
    assert found.utilities == []
    assert [r.kind for r in found.verdict.reasons if r.kind == "utility_failed"]
    said = " ".join(summarize(found, text=False).split())
    assert "failed and was not measured: the full report says why" in said
    assert "RuntimeError in test_utilities.py" in " ".join(summarize(found).split())
    assert "Ann 0" not in str(
        [r.to_json() for r in found.verdict.reasons if r.kind == "utility_failed"]
    )


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        (None, "it gave no list of estimates"),
        ((0.5,), "it gave no list of estimates"),
        ((), "no estimate of utility.left"),
    ],
)
def test_what_is_no_estimate_of_every_figure_is_a_failure(
    numbers: tuple[float, ...] | None, told: str
) -> None:
    found = run(Returns(numbers))
    assert [measured.error for measured in found.measured] == [told]
    assert "utility_failed" in [reason.kind for reason in found.verdict.reasons]


@dataclass(frozen=True)
class Measures(Counts):
    """Counts in numbers of numpy."""

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> list[Estimate]:
        return [replace(e, n=np.int64(e.n)) for e in super().measure(private, release, rng)]


@pytest.mark.parametrize("folder", ["", "run"])
def test_numbers_that_no_report_can_hold_are_a_failure(tmp_path: Path, folder: str) -> None:
    found = run(Measures(), run=tmp_path / folder if folder else None)
    assert found.measured[0].error == "what it gave of utility.left is no figure with its interval"
    assert found.cells[0].estimates


def test_a_utility_of_another_kind_of_release_is_refused_before_any_work() -> None:
    with pytest.raises(
        UsageError, match="measures a retrieval service, and this is a text release"
    ):
        run(OfServices())


def test_a_utility_that_fails_where_it_says_what_it_needs_is_named() -> None:
    says = r"^utility .*Needs: its own code failed: RuntimeError in test_utilities\.py$"
    with pytest.raises(ContractError, match=says):
        run(Needs())


@pytest.mark.parametrize("debug", ["", "1"])
def test_the_traceback_of_what_fails_is_shown_where_that_is_asked_for(
    debug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEETHROUGH_DEBUG", debug)
    assert run(Breaks()).measured[0].error == "RuntimeError in test_utilities.py"
    shown = capsys.readouterr().err
    assert ("RuntimeError: Ann 0 likes tea." in shown and "in measure" in shown) == bool(debug)
