"""One target, one input after the other, and what was found."""

from __future__ import annotations

import os
import time
import traceback
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzzing.target import Target
from seethrough.notices import noticed_by

OWN = ("/src/seethrough/", "/fuzzing/")
"""What names a finding: the last line of these that it went through."""


@dataclass
class Finding:
    """Something that a user must never see.

    Attributes:
        what: The kind of error and the line, which tell findings apart.
        content: The shortest input that led to it.
        traceback: How.
    """

    what: str
    content: bytes
    traceback: str


@dataclass
class Trial:
    """The inputs of one target that were tried.

    Attributes:
        target: What is tried.
        inputs: How many were.
        slowest: Seconds that the slowest took.
        slowest_input: That one.
        findings: What was found, by ``Finding.what``.
    """

    target: Target
    inputs: int = 0
    slowest: float = 0.0
    slowest_input: bytes = b""
    findings: dict[str, Finding] = field(default_factory=dict)

    def attempt(self, content: bytes) -> None:
        """Try one input."""
        started = time.perf_counter()
        try:
            with noticed_by(lambda line: None):
                self.target.check(content)
            _clean()
        except (Exception, SystemExit) as error:
            self._found(error, content)
        seconds = time.perf_counter() - started
        self.inputs += 1
        if seconds > self.slowest:
            self.slowest, self.slowest_input = seconds, content

    def all(self, contents: Iterable[bytes]) -> Trial:
        """Try several inputs."""
        for content in contents:
            self.attempt(content)
        return self

    def to_json(self) -> dict[str, Any]:
        """Return what was found in a form that can be written."""
        return {
            "inputs": self.inputs,
            "slowest": self.slowest,
            "slowest_input": self.slowest_input.hex(),
            "findings": [[f.what, f.content.hex(), f.traceback] for f in self.findings.values()],
        }

    def _found(self, error: BaseException, content: bytes) -> None:
        own = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if any(part in frame.filename for part in OWN)
            and "/site-packages/" not in frame.filename
        ]
        place = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "?"
        said = str(error).partition("\n")[0][:80] if isinstance(error, AssertionError) else ""
        what = f"{type(error).__name__} at {place}{said and f': {said}'}"
        kept = self.findings.get(what)
        if kept is None or len(content) < len(kept.content):
            told = "".join(traceback.format_exception(error))
            self.findings[what] = Finding(what, content, told)


_known: set[str] = set()


def _clean() -> None:
    """Raise where a file was left behind; what a target itself writes has a name that starts so."""
    left = {name for name in os.listdir() if not name.startswith("input")}
    new = sorted(left - _known)
    _known.update(new)
    assert not new, f"left behind: {new}"


def strict() -> None:
    """Turn every warning into an error."""
    warnings.simplefilter("error")
