"""What an endpoint's errors mean: try again, give this prompt up, or end the work.

Messages never quote the server, whose words may quote a record.
"""

from __future__ import annotations

import math
from calendar import timegm
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from typing import Any, NoReturn

from seethrough.errors import UnavailableError
from seethrough.language_model import REFUSED
from seethrough.models.clients import http_client
from seethrough.models.clients.addresses import masked
from seethrough.models.clients.completions import words_in
from seethrough.models.clients.event_stream import BrokenOffError
from seethrough.models.clients.http_client import NoAnswerError, Reply
from seethrough.models.health import LONGEST_WAIT
from seethrough.models.request_pool import TryAgainError

UNREADABLE = (
    BrokenOffError,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading an answer raises where it is no chat completion."""


class RejectedError(Exception):
    """The server will never answer this one prompt.

    Attributes:
        problem: Why, in one line.
        said: What it sent instead of an answer, if anything; it may quote records.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.said = ""


def no_answer(
    error: NoAnswerError, base_url: str, seconds: float, answered: bool, last: bool = False
) -> Exception:
    """Return the error to raise when no whole answer came.

    Args:
        error: Why none came.
        base_url: The endpoint.
        seconds: What it was allowed to take.
        answered: Whether the endpoint has answered anything before.
        last: Whether an answer that is too slow is not asked for again.

    Returns:
        ``TryAgainError`` where it may pass, else ``UnavailableError``.
    """
    if isinstance(error, http_client.TooSlowError):
        return TryAgainError(f"no answer within {seconds:.3g} s", last=last)
    if isinstance(error, http_client.TooLongError):
        return TryAgainError("an answer that does not end")
    where = masked(base_url)
    if isinstance(error, http_client.UntrustedError):
        return UnavailableError(
            f"the server at {where} has a certificate that this machine does not trust; set"
            " SSL_CERT_FILE to the certificate of its issuer"
        )
    if not isinstance(error, http_client.NobodyListensError):
        return TryAgainError("the connection broke")
    if not answered:
        return UnavailableError(
            f"no server answers at {where}; start one, or name another with --model-base-url or "
            "SEETHROUGH_BASE_URL (of a model or service that is audited: with --service)"
        )
    gone = UnavailableError(
        f"the server at {where} is gone; start it and run the same command again to continue"
    )
    return TryAgainError("the server is gone", end=gone)


def no_completion(error: Exception, reply: Reply) -> TryAgainError:
    """Return the error to raise for an answer that is ``UNREADABLE``."""
    kind = "JSON" if isinstance(error, ValueError) else "a chat completion"
    broken = isinstance(error, BrokenOffError)
    again = TryAgainError(f"the server's answer {'broke off' if broken else f'was not {kind}'}")
    again.said = _words(reply)
    return again


def explain_status(reply: Reply, base_url: str) -> NoReturn:
    """Raise the error of a reply with a status other than 200.

    Raises:
        TryAgainError: It may pass.
        RejectedError: It is this prompt.
        UnavailableError: It is the endpoint.
    """
    try:
        _explain(reply, base_url)
    except (TryAgainError, RejectedError) as error:
        error.said = _words(reply)
        raise


def _explain(reply: Reply, base_url: str) -> NoReturn:
    status, where = reply.status, f"the server at {masked(base_url)}"
    if status in (401, 403):
        raise UnavailableError(
            f"{where} refused the key (status {status}); set OPENAI_API_KEY, or the provider's own "
            "variable, to a key that it knows"
        )
    if 300 <= status < 400:
        raise UnavailableError(
            f"{where} sends requests elsewhere (status {status}); give the final address"
        )
    details = _error(reply)
    if details.get("code") == "insufficient_quota":
        raise UnavailableError(f"{where} says that the quota is used up")
    if status == 429:
        raise TryAgainError("the server was too busy (429)", retry_after(reply, where), True)
    if status in (408, 409, 425) or status >= 500:
        raise TryAgainError(f"the server failed ({status})", retry_after(reply, where))
    if status < 400:
        raise TryAgainError(f"the server sent no answer ({status})")
    code = f"{details.get('code')} {details.get('type')}"
    if "content_filter" in code:
        raise RejectedError(REFUSED)
    if "context" in code or status == 413:
        raise RejectedError("too long for the model")
    raise RejectedError(f"rejected by the server ({status})")


def _words(reply: Reply) -> str:
    """Return all that whoever asked can read in a reply that is no answer."""
    try:
        return "\n".join(words_in(reply.json()))
    except ValueError:
        return reply.body.decode("utf-8", "replace")


def parameter_refused(reply: Reply, given: Sequence[str]) -> str | None:
    """Return which of the ``given`` optional parameters the server does not take, or None."""
    details = _error(reply)
    named = str(details.get("param") or "").partition(".")[0]
    if named in given:
        return named
    words = str(details.get("message") or details.get("detail") or "").lower()
    if not any(w in words for w in ("support", "unknown", "unrecogni", "invalid", "not allowed")):
        return None
    names = {"response_format": ("response_format", "json_schema", "guided")}
    for parameter in given:
        if any(word in words for word in names.get(parameter, (parameter,))):
            return parameter
    return None


def _error(reply: Reply) -> dict[str, Any]:
    """Return what a reply says of its error, as OpenAI does or with a level left out."""
    try:
        whole = reply.json()
    except ValueError:
        return {}
    details = whole.get("error", whole) if isinstance(whole, dict) else {}
    return details if isinstance(details, dict) else {"message": str(details)}


def retry_after(reply: Reply, where: str) -> float | None:
    """Return the seconds that the server asked to wait, at most ``LONGEST_WAIT``.

    Args:
        reply: What it said: a number of seconds, or a date (RFC 9110, section 10.2.3) by its own
            clock, which its ``Date`` tells.
        where: The server, as an error names it.

    Raises:
        UnavailableError: It asked to wait longer.
    """
    after = reply.headers.get("retry-after", "")
    try:
        seconds = float(after)
    except ValueError:
        until, now = _read_date(after), _read_date(reply.headers.get("date", ""))
        seconds = math.nan if until is None or now is None else until - now
    if not math.isfinite(seconds):
        return None
    if seconds > LONGEST_WAIT:
        raise UnavailableError(
            f"{where} asks to wait {_in_words(seconds)}; run the same command again after that time"
            " to continue"
        )
    return max(seconds, 0.0)


def _read_date(header: str) -> float | None:
    """Return the seconds since 1970 of a header's date, or None if it is no date."""
    try:
        return float(timegm(parsedate_to_datetime(header).utctimetuple()))
    except (ValueError, OverflowError):
        return None


def _in_words(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:.4g} hours" if hours >= 2 else f"{seconds / 60:.0f} minutes"
