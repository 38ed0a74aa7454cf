"""JUnit XML: a suite for each release, a case for all that bears on its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seethrough.report.pipeline.judged import Judged
from seethrough.text.visible import visible


def junit(judged: Sequence[Judged]) -> bytes:
    """Return a JUnit XML file, UTF-8.

    What failed is a *failure*, what is inconclusive an *error*: neither counts as passed. Where a
    release does not decide, both are *skipped*, and what it was not held to always is. No person
    is named and no record is quoted.

    Args:
        judged: The releases.
    """
    from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

    file: Any = JUnitXml("seethrough")  # its methods have no types
    for release in judged:
        suite = TestSuite(visible(release.name))
        for name, word, sentence in release.checks():
            case = TestCase(visible(name), visible(release.name))
            told = visible(sentence)
            if word != "pass" and not release.decides:
                case.result = [Skipped(f"does not decide; {word}: {told}")]
            elif word == "fail":
                case.result = [Failure(told)]
            elif word == "inconclusive":
                case.result = [Error(told)]
            suite.add_testcase(case)
        for why in release.left_out:
            case = TestCase(visible(f"left out: {why}"), visible(release.name))
            case.result = [Skipped(visible(why))]
            suite.add_testcase(case)
        file.add_testsuite(suite)
    encoded: bytes = file.tostring()
    return encoded
