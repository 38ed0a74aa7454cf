"""What holds for every test."""

import signal
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import settings

settings.register_profile("without a clock", deadline=None)  # a busy machine is no fault
settings.load_profile("without a clock")


def pytest_configure() -> None:
    """Heed interrupts: where whoever started the tests ignores them, the commands under test would.

    A child inherits that a signal is ignored, but no handler.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


_TESTS = count()


@pytest.fixture(autouse=True)
def _no_calibrations_of_the_user(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let no test meet, or write, the calibrations of whoever runs it, or of another test.

    The folder is named and not made: ``tmp_path`` reads all that lies beside it, thousands of them.
    """
    folder = tmp_path_factory.getbasetemp() / "calibrations" / str(next(_TESTS))
    monkeypatch.setenv("SEETHROUGH_CALIBRATIONS", str(folder))


@pytest.fixture(scope="module")
def shipped_model() -> Iterator[None]:
    """Let a module ask the shipped model, then stop it; skip where it is not installed."""
    from seethrough.errors import SeethroughError
    from seethrough.models.clients import local, weights

    pytest.importorskip("xllamacpp", reason="the extra local-model is not installed")
    try:
        weights.shipped()
    except SeethroughError as error:
        pytest.skip(str(error))
    yield
    local.stop_all()
