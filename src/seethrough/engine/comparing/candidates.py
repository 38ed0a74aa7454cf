"""What a comparison compares: releases that are there, and what makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.engine.content_key import content_key
from seethrough.engine.finetune import finetune
from seethrough.engine.sanitize import sanitize
from seethrough.errors import UsageError
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
        made_by: The spec of the sanitizer or finetuner; None for a release that is there.
        decides: Whether its verdict counts for the exit status.
        named: Whether the user chose what it is called.
        opened: Takes what was made and the private records, and returns what is attacked, such as
            a service over it; None for what was made itself.
    """

    name: str
    key: str
    make: Callable[[Corpus, int, Path | None], Any]
    made_by: Mapping[str, Any] | None = None
    decides: bool = True
    named: bool = False
    opened: Callable[[Any, Corpus], Any] | None = None

    @property
    def drawn(self) -> bool:
        """Whether another seed may give another release."""
        return self.made_by is not None


def of_sanitizer(sanitizer: Any, name: str = "", decides: bool = True) -> Candidate:
    """Return the release that a sanitizer, or the one of a spec, will make."""
    return _of_maker("sanitizers", sanitizer, sanitize, name, decides)


def of_finetuner(finetuner: Any, name: str = "", decides: bool = True) -> Candidate:
    """Return the model that a way of fine-tuning, or the one of a spec, will make."""
    return _of_maker("finetuners", finetuner, finetune, name, decides)


def _of_maker(kind: str, given: Any, makes: Any, name: str, decides: bool) -> Candidate:
    maker = spec.component(kind, given)

    def make(private: Corpus, seed: int, run: Path | None) -> Any:
        return makes(private, maker, seed=seed, run=run)

    made_by = spec.to_json(maker)
    called = name or spec.format_json(made_by)
    return Candidate(called, content_key(maker), make, made_by, decides, bool(name))


def of_release(release: Any, name: str = "", decides: bool = True) -> Candidate:
    """Return a release, or a corpus whose records stand for the private ones, that is there."""
    there = TextRelease(release) if isinstance(release, Corpus) else release

    def make(private: Corpus, seed: int, run: Path | None) -> Any:
        return there

    return Candidate(name or there.corpus.name, there.label, make, None, decides, bool(name))


def of_folder(
    folder: Path, name: str = "", decides: bool = True, trained: Corpus | None = None
) -> Candidate:
    """Return the model release of a folder, which is read when its turn comes.

    Args:
        folder: The folder.
        name: What to call it.
        decides: Whether its verdict decides the comparison's.
        trained: The records that it must have been trained on, by what stands beside the folder;
            None where nothing does.
    """

    def make(private: Corpus, seed: int, run: Path | None) -> Any:
        from seethrough.model_releases.directory import read_model
        from seethrough.model_releases.held_out import doubting

        release = read_model(folder)
        return release if trained is None else doubting(release, folder, trained)

    return Candidate(name or folder.name, "", make, None, decides, bool(name))


def candidate(given: Any) -> Candidate:
    """Return a candidate as it is, or of what makes one, a sanitizer's spec, or a release."""
    if isinstance(given, Candidate):
        return given
    if hasattr(given, "finetune"):
        return of_finetuner(given)
    if isinstance(given, str) or hasattr(given, "sanitize"):
        return of_sanitizer(given)
    if not hasattr(given, "corpus") and not isinstance(given, Corpus):
        raise UsageError(
            f"a {type(given).__name__} is no release: give what seethrough.sanitize or"
            " seethrough.read returns, or the spec of a sanitizer"
        )
    return of_release(given)
