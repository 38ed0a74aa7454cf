"""The base of every server of this package: on 127.0.0.1, for its own pages only, with limits.

``server`` binds and runs, ``connection`` drops who stalls, ``guard`` refuses what a foreign page
can send, ``private_pages`` hides pages behind a random token, ``exchange`` reads JSON and answers
it, ``turns`` runs slow work outside the event loop.
Nothing logs: a request's line, headers and body may hold private text.
"""

from seethrough.loopback.limits import Limits
from seethrough.loopback.server import CLOSED, HOST, Loopback

__all__ = ["CLOSED", "HOST", "Limits", "Loopback"]
