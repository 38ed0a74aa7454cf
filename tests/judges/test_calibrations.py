import stat
from dataclasses import replace
from pathlib import Path

import pytest

from seethrough.errors import InputError
from seethrough.judges.asked import calibrations
from seethrough.judges.asked.calibrations import Calibration
from seethrough.statistics.fits.cuts import Cuts

MADE = Calibration(
    {"judge": "llm", "model": "local//home/x/../m.gguf", "version": "1"},
    Cuts(0.6, 0.2),
    {"n": 3, "accuracy": 0.5},
)


def test_it_is_found_again_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    assert calibrations.find(MADE.identity) is None
    assert not calibrations.any_of("llm", MADE.identity["model"])
    path = calibrations.write(MADE)
    assert path.parent == tmp_path / "calibrations"
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


def test_where_they_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SEETHROUGH_CALIBRATIONS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert calibrations.folder() == tmp_path / "seethrough" / "calibrations"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert calibrations.folder() == tmp_path / ".local/share/seethrough/calibrations"
