"""How inputs are changed, beside what atheris knows itself, and for where it is not installed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from fuzzing.target import Target

HOSTILE = (
    b"\0", b"\r", b"\n", b"\r\n", b"\t", b"\x1b[2J", b"\x1b]0;a\x07", b"\x7f", b"\xff\xfe", b"\x80",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xe2\x81\xa6",
    b"\xc2\x85", b"\xcc\x81" * 8, b"\xf0\x9f\xa4\xaf", b"<script>alert(1)</script>", b"</", b"<!--",
    b"]]>", b"&lt;", b"&#0;", b"\"'", b"' onload=x ", b"`", b"|", b"{{7*7}}", b"{%", b"${x}",
    b"[a](b)", b"=1+1", b"../../etc/passwd", b"/dev/zero", b"[" * 300, b"(" * 300,
    *(b"[" * n + b"]" * n for n in (90, 400, 900)),
    *(b'{"a":' * n + b"0" + b"}" * n for n in (90, 400)),
    b"a" * 300, b" " * 300, b"9" * 400, b"1e999", b"-1", b"NaN", b"null", b"true", b"[]", b"{}",
    b'""', b"0", b"-0.0", b"18446744073709551616", b"\\ud800", b"\\u0000", b"\\", b"<|im_end|>",
    b"</record 0123456789abcdef>", b"__class__", b"%s%n", b"{0.__class__}",
)  # fmt: skip
"""What any reader and any page should be ready for."""


_VALUE = re.compile(rb'"[^"]*"|-?[0-9.]+|null|true|false|\[\]|\{\}|\w+')


def inputs(target: Target, seed: int) -> Iterator[bytes]:
    """Yield the seeds, then changed ones, without end; the same seed gives the same inputs."""
    yield from target.seeds
    rng = random.Random(seed)
    while True:
        made = rng.choice(target.seeds)
        for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
            made = changed(made, target, rng)
        yield made


def changed(made: bytes, target: Target, rng: random.Random) -> bytes:
    """Return an input with one change, at most as long as inputs of the target may be."""
    return _changed(made, target.seeds, (*HOSTILE, *target.words), rng)[: target.longest]


def _changed(
    made: bytes, seeds: Sequence[bytes], pieces: Sequence[bytes], rng: random.Random
) -> bytes:
    at = rng.randrange(len(made) + 1)
    to = min(len(made), at + rng.choice((0, 1, 2, 4, 16, 64)))
    match rng.randrange(10):
        case 0:  # something put in
            return made[:at] + rng.choice(pieces) + made[at:]
        case 1:  # something in the place of another
            return made[:at] + rng.choice(pieces) + made[to:]
        case 2:  # left out
            return made[:at] + made[to:]
        case 3:  # said twice
            return made[:to] + made[at:to] * rng.choice((1, 2, 30)) + made[to:]
        case 4:  # cut short
            return made[:at]
        case 5:  # bytes of no meaning
            return made[:at] + rng.randbytes(rng.randint(1, 4)) + made[to:]
        case 6 if at < len(made):  # one bit
            return made[:at] + bytes([made[at] ^ 1 << rng.randrange(8)]) + made[at + 1 :]
        case 7:  # the end of another seed
            other = rng.choice(seeds)
            return made[:at] + other[rng.randrange(len(other) + 1) :]
        case _ if found := _VALUE.search(made, at):  # a value of another kind
            return made[: found.start()] + rng.choice(pieces) + made[found.end() :]
    return made
