"""Which addresses are on this machine, and how one is shown without its secrets."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from seethrough.errors import UsageError

_CREDENTIALS = re.compile(r"^(\s*[\w+.-]*://)?.*@", re.DOTALL)
_QUERY = re.compile(r"\?.*", re.DOTALL)


def is_loopback(url: str) -> bool:
    """Return whether an address is on this machine."""
    try:
        host = (urlsplit(url).hostname or "").rstrip(".").lower()
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def masked(url: str) -> str:
    """Return an address for people to read: credentials and a query's values become ``***``."""
    return _QUERY.sub("?***", _CREDENTIALS.sub(r"\1***@", url))


def checked(url: str, what: str) -> str:
    """Return an HTTP address without the slash at its end.

    Args:
        url: The address.
        what: What the address belongs to, for the error.

    Raises:
        UsageError: It is not an HTTP address.
    """
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or not url.isascii() or not url.isprintable() or " " in url:
        shown = masked(url).encode("unicode_escape").decode()
        raise UsageError(
            f"{what} '{shown}' must be an address such as http://127.0.0.1:8000/v1: it must begin"
            " with http:// or https:// and name a host"
        )
    return url.rstrip("/")
