"""Uniqueness: how many people of a population fit what a released record still says?"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.attacks._readable import readable
from seethrough.errors import UsageError
from seethrough.evidence.fitting import PeopleWhoFit, SaidAttribute
from seethrough.fields import Between, ReadFile
from seethrough.population.fitting import Fitting, fitting, fitting_unseen
from seethrough.population.stated import Stated, of_its_person, stated
from seethrough.population.table import Population, read_population
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step, Tally
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Uniqueness(Attack[TextRelease]):
    """Read age, sex, place and so on in each released record and count who fits in a population.

    What a record says is read from its columns that are called like the table's, else from its text
    by rules, which know English and hear only what is said outright; of several ages in a released
    text the first counts. What the private record contradicts narrows nothing down. The control
    reads somebody else's record, of which only what the private record says too counts, so that
    what is true of most people counts for nothing. Within one category of age people are taken to
    be equally frequent at each year; nothing else is taken to be independent.

    Source: Bethlehem, Keller and Pannekoek, "Disclosure control of microdata" (1990), for the
    expected number and the chance of being unique; Skinner and Elliot, "A measure of disclosure
    risk for microdata" (2002). The table that is shipped: United Nations, World Population
    Prospects 2024 (CC BY 3.0 IGO).

    Attributes:
        population: A table of the population, with a column ``count``; each other column is an
            attribute. Empty for the people of each country by sex and age, which is shipped.
        columns: The attributes of the table to use, as ``age+sex``; all where empty.
        k: With how many people at the most that fit a person counts as singled out.
        fraction: The share of the population that the table counts; below 1 where it is a sample.
        year: The year in which it counts, to make an age of a year of birth.
    """

    population: ReadFile = ""
    columns: str = ""
    k: Annotated[int, Between(1)] = 5
    fraction: Annotated[float, Between(0, 1, above=True)] = 1.0
    year: Annotated[int, Between(1800, 2200)] = 2025

    example: ClassVar[str] = "uniqueness:population=population.csv"
    evidence: ClassVar[type[PeopleWhoFit]] = PeopleWhoFit
    needs_alignment: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "uniqueness.singled_out",
            "lower_is_better",
            "Share of records whose released version fits few people of the population.",
            "It counts what rules read and the table has; somebody who knows more finds more.",
            title="Fits few people of the population",
            optional=True,
            section="found",
            headline=25,
            sentence="What the released record says outright fits at most {k} people of the"
            " population for {counts} records",
        ),
        Figure(
            "uniqueness.unique",
            "lower_is_better",
            "Mean chance that nobody else of the population fits the released record.",
            "Unique in the table is not named: somebody must still know who that one is.",
            title="Fits nobody else",
            optional=True,
            section="found",
        ),
        Figure(
            "uniqueness.bits",
            "lower_is_better",
            "Mean number of times that the released record halves the population.",
            "A mean hides the few of whom much is said; look at those who fit few people.",
            most=None,
            questions=(),
            title="Halvings of the population",
            optional=True,
            unit="number",
            section="found",
        ),
        Figure(
            "uniqueness.people",
            "higher_is_better",
            "Mean expected number of people of the population that fit the released record.",
            "Records that say nothing weigh most in it; look at the share that fits few people.",
            most=None,
            questions=(),
            title="People who fit",
            optional=True,
            unit="number",
            section="found",
        ),
    )

    def adversary(self) -> str:
        """Return who attacks how."""
        return "by counting who in a population fits"

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        return (
            Step("Read attributes", "It reads what each released record says outright"),
            Step("Count people", "It counts who in a table of the population fits all of that"),
        )

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to do first where people are singled out."""
        first = found.get("uniqueness.singled_out")
        if first is None or not first.leaks:
            return ""
        return (
            "Some released records fit very few people: say ages in ranges, places by region and"
            " occupations by field until more people fit."
        )

    def check(self, release: TextRelease, records: Corpus) -> None:
        """Refuse a sample so small that whoever is not in it fits more than ``k`` people.

        Raises:
            UsageError: It is: nobody could ever count as singled out.
        """
        if (fewest := fitting_unseen(self.fraction)) > self.k:
            raise UsageError(
                f"uniqueness: with fraction={self.fraction:g} nobody could be singled out, as even"
                f" whoever is like nobody in the sample is expected to fit {fewest:.1f} people and"
                f" k is {self.k}; say k={math.ceil(fewest)}, or take a larger sample"
            )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return which attributes are sought, for each record that states one of the table's."""
        table = self._table()
        names = tuple(table.columns)
        return [
            Knowledge(record.person, record.id, names)
            for record in private
            if stated(record.fields, record.text, table, self.year)
        ]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return what the record of the target's id says, or, unseen, somebody else's.

        The text of a guess is a JSON object of values by attribute.
        """
        table = self._table()
        corpus = release.corpus
        guesses = []
        for known in knowledge:
            id_ = readable(known, corpus, rng)
            if id_ is None:
                guesses.append(Guess(known, text="{}"))
                continue
            read = of_its_person(self._stated(corpus, id_, table))
            said = json.dumps(read, ensure_ascii=False)
            guesses.append(Guess(known, (id_,), (1.0,), said))
        return guesses

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Count who fits what each guess and the private record both say."""
        table = self._table()
        everybody = float(table.counts.sum()) / self.fraction
        outcomes = []
        for guess in guesses:
            said = {name: tuple(values) for name, values in json.loads(guess.text).items()}
            truth = self._stated(private, guess.knowledge.record, table)
            own = guess.records == (guess.knowledge.record,)
            seen = self._people(said, truth, table, own)
            fits = min(seen.expected, everybody)
            tallies = {
                "uniqueness.singled_out": Tally(float(fits <= self.k)),
                "uniqueness.unique": Tally(seen.unique),
                "uniqueness.bits": Tally(math.log2(everybody / fits)),
                "uniqueness.people": Tally(fits),
            }
            ledger = {
                "attributes_contradicted": sum(bool(a.private) > a.true for a in seen.attributes),
                "attributes_unchecked": sum(not a.private for a in seen.attributes),
            }
            outcomes.append(Outcome(tallies, {name: n for name, n in ledger.items() if n}, seen))
        return outcomes

    def _people(self, said: Stated, truth: Stated, table: Population, own: bool) -> PeopleWhoFit:
        """Count who fits what holds of the person; in an own record, what the truth leaves open."""
        rows = []
        for name, values in said.items():
            private = truth.get(name, ())
            if name == "age":  # the narrowest that is true
                agreeing = ((v,) for v in values if table.columns[name].agree((v,), private))
                values = next(agreeing, values[:1])
            holds = table.columns[name].agree(values, private) if private else own
            rows.append(SaidAttribute(name, values, private, holds))
        true = tuple((row.attribute, row.released) for row in rows if row.true)
        return PeopleWhoFit(tuple(rows), *_fitting(table, true, self.fraction))

    def _stated(self, corpus: Corpus, id_: str, table: Population) -> Stated:
        record = corpus[corpus.position[id_]]
        return stated(record.fields, record.text, table, self.year)

    def _table(self) -> Population:
        return read_population(self.population, self.columns)


@functools.lru_cache(maxsize=10_000)
def _fitting(
    table: Population, said: tuple[tuple[str, tuple[str, ...]], ...], fraction: float
) -> Fitting:
    """Return how many people fit; many records say the same."""
    return fitting(table.counts, table.weights(dict(said)), fraction)
