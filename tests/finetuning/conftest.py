"""Tiny models; these tests need the extra ``training``, which ``make`` installs."""

from __future__ import annotations

from tests.training.conftest import one_thread, tiny

__all__ = ["one_thread", "tiny"]
