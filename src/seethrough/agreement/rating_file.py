"""The file that the ratings of people go to, click by click."""

from __future__ import annotations

import json
import os
import re
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from seethrough.agreement.merging import Merged
from seethrough.agreement.pairs_to_rate import Pair, key_of, read_lines
from seethrough.agreement.rating_lines import GRADES, grades_by_rater
from seethrough.errors import InputError, UsageError
from seethrough.storage.files import write_atomically

_RATER = re.compile(r"[^\W_](?:[\w .'’-]{0,38}[\w.-])?")


def check_rater(name: str) -> str:
    """Return a rater's name without blanks around it, its accents composed (NFC).

    Raises:
        UsageError: It is empty, longer than 40 characters, or holds more than letters with their
            marks, digits, spaces, points, hyphens, apostrophes and underscores.
    """
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    bare = "".join(c for c in clean if not unicodedata.category(c).startswith("M"))
    if len(clean) > 40 or not _RATER.fullmatch(bare):
        raise UsageError(
            "a rater's name has 1 to 40 letters, digits, spaces, points, hyphens or apostrophes"
        )
    return clean


class RatingFile:
    """The ratings of all raters, on disk after each click.

    The file is written whole and put in place of the old one, so a kill leaves the last rating in
    or out, never half of one. Each line is a rated pair: ``claim``, ``passage``,
    ``kind`` and the ``known`` grade if there are any, ``ratings``, and ``raters``, who gave which;
    both are empty where the pair was shown and skipped. Lines of other claims that the file held
    before stay, and so does what else a line says, as the text's ``id``.
    Lines about the same pair, as in the joined files of two raters, become one with the ratings of
    both. It is readable only by its owner.

    Args:
        path: The file; read if it exists.

    Raises:
        InputError: The file exists and is not a file of ratings, or a rater gave a pair two grades
            in it.
        UsageError: It cannot be written there, or another process has it open.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._held: int | None = _hold(path)
        try:
            self._rows = _merged(path) if path.exists() and path.stat().st_size else {}
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the file for other processes; repeatable."""
        if self._held is not None:
            with suppress(OSError):  # Windows removes no file that is open
                os.unlink(_lock_of(self.path))
            os.close(self._held)
            self._held = None

    def called(self, rater: str) -> str:
        """Return a rater's name as the file has it, where only its capital letters differ."""
        known = self.counts()
        alike = (name for name in known if name.casefold() == rater.casefold())
        return rater if rater in known else next(alike, rater)

    def given(self, rater: str) -> dict[str, int]:
        """Return a rater's ratings, by the pair's key."""
        with self._lock:
            return {
                key: row["raters"][rater]
                for key, row in self._rows.items()
                if rater in row["raters"]
            }

    def rate(self, rater: str, pair: Pair, grade: int, passed: Sequence[Pair] = ()) -> None:
        """Keep a rating, on disk when this returns; a second one of a rater replaces the first.

        Args:
            rater: Who rates.
            pair: What.
            grade: The rating.
            passed: What was shown before; what nobody has rated of it is kept as skipped.

        Raises:
            ValueError: The grade is not 1, 2 or 3.
        """
        if grade not in GRADES:
            raise ValueError(f"grade={grade} must be 1, 2 or 3")
        with self._lock:
            row = self._rows.get(pair.key)
            raters = {**(row["raters"] if row else {}), rater: grade}
            skipped = {p.key: _row(p, {}, {}) for p in passed if p.key not in self._rows}
            rows = {**self._rows, **skipped, pair.key: _row(pair, raters, row or {})}
            self._save(rows)
            self._rows = rows

    def withdraw(self, rater: str, pair: Pair, later: Sequence[Pair] = ()) -> None:
        """Take a rater's rating of a pair back; nothing happens if there is none.

        Args:
            rater: Who rated.
            pair: What.
            later: What is shown after it; where any of it was rated, the pair counts as skipped.
        """
        with self._lock:
            row = self._rows.get(pair.key)
            if row is None or rater not in row["raters"]:
                return
            raters = {who: grade for who, grade in row["raters"].items() if who != rater}
            rows = dict(self._rows)
            if raters or any(rows.get(p.key, {}).get("raters") for p in later):
                rows[pair.key] = _row(pair, raters, row)
            else:
                del rows[pair.key]
            self._save(rows)
            self._rows = rows

    def counts(self) -> dict[str, int]:
        """Return how many pairs each rater has rated."""
        found: dict[str, int] = {}
        with self._lock:
            for row in self._rows.values():
                for rater in row["raters"]:
                    found[rater] = found.get(rater, 0) + 1
        return found

    def _save(self, rows: Mapping[str, Mapping[str, Any]]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows.values())
        write_atomically(self.path, text.encode())


def _hold(path: Path) -> int:
    """Return a descriptor next to ``path``, locked until it is closed or the process ends."""
    lock = _lock_of(path)
    try:
        held = os.open(lock, os.O_WRONLY | os.O_CREAT, 0o600)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror or error})") from None
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: there, start one page for a file
        return held
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        raise UsageError(f"{path}: another page writes to it; use that one, or stop it") from None
    if os.path.exists(lock) and os.path.samestat(os.fstat(held), os.stat(lock)):
        return held
    os.close(held)  # the page that had it has just removed it
    return _hold(path)


def _lock_of(path: Path) -> str:
    return f"{path}.lock"


def _row(pair: Pair, raters: Mapping[str, int], old: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line for the file, with all that an older line about the pair says besides."""
    row: dict[str, Any] = {"claim": pair.claim, "passage": pair.passage}
    if pair.kind is not None:
        row["kind"] = pair.kind
    if pair.known is not None:
        row["known"] = pair.known
    row.update(old)
    return row | {"ratings": [raters[r] for r in sorted(raters)], "raters": dict(raters)}


def _merged(path: Path) -> dict[str, dict[str, Any]]:
    """Return the rows of a file by the pair's key, with the ratings of all lines about it."""
    rows: dict[str, dict[str, Any]] = {}
    given: dict[str, Merged] = {}
    for line, row in read_lines(path):
        raters = _raters(row, path, line)
        key = key_of(row["claim"], row["passage"])
        merged = given.setdefault(key, Merged())
        merged.add(raters, (), path, line)
        own = {"ratings": [*merged.ratings], "raters": merged.named}
        rows[key] = {**row, **rows.get(key, {}), **own}
    return rows


def _raters(row: Mapping[str, Any], path: Path, line: int) -> dict[str, int]:
    """Return the grades of a line by rater."""

    def fail(problem: str) -> InputError:
        return InputError.at(path, line, problem)

    raters = row.get("raters")
    if not (
        isinstance(row.get("claim"), str)
        and isinstance(row.get("passage"), str)
        and isinstance(raters, dict)
        and (raters or row.get("ratings") == [])
    ):
        raise fail("not a line of the annotate page; name another file with --out")
    return grades_by_rater(raters, row.get("ratings"), fail)
