"""Claims and passages that people may rate: read from a run or a file, and drawn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.statistics.seeding import generator


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passage that it is to be rated against; no rating of any judge.

    Attributes:
        claim: A statement that reads alone.
        passage: The released text.
        kind: What kind of passage it is, or None.
        known: The right grade, where it is known (``known_answers``); the page does not say so.
    """

    claim: str
    passage: str
    kind: str | None = None
    known: int | None = None

    @property
    def key(self) -> str:
        """16 hexadecimal digits of the claim and the passage."""
        return key_of(self.claim, self.passage)


def key_of(claim: str, passage: str) -> str:
    """Return 16 hexadecimal digits of a claim and a passage."""
    text = json.dumps([claim, passage])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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


def draw(
    pairs: Sequence[Pair], most: int | None, seed: int, known: Sequence[Pair] = ()
) -> list[Pair]:
    """Return at most ``most`` pairs, drawn at random; the choice depends on nothing else.

    Pairs of one passage stay together, passages in random order, so a rater who stops early has
    rated a random part.

    Args:
        pairs: All there are.
        most: How many to draw, at least 1; all if None.
        seed: Which.
        known: Pairs that are mixed in, all of them.
    """
    rng = generator(seed, "annotate")
    drawn = [pairs[i] for i in rng.permutation(len(pairs))[:most].tolist()]
    by_passage: dict[str, list[Pair]] = {}
    for pair in (*drawn, *known):
        by_passage.setdefault(pair.passage, []).append(pair)
    # By first claim drawn, passages with many claims would come early.
    groups = list(by_passage.values())
    return [pair for i in rng.permutation(len(groups)).tolist() for pair in groups[i]]


def read_lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the number and the fields of each line of a JSON Lines file.

    Raises:
        InputError: It cannot be read.
    """
    from seethrough.records.formats.json_lines import read_rows
    from seethrough.records.formats.opening import opened

    with opened(str(path)) as stream:
        yield from read_rows(stream, str(path))


def _of_lines(path: Path) -> Iterator[Pair]:
    for line, row in read_lines(path):
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
