"""What an attack knows, and what a source of knowledge gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.protocols import Attack, Generator, Knowledge, KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def knowledge_of(attack: Attack[Any], private: Corpus, rng: Generator) -> Sequence[Knowledge]:
    """Return what an attack knows about each target, as ``Attack.learn`` does.

    Raises:
        ContractError: A target is no private record with its person, so that its own records would
            not be kept from its control, or nobody would attack it; or facts are no texts.
    """
    learned = attack.learn(private, rng)
    if not isinstance(learned, Sequence):
        problem = f"{type(learned).__name__}; give a list of Knowledge"
    elif any(not isinstance(known, Knowledge) for known in learned):
        problem = "what is no Knowledge"
    elif not attack.asks and any(not _is_there(known, private) for known in learned):
        problem = "a target whose id or person is that of no private record"
    elif any(not _are_texts(known.facts) for known in learned):
        problem = "facts that are no tuple of texts"
    else:
        return learned
    raise ContractError(f"attack {spec.name_of(attack)}: its learn gave {problem}")


def drawn_from(
    source: KnowledgeSource, private: Corpus, claims: Sequence[Sequence[str]], seed: int
) -> list[Known]:
    """Return what is known about each record, as ``KnowledgeSource.draw`` does.

    Raises:
        ContractError: It did not say it for each record, or gave facts that are no texts, or the
            number of a claim that is not there.
    """
    drawn = source.draw(private, fixed([fixed(own) for own in claims]), seed)
    problem = _problem(drawn, claims)
    if problem:
        raise ContractError(f"knowledge {spec.name_of(source)}: gave {problem}")
    return drawn


def _is_there(known: Knowledge, private: Corpus) -> bool:
    place = private.position.get(known.record)
    return place is not None and private.persons[place] == known.person


def _are_texts(facts: Any) -> bool:
    return isinstance(facts, tuple) and all(isinstance(fact, str) for fact in facts)


def _problem(drawn: Any, claims: Sequence[Sequence[str]]) -> str:
    """Return what is wrong with what is known; nothing where nothing is."""
    if not isinstance(drawn, Sequence):
        return f"{type(drawn).__name__}; give a Known for each record"
    if len(drawn) != len(claims):
        return f"what is known of {len(drawn):,} records for {len(claims):,}"
    for known, own in zip(drawn, claims, strict=True):
        if not isinstance(known, Known):
            return f"{type(known).__name__} for a record; give Known(facts, used)"
        if not _are_texts(known.facts):
            return "facts that are no tuple of texts"
        if not known.used <= {*range(len(own))}:
            return f"the number of a claim that is not there; the record makes {len(own)}"
    return ""
