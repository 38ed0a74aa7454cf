"""Fitting the judge ``llm`` to ratings, from the library and from the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seethrough import spec
from seethrough.agreement.calibrating import Source, calibrate
from seethrough.agreement.ratings import RatedClaims, read_ratings
from seethrough.cli import run
from seethrough.errors import InputError
from seethrough.judges.asked import calibrations
from seethrough.judges.llm import CUTS, Llm
from seethrough.language_model import NoProbabilitiesError
from seethrough.models.fakes.fake import Fake
from seethrough.report.labels.agreement import errors_sentence, whose_ratings
from seethrough.report.machine import measured_agreement
from seethrough.report.terminal.calibration import calibration_lines
from seethrough.statistics.fits.cuts import Cuts

SOURCE = Source("ab" * 32, "two nurses")


class Told(Fake):
    """Says "Yes" with the probability that stands in the claim."""

    def choose(self, prompts: Any, answers: Any, on_row: Any = None) -> Any:
        found = [float(p.messages[-1].content.split("Told ")[1].split()[0]) for p in prompts]
        return np.array([[p, 1 - p] for p in found])


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.judges.llm.resolve", lambda name: Told())


def rated(texts: int = 30, noise: float = 0.0, middle: float = 0.1) -> RatedClaims:
    """Return ratings of claims told by 0.02, ``middle`` and 0.18, which are worth 3, 2 and 1."""
    rng = np.random.default_rng(0)
    rows: list[tuple[Any, ...]] = []
    for text in range(texts):
        for kind in ("anonymized", "paraphrased", "other"):
            for k in range(4):
                told = float(rng.choice([0.02, middle, 0.18]))
                heard = min(1.0, max(0.0, told + rng.normal(0, noise)))
                grade = {0.02: 3, middle: 2, 0.18: 1}[told]
                claim = f"Told {heard:.6f} is claim {k} of text {text}"
                passage = claim if kind == "anonymized" else f"Passage {kind} {text} says nothing"
                rows.append((claim, passage, (grade,), kind, f"t{text}", f"set {text % 3}"))
    columns = zip(*rows, strict=True)
    return RatedClaims("made up.jsonl", *columns)


@pytest.mark.usefixtures("told")
def test_cuts_are_fitted_and_used_from_then_on() -> None:
    before = Llm("any")
    assert before.rate(["Told 0.18 x"], ["p"])[0].grade == 3
    found = calibrate(before, rated(), SOURCE, 0)
    assert 0.02 < found.calibration.cuts.similar < 0.1 < found.calibration.cuts.same < 0.18
    assert found.agreement.confusion[0][0] + found.agreement.confusion[1][1] > 0
    assert sum(row[3] for row in found.agreement.confusion) == 0
    calibrations.write(found.calibration)
    after = Llm("any")
    assert after.cuts == found.calibration.cuts
    assert [r.grade for r in after.rate([f"Told {p} x" for p in (0.18, 0.1, 0.02)], ["p"] * 3)] == [
        1, 2, 3,
    ]  # fmt: skip
    assert after.uncalibrated == ""
    assert spec.parse("judges", spec.to_string(after)) == after
    measured = measured_agreement(after)
    assert measured is not None
    assert (measured["n"], measured["accuracy"]) == (360, 1.0)
    assert measured["ratings"] == {
        "file": "made up.jsonl", "sha256": "ab" * 32, "rated_by": "two nurses", "passes": "1",
    }  # fmt: skip
    assert whose_ratings(measured).endswith("by two nurses, 1 rating a claim)")


@pytest.mark.usefixtures("told")
def test_error_rates_by_kind_of_passage() -> None:
    found = calibrate(Llm("any"), rated(noise=0.05), SOURCE, 0).calibration.agreement
    assert list(found["errors"]) == ["another", "kept", "rewritten"]
    for rates in found["errors"].values():
        assert 0.6 < rates["found"] < 0.95
        assert 0.02 < rates["false"] < 0.4
        assert 0 < rates["found_error"] < 0.2
        assert rates["texts"] == 30
        assert rates["disclosed"] + rates["other"] == 120
    told, missed = errors_sentence(found), 100 * (1 - found["errors"]["another"]["found"])
    assert told.startswith("Missed: disclosed claims that the judge does not find.")
    assert f"disclosed. Somebody else's record: {missed:.0f}\u00a0% missed, " in told


@pytest.mark.usefixtures("told")
def test_that_one_collection_says_nothing_of_others_is_said() -> None:
    ratings = rated(noise=0.05)
    several = calibrate(Llm("any"), ratings, SOURCE, 0).calibration
    one = calibrate(Llm("any"), replace(ratings, sets=()), SOURCE, 0).calibration
    for found, alone in ((several, False), (one, True)):
        lines = "\n".join(calibration_lines(found, Path("kept")))
        assert ("1.96 standard errors on another collection" in lines) != alone
        for told in (lines, errors_sentence(found.agreement)):
            assert ("how much more it errs on another is in no interval" in told) == alone


@pytest.mark.usefixtures("told")
def test_figures_are_those_of_cuts_fitted_on_other_texts() -> None:
    # of ten texts one alone has claims in the middle, so no other text can teach that cut
    ratings = rated(10, middle=0.16)
    odd = [i for i, t in enumerate(ratings.texts) if t == "t0" or ratings.modes[i] != 2]
    part = ratings.take(odd)
    twos = int((part.modes == 2).sum())
    found = calibrate(Llm("any"), part, SOURCE, 0)
    assert twos > 0
    assert found.agreement.confusion[1][1] < twos
    assert found.calibration.agreement["accuracy"] < 1


@pytest.mark.usefixtures("told")
def test_the_same_seed_gives_the_same_calibration() -> None:
    first, second = (calibrate(Llm("any"), rated(noise=0.05), SOURCE, 3) for _ in range(2))
    assert first == second


@pytest.mark.usefixtures("told")
def test_too_little_to_calibrate_with() -> None:
    with pytest.raises(InputError, match="about 9 texts; a calibration needs at least 10"):
        calibrate(Llm("any"), rated(9), SOURCE, 0)
    ratings = rated()
    told_only = ratings.take([i for i, m in enumerate(ratings.modes) if m != 3])
    with pytest.raises(InputError, match="claims rated 1 or 2 and claims rated 3"):
        calibrate(Llm("any"), told_only, SOURCE, 0)


def test_written_grades_are_measured_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    class Written(Fake):
        def choose(self, prompts: Any, answers: Any, on_row: Any = None) -> Any:
            raise NoProbabilitiesError("none")

    monkeypatch.setattr("seethrough.judges.llm.resolve", lambda name: Written())
    found = calibrate(Llm("any"), rated(10), SOURCE, 0).calibration
    assert found.cuts == CUTS
    assert "nothing was fitted" in found.agreement["how"]
    assert set(found.agreement["errors"]) <= {"another", "kept", "rewritten"}


@pytest.mark.usefixtures("told")
def test_a_calibration_of_another_version_is_not_used(tmp_path: Path) -> None:
    weights = tmp_path / "model.gguf"
    weights.write_bytes(b"GGUF one")
    name = f"local/{weights}"
    assert "not calibrated: its thresholds were not fitted" in Llm(name).uncalibrated
    calibrations.write(calibrate(Llm(name), rated(10), SOURCE, 0).calibration)
    assert Llm(name).cuts != CUTS
    weights.write_bytes(b"GGUF other")
    changed = Llm(name)
    assert changed.cuts == CUTS
    assert changed.agreement is None
    assert "for another version of the model" in changed.uncalibrated
    assert changed.uncalibrated.endswith(f"--judge llm --model {name} --write")


@pytest.mark.usefixtures("told")
def test_cuts_that_the_user_gives_win_and_are_not_called_calibrated() -> None:
    calibrations.write(calibrate(Llm("any"), rated(10), SOURCE, 0).calibration)
    own = Llm("any", same=0.9, similar=0.8)
    assert own.cuts == Cuts(0.9, 0.8)
    assert own.agreement is None
    assert "thresholds are not those" in own.uncalibrated
    assert Llm("any", same=0.9).cuts == Cuts(0.9, 0.35)
    assert Llm("another").cuts == CUTS
    assert Llm("any", samples=5).cuts == CUTS


def test_other_prompts_are_another_way_to_ask(tmp_path: Path) -> None:
    prompt = tmp_path / "choice.txt"
    prompt.write_text("Is it told?\n\n{passage}\n\n{claim}")
    own = Llm("fake", choice_prompt=str(prompt))
    assert own.identity["prompts"] != Llm("fake").identity["prompts"]


def lines(texts: int) -> Sequence[dict[str, Any]]:
    words = [
        "goat",
        "boat",
        "knee",
        "lamp",
        "river",
        "rent",
        "violin",
        "cousin",
        "asthma",
        "letter",
    ]
    rows = []
    for t in range(texts):
        claims = [f"She has a {words[(t + i) % 10]} of {t}." for i in range(4)]
        passages = {
            "anonymized": f"{claims[0]} {claims[1]} Private: Xanthippe.",
            "other": "He owns a bicycle.",
        }
        row = {"id": f"t{t}", "set": "ab"[t % 2], "claims": claims, "passages": passages}
        rows.append(row | {"ratings": {"anonymized": "1123", "other": "333x" if t else "2333"}})
    return rows


@pytest.fixture
def ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rated.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in lines(12)))
    return path


def test_the_command_writes_and_says_so(ratings: Path, capsys: Any) -> None:
    asked = ["agree", str(ratings), "--judge", "llm", "--model", "fake"]
    assert run([*asked, "--write", "--rated-by", "two  nurses"]) == 0
    out = capsys.readouterr().out
    assert "By set of texts." in out
    assert "12 texts, 1 rating each (rated.jsonl)." in out
    assert "How far raters agree among themselves cannot be seen" in out
    assert "rated by two nurses." in out
    assert "own record, most wording kept" in out
    assert "11 of 96 claims that raters were shown were skipped" in out
    (kept,) = calibrations.folder().iterdir()
    assert "Xanthippe" not in kept.read_text()
    assert "goat" not in kept.read_text()
    assert run(asked) == 0
    assert "its thresholds were fitted to these ratings" in capsys.readouterr().out


@pytest.mark.system
def test_an_audit_says_whether_its_judge_is_calibrated(ratings: Path, capsys: Any) -> None:
    for name in ("private.jsonl", "release.jsonl"):
        rows = [{"id": str(i), "text": f"She has a goat and {i} lamps."} for i in range(3)]
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    audit = ["audit", "private.jsonl", "release.jsonl", "--judge", "llm", "--model", "fake"]
    run(audit)
    said = " ".join(capsys.readouterr().out.split())
    assert "This judge is not calibrated: its thresholds were not fitted" in said
    assert "seethrough agree RATINGS --judge llm --model fake --write." in said
    assert run(["agree", str(ratings), "--judge", "llm", "--model", "fake", "--write"]) == 0
    capsys.readouterr()
    run([*audit, "--json"])
    report = json.loads(capsys.readouterr().out)
    (judge,) = report["judges"]
    assert judge["uncalibrated"] == ""
    assert judge["agreement"]["errors"].keys() == {"another", "kept"}
    run(audit)
    said = " ".join(capsys.readouterr().out.split())
    assert "agrees with the ratings in rated.jsonl (SHA-256 " in said
    assert "by unnamed raters, 1 rating a claim)" in said
    assert "and that it calls disclosed. Somebody else's record: " in said


def test_what_cannot_be_written(ratings: Path, capsys: Any) -> None:
    assert run(["agree", str(ratings), "--write"]) == 64
    assert "--write calibrates the judge llm only, not local" in capsys.readouterr().err
    assert run(["agree", "-", "--judge", "llm", "--model", "fake", "--write"]) == 64
    assert "name a file, not -" in capsys.readouterr().err
    assert len(read_ratings(ratings)) == 12 * 8 - 11
