"""Making a release."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.engine.asked import check_number, folder
from seethrough.engine.content_key import content_key
from seethrough.engine.runs.failures import named
from seethrough.errors import ContractError, InputError
from seethrough.models.resolve import answers_kept
from seethrough.protocols import Sanitizer
from seethrough.records.corpus import Corpus
from seethrough.records.given import corpus_of
from seethrough.records.releases.release import SEEDED, VOIDED, Guarantee, Release
from seethrough.statistics.seeding import fresh_secret, of_release
from seethrough.storage.store import RunDirectory, Store, working_in

SCHEMA = 2

_SECRET = "secret"
"""Where a run keeps the secret behind its draws."""


def sanitize(
    private: Corpus | Any,
    sanitizer: Sanitizer[Any] | str,
    *,
    seed: int | None = None,
    run: str | Path | None = None,
) -> Any:
    """Make a release.

    Args:
        private: The private records: a corpus or a table in memory, as for ``audit``.
        sanitizer: A sanitizer or its spec, such as ``"scrub"``.
        seed: For experiments: the same seed gives the same release. Who guesses a seed can repeat
            the draws, so a seeded release carries no guarantee. Without one, the draws come from
            the operating system and nobody can repeat them.
        run: A private folder for what language models answer and infer; a killed run goes on
            from there, with the same draws.

    Returns:
        The release; it carries the sanitizer's spec, and its details say whether a
        seed was used and which guarantee that voided.

    Raises:
        ContractError: The sanitizer's own code failed, or it returned no release of a corpus, made
            no records, or says of them what JSON cannot hold.
        UsageError: The folder holds another run.
    """
    run = folder(run)
    if seed is not None:
        check_number("seed", seed, 0)
    private = corpus_of(private)
    maker = spec.component("sanitizers", sanitizer)
    called = f"sanitizer {spec.name_of(maker)}"
    store: RunDirectory | None = None
    if run is not None:
        manifest = {"private": private.hash, "sanitizer": content_key(maker), "seed": seed}
        store = RunDirectory(run, {"schema": SCHEMA, **manifest})
        private = private.keeping(store)
    with working_in(store), answers_kept(run):
        rng = of_release(kept_secret(store) if seed is None else seed, spec.key(maker))
        with named(called):
            made = maker.sanitize(private, rng)
    if not isinstance(getattr(made, "corpus", None), Corpus):
        raise ContractError(
            f"{called}: returned {type(made).__name__}, which is no release of a corpus; return"
            " TextRelease(corpus)"
        )
    return signed(called, made, maker, seed)


def signed(called: str, release: Any, maker: Any, seed: int | None) -> Any:
    """Return a release with the spec of its maker, and whether a seed was used.

    Whoever guesses a seed can repeat the draws, so that it voids a guarantee.

    Args:
        called: What made it, for a message.
        release: The release as it was made.
        maker: The component that made it.
        seed: The seed; None where the draws come from the operating system.

    Raises:
        ContractError: Its counts or details are not those of JSON, or its guarantee is none.
    """
    _check_told(called, release)
    details, promise = {**release.details, SEEDED: seed is not None}, release.guarantee
    if promise is not None and seed is not None:
        details[VOIDED] = promise.in_words
        promise = None
    return replace(release, sanitizer=spec.to_json(maker), guarantee=promise, details=details)


def _check_told(maker: str, release: Release) -> None:
    """Refuse a release whose counts or guarantee are none, or whose details no file could hold."""
    if not all(isinstance(count, int) and count >= 0 for count in release.ledger.values()):
        raise ContractError(
            f"{maker}: the ledger of its release holds what is no count; give whole numbers of at"
            " least 0"
        )
    if release.guarantee is not None and not _is_promise(release.guarantee):
        raise ContractError(
            f"{maker}: the guarantee of its release promises nothing; give Guarantee(epsilon,"
            " delta, unit), epsilon above 0 and delta from 0 to below 1, or None"
        )
    try:
        json.dumps(dict(release.details), sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise ContractError(
            f"{maker}: the details of its release hold what JSON cannot; give texts, numbers, lists"
            " and dicts with texts as keys"
        ) from None


def _is_promise(given: Any) -> bool:
    if not isinstance(given, Guarantee):
        return False
    numbers, words = (given.epsilon, given.delta), (given.unit, given.note)
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in numbers):
        return False
    return given.epsilon > 0 and 0 <= given.delta < 1 and all(isinstance(w, str) for w in words)


def kept_secret(store: Store | None) -> bytes:
    """Return the run's secret; a run that goes on after it was killed finds the same one.

    A second secret would mix draws of two releases in one, of which the guarantee says nothing.

    Raises:
        InputError: The secret is there and does not check.
    """
    kept = None if store is None else store.get(_SECRET)
    if kept is not None:
        return bytes.fromhex(kept)
    if isinstance(store, RunDirectory) and store.has(_SECRET):
        raise InputError(
            f"{store.path}: the secret of this run was damaged, or is another version's, so the run"
            " cannot go on; delete the folder, or name another --run"
        )
    secret = fresh_secret()
    if store is not None:
        store.put(_SECRET, secret.hex())
    return secret
