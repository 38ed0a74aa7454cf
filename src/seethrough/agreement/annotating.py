"""People rate claims: which claims, who rated what, and the file that ``agree`` reads."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from seethrough.agreement.merging import Merged
from seethrough.agreement.rating_lines import GRADES, grades_by_rater
from seethrough.errors import InputError, UsageError
from seethrough.statistics.seeding import generator
from seethrough.storage.files import write_atomically

_RATER = re.compile(r"[^\W_](?:[\w .'’-]{0,38}[\w.-])?")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passage that it is to be rated against; no rating of any judge.

    Attributes:
        claim: A statement that reads alone.
        passage: The released text.
        kind: What kind of passage it is, or None.
    """

    claim: str
    passage: str
    kind: str | None = None

    @property
    def key(self) -> str:
        """16 hexadecimal digits of the claim and the passage."""
        return _key(self.claim, self.passage)


class Progress(NamedTuple):
    """How far a rater is: ``done`` of ``total``."""

    done: int
    total: int


def read_pairs(path: Path) -> list[Pair]:
    """Return the claims and passages of a finished run, or of a JSON Lines file.

    Args:
        path: A run's folder, its ``report.json``, or a file with ``claim`` and ``passage`` on each
            line and optionally ``kind``; all else (a judge's grade) is ignored.

    Raises:
        InputError: It is none of these, or holds no claim; a report that was made with
            ``--no-text`` holds none.
    """
    if path.is_dir():
        path = path / "report.json"
    if not path.exists() and (path.parent / "comparison.json").exists():
        raise InputError(f"{path.parent}: a comparison; name a folder in {path.parent / 'reports'}")
    if not path.exists():
        raise InputError(f"{path}: no such file; name a finished run's folder")
    found = _of_report(path) if path.suffix == ".json" else _of_lines(path)
    pairs = list({pair.key: pair for pair in found if pair.claim.strip()}.values())
    if not pairs:
        raise InputError(
            f"{path}: holds no claims to rate; the run must have run the inference attack, and"
            " not with --no-text"
        )
    return pairs


def draw(pairs: Sequence[Pair], most: int | None, seed: int) -> list[Pair]:
    """Return at most ``most`` pairs, drawn at random; the choice depends on nothing else.

    Pairs of one passage stay together, passages in random order, so a rater who stops early has
    rated a random part.

    Args:
        pairs: All there are.
        most: How many to draw, at least 1; all if None.
        seed: Which.
    """
    rng = generator(seed, "annotate")
    by_passage: dict[str, list[Pair]] = {}
    for i in rng.permutation(len(pairs))[:most].tolist():
        by_passage.setdefault(pairs[i].passage, []).append(pairs[i])
    # By first claim drawn, passages with many claims would come early.
    groups = list(by_passage.values())
    return [pair for i in rng.permutation(len(groups)).tolist() for pair in groups[i]]


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
    ``kind`` if there is one, ``ratings``, and ``raters``, who gave which. Lines of other
    claims that the file held before stay, and so does what else a line says, as the text's ``id``.
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

    def rate(self, rater: str, pair: Pair, grade: int) -> None:
        """Keep a rating, on disk when this returns; a second one of a rater replaces the first.

        Raises:
            ValueError: The grade is not 1, 2 or 3.
        """
        if grade not in GRADES:
            raise ValueError(f"grade={grade} must be 1, 2 or 3")
        with self._lock:
            row = self._rows.get(pair.key)
            raters = {**(row["raters"] if row else {}), rater: grade}
            new = _row(pair, raters, row or {})
            self._save({**self._rows, pair.key: new})
            self._rows[pair.key] = new

    def withdraw(self, rater: str, pair: Pair) -> None:
        """Take a rater's rating of a pair back; nothing happens if there is none."""
        with self._lock:
            row = self._rows.get(pair.key)
            if row is None or rater not in row["raters"]:
                return
            raters = {who: grade for who, grade in row["raters"].items() if who != rater}
            rows = {key: r for key, r in self._rows.items() if key != pair.key or raters}
            if raters:
                rows[pair.key] = _row(pair, raters, row)
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


@dataclass(frozen=True)
class Session:
    """The pairs to rate, and the file of ratings.

    Attributes:
        pairs: In the order in which they are shown.
        file: Where ratings go.
    """

    pairs: Sequence[Pair]
    file: RatingFile

    def next_place(self, rater: str) -> int | None:
        """Return the first pair that a rater has not rated, or None if all are done."""
        given = self.file.given(rater)
        return next((i for i, pair in enumerate(self.pairs) if pair.key not in given), None)

    def progress(self, rater: str) -> Progress:
        """Return how many of these pairs a rater has rated."""
        given = self.file.given(rater)
        return Progress(sum(pair.key in given for pair in self.pairs), len(self.pairs))

    def show(self, rater: str, place: int | None) -> dict[str, Any]:
        """Return what the page shows: a pair, the rater's own rating of it, and the progress.

        Args:
            rater: Who asks; other people's ratings are never shown.
            place: Which pair, or None for the first that is not rated.
        """
        at = self.next_place(rater) if place is None else place
        done, total = self.progress(rater)
        shown: dict[str, Any] = {"rater": rater, "done": done, "total": total, "place": at}
        if at is not None and 0 <= at < total:
            pair = self.pairs[at]
            shown |= {
                "claim": pair.claim,
                "passage": pair.passage,
                "given": self.file.given(rater).get(pair.key),
            }
        return shown


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
    row.update(old)
    return row | {"ratings": [raters[r] for r in sorted(raters)], "raters": dict(raters)}


def _key(claim: str, passage: str) -> str:
    text = json.dumps([claim, passage])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    from seethrough.records.formats.json_lines import read_rows
    from seethrough.records.formats.opening import opened

    with opened(str(path)) as stream:
        yield from read_rows(stream, str(path))


def _merged(path: Path) -> dict[str, dict[str, Any]]:
    """Return the rows of a file by the pair's key, with the ratings of all lines about it."""
    rows: dict[str, dict[str, Any]] = {}
    given: dict[str, Merged] = {}
    for line, row in _rows(path):
        raters = _raters(row, path, line)
        key = _key(row["claim"], row["passage"])
        merged = given.setdefault(key, Merged())
        merged.add(raters, (), path, line)
        own = {"ratings": [*merged.ratings], "raters": merged.named}
        rows[key] = {**row, **rows.get(key, {}), **own}
    return rows


def _of_lines(path: Path) -> Iterator[Pair]:
    for line, row in _rows(path):
        claim, passage, kind = row.get("claim"), row.get("passage"), row.get("kind")
        if not isinstance(claim, str) or not isinstance(passage, str):
            raise InputError.at(path, line, "needs the texts 'claim' and 'passage'")
        yield Pair(claim, passage, kind if isinstance(kind, str) else None)


def _of_report(path: Path) -> Iterator[Pair]:
    from seethrough.storage.seals import check_report
    from seethrough.storage.store import read_json

    report = read_json(path)
    check_report(report, path)
    try:
        drawn = report["to_rate"]
        for claim, place, kind in drawn["claims"]:
            passage = drawn["passages"][place]
            if not isinstance(claim, str) or not isinstance(passage, str):
                raise TypeError("no text")
            yield Pair(claim, passage, kind if isinstance(kind, str) else None)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"{path}: not the report of an audit") from error


def _raters(row: Mapping[str, Any], path: Path, line: int) -> dict[str, int]:
    """Return the grades of a line by rater."""

    def fail(problem: str) -> InputError:
        return InputError.at(path, line, problem)

    raters = row.get("raters")
    if not (
        isinstance(row.get("claim"), str)
        and isinstance(row.get("passage"), str)
        and isinstance(raters, dict)
        and raters
    ):
        raise fail("not a line of the annotate page; name another file with --out")
    return grades_by_rater(raters, row.get("ratings"), fail)
