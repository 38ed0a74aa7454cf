"""The claims of a corpus, atomized once and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from seethrough.contracts.claims import atomized
from seethrough.contracts.classes import classified
from seethrough.engine.content_key import kept_as
from seethrough.sensitivity.column import classes_of
from seethrough.sensitivity.telling import unnamed

if TYPE_CHECKING:
    from seethrough.protocols import Atomizer, Classifier, Sensitivity
    from seethrough.records.corpus import Corpus

CHUNK = 1000
"""How many records are atomized between two saves."""

T = TypeVar("T")

FURTHER = ("special", "private", "quasi")
"""The classes that an identifier may have beside its own."""


def claims_of(atomizer: Atomizer, corpus: Corpus) -> list[list[str]]:
    """Return the claims of each record, in order.

    They are computed once for a corpus and kept with it, in chunks, so that a killed run goes on
    where it stopped.

    Args:
        atomizer: How to split the texts.
        corpus: The records.

    Raises:
        ContractError: The atomizer did not return one list of claims per record.
    """

    def made(rows: slice, records: Corpus) -> list[list[str]]:
        return atomized(atomizer, records)

    return _in_chunks(corpus, f"claims/{kept_as(atomizer)}", made)


def sensitivities_of(
    classifier: Classifier, atomizer: Atomizer, corpus: Corpus
) -> list[list[Sensitivity]]:
    """Return the sensitivity class of each claim of each record, in order.

    They are computed once for a corpus and kept with it, as its claims are. A column ``classes``
    of the private records wins (``seethrough.sensitivity.column``).

    Args:
        classifier: What says how sensitive a claim is.
        atomizer: How the records are split into claims.
        corpus: The records.

    Raises:
        ContractError: The classifier did not return one class per claim.
    """
    claims = claims_of(atomizer, corpus)

    def made(rows: slice, records: Corpus) -> list[list[Sensitivity]]:
        own = claims[rows]
        told = [classes_of(record, row) for record, row in zip(records, own, strict=True)]
        asked = [
            (claim, text)
            for row, text, known in zip(own, records.texts, told, strict=True)
            for claim, given in zip(row, known, strict=True)
            if given is None
        ]
        found = iter(classified(classifier, [c for c, _ in asked], [t for _, t in asked]))
        return [[next(found) if c is None else c for c in known] for known in told]

    prefix = f"classes/{kept_as(classifier)}/{kept_as(atomizer)}"
    return _in_chunks(corpus, prefix, made)


def further_classes_of(
    classifier: Classifier, atomizer: Atomizer, corpus: Corpus
) -> list[list[Sensitivity | None]]:
    """Return the class of what each identifier says beside what makes it one, in order.

    "Maria Lopez has HIV" names somebody, and without the name it is a fact about health.

    Args:
        classifier: What says how sensitive a claim is.
        atomizer: How the records are split into claims.
        corpus: The records.

    Returns:
        One of ``FURTHER`` for each claim, or None.
    """
    claims = claims_of(atomizer, corpus)
    classes = sensitivities_of(classifier, atomizer, corpus)

    def made(rows: slice, records: Corpus) -> list[list[Sensitivity | None]]:
        return _further(classifier, claims[rows], classes[rows], records.texts)

    prefix = f"classes/further/{kept_as(classifier)}/{kept_as(atomizer)}"
    return _in_chunks(corpus, prefix, made)


def _in_chunks(corpus: Corpus, prefix: str, make: Callable[[slice, Corpus], list[T]]) -> list[T]:
    """Return one result for each record, made a chunk of records at a time and kept with them.

    Args:
        corpus: The records.
        prefix: What is kept: the beginning of each chunk's key.
        make: Takes the rows of a chunk and its records, and returns their results.
    """
    made: list[T] = []
    for start in range(0, len(corpus), CHUNK):
        key = f"{prefix}/{corpus.hash[:16]}-{start}"
        chunk = corpus.derived.get(key)
        if chunk is None:
            rows = range(start, min(start + CHUNK, len(corpus)))
            chunk = make(slice(rows.start, rows.stop), corpus.take(rows))
            corpus.derived.put(key, chunk)
        made.extend(chunk)
    return made


def _further(
    classifier: Classifier,
    claims: Sequence[Sequence[str]],
    classes: Sequence[Sequence[Sensitivity]],
    texts: Sequence[str],
) -> list[list[Sensitivity | None]]:
    found: list[list[Sensitivity | None]] = [[None] * len(own) for own in claims]
    asked: list[tuple[int, int, str]] = []
    for row, (own, said, text) in enumerate(zip(claims, classes, texts, strict=True)):
        for i, (claim, name) in enumerate(zip(own, said, strict=True)):
            left = unnamed(claim, text) if name == "identifier" else claim
            if left != claim:
                asked.append((row, i, left))
    if not asked:
        return found
    named = classified(classifier, [left for *_, left in asked], [texts[row] for row, *_ in asked])
    for (row, i, _), name in zip(asked, named, strict=True):
        if name in FURTHER:
            found[row][i] = name
    return found
