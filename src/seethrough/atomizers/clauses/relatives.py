"""Makes statements of relative clauses."""

from __future__ import annotations

from seethrough.atomizers.clauses.agreement import agreeing, is_plural
from seethrough.atomizers.clauses.antecedents import (
    after_verb_group,
    antecedent_of,
    copula,
    definite,
    lowered,
)
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.statement import Statement
from seethrough.atomizers.clauses.tokens import Phrase, made


def about_antecedent(line: Phrase, segment: Segment, past: bool) -> Statement | None:
    """Return a relative clause as a statement about its antecedent; None if it must stay.

    Args:
        line: The words before it.
        segment: The relative clause.
        past: Whether a reduced clause (*a team led by her*) is of the past.
    """
    antecedent = antecedent_of(line, segment) if segment.body else None
    if antecedent is None:
        return None
    named = definite(antecedent)
    mine = line[0].lower in ("i", "we") and antecedent[0].lower in ("a", "an")
    if mine and any(t.lower in ("have", "had", "own", "got", "run") for t in line[1:4]):
        named = [*made("My", "PRP$"), *antecedent[1:]]
    if segment.passive:
        return Statement(len(named), [*named, *copula(antecedent, past), *segment.body])
    if segment.subject_end() == 0:
        if not _agrees(named, segment):
            return None
        return Statement(len(named), [*named, *agreeing(named, segment.body)])
    if segment.kind == "clause":
        at = after_verb_group(segment)
        if at is None:
            return None
        body = [*segment.body[:at], *lowered(named), *segment.body[at:]]
        return Statement(segment.subject_end(), body)
    return None


def _agrees(named: Phrase, segment: Segment) -> bool:
    """Return whether the verb of a relative clause has the number of its antecedent."""
    verb = segment.body[segment.finite()]
    plural = is_plural(named)
    if verb.tag == "VBZ" or verb.lower == "was":
        return not plural
    if verb.tag == "VBP" or verb.lower == "were":
        return plural or any(t.tag == "CC" for t in named) or named[-1].tag == "NNP"
    return True
