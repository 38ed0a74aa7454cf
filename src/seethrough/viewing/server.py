"""The page on loopback that shows a run's findings.

Anyone with the address can read; nobody else can: it holds a random token. The server listens on
loopback only and answers requests for its own host name only, so that no other site can reach it by
pointing a name at this machine. Its pages hold no script, and load one style sheet of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seethrough.errors import InputError, UsageError
from seethrough.loopback import Limits
from seethrough.loopback.private_pages import PrivatePages
from seethrough.viewing.pages import Pages
from seethrough.viewing.reading import Findings
from seethrough.viewing.wish import Wish

LIMITS = Limits(body=0)
POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
_DIGITS = 10


class Viewer(PrivatePages):
    """The pages of a run.

    Args:
        findings: What the run found.
        port: The port; a free one if 0.

    Raises:
        UsageError: The port is taken or not allowed.
    """

    def __init__(self, findings: Findings, port: int = 0) -> None:
        self._releases = len(findings.header.releases)
        routes = [
            Route("/", self._people),
            Route("/person/{place}", self._person),
            Route("/answers", self._answers),
            Route("/answer/{place}", self._answer),
            Route("/style.css", self._style),
        ]
        super().__init__(routes, port, LIMITS, POLICY)
        self._pages = Pages(findings, f"/{self.token}/")

    async def _people(self, request: Request) -> Response:
        wish = self._wish(request)
        return await self._page(request, lambda: self._pages.people(wish))

    async def _person(self, request: Request) -> Response:
        wish, place = self._wish(request), _place(request)
        return await self._page(request, lambda: self._pages.person(place, wish))

    async def _answers(self, request: Request) -> Response:
        wish = self._wish(request)
        return await self._page(request, lambda: self._pages.answers(wish))

    async def _answer(self, request: Request) -> Response:
        wish, place = self._wish(request), _place(request)
        return await self._page(request, lambda: self._pages.answer(place, wish))

    async def _style(self, request: Request) -> Response:
        return Response(self._pages.style, media_type="text/css; charset=utf-8")

    async def _page(self, request: Request, make: Callable[[], str]) -> Response:
        try:
            html = await self._turns.take(request, make)
        except IndexError:
            raise HTTPException(404) from None
        except InputError as error:
            raise HTTPException(500, str(error)) from None
        # Half a surrogate pair, which JSON can hold and UTF-8 cannot, becomes a reference.
        content = html.encode(errors="xmlcharrefreplace")
        return Response(content, media_type="text/html; charset=utf-8")

    def _wish(self, request: Request) -> Wish:
        """Return what the address asks."""
        try:
            return Wish.of(request.query_params, self._releases)
        except UsageError as error:
            raise HTTPException(400, str(error)) from None


def _place(request: Request) -> int:
    given: str = request.path_params["place"]
    if not (given.isascii() and given.isdigit() and len(given) <= _DIGITS):
        raise HTTPException(404)
    return int(given)
