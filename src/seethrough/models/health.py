"""What a server's answers so far imply: how long the next may take, and whether to ask again."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from seethrough.errors import UnavailableError

SILENCE = 55.0
"""Seconds of requests without one good answer after which a server is given up."""

BUSY = 5.0
"""How many times longer to wait for a server that says it is busy."""

KNOWN = 3.0
"""How many times longer to wait for a server that has answered well before."""

AGAIN = 0.1
"""The share of that time after which a server that was given up is given up once more."""

ENOUGH = 5
"""Answers of one length before their times say how long the next may take."""

SLACK = 5.0
"""How many times the longest of them that is."""

LEAST = 10.0
"""The least seconds allowed for any answer, unless fewer are allowed at all."""

ALONE = 10
"""So many requests in a row may be given up alone; then the server is given up."""

LONGEST_WAIT = 300.0
"""Seconds; the longest wait that a server can ask for."""

WORTH_SAYING = 20.0
"""Seconds; a user is told of a wait from this length on."""

_KEPT = 64


class Health:
    """How a server answers; shared by all requests to it, from several threads and batches.

    A time-out learns: once there are ``ENOUGH`` answers of a length, the next may take ``SLACK``
    times the longest of the last ones, at least ``LEAST`` seconds. Each answer that is then too
    slow doubles that, up to what was allowed at first, so that a server that has become slow is
    not taken for one that hangs.

    Args:
        what: The server, as an error names it.
        silence: Seconds of asking without a good answer after which it is given up.
        remedy: What its user can do then.
        limited: What its user can do where it mostly said that it is busy; ``remedy`` if empty.
    """

    def __init__(
        self, what: str, silence: float = SILENCE, remedy: str = "", limited: str = ""
    ) -> None:
        self._what = what
        self._silence = silence
        self._remedy = remedy
        self._limited = limited or remedy
        self._lock = threading.Lock()
        self._took: dict[int, deque[float]] = {}
        self._slow: Counter[int] = Counter()
        self._problems: Counter[str] = Counter()
        self._busy = 0
        self._known = False
        self._asking = 0
        self._since = 0.0
        self._silent = 0.0
        self._awaited = 0.0
        self._told = 0.0
        self._alone = 0

    def allowed(self, length: int, most: float) -> float:
        """Return the seconds that the next answer may take.

        Args:
            length: The longest that it may be, in tokens; answers are compared with their like.
            most: The seconds that were allowed in any case.
        """
        with self._lock:
            took = self._took.get(length, ())
            if len(took) < ENOUGH:
                return most
            return float(min(most, max(LEAST, SLACK * max(took)) * 2.0 ** self._slow[length]))

    def took(self, length: int, seconds: float) -> None:
        """Note how long a good answer took."""
        with self._lock:
            self._took.setdefault(length, deque(maxlen=_KEPT)).append(seconds)
            self._slow[length] = 0

    def too_slow(self, length: int) -> None:
        """Note that an answer did not come in the time that was allowed."""
        with self._lock:
            self._slow[length] += 1

    def answered(self) -> None:
        """Note a good answer."""
        with self._lock:
            self._since = time.monotonic()
            self._silent = 0.0
            self._busy = 0
            self._known = True
            self._alone = 0
            self._problems.clear()

    def failed(self, problem: str, busy: bool = False, after: float = 0.0) -> None:
        """Note a try that failed.

        Args:
            problem: One line without record text.
            busy: Whether the server said that it has too much to do.
            after: Seconds that it asked to wait.
        """
        with self._lock:
            self._problems[problem] += 1
            self._busy += busy
            if after:
                self._awaited = max(self._awaited, time.monotonic() + after)

    def wait_to_tell(self, after: float) -> str:
        """Return a line that says that the server asked to wait; empty where that was told.

        Args:
            after: The seconds; a wait below ``WORTH_SAYING`` is not told.
        """
        with self._lock:
            now = time.monotonic()
            if after < WORTH_SAYING or now < self._told:
                return ""
            self._told = now + after
        return f"{self._what} asks to wait {after:.3g} s; it is asked again after that time"

    def gave_up_one(self) -> None:
        """Note that a request was given up alone: the next one has time for a whole answer."""
        with self._lock:
            self._alone += 1
            if self._known and self._alone <= ALONE:
                silent = min(self._silent_now(), self._window - self._silence)
                self._silent, self._since = silent, time.monotonic()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count the time of the block as time in which the server is being asked."""
        with self._lock:
            if self._asking == 0:
                self._since = time.monotonic()
            self._asking += 1
        try:
            yield
        finally:
            with self._lock:
                self._asking -= 1
                if self._asking == 0:
                    self._silent += time.monotonic() - self._since

    @property
    def known(self) -> bool:
        """Whether there was a good answer."""
        return self._known

    @property
    def last_chance(self) -> bool:
        """Whether a server that answers others has no time left for one more whole answer.

        A request that fails then is given up alone: one prompt on which a server hangs does not end
        the work.
        """
        return self._known and self.seconds_left() < self._silence

    @property
    def failures(self) -> int:
        """How many tries failed since the last good answer."""
        with self._lock:
            return self._problems.total()

    def seconds_left(self) -> float:
        """Return the seconds until the server is given up; 0 or less where it is now."""
        with self._lock:
            return self._window - self._silent_now()

    def given_up(self) -> UnavailableError:
        """Return the error that says what the server did, and what to do.

        A program that asks once more waits a tenth of the time.
        """
        with self._lock:
            window = self._window
            seen = ", ".join(f"{count:,} x {what}" for what, count in self._problems.most_common(4))
            self._since = time.monotonic()
            self._silent = self._window * (1 - AGAIN)
            mostly_busy = 2 * self._busy > self._problems.total()
            return UnavailableError(
                f"{self._what} gave no good answer in {window:g} s of asking"
                f" ({seen or 'nothing came'}) and is not asked again"
                f"{self._limited if mostly_busy else self._remedy}"
            )

    def _silent_now(self) -> float:
        return self._silent + (time.monotonic() - self._since if self._asking else 0.0)

    @property
    def _window(self) -> float:
        usual = self._silence * (BUSY if self._busy else KNOWN if self._known else 1.0)
        waited = min(self._awaited - self._since, LONGEST_WAIT)
        return max(usual, waited + self._silence) if waited > 0 else usual
