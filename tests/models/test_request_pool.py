from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.models import request_pool
from seethrough.models.request_pool import RetryPolicy, TryAgainError, work_through


@pytest.fixture(autouse=True, scope="module")
def _short_pauses() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(request_pool, "FIRST_PAUSE", 0.001)
        yield


@given(st.lists(st.integers(0, 4), max_size=30), st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_every_request_ends_once_answered_or_given_up(fails: list[int], workers: int) -> None:
    left, told, lock = list(fails), Counter[int](), threading.Lock()

    def call(i: int) -> str:
        with lock:
            left[i] -= 1
            if left[i] >= 0:
                raise TryAgainError("broken")
        return f"answer {i}"

    results = work_through(
        len(fails), call, lambda p: p, RetryPolicy(workers, 3), lambda i, r: told.update([i])
    )
    assert results == [f"answer {i}" if f < 3 else "broken (3 tries)" for i, f in enumerate(fails)]
    assert told == Counter(range(len(fails)))


def test_never_more_at_once_than_allowed() -> None:
    now, most, lock = 0, 0, threading.Lock()

    def call(i: int) -> int:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.002)
        with lock:
            now -= 1
        return i

    assert work_through(40, call, lambda p: -1, RetryPolicy(concurrency=3)) == list(range(40))
    assert most == 3


def test_a_waiting_request_holds_no_place() -> None:
    began = time.monotonic()
    first = threading.Event()

    def call(i: int) -> int:
        if i == 0 and not first.is_set():
            first.set()
            raise TryAgainError("busy", after=0.2, busy=True)
        return i

    order: list[int] = []
    work_through(20, call, lambda p: -1, RetryPolicy(concurrency=1), lambda i, r: order.append(i))
    assert order[-1] == 0
    assert 0.2 <= time.monotonic() - began < 2


def test_any_other_error_ends_the_work() -> None:
    calls = []

    def call(i: int) -> int:
        calls.append(i)
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        work_through(100, call, lambda p: -1, RetryPolicy(concurrency=2))
    assert len(calls) <= 2


def test_nothing_to_do() -> None:
    assert work_through(0, lambda i: i, lambda p: -1, RetryPolicy()) == []


def test_what_does_not_pass_may_end_the_work() -> None:
    calls = Counter[int]()

    def call(i: int) -> int:
        calls[i] += 1
        raise TryAgainError("gone", end=KeyError("the server"))

    with pytest.raises(KeyError, match="the server"):
        work_through(5, call, lambda p: -1, RetryPolicy(concurrency=1, tries=3))
    assert max(calls.values()) == 3
