"""The reasons of a verdict in words, from the machine form; terminal and page say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from seethrough.engine.verdict.limits import MOST_TOLERANCE, TOLERANCE
from seethrough.estimates.in_words import percentage
from seethrough.report.labels import wording
from seethrough.report.labels.wording import count, inline, listed

Facts = Mapping[str, Any]

MOST_NAMED = 8
"""How many people, ids or columns a sentence names."""

QUESTIONS: Mapping[str, str] = {
    "identifiers": "Identifiers: no name, contact detail or number of a person stands in it",
    "sensitive": "Sensitive facts: none are learned beyond what is guessed anyway",
    "anonymous": "Anonymity: nobody is singled out or linked, and nothing is inferred",
}
"""What a release that passes a question is said to do."""


CLASSES: Mapping[str, str] = {
    "identifier": "names, contact data, numbers",
    "special": "health and other special facts",
    "quasi": "age, place, work, family, dates",
    "private": "money, conflicts, feelings, plans",
    "none": "what concerns nobody",
}
"""The sensitivity classes of claims in words, those that matter most first."""


def sentence(reason: Mapping[str, Any]) -> str:
    """Return a reason as a sentence or two.

    Args:
        reason: As ``report.json`` holds it.
    """
    title, rest = titled(reason)
    return f"{title}: {rest}" if title else rest


def titled(reason: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title of the figure that a reason is about, or "", and the rest of the sentence.

    Args:
        reason: As ``report.json`` holds it.
    """
    facts = reason["facts"]
    if reason["kind"] in _OF_FIGURES:
        figure = _Figure(reason)
        return figure.title, _OF_FIGURES[reason["kind"]](figure, facts)
    return "", _SENTENCES[reason["kind"]](facts)


def shown(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the reasons that the verdict rests on, what decides first, then what to know.

    Reasons that read the same, such as three tests of one figure, are shown once.

    Args:
        report: ``verdict``, ``standard`` and ``reasons`` of the machine form.
    """
    ranks = {"fail": 0, "inconclusive": 1, "pass": 2}
    standard = report["standard"]
    once: dict[str, Mapping[str, Any]] = {}
    for reason in report["reasons"]:
        bears = standard in reason["questions"] or not reason["questions"]
        decides = ranks[reason["word"]] <= ranks[report["verdict"]]
        if bears and (decides or reason["kind"] in REMARKS | _BAD_CONTROL):
            once.setdefault(sentence(reason), reason)
    return list(once.values())


def lenient(report: Mapping[str, Any]) -> str:
    """Return that a pass rests on a larger tolerance than the usual one, or "".

    Args:
        report: ``verdict``, ``standard`` and ``reasons`` of the machine form.
    """
    if report["verdict"] != "pass":
        return ""
    allowed = [
        r["facts"]["tolerance"]
        for r in report["reasons"]
        if r["kind"] == "bounded" and report["standard"] in r["questions"]
    ]
    largest = max(allowed, default=0.0)
    if largest <= TOLERANCE:
        return ""
    return f"at a tolerance of {100 * largest:g} %, where {100 * TOLERANCE:g} % is usual"


def without_names(reason: Mapping[str, Any]) -> dict[str, Any]:
    """Return a reason without what names people, ids or files or quotes a record."""
    facts = {k: v for k, v in reason["facts"].items() if k != "private"}
    return {**reason, "facts": facts}


REMARKS = frozenset(
    {
        "empty_records",
        "sampled",
        "one_draw",
        "small_control",
        "blind_spot",
        "cut_records",
        "columns_read",
        "few_ratings",
        "utility_failed",
        "undefined_for_nobody",
    }
)
"""Kinds that decide nothing and are said with every verdict."""

_BAD_CONTROL = frozenset({"control_in_private", "control_in_release", "control_too_few"})
"""Kinds that decide, and are said with every verdict: all figures rest on the control."""


class _Figure:
    """How a figure's numbers are written."""

    def __init__(self, reason: Mapping[str, Any]) -> None:
        self.title, self.percent = wording.title(reason)

    def number(self, value: float | None) -> str:
        """Return one value: ``12 %`` or ``0.12``."""
        return wording.value({"value": value}, self.percent).replace("\u00a0", " ")

    def beyond(self, facts: Facts) -> str:
        """Return the excess with its interval."""
        over = facts["excess"]
        ends = wording.spread(over, self.percent)
        points = self.number(over["value"]).replace("%", "points")
        return f"{points} ({ends})" if ends else points


def _leak(figure: _Figure, facts: Facts) -> str:
    return (
        f"{figure.number(facts['value'])}, which is {figure.beyond(facts)} beyond"
        f" what is guessed anyway; the tolerance is {figure.number(facts['tolerance'])}."
    )


def _bounded(figure: _Figure, facts: Facts) -> str:
    return (
        f"at most {figure.number(facts['excess']['high'])} beyond what is guessed"
        f" anyway, under the tolerance of {figure.number(facts['tolerance'])}."
    )


def _undecided(figure: _Figure, facts: Facts) -> str:
    said = (
        f"{figure.beyond(facts)} beyond what is guessed anyway; the tolerance of"
        f" {figure.number(facts['tolerance'])} lies within that interval."
    )
    ways = []
    if facts["people_to_pass"]:
        ways.append(f"about {count(facts['people_to_pass'], 'more person', 'more people')}")
    if facts["people_to_fail"]:
        ways.append(f"about {count(facts['people_to_fail'], 'more person', 'more people')}")
    if facts["tolerance_to_pass"] <= MOST_TOLERANCE:
        ways.append(f"a tolerance of {facts['tolerance_to_pass']:g} (--tolerance)")
    said += f" To decide it takes {' or '.join(ways)}." if ways else ""
    smallest = facts["smallest_visible"]
    if smallest is not None and smallest < 1:
        said += f" The smallest leak that this audit would have seen is {figure.number(smallest)}."
    elif smallest is not None:
        said += " With so few people no leak at all would have been seen."
    return said


def _limit(crossed: str) -> Callable[[_Figure, Facts], str]:
    def said(figure: _Figure, facts: Facts) -> str:
        bound = "at most" if facts["above"] else "at least"
        value = figure.number(facts["value"])
        ends = wording.spread(facts, figure.percent)
        return (
            f"{value}{f' ({ends})' if ends else ''}; the limit that was set,"
            f" {bound} {figure.number(facts['limit'])}, {crossed}."
        )

    return said


_OF_FIGURES: Mapping[str, Callable[[_Figure, Facts], str]] = {
    "leak": _leak,
    "bounded": _bounded,
    "undecided": _undecided,
    "unmeasured": lambda figure, facts: "could not be measured.",
    "no_interval": lambda figure, facts: (
        "too few people, or all alike, to say how sure the figure is."
    ),
    "nothing_to_count": lambda figure, facts: (
        "the private records hold nothing of the kind, so nothing was tested."
    ),
    "no_control": lambda figure, facts: (
        "there is no control to compare with. Name people who are not in the"
        " release (sanitize --holdout, or --control FILE)."
    ),
    "control_shares": lambda figure, facts: (
        f"{figure.number(facts['value'])}, and the control reaches"
        f" {figure.number(facts['control'])} as well: many records say the same, or everything"
        " stands in every record. No leak can be distinguished from that."
    ),
    "strangers_tell": lambda figure, facts: (
        f"the records of others come to {figure.number(facts['control'])}, and their originals"
        f" to {figure.number(facts['originals'])} only: facts stand under other ids, or in many"
        " records. No leak can be distinguished from that."
    ),
    "indistinct": lambda figure, facts: (
        f"on {_PASSAGES[facts['passage']]} the judge calls {percentage(facts['found'])} of"
        f" what is given away so, and {percentage(facts['false'])} of what is not: too close to"
        " distinguish them."
        " Name another judge (--judge), or rate claims yourself (annotate, --ratings)."
    ),
    "limit_crossed": _limit("is crossed"),
    "limit_kept": _limit("is kept"),
    "limit_undecided": _limit("lies within that interval, so it may be crossed or kept"),
    "limit_unmeasured": lambda figure, facts: "a limit is set on it, and it could not be measured.",
}


_PASSAGES: Mapping[str, str] = {
    "kept": "people's own records with their wording",
    "rewritten": "people's own records in other words",
    "another": "records of somebody else",
    "another_rewritten": "records of somebody else, in other words",
}
"""The kinds of passage that a judge reads."""


_MOST_FEW = 4
"""How many figures with too few ratings a sentence names."""


def _few_ratings(facts: Facts) -> str:
    few = [f"{f['title']} ({_covered(f)})" for f in facts["few"]]
    more = f" and {len(few) - _MOST_FEW} more" if len(few) > _MOST_FEW else ""
    return (
        f"Your ratings are too few to correct the judge for: {'; '.join(few[:_MOST_FEW])}{more}."
        f" It takes {facts['least']} rated claims about {facts['people']} people, for the release"
        " and for the control."
    )


def _covered(few: Facts) -> str:
    people = count(few["people"], "person", "people")
    return f"{few['arm']}: {count(few['claims'], 'claim')}, {people}"


def _named(facts: Facts, key: str = "people") -> str:
    """Return the names of a reason's people or ids, where the report may name them."""
    names: Sequence[str] = list(facts.get("private", {}).get(key, ()))
    if not names:
        return ""
    shown = [inline(name) for name in names[:MOST_NAMED]]
    known = facts["ids"] + facts["persons"] if key == "values" else facts.get(key, 0)
    more = max(len(names), known) - len(shown)
    return f": {', '.join(shown)}{f' and {more:,} more' if more else ''}"


def _people(number: int) -> str:
    return count(number, "person", "people")


def _exposed(facts: Facts) -> str:
    are = "is" if facts["people"] == 1 else "are"
    return (
        f"{facts['people']:,} of {_people(facts['of'])} {are} exposed one by one, whatever the"
        f" average says (chance of calling anybody so without a leak: {100 * facts['level']:g} %)"
        f"{_named(facts)}."
    )


def _verbatim(facts: Facts) -> str:
    return (
        f"Original wording about {facts['people']:,} of {_people(facts['of'])} stands in the"
        f" release, whole or in long runs ({count(facts['records'], 'record')},"
        f" {facts['whole']:,} of them whole){_named(facts)}."
    )


def _names_in_ids(facts: Facts) -> str:
    parts = [count(facts[key], f"released {key[:-1]}") for key in ("ids", "persons") if facts[key]]
    parts += ["the file name"] if facts["file"] else []
    one = facts["ids"] + facts["persons"] + facts["file"] == 1
    return (
        f"{listed(parts)} look{'s' if one else ''} like a name or contact detail"
        f"{_named(facts, 'values')}."
    )


def _control_in(where: str) -> Callable[[Facts], str]:
    def said(facts: Facts) -> str:
        are = "is" if facts["people"] == 1 else "are"
        return (
            f"{facts['people']:,} of {_people(facts['of'])} of the control {are} in {where}"
            f"{_named(facts)}. A control must know nothing of the release."
        )

    return said


_LANGUAGES = {
    "cs": "Czech", "da": "Danish", "de": "German", "es": "Spanish", "fi": "Finnish",
    "fr": "French", "hu": "Hungarian", "it": "Italian", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "sv": "Swedish", "tr": "Turkish",
    "vi": "Vietnamese",
}  # fmt: skip
"""Languages in Latin letters by ISO 639-1 code; others go by their code."""


def _unreadable(facts: Facts) -> str:
    kinds = [
        *(f"{n:,} in {_LANGUAGES.get(name, name)}" for name, n in facts["languages"].items()),
        *(f"{n:,} in {name} script" for name, n in facts["scripts"].items()),
        *([f"{facts['not_words']:,} not words"] if facts["not_words"] else []),
    ]
    return (
        f"{facts['unread']:,} of {facts['records']:,} {_SIDES[facts['side']]} with text are not"
        f" English words ({', '.join(kinds)}): the attacks and the judge cannot read them."
    )


_SIDECARS = {
    "release": "The sidecar was written for another file than the released one, so no promise in it"
    " counts: sanitize again, or delete the sidecar",
    "private": "The sidecar was written for other private records, by its keyed hash: name those,"
    " with the same text and id column, or sanitize again",
    "alignment": "The sidecar claims that records stand for nobody, but most released ids are"
    " private ids (--unaligned if they do stand for nobody)",
}
_SIDES = {"release": "released records", "private records": "private records"}


_RELEASES = {"identity": "the originals", "erase": "an erased release"}
_BOUNDS = {"beyond control": "more than guessing by", "apart by more than": "more by"}


def _self_test(facts: Facts) -> str:
    title, of = wording.title(facts), facts["tests"]
    on = _RELEASES.get(facts["release"], facts["release"])
    if not facts["tested"]:
        return f"Self-test of the {of}: “{title.text}” could not be tested on these data."
    return (
        f"Self-test failed: “{title.text}” is {_measured(title, facts)} on {on}, expected"
        f" {_BOUNDS.get(facts['bound'], facts['bound'])} {_expected(title, facts)}. The {of} cannot"
        " be trusted on these data."
    )


def _blind_spot(facts: Facts) -> str:
    title = wording.title(facts)
    if not facts["tested"]:
        return f"Not tested on these data: “{title.text}”."
    return (
        f"A weak point of the judge: “{title.text}” is {_measured(title, facts)}"
        f" (n = {facts['n']}; good: {_BOUNDS.get(facts['bound'], facts['bound'])}"
        f" {_expected(title, facts)})."
    )


def _measured(title: wording.Title, facts: Facts) -> str:
    return wording.with_spread(facts, title.percent).replace("\u00a0", " ")


def _expected(title: wording.Title, facts: Facts) -> str:
    return wording.value({"value": facts["expected"]}, title.percent).replace("\u00a0", " ")


_SENTENCES: dict[str, Callable[[Facts], str]] = {
    "narrower": lambda f: (
        "A narrower question fails: "
        + listed([QUESTIONS[q].partition(":")[0].lower() for q in f["failed"]])
        + "."
    ),
    "exposed_people": _exposed,
    "verbatim": _verbatim,
    "names_in_ids": _names_in_ids,
    "ids_renamed": lambda f: (
        f"{f['missing']:,} private ids are not in the release, which holds {f['unknown']:,} ids"
        f" that no private record has: only {count(f['attacked'], 'record')} could be attacked as"
        " what they are. Keep the ids, or audit the release with --unaligned and --control."
    ),
    "records_of_nobody": lambda f: (
        f"{f['records']:,} of {count(f['of'], 'released record')} have an id that no private record"
        f" has{_named(f, 'ids')}. Whom they are about was not attacked: leave them out, or audit"
        " the release with --unaligned and --control."
    ),
    "told_elsewhere": lambda f: (
        f"Facts about {f['people']:,} of {_people(f['of'])} stand in records under other ids than"
        f" their own, more than strangers' originals disclose{_named(f)}."
    ),
    "contacts_standing": lambda f: (
        f"Contact data or numbers of {_people(f['people'])}, and of nobody else, stand in the"
        f" release{_named(f)}."
    ),
    "sentences_standing": lambda f: (
        f"{count(f['sentences'], 'sentence')} of {_people(f['people'])} (of {f['of']:,}), by their"
        " words on health or another sensitive matter, stand word for word in their own released"
        f" record{_named(f)}."
    ),
    "names_standing": lambda f: (
        f"{_people(f['people'])} of {f['of']:,} with a name or contact data may be named in full in"
        f" their own released record{_named(f)}."
    ),
    "not_examined": lambda f: (
        f"Not every attack that bears on this question was tried: add {listed(f['attacks'])}"
        " (--attack), or name none."
    ),
    "control_in_private": _control_in("the private file"),
    "control_in_release": _control_in("the release"),
    "control_too_few": lambda f: (
        f"The control has {_people(f['people'])}; with fewer than {f['least']} it says too little."
    ),
    "unreadable": _unreadable,
    "sidecar_mismatch": lambda f: f"{_SIDECARS[f['of']]}.",
    "alignment_denied": lambda f: f"{_SIDECARS['alignment']}.",
    "cut_records": lambda f: (
        f"{f['pieces']:,} released records are pieces of {f['records']:,}; they were read as one."
    ),
    "overlong": lambda f: (
        f"Only the first {f['longest']:,} characters were read of"
        f" {count(f['own'], 'private record')} and {count(f['released'], 'released record')}: put"
        " one text on a line."
    ),
    "columns_read": lambda f: f"Other released columns were read, too{_named(f, 'read')}.",
    "columns_missed": lambda f: (
        f"Not looked at: {count(f['missed'], 'released column')}{_named(f, 'missed')}."
    ),
    "few_people": lambda f: (
        f"The records that were attacked are about {_people(f['people'])}; with fewer than"
        f" {f['least']} nothing can be called safe."
    ),
    "self_test": _self_test,
    "blind_spot": _blind_spot,
    "attack_failed": lambda f: (
        f"The attack {f['attack']} failed: "
        + (inline(f["private"]["error"]) if "private" in f else "the full report says why")
        + "."
    ),
    "utility_failed": lambda f: (
        f"The utility {f['utility']} failed and was not measured: "
        + (inline(f["private"]["error"]) if "private" in f else "the full report says why")
        + "."
    ),
    "nothing_attacked": lambda f: "No record could be attacked.",
    "records_not_attacked": lambda f: (
        f"Only {f['attacked']:,} of {f['of']:,} records with text could be attacked."
    ),
    "claims_not_judged": lambda f: f"{f['missing']:,} of {f['of']:,} facts could not be judged.",
    "questions_not_answered": lambda f: f"{f['missing']:,} of {f['of']:,} questions got no answer.",
    "sanitizer_failed": lambda f: f"The sanitizer failed on {count(f['records'], 'record')}.",
    "empty_records": lambda f: (
        f"{f['records']:,} of {f['of']:,} released records are empty"
        + (f", {f['withheld']:,} of them withheld by the sanitizer." if f["withheld"] else ".")
    ),
    "small_control": lambda f: (
        f"The control has {f['control_words']:,} words in {count(f['control_records'], 'record')},"
        f" the private records have {f['private_words']:,}: hold out more people for narrower"
        " intervals."
    ),
    "undefined_for_nobody": lambda f: (
        f"The released records stand for nobody in particular, so that {listed(f['attacks'])}"
        f" {'is' if len(f['attacks']) == 1 else 'are'} undefined and was not run: nobody's own"
        " record is there to be found."
    ),
    "promise_refuted": lambda f: (
        f"The release promises epsilon {f['promised']:g}, and the planted canaries show that it is"
        f" at least {f['least']:.2f} ({f['how']}): the promise is broken."
    ),
    "promise_at_another_delta": lambda f: (
        f"The promise of epsilon {f['promised']:g} was not tested: it holds at delta"
        f" {f['delta']:.2g}, and the canaries were tried at {f['tried']:.2g}; use"
        f" {f['attack']}:delta={f['delta']:.6g}."
    ),
    "promise_untested": lambda f: (
        f"The promise of epsilon {f['promised']:g} was not tested: "
        + (
            f"{f['canaries']:,} canaries can refute {f['most']:.2f} at the most"
            if f["canaries"]
            else "there were too few canaries"
        )
        + f" at delta {f['tried']:.2g}; "
        + (f"{f['needed']:,} could refute it." if f["needed"] else "no number of them could.")
    ),
    "one_draw": lambda f: (
        "The release is random, and the figures are those of this one draw; compare --seeds shows"
        " how far others spread."
    ),
    "errors_unmeasured": lambda f: (
        "The judge's own errors are not in the intervals: how often it errs was not measured."
    ),
    "few_ratings": _few_ratings,
    "sampled": lambda f: (
        f"A sample was attacked: {f['records']:,} of {f['of']:,} records (--targets)."
    ),
}

KINDS = frozenset({*_OF_FIGURES, *_SENTENCES})
"""Every kind of reason that has a wording."""
