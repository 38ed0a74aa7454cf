"""What `seethrough doctor` says is installed."""

import re
from importlib.util import find_spec

import pytest

from seethrough import doctor


@pytest.fixture(scope="module")
def found() -> dict[str, doctor.Check]:
    return {check.name: check for check in doctor.examine()}


def test_every_installed_extra_is_named_with_its_version(found: dict[str, doctor.Check]) -> None:
    for extra, (module, purpose) in doctor.EXTRAS.items():
        if find_spec(module) is None:
            assert found[purpose] == doctor.Check(
                purpose, None, f"pip install 'seethrough[{extra}]'"
            )
        else:
            assert found[purpose].works
            assert re.fullmatch(rf"{module} \d+(\.\w+)+(\+\w+)?", found[purpose].detail)


def test_what_the_default_install_needs_works(found: dict[str, doctor.Check]) -> None:
    for name in ("sentence embeddings", "English parser", "offline judge"):
        assert found[name].works


def test_a_judge_that_errs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from seethrough.judges.local import Local

    right = Local.rate
    monkeypatch.setattr(Local, "rate", lambda self, claims, by: right(self, claims, by)[::-1])
    (judge,) = [check for check in doctor.examine() if check.name == "offline judge"]
    assert (judge.works, judge.detail) == (False, "ValueError; reinstall seethrough")
