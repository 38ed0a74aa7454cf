"""Is the verdict right? Simulated audits from end to end, where the true leak is known.

    python -m benchmarks.accuracy.simulated_audits [AUDITS] [DRAWS]

Every audit runs whole, with a linker and a judge that make no mistakes, on invented records of
invented people. Four worlds:

- ``none``: the release holds nothing of anybody; whoever is found is found by luck. What is common
  to all stands in every record, so release and control tell exactly the same.
- ``chance``: the same, but each common fact stands in half of the records, so that release and
  control tell different ones by chance.
- ``some``: a tenth of the people (twice the tolerance) is released as is, the others not at all.
- ``spread``: of every person some facts are released, more of some than of others, a tenth on
  average; records are found, and only what is learned from them is asked (``inference``).

A ``pass`` in the last two worlds is a false pass, a ``fail`` in the first two a false fail. How
often the interval holds the true leak takes more draws than audits can be run: it is also counted
over DRAWS draws (2,000 unless given) of what is told of each target, without the audit around it.
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args
from unittest.mock import patch

import numpy as np

from seethrough.agreement.passages import Kind
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.estimates.shares import excess
from seethrough.linkers._ranking import rank
from seethrough.protocols import (
    SENSITIVITIES,
    Generator,
    Judge,
    KnowledgeSource,
    Known,
    Linker,
    Links,
    Rating,
    Tally,
)
from seethrough.records.corpus import Corpus

ENGINE = importlib.import_module("seethrough.engine.self_test.running")

CLAIMS = 8
"""Claims of a record: the one that is known, and those to be inferred."""

COMMON = 2
"""How many of them are true of everybody, so that anybody could guess them."""

DRAWS = 2000
"""How often what is told is drawn anew to see how often the interval holds the true leak."""


@dataclass(frozen=True)
class Lines:
    """Every line of a record is a claim."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the lines of each record."""
        return [text.split("\n") if text else [] for text in corpus.texts]


@dataclass(frozen=True)
class FirstLine(KnowledgeSource):
    """The adversary knows the first line."""

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return the first claim of each record."""
        return [Known(tuple(c[:1]), frozenset(range(min(1, len(c))))) for c in claims]


@dataclass(frozen=True)
class Finds(Linker):
    """Finds the record that holds what is known, and else draws one."""

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents that hold the query first."""
        first = [set(d.split("\n")) for d in documents]
        scores = np.array([[float(q in d) for d in first] for q in queries])
        return rank([scores.reshape(len(queries), len(documents))], hidden, depth, rng)


@dataclass(frozen=True)
class Knows(Judge):
    """Knows whether a claim stands in a passage, and is known never to err."""

    @property
    def agreement(self) -> Mapping[str, Any]:
        """No errors on any kind of passage: without a measure of them nothing passes."""
        never = {"found": 1.0, "false": 0.0, "found_error": 0.0, "false_error": 0.0}
        rests = {"disclosed": 1000, "other": 1000, "texts": 100}
        return {"errors": {kind: {**never, **rests} for kind in get_args(Kind)}}

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Rate 1 what stands there and 3 what does not."""
        told = [
            claim in passage.split("\n") for claim, passage in zip(claims, passages, strict=True)
        ]
        return [Rating(1, 1.0) if there else Rating(3, 3.0) for there in told]


@dataclass(frozen=True)
class ByTurns:
    """Gives the classes by turns."""

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Any]:
        """Return a class for each claim by the number in it."""
        return [SENSITIVITIES[int(c.rsplit(" ", 1)[1]) % len(SENSITIVITIES)] for c in claims]


PARTS: dict[str, Any] = {"linker": Finds(), "knowledge": FirstLine(), "atomizer": Lines()}
LINK = Linkage(**PARTS)
INFER = Inference(judge=Knows(), classifier=ByTurns(), **PARTS)


@dataclass(frozen=True)
class World:
    """How a simulated release is made.

    Attributes:
        name: ``none``, ``chance``, ``some`` or ``spread``.
        people: How many people there are.
        records: Records of each person.
        targets: At most so many targets, or None.
        leak: The true leak of what is learned, as a share of the facts asked for.
        dependence: How much people differ in what is released of them, in (0, 1).
    """

    name: str
    people: int
    records: int = 1
    targets: int | None = None
    leak: float = 0.1
    dependence: float = 0.3

    @property
    def truth(self) -> float:
        """The true leak."""
        return self.leak if self.name in ("some", "spread") else 0.0

    @property
    def attacks(self) -> list[Any]:
        """What is run in this world."""
        return [INFER] if self.name == "spread" else [LINK, INFER]


@dataclass
class Count:
    """What came of many audits of one world."""

    words: Counter[str] = field(default_factory=Counter)
    covered: int = 0
    audits: int = 0

    def share(self, word: str) -> float:
        """Return how often a verdict was given."""
        return self.words[word] / self.audits


def simulate(world: World, audits: int, seed: int = 0) -> Count:
    """Run audits of a world and count their verdicts.

    Also counts how often the 95 % interval of the leak beyond the control holds the true leak.
    """
    rng = np.random.default_rng([seed, world.people, world.records, world.targets or 0])
    count = Count()
    for number in range(audits):
        private, release = draw(world, rng)
        # The judge makes no mistakes, and knows no English: its own test is left out.
        with patch.object(ENGINE, "check_judge", return_value=[]):
            result = audit(
                private, release, attacks=world.attacks, targets=world.targets, seed=number
            )
        over = result["semantic.leak_rate"].over_control
        assert over is not None
        assert over.low is not None
        assert over.high is not None
        count.covered += over.low <= world.truth <= over.high
        count.words[result.verdict.word] += 1
        count.audits += 1
    return count


def coverage(world: World, draws: int = DRAWS, seed: int = 0) -> tuple[float, float]:
    """Return how often the interval of the leak holds the true one, and how many people differ.

    Args:
        world: The world; all people are found.
        draws: How often what is told is drawn.
        seed: Of the draws.

    Returns:
        A share in [0, 1], and the mean number of people of whom the release tells more or less
        than the control does.
    """
    rng = np.random.default_rng([seed, world.people, world.records, world.targets or 0])
    covered = differing = 0
    for _ in range(draws):
        own = np.array([len(kept) for kept in told(world, rng)])
        common = np.full((2, len(own)), COMMON)
        if world.name == "chance":
            common = rng.binomial(COMMON, 0.5, common.shape)
        people = np.repeat(np.arange(world.people), world.records)
        chosen = np.sort(rng.permutation(len(own))[: world.targets])
        more, less = (
            [Tally(float(x), CLAIMS - 1) for x in arm[chosen]]
            for arm in (common[0] + own, common[1])
        )
        over = excess(more, less, [str(p) for p in people[chosen]], None, "lower_is_better")
        assert over.low is not None
        assert over.high is not None
        covered += over.low <= world.truth <= over.high
        moved = people[chosen][[a != b for a, b in zip(more, less, strict=True)]]
        differing += len(set(moved.tolist()))
    return covered / draws, differing / draws


def told(world: World, rng: Generator) -> list[list[int]]:
    """Return which of the facts that only it can tell are released of each record, by person."""
    own = CLAIMS - 1 - COMMON
    mean = world.leak * (CLAIMS - 1) / own  # so that it is the leak of all that is asked for
    scale = (1 - world.dependence) / world.dependence
    records: list[list[int]] = []
    for _ in range(world.people):
        if not world.truth:
            share = 0.0
        elif world.name == "some":
            share = float(rng.random() < mean)
        else:
            share = rng.beta(mean * scale, (1 - mean) * scale)
        for _ in range(world.records):
            records.append(np.flatnonzero(rng.random(own) < share).tolist())
    return records


def draw(world: World, rng: Generator) -> tuple[Corpus, Corpus]:
    """Return private records of invented people, and their release."""
    texts, released, persons = [], [], []
    for place, kept in enumerate(told(world, rng)):
        person, record = divmod(place, world.records)
        mine = [f"{person}.{record} fact {i}" for i in range(CLAIMS - COMMON)]
        common = [f"everybody says {i}" for i in range(COMMON)]
        found = world.name == "spread" or len(kept) == CLAIMS - 1 - COMMON
        heard = [fact for fact in common if world.name != "chance" or rng.random() < 0.5]
        texts.append("\n".join([*mine, *common]))
        released.append("\n".join([*mine[: int(found)], *(mine[1 + i] for i in kept), *heard]))
        persons.append(f"p{person}")
    ids = [str(i) for i in range(len(texts))]
    private = Corpus.from_texts(texts, ids, persons, name="private")
    return private, Corpus.from_texts(released, ids, name="release")


NAMES = ("none", "chance", "some", "spread")
SMALL = [World(name, 60) for name in NAMES]
WORLDS = [
    World(name, people, records, targets)
    for name in NAMES
    for people, records, targets in (
        (3, 1, None), (3, 3, None), (10, 1, None), (10, 3, 5), (30, 1, 1), (30, 1, None),
        (30, 3, 30), (100, 1, None), (100, 3, 100), (100, 1, 50), (200, 1, None), (200, 3, None),
        (500, 1, 100), (500, 1, None),
    )
]  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    """Print a line per world."""
    audits = int(arguments[0]) if arguments else 20
    draws = int(arguments[1]) if arguments[1:] else DRAWS
    worlds = WORLDS if audits > 20 else SMALL
    print("world   people  records  targets  audits   pass   fail  inconclusive  holds"
          "  people who differ  holds, of draws")  # fmt: skip
    for world in worlds:
        found = simulate(world, audits)
        held, differing = coverage(world, draws)
        print(
            f"{world.name:<7} {world.people:>6} {world.records:>8} {world.targets or 'all':>8}"
            f" {found.audits:>7} {found.share('pass'):>6.3f} {found.share('fail'):>6.3f}"
            f" {found.share('inconclusive'):>13.3f} {found.covered / found.audits:>6.3f}"
            f" {differing:>18.1f} {held:>16.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
