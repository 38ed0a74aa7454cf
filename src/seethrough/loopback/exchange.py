"""JSON in, JSON out."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from seethrough.loopback.limits import Limits


async def read_json(request: Request, limits: Limits) -> Any:
    """Return the value of a request's JSON body.

    Raises:
        HTTPException: 413 where it is too long, 408 where it takes too long to arrive, 400 where it
            is not JSON, or nested deeper than Python reads.
    """
    try:
        async with asyncio.timeout(limits.seconds):
            body = await _read(request, limits.body)
    except TimeoutError:
        problem = f"the body did not arrive within {limits.seconds:g} seconds"
        raise HTTPException(408, problem, {"Connection": "close"}) from None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer that holds ``value`` as JSON; what is no Unicode becomes a question mark."""
    content = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, status, headers, "application/json")


async def _read(request: Request, longest: int) -> bytes:
    body = bytearray()
    announced = int(request.headers.get("content-length", "0"))  # h11 has read it as a number
    if announced <= longest:
        async for part in request.stream():
            body += part
            if len(body) > longest:
                break
        else:
            return bytes(body)
    raise HTTPException(413, f"a body has at most {longest} bytes")
