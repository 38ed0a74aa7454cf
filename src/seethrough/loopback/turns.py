"""Slow work outside the event loop, one piece at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

T = TypeVar("T")


class Turns:
    """Runs blocking work in one thread at a time, so that clients never become threads.

    The threads are daemons: a program that is stopped does not wait for a model's answer.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def take(self, request: Request, work: Callable[[], T]) -> T:
        """Return the result of ``work`` when its turn has come; raise what it raises.

        Raises:
            ClientDisconnect: The client left before its turn; nothing was done.
        """
        async with self._turn:
            if await request.is_disconnected():
                raise ClientDisconnect
            job: Future[T] = Future()
            threading.Thread(target=_run, args=(job, work), daemon=True).start()
            return await asyncio.wrap_future(job)


def _run(job: Future[T], work: Callable[[], T]) -> None:
    job.set_running_or_notify_cancel()
    try:
        job.set_result(work())
    except BaseException as error:
        job.set_exception(error)
