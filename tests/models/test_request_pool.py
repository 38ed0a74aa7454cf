from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

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
        len(fails),
        call,
        lambda e: e.problem,
        RetryPolicy(workers, 3),
        lambda i, r: told.update([i]),
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


def test_each_pause_is_about_twice_as_long_as_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.04)
    tried: list[float] = []

    def call(i: int) -> str:
        tried.append(time.monotonic())
        raise TryAgainError("broken")

    work_through(1, call, lambda e: e.problem, RetryPolicy(tries=5))
    pauses = [after - before for before, after in pairwise(tried)]
    assert all(pause >= 0.02 * 2**n for n, pause in enumerate(pauses))


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


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs is tried a second time at once."""
    monkeypatch.setattr(request_pool, "SECOND_LEAST", 0.05)
    monkeypatch.setattr(request_pool, "LAST_WORDS", 0.1)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("first", ["hangs", "fails late", "answers late"])
def test_what_hangs_is_tried_a_second_time_and_counts_once(first: str) -> None:
    calls, told, late, over = Counter[int](), Counter[int](), threading.Event(), threading.Event()

    def call(i: int) -> str:
        calls[i] += 1
        if i == 7 and calls[7] == 1:
            over.wait(20 if first == "hangs" else 0.5)
            late.set()
            if first == "fails late":
                raise TryAgainError("broken")
            return "late"
        if i == 7 and first == "answers late":
            raise TryAgainError("broken")
        if i == 19 and first == "fails late":
            late.wait(5)  # the batch goes on while the first try fails
        return f"answer {i}"

    began = time.monotonic()
    results = work_through(
        20, call, lambda e: e.problem, RetryPolicy(4, 1), lambda i, r: told.update([i])
    )
    assert time.monotonic() - began < 10
    over.set()
    expected = "late" if first == "answers late" else "answer 7"
    assert results == [f"answer {i}" if i != 7 else expected for i in range(20)]
    assert told == Counter(range(20))
    assert calls[7] == 2


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(("good", "workers"), [(3, 4), (30, 1)])
def test_no_second_try_without_answers_to_compare_with_or_an_idle_place(
    good: int, workers: int
) -> None:
    calls = Counter[int]()

    def call(i: int) -> int:
        calls[i] += 1
        if i == good:
            time.sleep(0.4)
        return i

    work_through(good + 1, call, lambda p: -1, RetryPolicy(workers, 3))
    assert calls == Counter(range(good + 1))


@given(st.lists(st.booleans(), min_size=1, max_size=30), st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_however_often_one_is_tried_each_has_one_result(fails: list[bool], workers: int) -> None:
    told, tries, most, now = Counter[int](), Counter[int](), 0, 0
    lock = threading.Lock()

    def call(i: int) -> str:
        nonlocal most, now
        with lock:
            tries[i] += 1
            now += 1
            most = max(most, now)
            broken = fails[i] and tries[i] == 1
        time.sleep(0.001 * (i % 3))
        with lock:
            now -= 1
        if broken:
            raise TryAgainError("broken")
        return f"answer {i}"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(request_pool, "SECOND", 0.0)
        patch.setattr(request_pool, "SECOND_LEAST", 0.0)
        results = work_through(
            len(fails),
            call,
            lambda e: e.problem,
            RetryPolicy(workers, 3),
            lambda i, r: told.update([i]),
        )
    assert results == [f"answer {i}" for i in range(len(fails))]
    assert told == Counter(range(len(fails)))
    assert most <= workers
    assert max(tries.values()) <= 4
