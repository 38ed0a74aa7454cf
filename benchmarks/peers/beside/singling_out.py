"""Who is singled out: ``reid-score`` on texts, ``anonymeter`` on rows."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from benchmarks._data import rows
from benchmarks.peers.beside.pair import Agreement, Pair
from seethrough.attacks import uniqueness
from seethrough.linkers import bm25
from seethrough.population import stated
from seethrough.population.ages import ages_of
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

TEXTS, PEOPLE, COLUMNS, VALUES, KNOWN = 200, 1500, 8, 12, 5


def by_reid_score() -> Iterator[Pair]:
    """Both read what a text says of its person and count who fits in a population."""
    from reid_score.scorer import ReidScorer

    texts = [row["question"] for row in rows("medqa_usmle.jsonl")[:TEXTS]]
    private, scorer, attack = Corpus.from_texts(texts), ReidScorer(), uniqueness.Uniqueness()
    released = TextRelease(private.with_texts([f"{text} " for text in texts]))  # no text twice

    def ours() -> list[str]:
        known = attack.learn(private, np.random.default_rng(0))
        guesses = attack.guess(released, known, np.random.default_rng(0))
        attack.score(guesses, private)
        said = {g.knowledge.record: json.loads(g.text).get("age", [""])[0] for g in guesses}
        return [said.get(id_, "") for id_ in private.ids]

    def theirs() -> list[str]:
        scored = [scorer.score(text) for text in texts]
        read = [{a.attribute: a.value for a in s.inferred_attributes} for s in scored]
        return [each.get("age_range", "") for each in read]

    def forget() -> None:
        uniqueness._fitting.cache_clear()
        stated._read.cache_clear()

    def agreement(mine: list[str], other: list[str]) -> Agreement:
        both = [(a, b) for a, b in zip(mine, other, strict=True) if a and b]
        same = sum(_within(a, b) for a, b in both)
        read = f"ages read: {sum(map(bool, mine))}, theirs {sum(map(bool, other))}"
        said = f"{read}; {same} of {len(both)} in the same decade; other populations"
        return Agreement(said, same >= 0.9 * len(both))

    yield Pair("attack `uniqueness`", "reid-score", f"{len(texts)} records of 120 words", ours,
                theirs, agreement, forget)  # fmt: skip


def _within(age: str, decade: str) -> bool:
    inner, outer = ages_of(age), ages_of(decade)
    return bool(inner and outer and outer.low <= inner.low and inner.high <= outer.high)


def by_anonymeter() -> Iterator[Pair]:
    """The row of each person is sought by what is known of five of its eight columns."""
    import anonymeter.evaluators  # noqa: F401  (before its neighbors, which need it half read)
    import pandas
    from anonymeter.neighbors.mixed_types_kneighbors import MixedTypeKNeighbors

    rng = np.random.default_rng(0)
    names = [f"c{i}" for i in range(COLUMNS)]
    table = pandas.DataFrame(
        {name: [f"{name}v{v}" for v in rng.integers(VALUES, size=PEOPLE)] for name in names}
    )
    known = names[:KNOWN]
    targets = table[known].iloc[:: PEOPLE // 150]
    records = [" ".join(row) for row in table[known].itertuples(index=False)]
    queries = [" ".join(row) for row in targets.itertuples(index=False)]

    def ours() -> list[str]:
        nothing: list[list[int]] = [[] for _ in queries]
        found = bm25.BM25().link(queries, records, nothing, 1, np.random.default_rng(0))
        return [records[row[0]] for row in found.indices]

    def theirs() -> list[str]:
        model = MixedTypeKNeighbors(n_neighbors=1, n_jobs=1)
        model.fit(table[known], {"num": [], "cat": known})
        return [records[int(i)] for i in np.ravel(model.kneighbors(targets))]

    def agreement(mine: list[str], other: list[str]) -> Agreement:
        same = sum(a == b for a, b in zip(mine, other, strict=True))
        said = f"{same} of {len(queries)} find a row with the same values"
        return Agreement(said, same == len(queries))

    yield Pair("linker `bm25` on rows", "anonymeter", f"{len(queries)} of {PEOPLE} rows", ours,
                theirs, agreement, bm25._postings.cache_clear)  # fmt: skip


MAKERS = (by_reid_score, by_anonymeter)
