"""Plans of comparisons."""

from __future__ import annotations

from fuzzing.checks import answered, file_of
from seethrough.plans.plan import read_plan

SLOW = True
SEEDS = (
    b'private = "input.toml"\nattacks = ["linkage"]\nseed = 1\ntolerance = 0.05\n'
    b'frontiers = [["linkage.top1", "utility.rouge"]]\n[[releases]]\nwith = "scrub:style=star"\n',
    b'private = "-"\ntargets = 9\nheader = true\nstandard = "anonymous"\nrun = "a"\n'
    b'[tolerance]\n"linkage.top1" = 0.2\n[fail_above]\n"semantic.leak_rate" = 0.3\n'
    b'[[releases]]\nname = "a"\nfile = "input.toml"\nid = ""\n'
    b'[[releases]]\nmodel = "."\nas = "rag"\n',
)
WORDS = (
    b"[[releases]]\n", b"with = ", b"finetune = ", b"file = ", b"decides = true\n", b'"""',
    b"1979-05-27",
    b"[fail_below]\n", b"0x1f", b"inf", b"a.b.c = 1\n", b"'''", b"[" * 500, b"{a = " * 300,
)  # fmt: skip


def check(content: bytes) -> None:
    file = file_of(content, "input.toml")
    with answered():
        assert read_plan(file).releases
