"""What holds for every test."""

import signal


def pytest_configure() -> None:
    """Heed interrupts: where whoever started the tests ignores them, the commands under test would.

    A child inherits that a signal is ignored, but no handler.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
