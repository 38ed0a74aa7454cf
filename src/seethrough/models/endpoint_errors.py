"""What an endpoint's errors mean: try again, give this prompt up, or end the work.

Never told with the server's own words, which may quote a record.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from seethrough.errors import UnavailableError
from seethrough.language_model import REFUSED
from seethrough.models.work import TryAgainError

if TYPE_CHECKING:
    import openai

LONGEST_RETRY_AFTER = 300.0
"""Seconds; a server that asks for more is asked again after these."""


class RejectedError(Exception):
    """The server will never answer this one prompt."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def explain(error: openai.OpenAIError, base_url: str, timeout: float, answered: bool) -> NoReturn:
    """Raise what an error means.

    Args:
        error: What the client library raised.
        base_url: The endpoint.
        timeout: Seconds that a try may take.
        answered: Whether the endpoint has answered anything before.

    Raises:
        TryAgainError: It may pass.
        RejectedError: It is this prompt.
        UnavailableError: It is the endpoint.
    """
    import openai

    if isinstance(error, openai.APITimeoutError):
        raise TryAgainError(f"no answer within {timeout:g} s") from error
    if isinstance(error, openai.APIConnectionError):
        if not _nobody_listens(error):
            raise TryAgainError("the connection broke") from error
        if not answered:
            raise UnavailableError(
                f"no server answers at {base_url}; start one, or name another with "
                "--model-base-url or SEETHROUGH_BASE_URL"
            ) from error
        gone = UnavailableError(
            f"the server at {base_url} is gone; start it again, and the same command goes on from "
            "there"
        )
        raise TryAgainError("the server is gone", end=gone) from error
    if isinstance(error, openai.APIStatusError):
        _explain_status(error, f"the server at {base_url}")
    raise TryAgainError("the server's answer was not a chat completion") from error


def _explain_status(error: openai.APIStatusError, where: str) -> NoReturn:
    status = error.status_code
    if status in (401, 403):
        raise UnavailableError(
            f"{where} refused the key (status {status}); set OPENAI_API_KEY, or the provider's own "
            "variable, to a key that it knows"
        ) from error
    if status < 400:
        raise UnavailableError(
            f"{where} sends requests elsewhere (status {status}); give the final address"
        ) from error
    if error.code == "insufficient_quota":
        raise UnavailableError(f"{where} says that the quota is used up") from error
    if status == 429:
        raise TryAgainError("the server was too busy (429)", _retry_after(error), True) from error
    if status in (408, 409, 425) or status >= 500:
        raise TryAgainError(f"the server failed ({status})", _retry_after(error)) from error
    code = f"{error.code} {error.type}"
    if "content_filter" in code:
        raise RejectedError(REFUSED) from error
    if "context" in code or status == 413:
        raise RejectedError("too long for the model") from error
    raise RejectedError(f"rejected by the server ({status})") from error


def parameter_refused(error: openai.BadRequestError, given: Sequence[str]) -> str | None:
    """Return which of the ``given`` optional parameters the server does not take, or None."""
    named = str(error.param or "").partition(".")[0]
    if named in given:
        return named
    words = error.message.lower()
    if not any(w in words for w in ("support", "unknown", "unrecogni", "invalid", "not allowed")):
        return None
    names = {"response_format": ("response_format", "json_schema", "guided")}
    for parameter in given:
        if any(word in words for word in names.get(parameter, (parameter,))):
            return parameter
    return None


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds that the server asked to wait."""
    try:
        seconds = float(error.response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return min(max(seconds, 0.0), LONGEST_RETRY_AFTER) if math.isfinite(seconds) else None


def _nobody_listens(error: BaseException) -> bool:
    """Return whether nobody listens at the address, or there is no such host."""
    cause: BaseException | None = error
    while cause is not None:
        if type(cause).__name__ == "ConnectError":
            return True
        cause = cause.__cause__ or cause.__context__
    return False
