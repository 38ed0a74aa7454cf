"""Whether language models answer, asked before long work that will need them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from seethrough.errors import MissingExtraError
from seethrough.language_model import Message, Options, Prompt
from seethrough.models.clients import weights
from seethrough.models.kept_answers import keeps_answers
from seethrough.models.resolve import PROVIDERS, current, resolve, using

QUESTION = Prompt((Message("user", "Answer with one word: what colour is grass?"),))
"""Holds no text of any record."""

SHORT = Options(max_tokens=8)
"""How it is answered."""


def require_models(names: Iterable[str]) -> None:
    """Raise where a language model cannot be asked: a server is asked one short question.

    A run that has kept answers may need no others, so that nothing is asked there.

    Args:
        names: Each as ``provider/model``; of a name without a slash that is no provider's nothing
            is known.

    Raises:
        MissingExtraError: The extra ``local-model`` is not installed.
        InputError: The weights are no GGUF file.
        UnavailableError: No server answers, or it does not know the key or the model.
        UsageError: There is no such provider, or text would leave this machine and that was not
            allowed.
    """
    kept = current().cache
    if kept is not None and keeps_answers(kept):
        return
    for name in dict.fromkeys(names):
        provider, slash, model = name.partition("/")
        if provider == "local":
            _require_local(model)
        elif slash or provider in PROVIDERS:
            with using(cache=None):
                asked = resolve(name)
            if provider in PROVIDERS:
                asked.generate([QUESTION], SHORT)


def _require_local(model: str) -> None:
    """Look for the weights; llama.cpp itself would take their room in memory."""
    if find_spec("xllamacpp") is None:
        raise MissingExtraError("local-model", "xllamacpp")
    if model:
        weights.find(model, current().allow_remote)
    else:
        weights.require_shipped()
