"""Data sets of the Hugging Face hub: ``hf:name@revision#split``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

from seethrough.errors import InputError, MissingExtraError, UnavailableError, UsageError
from seethrough.records.formats.parquet import batch_rows

PREFIX = "hf:"
_BATCH = 4096


class Address(NamedTuple):
    """Where a data set is: its name or a folder, a revision and a split."""

    name: str
    revision: str | None
    split: str | None


def parse_address(path: str) -> Address:
    """Return the parts of ``hf:name@revision#split``; revision and split may be left out.

    Raises:
        InputError: There is no name.
    """
    rest, _, split = path.removeprefix(PREFIX).partition("#")
    name, _, revision = rest.partition("@")
    if not name:
        raise InputError(f"{path:.100}: no data set; write hf:name@revision#split")
    return Address(name, revision or None, split or None)


def read_rows(path: str, allow_remote: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return an iterator of (row, values), rows counted from 1.

    A name that is a folder here is read from that folder (as ``save_to_disk`` wrote it).
    Anything else may be downloaded; that takes ``allow_remote``, or ``HF_HUB_OFFLINE=1`` in the
    environment to use what an earlier download left on this machine.

    Raises:
        MissingExtraError: ``datasets`` is not installed.
        UsageError: It would have to be downloaded without leave.
        UnavailableError: It cannot be loaded.
        InputError: The split does not exist, or none was named and there are several.
    """
    address = parse_address(path)
    if find_spec("datasets") is None:
        raise MissingExtraError("hf", "datasets")
    folder = os.path.isdir(address.name)
    offline = os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}
    if not (folder or offline or allow_remote):
        revision = address.revision or "main"
        raise UsageError(
            f"{path}: data set {address.name}, revision {revision}, would be downloaded from "
            "huggingface.co; add --allow-remote to allow it"
        )
    split = _one_split(_load(path, address, folder), address, path)
    return batch_rows(split.with_format("arrow").iter(batch_size=_BATCH), path)


def _load(path: str, address: Address, folder: bool) -> Any:
    import datasets

    try:
        if folder:
            return datasets.load_from_disk(address.name)
        return datasets.load_dataset(address.name, revision=address.revision, split=address.split)
    except Exception as error:  # the hub, its cache and its loaders raise almost anything
        detail = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise UnavailableError(f"{path}: cannot be loaded: {detail}") from None


def _one_split(loaded: Any, address: Address, path: str) -> Any:
    """Return the split that was asked for, or the only one."""
    if not isinstance(loaded, dict):
        return loaded
    names = ", ".join(loaded)
    if address.split is None and len(loaded) == 1:
        return next(iter(loaded.values()))
    if address.split is None:
        raise InputError(f"{path}: several splits; add one of them after #: {names}")
    if address.split not in loaded:
        raise InputError(f"{path}: no split {address.split!r}; splits: {names}")
    return loaded[address.split]
