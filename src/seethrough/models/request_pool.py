"""A request pool: many requests, a limit on how many run at once, and a retry policy.

A pool of threads with ``tenacity`` would do it in fewer lines, but a request that waits for its
next try then holds a place, and nothing follows what the server bears. Against the server of
``benchmarks.speed.load`` (800 requests of half a second each) that reached 63 % of the server's own
limit and was turned away 187 times; this reached 76 %, and was turned away 51 times.
"""

from __future__ import annotations

import heapq
import queue
import random
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from seethrough.models.health import ENOUGH, Health
from seethrough.notices import notice

T = TypeVar("T")

FIRST_PAUSE = 0.25
"""Seconds before the second try; doubled before each further one."""

LONGEST_PAUSE = 20.0
"""Seconds; a server's own ``Retry-After`` may ask for more."""

LAST_WORDS = 2.0
"""Seconds to wait for running requests when the work ends early."""

BACK_OFF = 0.95
"""The factor on the number of running requests when the server says that it has too many."""

SECOND = 2.0
"""A request that takes so many times the longest one before it is tried a second time beside the
first, where a place is idle."""

SECOND_LEAST = 3.0
"""The least seconds before that."""


class TryAgainError(Exception):
    """This request failed in a way that may pass.

    Args:
        problem: One line without record text; what is reported if it does not pass.
        after: Seconds that the server asked to wait, or None.
        busy: Whether the server has too much to do. Such tries are limited by time, not number,
            and fewer requests then run at once.
        end: The error that ends the whole work if this does not pass; None to give up this
            request alone.
        last: Whether there is no time to try it again: this request is given up alone.

    Attributes:
        said: What the server sent instead of an answer, if anything; it may quote records.
    """

    def __init__(
        self,
        problem: str,
        after: float | None = None,
        busy: bool = False,
        end: Exception | None = None,
        last: bool = False,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.after = after
        self.busy = busy
        self.end = end
        self.last = last
        self.said = ""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long to keep trying.

    Attributes:
        concurrency: The most requests at once, at least 1.
        tries: The most tries of one request, at least 1; busy answers do not count, nor does any
            before the first good answer of a server whose ``Health`` is watched.
        seconds: How long after its first try a request is given up, busy answers included.
    """

    concurrency: int = 8
    tries: int = 6
    seconds: float = 900.0


def work_through(
    n: int,
    call: Callable[[int], T],
    give_up: Callable[[TryAgainError], T],
    policy: RetryPolicy,
    on_result: Callable[[int, T], None] | None = None,
    health: Health | None = None,
) -> list[T]:
    """Return ``call(i)`` for i = 0 ... n - 1, in order.

    A request that waits for its next try holds no place, so others continue. The number of
    requests at once follows the server's capacity (additive increase, multiplicative decrease),
    at most ``policy.concurrency``. Once no request waits for a place, the idle places try what
    hangs a second time, and the first good answer counts (Dean and Barroso 2013, "The tail at
    scale": hedged requests).

    Args:
        n: How many requests.
        call: Makes one; called from several threads. ``TryAgainError`` brings it back later; any
            other error ends the whole work and is raised here.
        give_up: Makes the result of a request that is given up, from the last error, whose problem
            says how often it was tried.
        policy: The limits.
        on_result: Called with each result as it arrives, exactly once, from the calling thread.
        health: How the server answers, kept from one batch to the next; None to have it go on for
            as long as ``policy`` has it.

    Raises:
        UnavailableError: The server has given no good answer for too long (``health``).
    """
    if n == 0:
        return []
    pool = _Pool(n, call, give_up, policy, health)
    threads = [
        threading.Thread(target=pool.run, name=f"seethrough-request-{i}", daemon=True)
        for i in range(min(n, policy.concurrency))
    ]
    results: dict[int, T] = {}
    with nullcontext() if health is None else health.timed():
        for thread in threads:
            thread.start()
        try:
            while len(results) < n:
                arrived = pool.next_result()
                if isinstance(arrived, BaseException):
                    raise arrived
                if isinstance(arrived, str):
                    notice(arrived)
                    continue
                index, result = arrived
                results[index] = result
                if on_result is not None:
                    on_result(index, result)
        finally:
            pool.stop()
            # Running requests end before the caller closes its connections, unless that takes long.
            latest = time.monotonic() + LAST_WORDS
            for thread in threads:
                thread.join(max(0.0, latest - time.monotonic()))
    return [results[i] for i in range(n)]


@dataclass(order=True, slots=True)
class _Job:
    """A request.

    Attributes:
        ready: When it may be tried, and ``began``, when it was.
        running: How many tries are under way.
        second: Whether one was begun beside another; that happens once.
        over: Whether it has its result.
    """

    ready: float
    index: int
    tries: int = field(default=0, compare=False)
    pauses: int = field(default=0, compare=False)
    started: float = field(default=0.0, compare=False)
    began: float = field(default=0.0, compare=False)
    running: int = field(default=0, compare=False)
    second: bool = field(default=False, compare=False)
    over: bool = field(default=False, compare=False)


class _Pool(Generic[T]):
    """The state that the threads of one ``work_through`` share."""

    def __init__(
        self,
        n: int,
        call: Callable[[int], T],
        give_up: Callable[[TryAgainError], T],
        policy: RetryPolicy,
        health: Health | None,
    ) -> None:
        self._call = call
        self._give_up = give_up
        self.policy = policy
        self._health = health
        self._jobs = [_Job(0.0, i) for i in range(n)]
        self._left = n
        self._under_way = 0
        self._running: list[_Job] = []
        self._good, self._longest = 0, 0.0
        self._limit = float(policy.concurrency)
        self._lowered = 0.0
        self._stopped = False
        self._change = threading.Condition()
        self._jitter = random.Random(n)
        self.done: queue.SimpleQueue[tuple[int, T] | str | BaseException] = queue.SimpleQueue()

    def next_result(self) -> tuple[int, T] | str | BaseException:
        """Wait for a result, for what the user should know, or for the server being given up."""
        while self._health is not None:
            left = self._health.seconds_left()
            if left <= 0:
                return self._health.given_up()
            with suppress(queue.Empty):
                return self.done.get(timeout=left)
        return self.done.get()

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify_all()

    def run(self) -> None:
        while (job := self._take()) is not None:
            began = time.monotonic()
            job.started = job.started or began
            try:
                result = self._call(job.index)
            except TryAgainError as error:
                if self._health is not None:
                    self._health.failed(error.problem, error.busy, error.after or 0.0)
                    if line := self._health.wait_to_tell(error.after or 0.0):
                        self.done.put(line)
                self._failed(job, error, began)
            except BaseException as error:
                self.stop()
                self.done.put(error)
            else:
                if self._health is not None:
                    self._health.answered()
                self._answered(job, result, time.monotonic() - began)

    def _take(self) -> _Job | None:
        with self._change:
            while True:
                if self._stopped or self._left == 0:
                    return None
                wait = None
                if self._under_way < max(1, int(self._limit)):
                    job, ready = self._next()
                    wait = None if job is None else ready - time.monotonic()
                    if job is not None and wait is not None and wait <= 0:
                        return self._begun(job)
                self._change.wait(wait)

    def _next(self) -> tuple[_Job | None, float]:
        """Return what is to be tried next, and when: a request that waits, else one that hangs."""
        if self._jobs:
            return self._jobs[0], self._jobs[0].ready
        hanging = [job for job in self._running if not job.second]
        if self._good < ENOUGH or not hanging:
            return None, 0.0
        first = min(hanging, key=lambda job: job.began)
        return first, first.began + max(SECOND_LEAST, SECOND * self._longest)

    def _begun(self, job: _Job) -> _Job:
        if job.running:
            job.second = True
        else:
            heapq.heappop(self._jobs)
            job.began = time.monotonic()
            self._running.append(job)
        job.running += 1
        self._under_way += 1
        return job

    def _ended(self, job: _Job) -> bool:
        """Note that a try has ended; return whether its outcome is of no account.

        The other try was good before, or this one failed and the other is under way.
        """
        job.running -= 1
        if job.running == 0:
            self._running.remove(job)
        return job.over

    @property
    def _answers_well(self) -> bool:
        """Whether the server ever did; a request may fail, but not all of them."""
        return self._health is None or self._health.known

    def _failed(self, job: _Job, error: TryAgainError, began: float) -> None:
        now = time.monotonic()
        with self._change:
            if error.busy and began > self._lowered:
                self._lowered = now
                self._limit = max(1.0, self._under_way * BACK_OFF)
            if self._ended(job) or job.running:
                self._under_way -= 1
                self._change.notify_all()
                return
        job.tries += not error.busy
        late = error.last or now - job.started > self.policy.seconds
        if late or (job.tries >= self.policy.tries and (error.end or self._answers_well)):
            if error.end is not None:
                self.stop()
                self.done.put(error.end)
                return
            if self._health is not None:
                self._health.gave_up_one()
            error.problem += f" ({job.tries} tries)" if not error.busy else ""
            with self._change:
                self._finished(job, self._give_up(error))
            return
        with self._change:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**job.pauses)
            pause *= self._jitter.uniform(0.5, 1.0)
            job.pauses += 1
            job.ready = now + max(pause, error.after or 0.0)
            heapq.heappush(self._jobs, job)
            self._under_way -= 1
            self._change.notify_all()

    def _answered(self, job: _Job, result: T, seconds: float) -> None:
        with self._change:
            self._good += 1
            self._longest = max(self._longest, seconds)
            grown = self._limit + 1.0 / max(1.0, self._limit)
            self._limit = min(float(self.policy.concurrency), grown)
            if self._ended(job):
                self._under_way -= 1
                self._change.notify_all()
            else:
                self._finished(job, result)

    def _finished(self, job: _Job, result: T) -> None:
        job.over = True
        self._under_way -= 1
        self._left -= 1
        self._change.notify_all()
        self.done.put((job.index, result))
