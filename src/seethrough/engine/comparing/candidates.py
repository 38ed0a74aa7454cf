"""What a comparison compares: releases that are there, and sanitizers that make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.engine.sanitize import sanitize
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


@dataclass(frozen=True)
class Candidate:
    """One release of a comparison, which may still have to be made.

    Attributes:
        name: What it is called.
        key: Identifies it in a run's folder.
        make: Takes the private records, a seed, and a folder for what language models answer (or
            None), and returns the release.
        made_by: The spec of the sanitizer; None for a release that is there.
        decides: Whether its verdict counts for the exit status.
        opened: Takes what was made and the private records, and returns what is attacked, such as
            a service over it; None for what was made itself.
    """

    name: str
    key: str
    make: Callable[[Corpus, int, Path | None], Any]
    made_by: Mapping[str, Any] | None = None
    decides: bool = True
    opened: Callable[[Any, Corpus], Any] | None = None

    @property
    def drawn(self) -> bool:
        """Whether another seed may give another release."""
        return self.made_by is not None


def of_sanitizer(sanitizer: Any, name: str = "", decides: bool = True) -> Candidate:
    """Return the release that a sanitizer, or the one of a spec, will make."""
    maker = spec.parse("sanitizers", sanitizer) if isinstance(sanitizer, str) else sanitizer

    def make(private: Corpus, seed: int, run: Path | None) -> Any:
        return sanitize(private, maker, seed=seed, run=run)

    made_by = spec.to_json(maker)
    return Candidate(name or spec.format_json(made_by), spec.key(maker), make, made_by, decides)


def of_release(release: Any, name: str = "", decides: bool = True) -> Candidate:
    """Return a release, or a corpus whose records stand for the private ones, that is there."""
    there = TextRelease(release) if isinstance(release, Corpus) else release

    def make(private: Corpus, seed: int, run: Path | None) -> Any:
        return there

    return Candidate(name or there.corpus.name, there.label, make, None, decides)


def candidate(given: Any) -> Candidate:
    """Return a candidate as it is, or of a sanitizer, a spec, a release or a corpus."""
    if isinstance(given, Candidate):
        return given
    if isinstance(given, str) or hasattr(given, "sanitize"):
        return of_sanitizer(given)
    return of_release(given)
