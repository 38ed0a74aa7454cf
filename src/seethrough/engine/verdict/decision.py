"""The decision: from figures and reasons to pass, fail or inconclusive, three times.

The rule, in one paragraph. A leak figure has an excess: what the attack achieved beyond its control
and beyond its baseline, the smaller of the two, with a 95 % interval. Where the upper end lies
under the tolerance, the leak is *bounded*; where the lower end, and so that of either difference,
lies above it, there is a *leak*; else the figure is *undecided*. Each figure bears on one or
more of three questions. A question is answered *fail* if one of its figures leaks, or if another
reason says so (an original that is in the release, people who are exposed one by one); else
*inconclusive* if one of its figures is undecided or a reason speaks against trusting it (a failed
self-test, too few people, uncovered records, an unreadable release); else *pass*, if at least one
figure was bounded. What fails a narrower question fails the wider ones. The verdict is the answer
to the question that the user chose as the standard, the strictest by default; limits on values
are read in the same three-way manner and can only make the verdict worse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from seethrough.engine.verdict import enough
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_tolerances,
)
from seethrough.estimates.beyond import beyond_both
from seethrough.estimates.estimate import Estimate, Interval
from seethrough.estimates.interval import rounded
from seethrough.reasons import QUESTIONS, SEVERITY, Question, Reason, Word
from seethrough.spec.writing import classes_named
from seethrough.statistics.intervals import unseen

FEWEST_PEOPLE = 20
"""With fewer people nobody passes, whatever the tolerance: who is left out says too much."""


@dataclass(frozen=True)
class Answer:
    """The answer to one of the three questions.

    Attributes:
        question: Which.
        word: ``pass``, ``fail`` or ``inconclusive``.
        reasons: What it rests on, what decides first.
    """

    question: Question
    word: Word
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, str]:
        """Return the machine form; the reasons stand in the report's own list."""
        return {"question": self.question, "word": self.word}


@dataclass(frozen=True)
class Verdict:
    """The word, what it rests on, and the three answers.

    Attributes:
        word: ``pass``, ``fail`` or ``inconclusive``.
        standard: The question whose answer decides.
        answers: One per question, the narrowest first.
        reasons: Everything that was found for or against, what decides the verdict first.
    """

    word: Word
    standard: Question
    answers: tuple[Answer, ...]
    reasons: tuple[Reason, ...]

    @property
    def exit_status(self) -> int:
        """0 passed, 1 failed, 2 inconclusive."""
        return {"pass": 0, "fail": 1, "inconclusive": 2}[self.word]

    def __getitem__(self, question: str) -> Answer:
        """Return the answer to a question."""
        return next(a for a in self.answers if a.question == question)


def decide(
    leaks: Sequence[Estimate],
    *,
    utilities: Sequence[Estimate] = (),
    limits: Sequence[Limit] = (),
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    standard: Question = "anonymous",
    found: Sequence[Reason] = (),
    failed: Sequence[str] = (),
) -> Verdict:
    """Decide what figures and other reasons say.

    Args:
        leaks: The figures of the attacks.
        utilities: The figures of the utilities; limits may name them, nothing else of them counts.
        limits: What the user allows at most (or at least).
        tolerances: How much leak is tolerated beyond what is guessed anyway.
        standard: The question whose answer decides.
        found: Reasons from elsewhere: floors, self-tests, coverage.
        failed: The figures that are missing as what measures them failed; a limit on one of them
            is undecided.

    Raises:
        UsageError: A limit or tolerance names a figure that was not measured, or a limit cannot be
            crossed or points the wrong way.
    """
    missing = [limit for limit in limits if limit.name in failed]
    check_limits([limit for limit in limits if limit not in missing], [*leaks, *utilities])
    check_tolerances(tolerances.without(failed), leaks)
    everybody = max((e.people for e in leaks), default=0)
    reasons = [
        *found,
        *(judge_leak(e, tolerances[e.name], everybody) for e in leaks if e.questions),
    ]
    answers: list[Answer] = []
    for question in QUESTIONS:
        own = sorted((r for r in reasons if question in r.questions), key=_severity)
        word = answer(own)
        narrower = [a.question for a in answers if a.word == "fail"]
        if word != "fail" and narrower:
            own.insert(0, Reason("narrower", "fail", (question,), facts={"failed": narrower}))
            word = "fail"
        answers.append(Answer(question, word, tuple(own)))
    limited = [
        judge_limit(limit, e)
        for limit in limits
        for e in [*leaks, *utilities]
        if e.name == limit.name
    ]
    limited += [judge_limit(limit, None) for limit in missing]
    deciding = next(a for a in answers if a.question == standard)
    word = max([deciding.word, *(r.word for r in limited)], key=SEVERITY.__getitem__)
    other = [r for r in reasons if r not in deciding.reasons]
    ordered = [*sorted([*limited, *deciding.reasons], key=_severity), *sorted(other, key=_severity)]
    return Verdict(word, standard, tuple(answers), tuple(ordered))


def answer(reasons: Sequence[Reason]) -> Word:
    """Return the answer that reasons add up to; without a bounded figure nothing passes."""
    words = {r.word for r in reasons if r.kind != "nothing_to_count"}
    if "fail" in words:
        return "fail"
    bounded = any(r.kind == "bounded" for r in reasons)
    return "pass" if bounded and "inconclusive" not in words else "inconclusive"


def judge_leak(estimate: Estimate, tolerance: float, everybody: int = 0) -> Reason:
    """Return what a leak figure says: ``leak``, ``bounded``, or why it is undecided.

    Args:
        estimate: The figure.
        tolerance: What is tolerated.
        everybody: How many people were attacked; those who count in the figure may be fewer.
    """
    over = estimate.excess
    facts: dict[str, Any] = {
        "value": rounded(estimate.value),
        "tolerance": tolerance,
        "people": estimate.people,
        "n": estimate.n,
    }
    if estimate.value is None:
        kind = "nothing_to_count" if estimate.optional else "unmeasured"
        facts |= {"why": why} if (why := estimate.method.partition("not measured: ")[2]) else {}
        return _reason(kind, "inconclusive", estimate, facts)
    if over is not None:
        facts["excess"] = _ends(over)
    if estimate.control is None:
        return _reason("no_control", "inconclusive", estimate, facts)
    if estimate.control.value is None:
        return _reason("control_unmeasured", "inconclusive", estimate, facts)
    if over is None or over.ends is None:
        return _reason("no_interval", "inconclusive", estimate, facts)
    _, low, high = over.ends
    if low > tolerance:
        return _reason("leak", "fail", estimate, facts)
    settled = None if estimate.at_any_size is None else _ends(estimate.at_any_size)
    # What the people who were looked at vary by, without those who are not among them.
    seen = beyond_both(estimate.over_control, estimate.over_baseline, estimate.most) or over
    seen = replace(seen, below=over.below)
    facts["smallest_visible"] = rounded(enough.smallest_visible(estimate, seen, tolerance))
    if high < tolerance:
        return _reason("bounded", "pass", estimate, facts)
    facts["tolerance_to_pass"] = math.floor(100 * high + 1) / 100
    facts["of"] = max(everybody, estimate.people)
    if settled is not None:
        facts["at_any_size"] = settled
    facts |= enough.people_needed(estimate, seen, tolerance)
    if any(getattr(found, "asks", False) for found in classes_named(estimate.component["name"])):
        facts["counted"] = "questions"
    return _reason("undecided", "inconclusive", estimate, facts)


def _ends_for(limit: Limit, estimate: Estimate) -> tuple[float | None, float | None]:
    """Return the ends of a figure's interval as a limit on it reads them."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None or estimate.most != 1 or not estimate.people:
        return low, high
    if limit.above:
        return low, max(high, unseen(value, estimate.people)[1])
    return min(low, 1 - unseen(1 - value, estimate.people)[1]), high


def judge_limit(limit: Limit, estimate: Estimate | None) -> Reason:
    """Return what a limit on a value says, by the interval: crossed, kept or undecided.

    The end of a share that could keep the limit allows for people who are not among so few, as that
    of an excess does (``beyond.leak``).

    Args:
        limit: The limit.
        estimate: The figure; None where what measures it failed.
    """
    low, high = (None, None) if estimate is None else _ends_for(limit, estimate)
    facts = {
        "limit": limit.value,
        "above": limit.above,
        "value": None if estimate is None else rounded(estimate.value),
        "low": rounded(low),
        "high": rounded(high),
        "people": 0 if estimate is None else estimate.people,
        "n": 0 if estimate is None else estimate.n,
    }
    kind: str
    word: Word
    if low is None or high is None:
        kind, word = "limit_unmeasured", "inconclusive"
    elif low > limit.value if limit.above else high < limit.value:
        kind, word = "limit_crossed", "fail"
    elif high <= limit.value if limit.above else low >= limit.value:
        kind, word = "limit_kept", "pass"
    else:
        kind, word = "limit_undecided", "inconclusive"
    component = None if estimate is None else estimate.component
    return Reason(kind, word, (), limit.name, facts, component)


def too_few_people(people: int, title: str = "") -> list[Reason]:
    """Return the reason that keeps an audit of few people from passing; none for enough.

    Args:
        people: How many people the verdict rests on.
        title: The title of the figure that counts no more; "" where the records are of no more.
    """
    if people >= FEWEST_PEOPLE:
        return []
    facts = {"people": people, "least": FEWEST_PEOPLE, "title": title}
    return [Reason("few_people", "inconclusive", facts=facts)]


def _reason(kind: str, word: Word, estimate: Estimate, facts: Mapping[str, Any]) -> Reason:
    return Reason(kind, word, estimate.questions, estimate.name, facts, estimate.component)


def _severity(reason: Reason) -> int:
    return -SEVERITY[reason.word]


def _ends(interval: Interval) -> dict[str, float | None]:
    return {k: rounded(getattr(interval, k)) for k in ("value", "low", "high")}
