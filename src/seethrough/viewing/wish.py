"""What somebody asks to see, as the query of an address says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from seethrough.errors import UsageError
from seethrough.viewing.form import LEAKED_OF

LONGEST_SEARCH = 200
"""Characters that are searched for."""

GIVEN_AWAY: Mapping[str, str] = {
    "": "everybody",
    "found": "whose record is found",
    "something": "of whom something comes out",
    "nothing": "of whom nothing comes out",
}
"""The people who are listed, in words."""

SORTS: Mapping[str, str] = {
    "": "exposure",
    "facts": "facts leaked",
    "standing": "identifiers that stand",
    "answers": "answers that recite them",
    "guessed": "attributes guessed",
    "back": "words that come back",
    "fitting": "records that fit few people",
    "name": "name",
}
"""The orders, in words; all but the name start with the most."""


@dataclass(frozen=True)
class Wish:
    """What somebody asks to see.

    Attributes:
        release: The place of a release; None for the one that exposes each person most, of those
            that fit the rest.
        sensitivity: A class of facts of which one must have leaked; "" for any.
        given: One of `GIVEN_AWAY`.
        sort: One of `SORTS`.
        search: What a name must contain, whatever its case.
        page: Which page, from 1.
        part: Which part of a person's records, from 1.
    """

    release: int | None = None
    sensitivity: str = ""
    given: str = ""
    sort: str = ""
    search: str = ""
    page: int = 1
    part: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str], releases: int) -> Wish:
        """Return what the query of an address asks.

        Args:
            query: Its parameters; those that are not known are ignored.
            releases: How many releases there are.

        Raises:
            UsageError: A value is none of those that can be chosen.
        """
        search = query.get("search", "").strip()
        if len(search) > LONGEST_SEARCH:
            raise UsageError(f"search: at most {LONGEST_SEARCH} characters")
        return cls(
            _number(query, "release", range(releases)),
            _known(query, "sensitivity", LEAKED_OF),
            _known(query, "given", GIVEN_AWAY),
            _known(query, "sort", SORTS),
            search,
            _number(query, "page", range(1, 10**9)) or 1,
            _number(query, "part", range(1, 10**9)) or 1,
        )

    def query(self, **changes: int | str | None) -> str:
        """Return the query of an address that asks this, with changes; "" where it asks nothing."""
        changed = replace(self, **changes)  # type: ignore[arg-type]
        own = {
            "release": "" if changed.release is None else str(changed.release),
            "sensitivity": changed.sensitivity,
            "given": changed.given,
            "sort": changed.sort,
            "search": changed.search,
            "page": "" if changed.page == 1 else str(changed.page),
            "part": "" if changed.part == 1 else str(changed.part),
        }
        asked = urlencode({name: value for name, value in own.items() if value})
        return f"?{asked}" if asked else ""


def _known(query: Mapping[str, str], name: str, allowed: Mapping[str, str]) -> str:
    given = query.get(name, "")
    if given and given not in allowed:
        raise UsageError(f"{name}: none of {', '.join(filter(None, allowed))}")
    return given


def _number(query: Mapping[str, str], name: str, allowed: range) -> int | None:
    given = query.get(name, "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10 and int(given) in allowed):
        raise UsageError(f"{name}: no number from {allowed[0]} to {allowed[-1]}")
    return int(given)
