"""Making a release, and the sidecar that says how it was made."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import InputError, UsageError
from seethrough.files import write_atomically
from seethrough.models.resolve import answers_kept
from seethrough.protocols import Sanitizer
from seethrough.release import Guarantee, TextRelease
from seethrough.seeding import generator
from seethrough.store import RunDirectory, read_json

if TYPE_CHECKING:
    from seethrough.data import Corpus

SCHEMA = 1


def sanitize(
    private: Corpus,
    sanitizer: Sanitizer[Any] | str,
    *,
    seed: int = 0,
    run: Path | None = None,
) -> Any:
    """Make a release.

    Args:
        private: The private records.
        sanitizer: A sanitizer or its spec, such as ``"scrub"``.
        seed: The same seed gives the same release.
        run: A private folder for what language models answer and infer; a killed run goes on
            from there.

    Returns:
        The release; a ``TextRelease`` carries the sanitizer's spec.

    Raises:
        UsageError: The folder holds another run.
    """
    from dataclasses import replace

    maker = spec.parse("sanitizers", sanitizer) if isinstance(sanitizer, str) else sanitizer
    if run is not None:
        manifest = {"private": private.hash, "sanitizer": spec.key(maker), "seed": seed}
        private = private.keeping(RunDirectory(run, {"schema": SCHEMA, **manifest}))
    with answers_kept(run):
        made = maker.sanitize(private, generator(seed, "sanitize", spec.key(maker)))
    return replace(made, sanitizer=spec.to_json(maker))


def sidecar_path(release: str | Path) -> Path:
    """Return where the sidecar of a released file stands: ``OUT.release.json``."""
    return Path(f"{release}.release.json")


def write_sidecar(
    release: TextRelease, private: Corpus, path: Path, holdout: Path | None = None
) -> None:
    """Write what is known about a release beside it.

    It names the sanitizer, the alignment, the guarantee and hashes; no record text, and no seed,
    with which some sanitizers could be undone.

    Args:
        release: The release, already written to ``path``.
        private: The records that it was made from.
        path: The released file.
        holdout: The file of the people held out, or None.
    """
    content = {
        "schema": SCHEMA,
        "sanitizer": release.sanitizer,
        "aligned": release.aligned,
        "guarantee": None if release.guarantee is None else asdict(release.guarantee),
        "ledger": dict(release.ledger),
        "details": dict(release.details),
        "private_sha256": private.hash,
        "private_records": len(private),
        "release_records": len(release.corpus),
        "holdout": None if holdout is None else holdout.name,
    }
    encoded = json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_atomically(sidecar_path(path), encoded.encode())


def read_release(corpus: Corpus, path: str | Path, aligned: bool = True) -> TextRelease:
    """Return a released corpus with what its sidecar says, if there is one.

    Args:
        corpus: The released records, read from ``path``.
        path: The released file.
        aligned: Whether records align by id where no sidecar says.

    Raises:
        InputError: The sidecar is broken.
    """
    file = sidecar_path(path)
    if not file.exists():
        return TextRelease(corpus, aligned=aligned)
    told = read_json(file)
    try:
        guarantee = told["guarantee"]
        return TextRelease(
            corpus,
            told["sanitizer"],
            told["aligned"] and aligned,
            None if guarantee is None else Guarantee(**guarantee),
            told["ledger"],
            told["details"],
        )
    except (KeyError, TypeError) as error:
        raise InputError(f"{file}: not the sidecar of a release ({error})") from None


def read_holdout_path(path: str | Path) -> Path | None:
    """Return the file of the people held out when a release was made, or None."""
    file = sidecar_path(path)
    if not file.exists():
        return None
    name = read_json(file).get("holdout")
    if name is None:
        return None
    if Path(name).name != name:
        raise UsageError(f"{file}: holdout must be a file name, not a path")
    holdout = file.parent / name
    return holdout if holdout.exists() else None
