"""The coverage ledger: what was attacked, what was not, and why; nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.engine.runs import equal_size
from seethrough.engine.runs.equal_size import Sizes
from seethrough.evidence.linked import RatedRecord
from seethrough.protocols import Attack
from seethrough.reasons import QUESTIONS, Question, Reason

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release

VERY_LONG = 20_000
"""Characters from which a text counts as very long (about 3,500 English words)."""

LEAST_ATTACKED = 0.9
"""Share of the released people's records that must be attacked for a verdict."""

MOST_UNJUDGED = 0.05
"""Share of claims that may stay unjudged for a verdict: all of them might have leaked."""

_UNTOLD = (
    ("claims_not_judged", "claims_unjudged", "claims_asked"),
    ("questions_not_answered", "questions_unanswered", "questions_asked"),
    ("questions_not_answered", "continuations_unanswered", "continuations_asked"),
)
_FAILED = (
    *_UNTOLD,
    ("records_not_searched", "records_not_searched", "records_tried"),
    ("records_without_question", "records_without_question", "records_tried"),
)
"""Reasons, with the entries of a ledger for what is missing and for what was asked."""


def ledger(
    private: Corpus,
    release: Release,
    cells: Sequence[Cell],
    needed: Sequence[Attack[Any]] = (),
) -> dict[str, int]:
    """Count every record and claim that an audit met.

    What is attacked and missing is that of the attack that covers least, so that no other one
    hides it.

    Args:
        private: The private records.
        release: What was attacked.
        cells: What was found.
        needed: The attacks of which each asks something that the others do not.
    """
    counts = {
        "private_records": len(private),
        "people": len(set(private.persons)),
        "private_records_empty": _empty(private),
        "private_records_very_long": _very_long(private),
    }
    counts |= _released(private, release)
    asking = [cell for cell in cells if cell.attack.asks]
    others = [cell for cell in cells if cell not in asking]
    attacked, eligible = _reached(others, needed)
    if asking and not attacked:
        attacked = eligible = len(private)  # a question may reach any record
    counts["records_attacked"] = attacked
    counts["records_not_sampled"] = max(0, eligible - attacked)
    counts["records_nothing_known_about"] = (
        len(private) - counts.get("records_not_released", 0) - max(eligible, attacked)
    )
    met = [cell.targets.ledger() for cell in cells]
    for entry, number in ((e, n) for own in met for e, n in own.items()):
        counts[entry] = max(counts.get(entry, 0), number)
    for _, part, whole in _FAILED:
        asked = [own for own in met if own[whole]]
        if asked:
            worst = max(asked, key=lambda own: (own[part] / own[whole], own[whole]))
            counts |= {entry: worst[entry] for entry in (part, whole) if worst[entry]}
    for sizes in (cell.sizes for cell in cells if cell.sizes is not None):
        counts |= {
            "private_words": sizes.private_words,
            "control_records": sizes.control_records,
            "control_words": sizes.control_words,
        }
    counts["cells_failed"] = sum(cell.error is not None for cell in cells)
    return counts


def _reached(cells: Sequence[Cell], needed: Sequence[Attack[Any]]) -> tuple[int, int]:
    """Return how many records were attacked, and how many could have been drawn for that.

    Of the figures that no question is answered without, the one that fewest records count in.
    """
    reached = [
        max(((len(c.targets.records), c.eligible) for c in measuring), key=max)
        for _, measuring in _deciding(cells, needed)
    ]
    together = len({record for c in cells for record in c.targets.records})
    anybody = together, max((c.eligible for c in cells), default=0)
    return min(reached, default=anybody, key=max)


def _deciding(
    cells: Sequence[Cell], needed: Sequence[Attack[Any]]
) -> Iterator[tuple[str, list[Cell]]]:
    """Yield each figure that no question is answered without, and the cells that measure it.

    Optional figures are left out: ordinary data may hold nothing that they count.
    """
    wanted = {f.name for attack in needed for f in attack.figures if f.questions and not f.optional}
    for name in sorted(wanted):
        measuring = [c for c in cells if any(f.name == name for f in c.attack.figures)]
        if measuring:
            yield name, measuring


def _released(private: Corpus, release: Release) -> dict[str, int]:
    """Count the released records, and those without a counterpart."""
    released = release.corpus
    counts = {"released_records": len(released), "released_records_empty": _empty(released)}
    told = {i for i, text in zip(private.ids, private.texts, strict=True) if text.strip()}
    counts["records_at_stake"] = len(told)
    if release.readable:
        counts["released_records_very_long"] = _very_long(released)
    if release.aligned:
        counts |= {
            "records_at_stake": len(told & released.position.keys()),
            "records_emptied": sum(
                id_ in told and not text.strip()
                for id_, text in zip(released.ids, released.texts, strict=True)
            ),
            "records_not_released": sum(id_ not in released.position for id_ in private.ids),
            "released_records_of_nobody": sum(id_ not in private.position for id_ in released.ids),
        }
    return counts | {f"sanitizer_{k}": v for k, v in release.ledger.items()}


def shortfalls(counts: Mapping[str, int]) -> list[Reason]:
    """Return why the coverage does not carry a verdict; none where it does.

    A sample of targets covers what it was drawn from: what could not have been drawn is missing
    all the same.

    Args:
        counts: The ledger.
    """
    at_stake = counts["records_at_stake"]
    attacked = counts["records_attacked"]
    reachable = attacked + counts["records_not_sampled"]
    reasons = []
    if attacked == 0:
        reasons.append(_lacking("nothing_attacked"))
    elif reachable < LEAST_ATTACKED * at_stake:
        reasons.append(_lacking("records_not_attacked", attacked=reachable, of=at_stake))
    for kind, part, whole in _FAILED:
        if counts.get(part, 0) > MOST_UNJUDGED * counts.get(whole, 0):
            reasons.append(_lacking(kind, missing=counts[part], of=counts.get(whole, 0)))
    if counts.get("sanitizer_failed", 0):
        reasons.append(_lacking("sanitizer_failed", records=counts["sanitizer_failed"]))
    return reasons


def control_untold(cells: Iterable[Cell]) -> list[Reason]:
    """Return what too much is missing of in a control alone; nothing where all of it is there.

    What is missing may be what shows nothing: then less is guessed anyway than it seems.

    Args:
        cells: What was found.
    """
    arms = [(c.targets.ledger(), c.control.ledger()) for c in cells if c.control is not None]
    reasons = []
    for kind, part, whole in _UNTOLD:
        alone = [
            control
            for own, control in arms
            if control[part] > MOST_UNJUDGED * control[whole]
            and own[part] <= MOST_UNJUDGED * own[whole]
        ]
        if alone:
            worst = max(alone, key=lambda control: control[part] / control[whole])
            facts = {"missing": worst[part], "of": worst[whole], "control": True}
            reasons.append(_lacking(kind, **facts))
    return reasons


def classes_not_judged(cells: Iterable[Cell]) -> list[Reason]:
    """Return of which classes of facts too many were not judged; none where all were.

    A judge that refuses one kind of claims leaves a figure on the others, or none at all, however
    few they are of all claims.

    Args:
        cells: What was found; those whose evidence holds rated claims count.
    """
    reasons = []
    for cell in cells:
        seen = (o.evidence for o in cell.targets.outcomes)
        claims = [c for e in seen if isinstance(e, RatedRecord) for c in e.claims]
        for figure in cell.attack.figures:
            said = figure.sensitivity
            grades = [c.grade for c in claims if said is not None and c.says(said)]
            missing = grades.count(None)
            if figure.questions and missing > MOST_UNJUDGED * len(grades):
                facts = {"missing": missing, "of": len(grades), "title": figure.called}
                reasons.append(
                    Reason(
                        "claims_not_judged",
                        "inconclusive",
                        figure.questions,
                        figure.name,
                        facts,
                        spec.to_json(cell.attack),
                    )
                )
    return reasons


def unexamined(attacks: Iterable[Attack[Any]], needed: Iterable[Attack[Any]]) -> list[Reason]:
    """Return which questions the attacks that ran leave open; none where all was asked.

    Who is not linked may still be learned about, and the other way round, so a question is
    answered with *pass* only where each of the attacks that bear on it was tried, or another one
    that measures one of its figures.

    Args:
        attacks: What ran.
        needed: The attacks of which each asks something that the others do not.
    """
    measured = {figure.name for attack in attacks for figure in attack.figures}
    left: dict[Question, list[str]] = {}
    for attack in needed:
        if measured.isdisjoint(figure.name for figure in attack.figures):
            for question in {q for figure in attack.figures for q in figure.questions}:
                left.setdefault(question, []).append(spec.name_of(attack))
    return [
        Reason("not_examined", "inconclusive", (q,), facts={"attacks": left[q]})
        for q in QUESTIONS
        if q in left
    ]


def names_unsought(attacks: Sequence[Attack[Any]]) -> list[Reason]:
    """Return that nobody looked for names, where only contact data were looked for.

    Where a tagger chose what was looked for in a model, that leaves its anonymity open, too.

    Args:
        attacks: What ran.
    """
    tagged = [attack for attack in attacks if _tags_no_names(attack)]
    sought = [
        figure.nameless or attack in tagged
        for attack in attacks
        for figure in attack.figures
        if "identifiers" in figure.questions
    ]
    if not sought or not all(sought):
        return []
    questions: tuple[Question, ...] = ("identifiers", "anonymous") if tagged else ("identifiers",)
    return [Reason("names_unsought", "inconclusive", questions)]


def _tags_no_names(attack: Attack[Any]) -> bool:
    """Return whether an attack tries what a tagger finds, and the tagger looks for no names."""
    return getattr(getattr(attack, "tagger", None), "nameless", False)


class Stake(NamedTuple):
    """How many people a verdict rests on.

    Attributes:
        people: The fewest that any part of it rests on.
        title: The title of the figure that counts so few; "" where it is the records themselves.
    """

    people: int
    title: str = ""


def people_at_stake(
    private: Corpus, cells: Sequence[Cell], needed: Sequence[Attack[Any]] = ()
) -> Stake:
    """Return how many people a verdict rests on: the fewest that any part of it rests on.

    Those with text, of a sample those drawn, and of each figure that no question is answered
    without those that count in it.

    Args:
        private: The private records.
        cells: What was found.
        needed: The attacks of which each asks something that the others do not.
    """
    told = {p for p, text in zip(private.persons, private.texts, strict=True) if text.strip()}
    known = [c for c in cells if not c.attack.asks and c.targets.knowledge]
    drawn = [len(set(c.targets.people)) for c in known if c.eligible > len(c.targets.records)]
    counted = [
        Stake(
            max(_people_in(figure, cell) for cell in measuring),
            next(f.title for f in measuring[0].attack.figures if f.name == figure),
        )
        for figure, measuring in _deciding(known, needed)
    ]
    return min([Stake(min([len(told), *drawn])), *counted], key=lambda stake: stake.people)


def _people_in(figure: str, cell: Cell) -> int:
    """Return how many people count in a figure of an attack."""
    tallies = zip(cell.targets.people, cell.targets.tallies(figure), strict=True)
    return len({person for person, tally in tallies if tally.of})


def remarks(counts: Mapping[str, int]) -> list[Reason]:
    """Return what to know about a release that passes, as reasons that decide nothing.

    An empty record gives nothing away, so a sanitizer that withholds all it fails on would pass. A
    control that is much smaller than the private records leaves room for a leak.
    """
    reasons = []
    if "control_words" in counts:
        sizes = Sizes(
            counts["private_records"],
            counts["private_words"],
            counts["control_records"],
            counts["control_words"],
        )
        reasons += equal_size.reasons(sizes)
    blank = counts.get("released_records_empty", 0) - counts["private_records_empty"]
    empty = counts.get("records_emptied", blank)
    if empty > 0:
        facts = {"records": empty, "of": counts["released_records"]}
        facts["withheld"] = counts.get("sanitizer_withheld", 0)
        reasons.append(Reason("empty_records", "pass", facts=facts))
    if counts["records_not_sampled"]:
        attacked = counts["records_attacked"]
        facts = {"records": attacked, "of": attacked + counts["records_not_sampled"]}
        reasons.append(Reason("sampled", "pass", facts=facts))
    return reasons


def _lacking(kind: str, **facts: int) -> Reason:
    return Reason(kind, "inconclusive", facts=facts)


def _empty(corpus: Corpus) -> int:
    return sum(not text.strip() for text in corpus.texts)


def _very_long(corpus: Corpus) -> int:
    return sum(len(text) > VERY_LONG for text in corpus.texts)
