"""What ``import seethrough`` offers, and when it is loaded."""

import subprocess
import sys

import pytest

import seethrough as st


def _printed(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("name", st.__all__)
def test_what_the_package_offers_is_there_and_is_no_module(name: str) -> None:
    assert callable(getattr(st, name))
    assert name in dir(st)


def test_a_module_of_the_same_name_does_not_hide_a_function() -> None:
    code = (
        "import seethrough.engine.audit, seethrough.report.machine, seethrough as st;"
        " print(callable(st.audit), callable(st.summarize))"
    )
    assert _printed(code) == "True True"


def test_what_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = st.nothing  # type: ignore[attr-defined]


def test_errors_are_there_without_what_an_audit_needs() -> None:
    code = "import sys, seethrough as st; st.InputError; print('numpy' in sys.modules)"
    assert _printed(code) == "False"


def test_no_server_is_loaded_before_one_is_started() -> None:
    code = (
        "import sys, seethrough.cli as cli; cli.run(['serve', '--help']);"
        " cli.run(['annotate', '--help']); cli.run(['view', '--help']); cli.run(['list']);"
        " print({'uvicorn', 'starlette', 'h11', 'asyncio'} & {*sys.modules})"
    )
    assert _printed(code).endswith("set()")
