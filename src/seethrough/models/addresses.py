"""Which addresses are on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def is_loopback(url: str) -> bool:
    """Return whether an address is on this machine."""
    try:
        host = (urlsplit(url).hostname or "").rstrip(".").lower()
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
