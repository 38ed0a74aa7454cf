"""Which release is the safest for a use, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from seethrough.engine.comparing.safest import tells_nothing
from seethrough.reasons import QUESTIONS
from seethrough.report.labels.reasons import sentence
from seethrough.report.labels.wording import listed
from seethrough.report.machine import reasons

if TYPE_CHECKING:
    from seethrough.engine.comparing.comparison import Comparison, Row
    from seethrough.engine.comparing.duels import Duel
    from seethrough.engine.comparing.safest import Choice
    from seethrough.engine.result import Audit
    from seethrough.reasons import Question

MOST_DUELS = 6
"""How many pairs of releases are explained."""


def safest_sentences(comparison: Comparison, names: Sequence[str]) -> list[str]:
    """Return the answer to "which is the safest for this use?", first, and then what explains it.

    Args:
        comparison: The result.
        names: What to call the releases.
    """
    choice = comparison.safest
    titles = {e.name: e.called for audit in comparison.audits for e in audit.estimates}
    said = [*_answer(comparison, choice, names, titles), *_untried(comparison, choice)]
    if not any(_limited(audit) for audit in comparison.audits):
        said.append("No limit was set on a utility, so usefulness was not considered.")
    said += [
        f"{names[place]} is left out: {_why_untold(comparison.rows[place], choice.standard)}"
        if why == "untold"
        else f"{names[place]} is left out: {_why_out(why, _called(what, titles))}."
        for place, (why, what) in choice.out.items()
    ]
    said += [
        f"Whether {names[place]} is useful enough is undecided: {_called(what, titles)}."
        for place, what in choice.doubtful.items()
    ]
    return said


def _untried(comparison: Comparison, choice: Choice) -> list[str]:
    """Return which attacks the safest did not have to stand, though they bear on the question."""
    drawn = () if choice.safest is None else comparison.rows[choice.safest].audits
    names = dict.fromkeys(
        name
        for audit in drawn
        for reason in audit.verdict.reasons
        if reason.kind == "not_examined" and choice.standard in reason.questions
        for name in reason.facts["attacks"]
    )
    if not names:
        return []
    one = len(names) == 1
    return [
        f"The {'attack' if one else 'attacks'} {listed([*names])} {'was' if one else 'were'} not"
        f" tried, so what {'it' if one else 'they'} would find was not considered."
    ]


def _limited(audit: Audit) -> bool:
    useful = {figure.name for run in audit.measured for figure in run.utility.figures}
    return any(r.kind.startswith("limit_") and r.figure in useful for r in audit.verdict.reasons)


def _called(figures: Iterable[str], titles: Mapping[str, str]) -> str:
    """Return figures by their titles, each once; what has none, such as an attack, by its name."""
    return "; ".join(dict.fromkeys(titles.get(name, name) for name in figures))


def _answer(
    comparison: Comparison, choice: Choice, names: Sequence[str], titles: Mapping[str, str]
) -> list[str]:
    if choice.safest is not None:
        best = choice.safest
        own = [duel for duel in choice.duels if duel.winner == best]
        others = listed([names[_other(d, best)] for d in own])
        figures = _called((f for d in own for f in _for(d, best)), titles)
        verdict = comparison.rows[best].deciding.verdict.word
        return [
            f"Safest for this use: {names[best]}.",
            f"It gives away less than {others} ({figures}), beyond chance and control; no deciding"
            " figure shows the opposite. That does not make it safe: its own verdict is"
            f" {verdict}.",
        ]
    if not choice.between:
        return ["Which is the safest for this use is undecided: none of them can be judged."]
    if len(choice.between) == 1:
        (only,) = choice.between
        doubtful = f"{names[only]} may not be useful enough"
        why = doubtful if only in choice.doubtful else f"only {names[only]} can be judged"
        return [f"Which is the safest for this use is undecided: {why}."]
    among = listed([names[place] for place in choice.between])
    told = _open(choice, names, titles) or [
        f"{names[p]} may not be useful enough" for p in choice.between if p in choice.doubtful
    ]
    return [f"Safest for this use: undecided between {among}.", *(f"{t}." for t in told)]


def _open(choice: Choice, names: Sequence[str], titles: Mapping[str, str]) -> list[str]:
    """Return why none of two releases is the safer one, for each two of which that holds."""
    between = set(choice.between)
    duels = [d for d in choice.duels if {d.first, d.second} <= between and d.winner is None]
    same = "No deciding figure differs beyond chance and control between"
    alike = [d for d in duels if d.common and not (d.for_first or d.for_second)]
    if 1 < len(alike) == len(between) * (len(between) - 1) / 2:
        return [f"{same} any two of them"]
    told = [_why_open(duel, same, names, titles) for duel in duels]
    more = len(told) - MOST_DUELS
    return told[:MOST_DUELS] + ([f"The same holds for {more} more pairs"] if more > 0 else [])


def _why_open(duel: Duel, same: str, names: Sequence[str], titles: Mapping[str, str]) -> str:
    first, second = names[duel.first], names[duel.second]
    if not duel.common:
        return f"No deciding figure was measured on both {first} and {second}"
    if not (duel.for_first or duel.for_second):
        return f"{same} {first} and {second}"
    if not (duel.for_first and duel.for_second):
        less, more = (first, second) if duel.for_first else (second, first)
        figures = _called(duel.for_first or duel.for_second, titles)
        said = f"{less} gives away less than {more} ({figures})"
        if not duel.in_every_draw:
            return f"{said}, but not in every draw"
        if duel.ahead in duel.worse:
            return f"{said}, but the verdict on {less} is worse"
        return f"{said}, but on {less} this could not be measured: {_called(duel.open, titles)}"
    return (
        f"{first} gives away less than {second} ({_called(duel.for_first, titles)}), and {second}"
        f" less than {first} ({_called(duel.for_second, titles)})"
        f"{'' if duel.alike else ', each in some draw'}"
    )


def _why_out(why: str, what: str) -> str:
    if why == "incomplete":
        return f"{what} failed on it"
    if why == "use":
        return f"it crosses the limit on {what}"
    return "it could not be made or audited"


def _why_untold(row: Row, standard: Question) -> str:
    """Return why low figures of a release say nothing, which may be so in a single draw of it."""
    questions = QUESTIONS[: QUESTIONS.index(standard) + 1]
    why = next(
        sentence(said)
        for audit in row.audits
        for reason, said in zip(audit.verdict.reasons, reasons(audit, text=False), strict=True)
        if tells_nothing(reason, questions)
    )
    return f"its figures do not show all that it gives away. {why}"


def _other(duel: Duel, place: int) -> int:
    return duel.second if duel.first == place else duel.first


def _for(duel: Duel, place: int) -> tuple[str, ...]:
    return duel.for_first if duel.first == place else duel.for_second
