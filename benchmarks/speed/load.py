"""Many requests against a server that misbehaves: is every one answered or counted, none twice?

A fake server in a process of its own answers slowly, with 429s, server errors, garbage, truncated
JSON and dropped connections. Its own limit is what its slots could do if none ever stood empty: the
seconds for which requests were meant to hold a slot, failed ones included, divided by the number of
slots. The client must come within 20 % of that, with answers of half and of a quarter of a second.

    python -m benchmarks.speed.load [REQUESTS]
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import Counter
from multiprocessing.connection import Connection
from typing import NamedTuple

from seethrough.language_model import Options
from seethrough.models.clients.openai import OpenAI
from seethrough.models.fakes.fake_server import FakeServer, Faults
from seethrough.models.request_pool import RetryPolicy
from seethrough.prompts import load

REQUESTS = 2_000
SLOTS = 16
DELAYS = (0.5, 0.25)
"""Seconds that an answer takes."""
FAULTS = Faults(busy=0.03, broken=0.02, garbage=0.02, truncated=0.02, dropped=0.02, slow=0.03)
AT_ONCE = 24
"""More than the server has slots for, so that it answers 429 of itself, too."""


def serve(pipe: Connection, delay: float) -> None:
    """Serve until told to stop, then report."""
    with FakeServer(faults=FAULTS, delay=delay, slots=SLOTS) as server:
        pipe.send(server.url)
        pipe.recv()
        pipe.send((server.outcomes, server.answered, server.held))


class Measured(NamedTuple):
    """How it went.

    Attributes:
        requests: How many prompts were asked.
        good: Prompts that got their right answer.
        counted: Prompts that were given up, with a problem.
        once: Whether the caller was told of every prompt once, and no prompt was answered twice.
        outcomes: How the tries ended at the server.
        seconds: How long it took.
        share: The part of the server's own limit that was reached, in [0, 1].
    """

    requests: int
    good: int
    counted: int
    once: bool
    outcomes: Counter[str]
    seconds: float
    share: float


def measure(requests: int, delay: float) -> Measured:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=serve, args=(theirs, delay))
    process.start()
    model = OpenAI("fake", ours.recv(), policy=RetryPolicy(AT_ONCE))
    template = load("paraphrase")
    prompts = [template.fill({"document": f"The man number {i}."}) for i in range(requests)]
    told: Counter[int] = Counter()
    began = time.perf_counter()
    answers = model.generate(prompts, Options(), lambda i, answer: told.update([i]))
    took = time.perf_counter() - began
    ours.send("stop")
    outcomes, answered, held = ours.recv()
    process.join()
    right = [f"The male person number {i}." for i in range(requests)]
    good = sum(a.text == r and not a.problem for a, r in zip(answers, right, strict=True))
    once = told == Counter(range(requests)) and set(answered.values()) == {1}
    counted = sum(bool(a.problem) for a in answers)
    return Measured(requests, good, counted, once, outcomes, took, held / SLOTS / took)


def main() -> int:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    good = True
    for delay in DELAYS:
        found = measure(requests, delay)
        print(f"{delay:g} s an answer")
        print(f"requests {found.requests}, tries at the server {sum(found.outcomes.values())}")
        print(f"outcomes at the server: {dict(found.outcomes.most_common())}")
        print(f"answered rightly {found.good}, given up and counted {found.counted}")
        print(f"each told of once, none answered twice: {found.once}")
        print(
            f"{found.seconds:.1f} s, {found.requests / found.seconds:.1f} answers/s,"
            f" {found.share:.1%} of the server's own limit\n"
        )
        whole = found.good + found.counted == found.requests
        good &= whole and found.once and found.share >= 0.8
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
