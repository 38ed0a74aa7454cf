"""Which version of a model a name stands for, as far as that can be known without asking it."""

from __future__ import annotations

from pathlib import Path

from seethrough.models.clients import weights
from seethrough.storage.contents import contents_of

_DIGITS = 16


def version_of(name: str) -> str:
    """Return the version of a model: two models of one name and version answer alike.

    Args:
        name: ``provider/model``.

    Returns:
        For weights on this machine 16 hexadecimal digits of their SHA-256, for a file on the hub
        its revision. Empty if the name is all there is: a model behind a server, whose weights
        may change under the same name, and the fake one.
    """
    provider, _, model = name.partition("/")
    if provider != "local":
        return ""
    if not model:
        return weights.SHA256[:_DIGITS]
    path = Path(model).expanduser()
    if path.is_file():
        return contents_of(str(path))[0][:_DIGITS]
    return model.partition("@")[2]
