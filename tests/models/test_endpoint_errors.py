"""What a server says of how long to wait."""

import pytest

from seethrough.errors import UnavailableError
from seethrough.models.clients.endpoint_errors import retry_after
from seethrough.models.clients.http_client import Reply

SENT = "Fri, 31 Dec 1999 23:59:00 GMT"


def busy(after: str, sent: str | None = None) -> Reply:
    dated = {} if sent is None else {"date": sent}
    return Reply(429, {"retry-after": after} | dated, b"")


@pytest.mark.parametrize(
    ("after", "seconds"),
    [
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Fri, 31 Dec 1999 23:59:59 GMT", 59.0),
        ("Friday, 31-Dec-99 23:59:59 GMT", 59.0),
        ("Fri Dec 31 23:59:59 1999", 59.0),
        ("Fri, 31 Dec 1999 23:58:00 GMT", 0.0),
        ("Fri, 31 Dec 1999 25:58:00 GMT", None),
        ("Fri, 31 Dec 9999 23:58:00 -2359", None),
        ("soon", None),
        ("nan", None),
        ("", None),
    ],
)
def test_a_wait_is_seconds_or_a_date_by_the_servers_clock(
    after: str, seconds: float | None
) -> None:
    assert retry_after(busy(after, SENT), "the server") == seconds


@pytest.mark.parametrize("sent", [None, "today"])
def test_a_date_of_a_server_that_does_not_tell_its_time_says_nothing(sent: str | None) -> None:
    assert retry_after(busy("Fri, 31 Dec 1999 23:59:59 GMT", sent), "the server") is None


def test_a_date_too_far_away_ends_the_work() -> None:
    with pytest.raises(UnavailableError, match="asks to wait 24 hours"):
        retry_after(busy("Sat, 01 Jan 2000 23:59:00 GMT", SENT), "the server")
