"""What `seethrough doctor` says is installed."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from seethrough import doctor
from seethrough.cli import run
from seethrough.models.describe import RECOMMENDED

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def found() -> dict[str, doctor.Check]:
    return {check.name: check for check in doctor.examine()}


def test_every_extra_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {*doctor.EXTRAS, "deep"} == {*project["optional-dependencies"]}


def test_every_installed_extra_is_named_with_its_version(found: dict[str, doctor.Check]) -> None:
    for extra, (modules, purpose) in doctor.EXTRAS.items():
        if None in map(find_spec, modules):
            assert found[purpose] == doctor.Check(
                purpose, None, f"pip install 'seethrough[{extra}]'"
            )
        else:
            assert found[purpose].works
            assert re.fullmatch(rf"{modules[0]} \d+(\.\w+)+(\+\w+)?", found[purpose].detail)


def test_an_extra_of_which_a_part_is_missing_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    # As after the extra deep alone, which brings PyTorch and not transformers.
    monkeypatch.setattr(
        doctor, "find_spec", lambda n: None if n == "transformers" else find_spec(n)
    )
    for name in ("_embed", "_parse", "_judge"):
        monkeypatch.setattr(doctor, name, lambda: "not tried")
    checks = {check.name: check for check in doctor.examine()}
    for extra in ("torch", "training", "bertscore"):
        purpose = doctor.EXTRAS[extra][1]
        assert checks[purpose] == doctor.Check(purpose, None, f"pip install 'seethrough[{extra}]'")


def test_what_is_installed_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    real = doctor.packages_distributions
    monkeypatch.setattr(doctor, "packages_distributions", lambda: read.append(1) or real())
    for name in ("_embed", "_parse", "_judge"):
        monkeypatch.setattr(doctor, name, lambda: "not tried")
    assert sum(bool(check.works) for check in doctor.examine()) > 5
    assert read == [1]


def test_what_the_default_install_needs_works(found: dict[str, doctor.Check]) -> None:
    for name in ("sentence embeddings", "English parser", "offline judge"):
        assert found[name].works


def test_a_judge_that_errs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from seethrough.judges.local import Local

    right = Local.rate
    monkeypatch.setattr(Local, "rate", lambda self, claims, by: right(self, claims, by)[::-1])
    (judge,) = [check for check in doctor.examine() if check.name == "offline judge"]
    assert (judge.works, judge.detail) == (False, "ValueError; reinstall seethrough")


def test_a_model_that_is_recommended_stands_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", list)
    monkeypatch.setattr(doctor, "examine_models", list)
    assert run(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for _, name in RECOMMENDED:
        assert any(name in line.split() for line in lines)
