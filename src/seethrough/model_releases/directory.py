"""A model release on disk: a folder of safetensors and JSON, which is data and nothing else.

Such a folder may come from anybody. It is refused before any of it is loaded where it holds a
pickle or anything else that can run, asks for code of its own, or is larger than the memory.

``seethrough.json`` says what a model is: its base and the hash of the base's weights, how it was
made, what it promises, how questions are put. It counts no private records, holds no text of
theirs, and names no folder of whoever made it: of a path only the name is kept.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from seethrough.errors import InputError, SeethroughError, UsageError
from seethrough.model_releases import held_out
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import Form
from seethrough.model_releases.generating import Writing
from seethrough.model_releases.guard import Guard
from seethrough.model_releases.held_out import HeldOut
from seethrough.records.formats.nesting import too_deep
from seethrough.records.formats.opening import STDIN
from seethrough.records.releases.model import ModelRelease
from seethrough.sidecars.claims import details_of, guarantee_of
from seethrough.storage.files import FileSet, make_private_directory, sync, writing_errors
from seethrough.training import bases

MANIFEST = "seethrough.json"
GUARD = "guard.safetensors"
SCHEMA = 2

_ALLOWED = {".safetensors", ".json", ".txt", ".model", ".jinja", ".md"}
_CODE = "auto_map"
_LONGEST_JSON = 64 << 20
_LONGEST_HEADER = 100 << 20
_DEEPEST = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")


def write_model(
    release: ModelRelease, folder: Path, *, replace: bool = False, held: HeldOut | None = None
) -> None:
    """Write a model release as a folder, which appears whole or not at all.

    Args:
        release: The release; its model must be at hand.
        folder: Where; readable by its owner alone.
        replace: Whether a model release that is there may be replaced.
        held: The people held out of its training; they are written beside it, and what says that
            they are this model's (``held_out``).

    Raises:
        UsageError: Something is there already, or it cannot be written there.
        OutputError: The disk is full.
    """
    from safetensors.torch import save_file

    model = release.model
    if not isinstance(model, TunedModel):
        raise UsageError("only a model that was fine-tuned here can be written")
    check_place(folder, replace)
    manifest = {
        "schema": SCHEMA,
        "name": model.name,
        "finetuner": _names_alone(release.sanitizer),
        "base_weights": model.base_weights,
        "guarantee": None if release.guarantee is None else asdict(release.guarantee),
        "details": dict(release.details),
        "form": asdict(model.form),
        "writing": model.writing._asdict(),
        "guard": None if model.guard is None else {"threshold": model.guard.threshold},
    }
    if not folder.parent.exists():
        make_private_directory(folder.parent)
    with writing_errors(folder):
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:40]}."))
        beside = FileSet(replace)
        try:
            with bases.without_bars():
                model.model.save_pretrained(made)
            model.tokenizer.save_pretrained(made)
            if model.guard is not None:
                tensors = {"weight": model.guard.weight, "bias": model.guard.bias.reshape(1)}
                save_file({k: v.contiguous().cpu() for k, v in tensors.items()}, made / GUARD)
            text = json.dumps(manifest, indent=2, ensure_ascii=False, sort_keys=True)
            (made / MANIFEST).write_text(f"{text}\n", "utf-8")
            for file in made.iterdir():
                file.chmod(0o600)
                sync(file)
            if held is not None:
                held_out.stage(held, made, folder, beside)
            # A folder and files beside it cannot take their places at one stroke. The people come
            # first: after a kill in between they lie beside the old model or none, and name the
            # weights that they were held out of, so that no audit takes them for its control.
            beside.commit()
            _appear(made, folder)
        except BaseException:
            beside.discard()
            shutil.rmtree(made, ignore_errors=True)
            raise


def _appear(made: Path, folder: Path) -> None:
    """Give a folder its place; one that was there is moved aside before, and back on failure."""
    if not folder.exists():
        os.rename(made, folder)
        return
    was = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:40]}.old.")) / "was"
    try:
        os.rename(folder, was)
        os.rename(made, folder)
    except BaseException:
        if was.exists():
            os.rename(was, folder)
        was.parent.rmdir()
        raise
    shutil.rmtree(was.parent, ignore_errors=True)


def check_place(folder: Path, replace: bool, inputs: Iterable[str] = ()) -> None:
    """Refuse a place where a model release cannot be written: before anything is trained.

    Args:
        folder: The place.
        replace: Whether a model release that is there may be replaced; never one that is an input
            or holds one.
        inputs: Files and folders that are read; names that are neither do not count.

    Raises:
        UsageError: It is taken, or an input would be lost.
    """
    if folder.exists() and not (replace and (folder / MANIFEST).is_file()):
        hint = "name another folder"
        if (folder / MANIFEST).is_file():
            hint += ", or say --force"
        raise UsageError(f"{folder}: is there already; {hint}")
    real = Path(os.path.realpath(folder))
    for name in inputs:
        place = "/dev/stdin" if name == STDIN else os.path.expanduser(name)
        if name and os.path.exists(place) and Path(os.path.realpath(place)).is_relative_to(real):
            raise UsageError(
                f"{folder}: is or holds the input {name}, which would be lost; name another folder"
            )


def read_model(folder: Path) -> ModelRelease:
    """Return the model release of a folder, its guard on.

    Raises:
        InputError: It is no model release, is damaged, larger than the memory, or holds anything
            that could run.
        MissingExtraError: The extra ``training`` is not installed.
    """
    bases.require_torch()
    told = check(folder)
    try:
        form = Form(**told["form"])
        writing = Writing(**told["writing"])
        promise = told["guarantee"]
        guarantee = None if promise is None else guarantee_of(promise, MANIFEST)
        maker, details, name = told["finetuner"], details_of(told["details"]), str(told["name"])
        base, weights = str(maker["base"]) if maker else "", str(told["base_weights"])
        guarded = told["guard"]
        counts = (writing.tokens, writing.beams, writing.together)
        if not all(type(count) is int and count > 0 for count in counts):
            raise ValueError("answers of no length")
        if not 0 <= writing.temperature < math.inf:
            raise ValueError("no temperature")
        whole = all(isinstance(text, str) for text in (form.head, form.between, form.end))
        if not whole or form.first not in ("answer", "protected"):
            raise ValueError("a form of something else")
        threshold = None if guarded is None else float(guarded["threshold"])
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{folder / MANIFEST}: is not the manifest of a model release") from None
    opened = bases.load(str(folder))
    guard = None if threshold is None else _guard(folder, threshold, opened.model)
    from seethrough.training.adapting import place

    model = TunedModel(
        place(opened.model).requires_grad_(False).eval(),
        opened.tokenizer,
        form,
        guard,
        partial(bases.load_same, _bases(base, folder), weights) if weights else None,
        weights,
        name,
        writing,
    )
    return ModelRelease(model, sanitizer=maker, guarantee=guarantee, details=details)


def check(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder after everything in it was found to be data.

    Raises:
        InputError: It is no model release, or holds what it must not.
    """
    if not (folder / MANIFEST).is_file():
        raise InputError(f"{folder}: no {MANIFEST}; name a folder that seethrough finetune wrote")
    size = 0
    tensors = 0
    for file in sorted(folder.rglob("*")):
        if file.is_symlink() or not file.is_file():
            raise InputError(
                f"{folder}: {file.name} is no plain file; a model release has no other"
            )
        if file.suffix not in _ALLOWED:
            raise InputError(
                f"{folder}: {file.name} is not data that a model release holds (safetensors, JSON);"
                " nothing of it was loaded"
            )
        size += file.stat().st_size
        if file.suffix == ".json" and file.stat().st_size > _LONGEST_JSON:
            raise InputError(f"{folder}: {file.name} is too large for a file of settings")
        if file.suffix == ".safetensors":
            tensors += _tensors(file)
    if size > (there := _memory()):
        raise InputError(
            f"{folder}: {size:,} bytes, and {there:,} of memory are free; nothing of it was loaded"
        )
    settings = {}
    for file in folder.glob("*.json"):
        try:
            settings[file.name] = json.loads(file.read_text("utf-8"))
        except (ValueError, RecursionError):
            raise InputError(f"{file}: is not JSON") from None
        if too_deep(settings[file.name]):
            raise InputError(f"{file}: nested too deeply for a file of settings")
    for name, value in settings.items():
        if _asks_for_code(value):
            raise InputError(f"{folder}: {name} asks for code of its own ({_CODE}); none is run")
    config = settings.get("config.json")
    if not isinstance(config, dict):
        raise InputError(f"{folder}: no config.json; name a folder that seethrough finetune wrote")
    for name in _DEEPEST:
        layers = config.get(name, 0)
        if not isinstance(layers, int) or layers > max(tensors, 1):
            raise InputError(f"{folder}: config.json asks for more layers than there are tensors")
    told = settings[MANIFEST]
    if not isinstance(told, dict) or told.get("schema") != SCHEMA:
        raise InputError(f"{folder / MANIFEST}: is not the manifest of a model release")
    return told


def _names_alone(value: Any) -> Any:
    """Return a spec with the name alone of every file and folder that is there."""
    if isinstance(value, Mapping):
        return {key: _names_alone(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_names_alone(inner) for inner in value]
    path = os.path.expanduser(value) if isinstance(value, str) else ""
    return Path(path).name if os.path.isabs(path) or os.path.exists(path) else value


def _bases(name: str, folder: Path) -> list[str]:
    """Return where the base may be: folders of its name, here and beside the model's; or its name.

    Another model may have its name, so its weights tell (``bases.load_same``).
    """
    there = [place for place in (Path(name), folder.parent / name) if name and place.is_dir()]
    return [str(place) for place in dict.fromkeys(there)] or [name]


def _tensors(file: Path) -> int:
    """Return how many tensors a file of safetensors says it holds."""
    size = file.stat().st_size
    try:
        with file.open("rb") as opened:
            length = int.from_bytes(opened.read(8), "little")
            if not 2 <= length <= min(size - 8, _LONGEST_HEADER):
                raise ValueError("no header")
            header = json.loads(opened.read(length))
        ends = [value["data_offsets"][1] for key, value in header.items() if key != "__metadata__"]
        if max(ends, default=0) != size - 8 - length:
            raise ValueError("another size")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise InputError(f"{file}: is not a whole file of safetensors") from None
    return len(ends)


def _guard(folder: Path, threshold: float, model: Any) -> Guard:
    from safetensors.torch import load_file

    try:
        tensors = load_file(folder / GUARD)
        weight, bias = tensors["weight"].float(), tensors["bias"].float()
        if not 0 < threshold <= 1 or bias.shape != (1,):
            raise ValueError("no guard")
        if tuple(weight.shape) != (model.config.hidden_size,):
            raise ValueError("the guard of another model")
        if not bool(weight.isfinite().all() and bias.isfinite().all()):
            raise ValueError("a guard that flags nothing")
    except (OSError, KeyError, ValueError, SeethroughError):
        raise InputError(
            f"{folder / GUARD}: the guard of this model is not there or does not fit; nothing is"
            " answered without it"
        ) from None
    device = next(model.parameters()).device
    return Guard(weight.to(device), bias[0].to(device), threshold)


def _asks_for_code(value: Any) -> bool:
    if isinstance(value, dict):
        return _CODE in value or any(map(_asks_for_code, value.values()))
    return isinstance(value, list) and any(map(_asks_for_code, value))


def _memory() -> int:
    """Return how many bytes of memory can be had; all there are, where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
