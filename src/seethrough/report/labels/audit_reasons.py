"""Reasons that are about the whole audit, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report.labels import agreement, promises, self_tests
from seethrough.report.labels.questions import ASKED
from seethrough.report.labels.wording import (
    UNUSED_CONTROL,
    are,
    capital,
    count,
    inline,
    listed,
    named,
    persons,
)

Facts = Mapping[str, Any]

MOST_NAMED = 8
"""How many people, ids or columns a sentence names."""


def _ended(text: str) -> str:
    """Return a text with a full stop, unless it ends in one."""
    return text if text.endswith(".") else f"{text}."


def _named(facts: Facts, key: str = "people") -> str:
    """Return the names of a reason's people or ids, where the report may name them."""
    names: Sequence[str] = list(facts.get("private", {}).get(key, ()))
    if not names:
        return ""
    shown = [named(name) for name in names[:MOST_NAMED]]
    known = facts["ids"] + facts["persons"] if key == "values" else facts.get(key, 0)
    more = max(len(names), known) - len(shown)
    return f": {', '.join(shown)}{f' and {more:,} more' if more else ''}"


def _why(facts: Facts) -> str:
    """Return why a component failed, where the report may say so."""
    return inline(facts["private"]["error"]) if "private" in facts else "the full report says why"


def _some(facts: Facts) -> str:
    """Return how many people a reason is about: ``3 of 48 people``."""
    return f"{facts['people']:,} of {persons(facts['of'])}"


def _and_held_out(facts: Facts) -> str:
    """Return how many of the people held out a reason is about as well, where there are any."""
    if "of_held_out" not in facts:
        return ""
    return f", and {facts['held_out']:,} of {facts['of_held_out']:,} people held out"


def _exposed(facts: Facts) -> str:
    return (
        f"{_some(facts)} {are(facts['people'])} exposed"
        f" individually, with more facts disclosed than chance and control explain (tested at"
        f" {100 * facts['level']:g}\u00a0%){_named(facts)}."
    )


def _verbatim(facts: Facts, where: str = "is in the release") -> str:
    return (
        f"Original wording about {_some(facts)} {where},"
        f" whole or in long passages ({count(facts['records'], 'record')},"
        f" {facts['whole']:,} of them whole){_named(facts)}."
    )


def _sentences_standing(facts: Facts) -> str:
    looked_at, standing = facts.get("looked_at", 0), facts.get("standing", 0)
    sample = f" (in a sample of {looked_at:,} of {standing:,} sentences that are)"
    where = "the release" if facts.get("anywhere") else "the person's own released record"
    whose = "its" if facts["sentences"] == 1 else "their"
    return (
        f"{count(facts['sentences'], 'sentence')} about {_some(facts)}, by {whose} words with a"
        f" health or other special fact, a name or contact data, {are(facts['sentences'])} word for"
        f" word in {where}{sample if looked_at < standing else ''}{_named(facts)}."
    )


def _elsewhere(facts: Facts) -> str:
    if facts.get("held_out"):
        return "held out are in the release"
    return "are in records under other ids than their own"


def _names_in_ids(facts: Facts) -> str:
    parts = [count(facts[key], f"released {key[:-1]}") for key in ("ids", "persons") if facts[key]]
    parts += ["the file name"] if facts["file"] else []
    one = facts["ids"] + facts["persons"] + facts["file"] == 1
    hashed = f" ({facts['hashed']:,} by its hash without a key)" if facts.get("hashed") else ""
    return (
        f"{listed(parts)} look{'s' if one else ''} like a name, contact detail or number{hashed}"
        f"{_named(facts, 'values')}."
    )


def _control_in(where: str) -> Callable[[Facts], str]:
    def said(facts: Facts) -> str:
        words = {"by_id": "id", "by_person": "person", "by_text": "at least half of a text"}
        by = [word for key, word in words.items() if facts.get(key)]
        return (
            f"{_some(facts)} of the control"
            f" {are(facts['people'])} in {where}{f' (by {listed(by)})' if by else ''}"
            f"{_named(facts)}. The control must be people who are in neither file."
        )

    return said


_LANGUAGES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "es": "Spanish", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hu": "Hungarian",
    "it": "Italian", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "vi": "Vietnamese",
}  # fmt: skip
"""Languages by ISO 639-1 code; others go by their code."""


def _unreadable(facts: Facts) -> str:
    kinds = [
        *(f"{n:,} in {_LANGUAGES.get(name, name)}" for name, n in facts["languages"].items()),
        *(f"{n:,} in {capital(name)} script" for name, n in facts["scripts"].items()),
        *(
            [
                f"{facts['not_words']:,} in no language that can be told, or full of codes or"
                " abbreviations"
            ]
            if facts["not_words"]
            else []
        ),
    ]
    drawn = f", drawn evenly from {facts['drawn_from']:,}," if facts.get("drawn_from") else ""
    in_part = facts.get("in_part", 0)
    (first, what), *rest = [
        (n, said)
        for n, said in (
            (facts["unread"], f"{are(facts['unread'])} not plain English ({', '.join(kinds)})"),
            (in_part, f"{'holds' if in_part == 1 else 'hold'} words of another language or script"),
        )
        if n
    ]
    advice = " To have them read, audit both files in an English translation."
    translated = facts["side"] == "private records" and facts["languages"]
    return (
        f"{first:,} of {facts['records']:,} {_SIDES[facts['side']]} with text{drawn} {what}"
        f"{''.join(f', and {n:,} {said}' for n, said in rest)}: the attacks and the judge cannot"
        f" read them.{advice if translated else ''}"
    )


_SIDECARS = {
    "release": "The sidecar was written for another file than the released one, so no guarantee in"
    " it counts: sanitize again, or delete the sidecar",
    "private": "The sidecar was written for other private records, by its keyed hash: name those,"
    " with the same text and id column, or sanitize again",
    "trained": "The model was trained on other records than those of the private file, by what was"
    " written beside it: name the file that it was trained on, with the same text and id column",
    "alignment": "The sidecar claims that records correspond to nobody, but most released ids are"
    " private ids (--unaligned if they do correspond to nobody)",
}
_SIDES = {
    "release": "released records",
    "private records": "private records",
    "answers": "answers",
}


def _about(facts: Facts) -> str:
    """Return what facts or questions are about, where that is not the whole release."""
    title = "What is guessed anyway" if facts.get("control") else facts.get("title")
    return f"{title}: " if title else ""


SENTENCES: dict[str, Callable[[Facts], str]] = {
    "narrower": lambda f: (
        "A narrower question fails: " + listed([ASKED[q].title.lower() for q in f["failed"]]) + "."
    ),
    "exposed_people": _exposed,
    "verbatim": _verbatim,
    "nearly_verbatim": lambda f: (
        f"Most of the wording about {_some(f)} is in one released row"
        f" each, with words changed here and there ({count(f['records'], 'record')}){_named(f)}."
    ),
    "originals_behind": lambda f: (
        f"{_verbatim(f, 'is in the records that the service answers from')} Whoever asks for it"
        " may get it: leave it out."
    ),
    "recited": lambda f: _verbatim(f, "comes out in answers"),
    "retold": lambda f: (
        f"Answers are nearest to the records of {f['people']:,} of {f['of']:,} people, and of"
        f" {f['held_out']:,} of {f['of_held_out']:,} people held out. So they may retell records in"
        f" other words, which no figure here counts{_named(f)}. Audit the records that the service"
        " answers from as texts, too: there each fact is judged."
    ),
    "names_in_ids": _names_in_ids,
    "ids_renamed": lambda f: (
        f"{count(f['missing'], 'private id')} {are(f['missing'])} not in the release, which holds"
        f" {count(f['unknown'], 'id')} that no private record has: only"
        f" {count(f['attacked'], 'record')} could be attacked as aligned records. Keep the ids,"
        " or audit the release with --unaligned and --control."
    ),
    "ids_moved": lambda f: (
        f"{f['records']:,} of {count(f['of'], 'record')} that were picked for people hold what is"
        " known of them, and the private records of the same ids do not: facts are under other"
        " ids, or in many records. No leak can be distinguished from that. Give each record and its"
        " released version the same id."
    ),
    "left_out_told": lambda f: (
        f"{f['records']:,} of {count(f['of'], 'private record')} that were not released are"
        " nearest, by their rare words, to a released record of the same person, more than chance"
        " explains. What it tells of them was not attacked, because only records whose id was"
        " released are. Join the private records that one released record stands for."
    ),
    "persons_alike": lambda f: (
        f"{f['values']:,} person values seem to be {persons(f['people'])}, written in several ways"
        f"{_named(f, 'names')}. Each way counts as a person of its own, whose control then sees the"
        " other records: write each person in one way."
    ),
    "texts_alike": lambda f: (
        f"{f['people']:,} of {persons(f['of'])} have only private texts that others have word for"
        f" word, as where a form was left empty{_named(f, 'ids')}. Nobody can find these people,"
        " and each makes every share smaller: leave their records out."
    ),
    "records_of_nobody": lambda f: (
        f"{f['records']:,} of {count(f['of'], 'released record')}"
        f" {'has' if f['records'] == 1 else 'have'} an id that no private record"
        f" has{_named(f, 'ids')}. The people they are about were not attacked: leave them out, or"
        " audit the release with --unaligned and --control."
    ),
    "private_texts_missing": lambda f: (
        f"{f['records']:,} of {count(f['of'], 'released record')}"
        f" {'has' if f['records'] == 1 else 'have'} text where the private record of that id has"
        f" none{_named(f, 'ids')}. What they tell was not attacked: name the private text column"
        " that they were made of, or leave them out."
    ),
    "told_elsewhere": lambda f: (
        f"Facts about {_some(f)} {_elsewhere(f)}, more than strangers'"
        f" originals disclose{_named(f)}."
    ),
    "contacts_standing": lambda f: (
        f"Contact data or numbers of {persons(f['people'])}, and of nobody else, are in the"
        f" release{_named(f)}."
    ),
    "contacts_shared": lambda f: (
        f"Contact data or numbers of {persons(f['people'])} that few others share, as a household"
        f" does, are in the release{_named(f)}."
    ),
    "contacts_recited": lambda f: (
        f"Contact data or numbers of {persons(f['people'])}, and of nobody else, come out in"
        f" answers{_named(f)}."
    ),
    "names_recited": lambda f: (
        f"Answers may name {_some(f)} in full, or by an address, code or account, that nobody"
        f" else's records hold{_and_held_out(f)}{_named(f)}."
    ),
    "sentences_standing": _sentences_standing,
    "names_standing": lambda f: (
        f"{persons(f['people'])} of {f['of']:,} with a name or contact data may be named in full,"
        " or by an address, code or account of their own, in"
        f" {'the release' if f.get('anywhere') else 'their own released record'}{_named(f)}."
    ),
    "not_examined": lambda f: (
        f"Not every attack that bears on this question was tried: add {listed(f['attacks'])}"
        " (--attack), or leave --attack out."
    ),
    "names_unsought": lambda _: (
        "In the answers contact data and the like were counted, and names were not: how often they"
        " name people is not known."
    ),
    "control_in_private": _control_in("the private file"),
    "control_in_release": _control_in("the release"),
    "control_too_few": lambda f: (
        f"The control has {persons(f['people'])}; fewer than {f['least']} are too few to compare"
        " with."
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
    "columns_read": lambda f: f"Other released columns were read, too{_ended(_named(f, 'read'))}",
    "columns_missed": lambda f: (
        f"{count(f['missed'], 'released column')} {'was' if f['missed'] == 1 else 'were'} not"
        f" looked at{_named(f, 'missed')}."
    ),
    "columns_of_codes": lambda f: (
        f"What the codes in {count(f['columns'], 'released column')} stand for was not looked up"
        f"{_named(f, 'columns')}. Leave codes out, or release in words what they stand for."
    ),
    "words_recoded": lambda f: (
        f"Of {f['of']:,} words that several people's records lost in the release, {f['words']:,}"
        f" became one other word everywhere, as in a code{_named(f, 'words')}. Whoever knows some"
        " facts can decode the others; that was not tried here. Leave such words out, or replace"
        " them by a different word each time."
    ),
    "words_unknown": lambda f: (
        f"Unknown words make up {percentage(1 - f['share'])} of the released letters and"
        f" {percentage(1 - f['private_share'])} of the private ones. People can read words that are"
        " misspelt or cut; attacks and judge cannot, so the figures are too low."
    ),
    "columns_repeated": lambda f: (
        f"The release repeats {count(f['columns'], 'further column')} of the private"
        f" file{_named(f, 'columns')}, as a column or within its texts, whole or in part. What that"
        " tells was not judged, as facts are cut from the text column alone. Leave such values out"
        " of the release; or join them to the text, in both files; or, if they are not private,"
        " leave the column out of the private file."
    ),
    "few_people": lambda f: (
        (
            f"“{f['title']}” decides, and counts {persons(f['people'])}"
            if f.get("title")
            else f"The verdict rests on {persons(f['people'])}"
        )
        + f"; with fewer than {f['least']} nothing can be called safe."
    ),
    "attack_failed": lambda f: f"The attack {f['attack']} failed: {_why(f)}.",
    "utility_failed": lambda f: (
        f"The utility {f['utility']} failed and was not measured: {_why(f)}."
    ),
    "nothing_attacked": lambda f: "No record could be attacked.",
    "records_not_attacked": lambda f: (
        f"Only {f['attacked']:,} of {f['of']:,} records with text could be attacked."
    ),
    "claims_not_judged": lambda f: (
        f"{_about(f)}{f['missing']:,} of {f['of']:,} facts could not be judged."
    ),
    "questions_not_answered": lambda f: (
        f"{_about(f)}{f['missing']:,} of {f['of']:,} questions got no answer."
    ),
    "answers_alike": lambda f: (
        f"What is served gave one and the same answer, or refused, whatever it was asked:"
        f" {f['questions']} neutral questions. A filter or a notice that answers everything hides"
        " what it knows. Ask it something that it must know: if it says the same, audit it without"
        " that filter; if it answers only such questions, audit its records or its weights instead."
        if f["asked"] == "before"
        else f"After the attacks, what is served gave one and the same answer, or refused, to"
        f" {f['questions']} neutral questions that it had answered before. A quota may have been"
        " used up, or a filter may have taken over, while it was attacked. Allow it more questions,"
        " or audit its records or its weights instead."
    ),
    "records_not_searched": lambda f: (
        f"In {f['missing']:,} of {f['of']:,} private records the tagger could not look for all"
        " details, such as names in a text that is not English, so these were not tried. Name"
        " another with tagger=."
    ),
    "records_without_question": lambda f: (
        f"{f['missing']:,} of {f['of']:,} private records"
        f" {'has' if f['missing'] == 1 else 'have'} no question, so nothing was asked"
        " about them. If another column holds the questions, name it with question=."
    ),
    "spans_too_long": lambda f: (
        f"{f['missing']:,} of {f['of']:,} private details {are(f['missing'])} longer than what the"
        " model reads at once, so they were not tried. Name a tagger= that marks"
        " shorter ones."
    ),
    "sanitizer_failed": lambda f: f"The sanitizer failed on {count(f['records'], 'record')}.",
    "empty_records": lambda f: (
        f"{f['records']:,} of {f['of']:,} released records {are(f['records'])} empty"
        + (f", {f['withheld']:,} of them withheld by the sanitizer." if f["withheld"] else ".")
    ),
    "small_control": lambda f: (
        f"The control has {f['control_words']:,} words in {count(f['control_records'], 'record')},"
        f" the private records have {f['private_words']:,}. What is beyond it is counted in equal"
        " amounts of text; hold out more people for narrower intervals."
    ),
    "undefined_for_nobody": lambda f: (
        "The released records correspond to no particular person, so no record is a person's"
        f" own. Undefined, and not run: {listed(f['attacks'])}."
    ),
    "one_draw": lambda f: (
        "The release is random: these are the figures of one draw, and compare --seeds shows how"
        " much draws differ."
    ),
    "control_unused": lambda f: f"People held out (--control): {UNUSED_CONTROL}.",
    "sampled": lambda f: (
        f"Each attack drew its own sample: {f['records']:,} of {f['of']:,} records (--targets)."
    ),
    **agreement.REASONS,
    **promises.REASONS,
    **self_tests.REASONS,
}
