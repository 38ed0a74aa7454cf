"""Pages that a verb serves on this machine until it is interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.cli._say import say

if TYPE_CHECKING:
    from seethrough.loopback.private_pages import PrivatePages


def serve(pages: PrivatePages, held: str, may: str, browser: bool) -> None:
    """Serve pages until Ctrl-C, and say where they are.

    Args:
        pages: The pages; closed at the end.
        held: What they hold, in words.
        may: What whoever has the address can do: ``read``.
        browser: Whether to open the first page in the browser.
    """
    say(f"{held} at {pages.url}", err=True)
    say(f"Anyone on this machine with this address can {may}; nobody else can.", err=True)
    say("Ctrl-C ends it.", err=True)
    if browser:
        import webbrowser

        webbrowser.open(pages.url)
    try:
        pages.serve()
    except KeyboardInterrupt:
        pass
    finally:
        pages.close()
