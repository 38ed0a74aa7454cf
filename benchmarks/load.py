"""Many requests against a server that misbehaves: is every one answered or counted, none twice?

A fake server in a process of its own answers slowly, with 429s, server errors, garbage, truncated
JSON and dropped connections. Its own limit is what its slots could do if none ever stood empty: the
seconds for which requests were meant to hold a slot, failed ones included, divided by the number of
slots. The client must come within 20 % of that.

    python -m benchmarks.load [REQUESTS]
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import Counter
from multiprocessing.connection import Connection

from seethrough.language_model import Options
from seethrough.models.fake_server import FakeServer, Faults
from seethrough.models.openai import OpenAI
from seethrough.models.work import Patience
from seethrough.prompts import load

REQUESTS = 2_000
SLOTS = 16
DELAY = 0.25
FAULTS = Faults(busy=0.03, broken=0.02, garbage=0.02, truncated=0.02, dropped=0.02, slow=0.03)
AT_ONCE = 24
"""More than the server has slots for, so that it answers 429 of itself, too."""


def serve(pipe: Connection) -> None:
    """Serve until told to stop, then report."""
    with FakeServer(faults=FAULTS, delay=DELAY, slots=SLOTS) as server:
        pipe.send(server.url)
        pipe.recv()
        pipe.send((server.outcomes, server.answered, server.held, len(server.requests)))


def main() -> int:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,))
    process.start()
    model = OpenAI("fake", ours.recv(), patience=Patience(AT_ONCE))
    template = load("paraphrase")
    prompts = [template.fill({"document": f"The man number {i}."}) for i in range(requests)]
    told: Counter[int] = Counter()
    import openai  # noqa: F401 - seconds that are not the client's work

    began = time.perf_counter()
    answers = model.generate(prompts, Options(), lambda i, answer: told.update([i]))
    took = time.perf_counter() - began
    ours.send("stop")
    outcomes, answered, held, received = ours.recv()
    process.join()
    right = [f"The male person number {i}." for i in range(requests)]
    good = sum(a.text == r and not a.problem for a, r in zip(answers, right, strict=True))
    share = held / SLOTS / took
    print(f"requests {requests}, received by the server {received}")
    print(f"outcomes at the server: {dict(outcomes.most_common())}")
    print(f"answered {good}, counted as failed {sum(bool(a.problem) for a in answers)}")
    print(
        f"told of more than once {sum(n > 1 for n in told.values())}, never {requests - len(told)}"
    )
    print(f"prompts the server answered twice {sum(n > 1 for n in answered.values())}")
    print(f"{took:.1f} s, {requests / took:.1f} answers/s, {share:.1%} of the server's own limit")
    whole = good + sum(bool(a.problem) for a in answers) == requests
    once = told == Counter(range(requests)) and set(answered.values()) == {1}
    return 0 if whole and once and share >= 0.8 else 1


if __name__ == "__main__":
    sys.exit(main())
