"""Gives a verb without a subject the subject, or the verb group, that it shares."""

from __future__ import annotations

from seethrough.atomizers.clauses.agreement import is_plural
from seethrough.atomizers.clauses.anchors import verb_group_start
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.statement import Statement
from seethrough.atomizers.clauses.tags import VERB, is_finite
from seethrough.atomizers.clauses.tokens import Phrase, Token


def share_subject(main: Statement, active: Statement, segment: Segment) -> Statement:
    """Repeat the subject of the verb that a finite verb is coordinated with.

    Args:
        main: The statement of the last main clause.
        active: The statement last worked on, maybe about another subject.
        segment: Opens with a finite verb.

    Returns:
        The statement that the new line belongs to.
    """
    inside = {t.place for t in segment.body}
    verb = next(
        (t for t in segment.body if t.dep == "conj" and t.head not in inside),
        segment.body[segment.finite()],
    )
    owner = active
    finite = segment.body[segment.finite()]
    if finite.tag == "VBZ" and owner is not main and is_plural(main.line[: main.subject]):
        return owner.extend(owner.lines[0][: owner.subject], segment.body)
    if segment.closes or (segment.lead and segment.lead[0].text == "," and not verb.dep):
        owner = main
    verbs = [t for t in owner.lines[0] if is_finite(t)]
    if verbs and verbs[0].lower == finite.lower:
        return owner.extend(owner.lines[0][: owner.subject], segment.body)
    passive = _passive_verb(owner)
    participle = finite.tag == "VBD" and finite.lower.endswith("ed")
    if participle and passive > 0 and len(owner.lines) > 1:
        return owner.extend(owner.lines[0][:passive], segment.body)
    for statement in (active, main):
        line = statement.line
        at = next((i for i, t in enumerate(line) if t.place == verb.head), -1)
        if verb.dep == "conj" and at >= 0 and line[at].tag in VERB:
            owner = statement
            if line[at].tag == "VB" and line[at - 1].tag == "TO":
                break
            start = _finite_group_start(line, at, finite)
            if start > 0 and start >= statement.subject:
                return owner.extend(line[:start], segment.body)
    return owner.extend(owner.lines[0][: owner.subject], segment.body)


def _finite_group_start(line: Phrase, at: int, finite: Token) -> int:
    """Return where the verb group starts whose place a finite verb takes; -1 where none does.

    A finite verb takes the place of a finite one, whichever the parser names: in *finds that he
    is fluent while speaking and is able to comprehend* that of *is*, not of *speaking*. Nor does
    a past tense that of a present one where the sentence has an earlier past tense.
    """
    start = verb_group_start(line, at)
    named = [t for t in line[start : at + 1] if is_finite(t)]
    alike = [k for k in range(at) if is_finite(line[k]) and line[k].tag == finite.tag]
    other_tense = {"VBD", finite.tag} == {"VBD", *(t.tag for t in named)} and finite.tag not in (
        t.tag for t in named
    )
    if named and not (other_tense and alike):
        return start
    return verb_group_start(line, alike[-1]) if alike else -1


def _passive_verb(statement: Statement) -> int:
    """Return where the participle of a statement in the passive stands, or -1."""
    line = statement.lines[0]
    at = next((i for i in range(statement.subject, len(line)) if is_finite(line[i])), len(line))
    if at < len(line) and line[at].lower in ("is", "are", "was", "were"):
        at += 1
        while at < len(line) and line[at].tag == "RB":
            at += 1
        if at < len(line) and line[at].tag == "VBN":
            return at
    return -1
