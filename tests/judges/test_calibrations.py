import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seethrough.errors import InputError
from seethrough.judges.asked import calibrations
from seethrough.judges.asked.calibrations import Calibration
from seethrough.judges.llm import CUTS, Llm
from seethrough.statistics.fits.cuts import Cuts

MADE = Calibration(
    {"judge": "llm", "model": "local//home/x/../m.gguf", "version": "1"},
    Cuts(0.6, 0.2),
    {"n": 3, "accuracy": 0.5},
)


def test_it_is_found_again_and_read_by_its_owner_alone() -> None:
    assert calibrations.find(MADE.identity) is None
    assert not calibrations.any_of("llm", MADE.identity["model"])
    path = calibrations.write(MADE)
    assert str(path.parent) == os.environ["SEETHROUGH_CALIBRATIONS"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert calibrations.find(MADE.identity) == MADE
    assert calibrations.any_of("llm", MADE.identity["model"])


def test_another_version_is_another_calibration() -> None:
    calibrations.write(MADE)
    other = {**MADE.identity, "version": "2"}
    assert calibrations.find(other) is None
    assert calibrations.any_of("llm", MADE.identity["model"])
    assert not calibrations.any_of("llm", "local//home/x/../m.ggu")


def test_a_new_one_takes_the_place_of_the_old() -> None:
    calibrations.write(MADE)
    newer = replace(MADE, cuts=Cuts(0.7, 0.3))
    path = calibrations.write(newer)
    assert calibrations.find(MADE.identity) == newer
    assert len(list(path.parent.iterdir())) == 1


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"schema": 1}', "nonsense", '{"schema": 1, "cuts": {"same": 1}}']
)
def test_a_broken_file_is_named(content: str) -> None:
    path = calibrations.write(MADE)
    path.write_text(content)
    with pytest.raises(InputError, match=r"not a calibration .* delete it and make it again"):
        calibrations.find(MADE.identity)


def test_cuts_that_are_none_are_refused() -> None:
    calibrations.write(replace(MADE, cuts=Cuts(0.2, 0.6)))
    with pytest.raises(InputError, match="not a calibration"):
        calibrations.find(MADE.identity)


RATES = {
    **dict.fromkeys(("found", "false", "found_error", "false_error"), 0.5),
    **dict.fromkeys(("disclosed", "other", "texts"), 3),
}


@pytest.mark.parametrize(
    "rates", [3, {}, RATES | {"found": 7}, RATES | {"found_error": None}, RATES | {"texts": "x"}]
)
def test_error_rates_that_are_none_are_refused(rates: Any) -> None:
    for own in (RATES, rates):
        calibrations.write(replace(MADE, agreement={**MADE.agreement, "errors": {"kept": own}}))
        if own is RATES:
            assert calibrations.find(MADE.identity) is not None
    with pytest.raises(InputError, match="not a calibration"):
        calibrations.find(MADE.identity)


def test_where_they_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SEETHROUGH_CALIBRATIONS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert calibrations.folder() == tmp_path / "seethrough" / "calibrations"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert calibrations.folder() == tmp_path / ".local/share/seethrough/calibrations"


@pytest.mark.parametrize("method", ["auto", "probability"])
def test_that_of_the_shipped_model_comes_with_the_package(method: Any) -> None:
    judge = Llm("local", method)
    assert judge.uncalibrated == ""
    shipped = calibrations.find(judge.identity)
    assert shipped is not None
    assert judge.cuts == shipped.cuts != CUTS
    assert judge.agreement == shipped.agreement
    assert set(shipped.agreement["errors"]) == {"another", "kept", "rewritten"}
    assert shipped.agreement["ratings"]["rated_by"] == "a large language model"


def test_another_way_to_ask_the_shipped_model_is_not_calibrated(tmp_path: Path) -> None:
    prompt = tmp_path / "choice.txt"
    prompt.write_text("Is it told?\n\n{passage}\n\n{claim}")
    for judge in (
        Llm("local", "samples"),
        Llm("local", choice_prompt=str(prompt)),
        Llm("local", same=0.9),
        Llm("openai/local"),
    ):
        assert judge.uncalibrated.startswith("not calibrated")
        assert judge.agreement is None


def test_the_users_own_takes_the_place_of_the_shipped_one() -> None:
    own = replace(MADE, identity=Llm("local").identity)
    calibrations.write(own)
    assert Llm("local").cuts == own.cuts
    assert Llm("local", "probability").cuts not in (own.cuts, CUTS)
