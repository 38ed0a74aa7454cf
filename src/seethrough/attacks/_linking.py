"""What attacks share that know some facts about a person and link them to a released record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.engine.runs import linking
from seethrough.protocols import (
    Atomizer,
    Attack,
    Generator,
    Guess,
    Knowledge,
    KnowledgeSource,
    Linker,
    Step,
)
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


class LinkingAttack(Attack[TextRelease]):
    """Links what is known to a record; an attack that inherits says what the record then tells.

    Attributes:
        linker: How released records are ranked.
        knowledge: What the adversary knows about each target.
        atomizer: How records are split into claims.
    """

    linker: Linker
    knowledge: KnowledgeSource
    atomizer: Atomizer

    def adversary(self) -> str:
        """Return who attacks."""
        return linking.ADVERSARY

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        return linking.steps(self.knowledge)

    def facts_known(self) -> int | None:
        """Return how many claims are known about each target."""
        return self.knowledge.count()

    def record_by_record(self) -> bool:
        """Return whether the source knows something of every record."""
        return self.knowledge.of_everyone()

    def linked_by(self) -> Linker:
        """Return what picks out a record."""
        return self.linker

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return the known claims of each record."""
        return linking.learn_claims(private, self.atomizer, self.knowledge, rng)

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return the ten released records that fit each target best, and the text of the first."""
        return linking.link_records(release, knowledge, self.linker, rng)
