"""Making a model release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.asked import check_number, folder
from seethrough.engine.runs.failures import named
from seethrough.engine.sanitize import kept_secret, signed
from seethrough.errors import ContractError, InputError
from seethrough.model_releases.asked import check_learned
from seethrough.models.resolve import answers_kept
from seethrough.protocols import Finetuner
from seethrough.records.given import read_of
from seethrough.records.releases.model import ModelRelease
from seethrough.statistics.seeding import of_release
from seethrough.storage.store import RunDirectory, working_in

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

SCHEMA = 1


def finetune(
    private: Corpus | Any,
    finetuner: Finetuner | str,
    *,
    seed: int | None = None,
    run: str | Path | None = None,
) -> ModelRelease:
    """Fine-tune a language model on private records.

    Args:
        private: The private records, a corpus or a table in memory as for ``audit``; their text
            is what is learned, behind a column of questions where there is one.
        finetuner: A way of fine-tuning or its spec, such as ``"penalty:steps=200"``.
        seed: For experiments: the same seed gives the same weights, and voids any guarantee.
            Without one, the draws come from the operating system.
        run: A private folder for checkpoints; a killed run goes on from there, to the very weights
            that it would have reached.

    Returns:
        The model, its guard on; its details say whether a seed was used.

    Raises:
        ContractError: The finetuner's own code failed, or it returned no model.
        InputError: There are no records, what they hold is wrong, or a table's questions would be
            learned in place of the answers beside them.
        UsageError: A component is wrong, or the folder holds another run.
        MissingExtraError: The extra ``training`` is not installed.
        UnavailableError: The base model is not there, or the memory is too small.
    """
    run = folder(run)
    if seed is not None:
        check_number("seed", seed, 0)
    private, columns = read_of(private)
    if columns is not None:
        check_learned(columns, private.name)
    maker: Finetuner = spec.component("finetuners", finetuner)
    called = f"finetuner {spec.name_of(maker)}"
    if len(private) == 0:
        raise InputError(f"{private.name}: no records")
    key = spec.key(maker.whole)  # where it stops changes nothing before
    store: RunDirectory | None = None
    if run is not None:
        # What its files hold is not asked here: a checkpoint of other ones is told apart by itself.
        manifest = {"private": private.hash, "finetuner": key, "seed": seed}
        store = RunDirectory(run, {"schema": SCHEMA, **manifest})
        private = private.keeping(store)
    with working_in(store), answers_kept(run):
        rng = of_release(kept_secret(store) if seed is None else seed, key)
        with named(called):
            made = maker.finetune(private, rng)
    if not isinstance(made, ModelRelease):
        raise ContractError(
            f"{called}: returned {type(made).__name__}, which is no model; return"
            " ModelRelease(model)"
        )
    release: ModelRelease = signed(called, made, maker, seed)
    return release
