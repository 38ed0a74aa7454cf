"""The attributes of a data set, named once (SAGE, section 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seethrough.errors import InputError, UnavailableError
from seethrough.language_model import Options
from seethrough.models.answers import ask
from seethrough.models.resolve import resolve
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.retrieval.lists import NUMBERED_FORM, read_list
from seethrough.storage.files import refuse_no_file, write_atomically

if TYPE_CHECKING:
    from seethrough.sanitizers.sage import Sage

SAMPLE = 2_000
"""Characters of a sample that the model sees."""


def find_attributes(settings: Sage, texts: Sequence[str], rng: Generator, seed: int) -> list[str]:
    """Return the attributes: from the user's file, else from a model, which are then written there.

    Args:
        settings: The sanitizer.
        texts: The private texts that are not blank.
        rng: Draws the samples.
        seed: Of the model's sampling.

    Raises:
        InputError: The file is empty or cannot be read.
        UnavailableError: The model names no attributes.
    """
    chosen = [texts[i] for i in rng.permutation(len(texts))[: settings.samples]]
    path = Path(settings.attributes_file)
    if settings.attributes_file and path.exists():
        return _read(path)
    shown = "\n\n".join(f"Sample {i}: {t[:SAMPLE]}" for i, t in enumerate(chosen, start=1))
    prompt = load("sage_attributes").fill({"samples": shown}, {"count": str(settings.attributes)})
    model = resolve(settings.attribute_model or settings.model)
    options = Options(settings.temperature, seed, 0, settings.max_tokens)
    named = ask(model, [prompt], options, read_list, NUMBERED_FORM)[0]
    if named.value is None:
        raise UnavailableError(
            f"{model.name} names no attributes ({named.problem}); write them into a file, one a "
            "line, and give attributes_file=FILE"
        )
    attributes = named.value[: settings.attributes]
    if settings.attributes_file:
        write_atomically(path, ("\n".join(attributes) + "\n").encode())
    return attributes


def _read(path: Path) -> list[str]:
    refuse_no_file(path)
    try:
        lines = [line.strip() for line in path.read_text("utf-8-sig").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the attributes {path}") from error
    attributes = [line for line in lines if line]
    if not attributes:
        raise InputError(f"{path}: no attributes; write one a line")
    return attributes
