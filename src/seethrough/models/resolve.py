"""From a model's name to the model: which one, where, and whether that is allowed."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from seethrough.errors import UsageError
from seethrough.language_model import LanguageModel
from seethrough.models.cached import Cached
from seethrough.models.clients.addresses import checked, is_loopback, masked
from seethrough.models.clients.local import TIMEOUT as LOCAL_TIMEOUT
from seethrough.models.clients.local import Local
from seethrough.models.clients.openai import TIMEOUT, OpenAI, health_of
from seethrough.models.clients.versions import version_of
from seethrough.models.fakes.fake import Fake
from seethrough.models.health import Health
from seethrough.models.request_pool import RetryPolicy
from seethrough.models.usage import Count, Usage

DEFAULT = "local"
"""The model if none is named."""


class Provider(NamedTuple):
    """An endpoint that is known by name.

    Attributes:
        base_url: Its usual address.
        key_variable: The environment variable of its key.
    """

    base_url: str
    key_variable: str


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "ollama": Provider("http://127.0.0.1:11434/v1", "OLLAMA_API_KEY"),
    "vllm": Provider("http://127.0.0.1:8000/v1", "VLLM_API_KEY"),
}


@dataclass(frozen=True)
class Settings:
    """Settings of a run for all of its models; no component holds any of them.

    Attributes:
        model: The model of components that name none; empty for ``SEETHROUGH_MODEL``, else
            ``local``.
        base_url: The endpoint; empty for ``SEETHROUGH_BASE_URL``, else the provider's usual one.
        allow_remote: Whether record text may leave this machine.
        cache: Where answers are kept, in the run directory; None for nowhere.
        concurrency: The most requests at once.
        timeout: Seconds that one answer may take; 0 for what is usual for the model.
        tries: The most tries of one request.
        prompt_price: Price of a million tokens read, for the count of cost.
        completion_price: Price of a million tokens written.
        threads: Processor threads of the local model; 0 for all.
    """

    model: str = ""
    base_url: str = ""
    allow_remote: bool = False
    cache: Path | None = None
    concurrency: int = 8
    timeout: float = 0.0
    tries: int = 6
    prompt_price: float = 0.0
    completion_price: float = 0.0
    threads: int = 0


_settings = Settings()
_usage: dict[str, Usage] = {}
_health: dict[tuple[str, float], Health] = {}
_told: set[str] = set()


def configure(settings: Settings) -> None:
    """Make ``settings`` those of this process; a worker process calls this once."""
    global _settings
    _settings = settings


def current() -> Settings:
    """Return the settings of this process."""
    return _settings


@contextmanager
def using(**changes: object) -> Iterator[Settings]:
    """Run a block under other settings, such as ``cache=run / "answers"``."""
    before = _settings
    configure(replace(before, **changes))  # type: ignore[arg-type]
    try:
        yield _settings
    finally:
        configure(before)


@contextmanager
def answers_kept(run: Path | None) -> Iterator[None]:
    """Run a block with all models' answers kept in ``run / "answers"``, so that it can continue.

    Nothing changes where ``run`` is None, or where answers are kept already: answers for
    a part of a larger run stay with that run.
    """
    if run is None or _settings.cache is not None:
        yield
        return
    with using(cache=run / "answers"):
        yield


def named_model() -> str:
    """Return the model that was named for this run, as ``provider/model``; empty for none."""
    return _settings.model or os.environ.get("SEETHROUGH_MODEL", "")


def default_model() -> str:
    """Return the model of components that name none, as ``provider/model``."""
    return named_model() or DEFAULT


def resolve(name: str = "") -> LanguageModel:
    """Return a model by its name, under this process's settings.

    Args:
        name: ``local``, ``local/PATH.gguf``, ``local/OWNER/REPO/FILE.gguf``, ``openai/NAME``,
            ``ollama/NAME``, ``vllm/NAME``, ``fake`` or ``fake/MODE``; empty for the default.

    Raises:
        UsageError: There is no such provider, no model is named, or record text would leave
            this machine and that was not allowed.
    """
    settings = _settings
    name = name or default_model()
    provider, _, model = name.partition("/")
    usage = _usage.setdefault(name, Usage(settings.prompt_price, settings.completion_price))
    found: LanguageModel
    if provider == "local":
        found = Local(
            model, settings.allow_remote, settings.threads, usage, settings.timeout or LOCAL_TIMEOUT
        )
    elif provider == "fake":
        found = Fake(model or "rules", usage=usage)
    else:
        found = _endpoint(provider, model, name, usage)
    if settings.cache is None:
        return found
    return Cached(found, settings.cache, version_of(name) or name)


def leaves_this_machine(name: str) -> str | None:
    """Return where record text would be sent for a model, or None if it stays here."""
    provider = name.partition("/")[0]
    if provider not in PROVIDERS:
        return None
    url = endpoint_of(provider)
    return None if is_loopback(url) else url


def require_allowed(url: str, what: str, sent: str = "the text of the records") -> None:
    """Raise if text would leave this machine and that was not allowed; else warn once.

    Args:
        url: Where it would be sent.
        what: What sends it, such as ``the model openai/gpt-4o``.
        sent: Which text.

    Raises:
        UsageError: It was not allowed.
    """
    if is_loopback(url):
        return
    host = urlsplit(url).netloc.rpartition("@")[2] or masked(url)
    if not _settings.allow_remote:
        raise UsageError(
            f"{what} would send {sent} to {host}; add --allow-remote to allow that, or choose one"
            " on this machine"
        )
    if host not in _told:
        _told.add(host)
        logging.getLogger(__name__).warning("%s is sent to %s for %s", sent, host, what)


def usage() -> dict[str, Count]:
    """Return what each model was used for so far in this process, by its name."""
    return {name: counter.total for name, counter in _usage.items() if any(counter.total)}


def _endpoint(provider: str, model: str, name: str, usage: Usage) -> OpenAI:
    if provider not in PROVIDERS:
        known = ", ".join(("local", *PROVIDERS, "fake"))
        raise UsageError(
            f"no model provider is named {provider!r}; write PROVIDER/MODEL, the provider one of"
            f" {known}"
        )
    if not model:
        raise UsageError(f"{name} names no model; write {provider}/NAME")
    url = endpoint_of(provider)
    require_allowed(url, f"the model {name}")
    timeout = _settings.timeout or TIMEOUT
    health = _health.setdefault((url, timeout), health_of(url, timeout))
    return OpenAI(
        model,
        url,
        os.environ.get(PROVIDERS[provider].key_variable, ""),
        provider,
        timeout,
        RetryPolicy(_settings.concurrency, _settings.tries),
        usage,
        health,
    )


def endpoint_of(provider: str) -> str:
    """Return the base URL of a provider under this process's settings.

    Raises:
        UsageError: It is not an HTTP address.
    """
    url = _settings.base_url or os.environ.get("SEETHROUGH_BASE_URL", "")
    url = url or PROVIDERS[provider].base_url
    return checked(url, "the model's base URL")
