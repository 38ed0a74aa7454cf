"""The self-test in words, the same for terminal and page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from seethrough.report.labels import wording

Test = Mapping[str, Any]


def checks_passed(tests: Sequence[Test]) -> str:
    """Return how many checks of the self-test passed, and how many weak points the judge showed.

    Args:
        tests: The machine form of the self-tests.
    """
    binding = _binding(tests)
    weak = sum(t["tested"] and t["binds"] != "always" for t in tests if not t["passed"])
    told = f"{sum(t['passed'] for t in binding)} of {len(binding)} checks passed"
    return f"{told}, {weak} weak point{'' if weak == 1 else 's'} of the judge" if weak else told


def failures(tests: Sequence[Test]) -> list[str]:
    """Return a sentence without its full stop for each check that failed and binds the verdict."""
    return [found_and_expected(test) for test in _binding(tests) if not test["passed"]]


def _binding(tests: Sequence[Test]) -> list[Test]:
    return [t for t in tests if t["tested"] and t["binds"] == "always"]


def found_and_expected(test: Test) -> str:
    """Return what a check found, where, and what it expected."""
    return f"“{test['title']}” is {found(test)} on {place(test)}, expected {expected(test)}"


def place(test: Test) -> str:
    """Return what a check was made on."""
    release: str = test["release"]
    return _RELEASES.get(release, release)


def found(test: Test) -> str:
    """Return what a check found, with its interval: ``87 % (76 to 93)``."""
    return wording.with_spread(test, wording.title(test).percent)


def expected(test: Test) -> str:
    """Return what a check expected: ``at least 80 %``."""
    bound = _BOUNDS.get(test["bound"], test["bound"])
    value = wording.value({"value": test["expected"]}, wording.title(test).percent)
    return f"{bound} {value}"


_RELEASES = {
    "identity": "the originals",
    "erase": "an erased release",
    "own record": "the person's own record",
    "stranger's record": "a stranger's record",
    "stranger's released record": "a stranger's released record",
    "own claim, reworded": "claims in other words",
    "own claim, denied": "negated claims",
    "empty record": "an empty record",
    "invented, reworded": "invented records in other words",
    "invented, unrelated": "invented records of something else",
    "invented, altered": "invented records with a fact changed",
    "invented, rebuilt": "invented records in entirely different words",
}
"""What checks are made on, in words that go on from *on*; a third party's stand for themselves."""
_BOUNDS = {
    "beyond control": "more than guessing by at least",
    "apart by more than": "the whole interval above",
}


def _self_test(facts: Test) -> str:
    of = facts["tests"]
    if not facts["tested"]:
        return f"Self-test of the {of}: “{facts['title']}” could not be tested on these data."
    told = (
        f"Self-test failed: {found_and_expected(facts)}. The {of} cannot be trusted on these data."
    )
    beyond = facts["bound"] == "beyond control"
    if not beyond and not facts.get("tells_apart"):
        return told
    others = "tell nearly as much" if beyond else "may fit as well"
    return (
        f"{told} Other people's originals {others}: do several people share a name or their facts,"
        " or has one person several person values?"
    )


def _blind_spot(facts: Test) -> str:
    if not facts["tested"]:
        return f"Not tested on these data: “{facts['title']}”."
    return (
        f"A weak point of the judge: “{facts['title']}” is {found(facts)}"
        f" (n = {facts['n']}; good: {expected(facts)})."
    )


REASONS: dict[str, Callable[[Test], str]] = {
    "self_test": _self_test,
    "blind_spot": _blind_spot,
}
"""Reasons of a verdict that are about a self-test."""
