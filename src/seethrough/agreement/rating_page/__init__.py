"""The page on loopback where people rate claims: a small server, and the files that it shows.

Anyone with the address can rate; nobody else can: it holds a random token. The server listens on
loopback only, answers requests for its own host name only (so that no other site can reach it by
pointing a name at this machine), and its pages may load nothing from elsewhere. Texts reach the
page as JSON and are put in as text, never as markup.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seethrough.agreement.annotating import Session
from seethrough.agreement.rating_file import check_rater
from seethrough.errors import UsageError
from seethrough.loopback import Limits
from seethrough.loopback.exchange import json_answer, read_json
from seethrough.loopback.private_pages import PrivatePages

LIMITS = Limits(body=4_096)

FILES = {
    "": ("page.html", "text/html; charset=utf-8"),
    "page.css": ("page.css", "text/css; charset=utf-8"),
    "page.js": ("page.js", "text/javascript; charset=utf-8"),
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Page(PrivatePages):
    """The page and what it asks for.

    Args:
        session: What is rated.
        port: The port; a free one if 0.

    Raises:
        UsageError: The port is taken or not allowed.
    """

    def __init__(self, session: Session, port: int = 0) -> None:
        self._session = session
        routes = [
            Route("/pair", self._pair),
            Route("/rate", self._rate, methods=["POST"]),
            Route("/{name:path}", self._file),
        ]
        super().__init__(routes, port, LIMITS, POLICY)

    async def _file(self, request: Request) -> Response:
        if request.path_params["name"] not in FILES:
            raise HTTPException(404)
        name, kind = FILES[request.path_params["name"]]
        return Response(resources.files(__name__).joinpath(name).read_bytes(), media_type=kind)

    async def _pair(self, request: Request) -> Response:
        query = request.query_params
        try:
            rater = self._rater(query.get("rater", ""))
            place = int(query["place"]) if query.get("place") else None
        except UsageError as error:
            raise HTTPException(400, str(error)) from None
        except ValueError:
            raise HTTPException(400, "a place must be a number") from None
        return json_answer(
            await self._turns.take(request, lambda: self._session.show(rater, place))
        )

    async def _rate(self, request: Request) -> Response:
        """Keep one rating; it is on disk before the answer is sent."""
        try:
            said = await read_json(request, LIMITS)
            await self._turns.take(request, lambda: self._keep(said))
        except HTTPException as error:
            raise HTTPException(error.status_code, f"not kept: {error.detail}") from None
        except (UsageError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise HTTPException(400, f"not kept: {error}") from None
        except OSError as error:
            problem = f"not kept: {error.strerror or 'the file cannot be written'}"
            raise HTTPException(500, problem) from None
        return json_answer({"kept": True})

    def _rater(self, name: str) -> str:
        return self._session.file.called(check_rater(name))

    def _keep(self, said: Any) -> None:
        rater = self._rater(said["rater"])
        place, grade = said["place"], said["grade"]
        if type(place) is not int or not 0 <= place < len(self._session.pairs):
            raise ValueError("no such pair")
        if grade is None:
            self._session.withdraw(rater, place)
        elif type(grade) is int:
            self._session.rate(rater, place, grade)
        else:
            raise ValueError("grade must be 1, 2 or 3")
