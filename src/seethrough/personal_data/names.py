"""Names of people in a text, found three ways, since each misses what the others find.

By spaCy's entity recogniser, by lists of common names, and by the words before a name ("Mr", "my
name is", "regards"). So a name that a scrubber on the same recogniser overlooks is still looked
for. It reads English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from seethrough.personal_data.correspondents import correspondents
from seethrough.personal_data.identifier import Identifier
from seethrough.personal_data.initials import families
from seethrough.personal_data.other_scripts import names_in_other_scripts
from seethrough.text.english import Entity
from seethrough.text.names import (
    FAMILY,
    GIVEN,
    folded,
    full_name,
    has_initials,
    has_particle,
    is_name,
    is_ordinary,
    is_place,
)

_THINGS = frozenset({"GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "ORG"})
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_WORD = r"[A-ZÀ-Þ][\w'’]*(?:-[A-ZÀ-Þ][\w'’]*)*"
_BETWEEN = r"(?:de|da|dos|das|del|della|di|du|la|le|van|von|der|den|ter|al|el|bin|ibn)"
_NAME = rf"{_WORD}(?:[ \t]+(?:{_BETWEEN}[ \t]+){{0,2}}(?:[A-Z]\.|{_WORD})){{0,3}}"
_CAPITALS = re.compile(rf"(?<![\w.<\[@/_]){_NAME}")
_RELATIONS = (
    "wife|husband|spouse|partner|son|daughter|child|baby|brother|sister|mother|father|mum|mom|dad"
    "|aunt|uncle|cousin|nephew|niece|grandson|granddaughter|grandmother|grandfather|stepson"
    "|stepdaughter|fianc[ée]e?|girlfriend|boyfriend|friend|buddy|colleague|boss|neighbou?r|nurse"
    "|youngest|oldest|eldest|twin|ex"
)
_CUE = re.compile(
    r"(?:\b(?P<title>Mr|Mrs|Ms|Mx|Miss|Mister|Dr|Prof|Professor|Doctor|Nurse|Sir|Lady|Judge|Justice"
    r"|Officer|Sergeant|Sgt|Captain|Capt|Lieutenant|Lt|Col|Detective|Inspector|Constable|Senator"
    r"|Pastor|Rev|Father|Sister|Herr|Frau|Monsieur|Madame|Mme|Señora?|Senhora?|Signora?|Mevrouw)\.?"
    r"[ \t]+"
    r"|\b(?i:name(?: is|['’]s)|(?:is|am|was) called|call(?:ed|s)? me|named|née"
    r"|name ist|ich hei(?:ß|ss)e|je m['’]appelle|me llamo|nombre es|mi chiamo|nome [èé]|me chamo"
    r"|ik heet|j[ae]g he(?:ter|dder)|nazywam się"
    rf"|(?:{_RELATIONS})(?:,| is| was)?"
    r"|(?:patient|client|full |first |last )?name ?:|regards,?|sincerely,?|signed,?|cheers,?"
    r"|dear|hi|hello|hey|thanks,?|love,?|from:|to:|cc:|attn:?)\s+"
    r"(?:(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Professor|Doctor|Judge|Rev)\.?[ \t]+)?)"
    rf"(?P<name>(?:[A-Z]\.[ \t]+)?{_NAME})"
)
_LOWER = re.compile(
    r"\b(?P<cue>(?i:my name is|my name['’]s|i am called|call me|i am|i['’]?m|this is"
    rf"|(?:my|his|her|our|their) (?:{_RELATIONS}))) "
    r"(?P<name>[^\W\d_A-Z]{2,20}(?: [^\W\d_A-Z]{2,20})?)(?![\w@])"
)
"""A name in lower case behind words that say whose."""
_LOWER_TITLED = re.compile(
    r"\b(?i:mrs?|ms|dr)\.? (?P<name>[^\W\d_A-Z]{3,20})(?: (?P<more>[^\W\d_A-Z]{3,20}))?(?![\w@])"
)
"""One behind a title: *mrs halvorsen*."""
_LOWER_PAIR = re.compile(
    r"(?<![\w@./'’-])(?P<given>[^\W\d_A-Z]{3,15}) "
    r"(?=(?P<family>[^\W\d_A-Z](?:[^\W\d_A-Z]|['’-]){2,15})(?![\w@]))"
)
"""Two words in lower case; each one may be the first of two."""
_FAMILY_FIRST = re.compile(
    rf"(?:(?P<cue>\b(?i:patient|client|customer|name|pt|re) ?:[ \t]*)|(?<![\w.<\[@/_]))"
    rf"(?P<family>{_WORD}),[ \t]?(?P<given>{_WORD})"
)
"""*SMITH, JOHN*, or, where the words before say so, *Smith, John*."""
_SINGLE = re.compile(rf"(?<![\w.<\[@/_]){_WORD}(?![\w@])")
_NICKNAMED = re.compile(
    rf"(?<![\w.<\[@/_])(?P<given>{_WORD})[ \t]"
    rf"(?:[\"“‘'](?P<nick>{_WORD})[\"”’']|\((?P<short>{_WORD})\))[ \t](?P<family>{_WORD})"
)
"""*Kelly "Kel" Nguyen*, *William (Bill) Fenwick*."""
_MONTH = re.compile(r"Jan\.?,? ?(?:\d{1,2}\b|(?:19|20)\d\d\b)")
"""The one month whose short form is a name as well, in a date."""
_TITLES = re.compile(
    r"^(?:(?:mr|mrs|ms|mx|miss|dr|prof|professor|doctor|sir|lady|judge|rev|sgt|capt|captain"
    r"|lieutenant|general|president|herr|frau|dear|hi|hello)\b\.?\s*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:['’]s|['’])$")
_SPACE = re.compile(r"[\s,]+")


def names(text: str, entities: Sequence[Entity]) -> Iterator[Identifier]:
    """Yield the names of people in a text and parts of names, the same one more than once.

    Args:
        text: A text in composed form, with plain spaces.
        entities: What spaCy's recogniser finds in it.
    """
    for entity in entities:
        if entity.label == "PERSON":
            for line in entity.written.splitlines():
                yield from _as_name(line, cue=False)
    for match in _CAPITALS.finditer(text):
        parts = match.group().split()
        for size in range(min(4, len(parts)), 1, -1):
            runs = [parts[i : i + size] for i in range(len(parts) - size + 1)]
            chosen = [run for run in runs if _is_full_name(run, entities)]
            if chosen:
                yield from (Identifier("name", _TAIL.sub("", " ".join(run))) for run in chosen)
                break
    for match in _SINGLE.finditer(text):
        before = text[max(0, match.start() - 12) : match.start()].split()[-1:]
        if _MONTH.match(text, match.start()) or (match.group() == "Jan" and _day(before)):
            continue
        behind = text[match.end() : match.end() + 12].split()[:1]
        street = is_place(behind) and _is_street(behind[0].rstrip(".,;:!?"))
        placed = street or is_place([*before, ""])
        if is_name(match.group()) and not match.group().isupper() and not placed:
            yield Identifier("part", match.group())
    for name in names_in_other_scripts(text):
        yield Identifier("name", name)
    for family in families(text):
        yield Identifier("part", family)
    for match in _NICKNAMED.finditer(text):
        given, family = match["given"], _TAIL.sub("", match["family"])
        if _is_full_name([given, family], entities):
            yield Identifier("name", f"{given} {match['nick'] or match['short']} {family}")
    for match in _CUE.finditer(text):
        yield from _as_name(match["name"], cue=True)
    for name in correspondents(text):
        yield from _as_name(name, cue=True)
    for match in _LOWER.finditer(text):
        sure = match["cue"].lower().endswith(("name is", "name's", "name’s", "called", "call me"))
        yield from _in_lower_case(match["name"].split(), sure)
    for match in _LOWER_TITLED.finditer(text):
        more = [] if is_ordinary(match["more"] or "the") else [match["more"]]
        yield from _in_lower_case([match["name"], *more], sure=True)
    for match in _LOWER_PAIR.finditer(text):
        if is_name(match["given"]) and is_name(match["family"].rstrip("'’-")):
            yield from _in_lower_case([match["given"], match["family"]], sure=False)
    for match in _FAMILY_FIRST.finditer(text):
        shown = match["cue"] or (len(match["family"]) > 1 and match["family"].isupper())
        if shown and _is_family_first(match["family"], match["given"]):
            yield Identifier("name", f"{match['family']}, {match['given']}")
            yield Identifier("part", match["family"])


def _is_street(word: str) -> bool:
    """Return whether a place is meant: not *Emily place*, *Carol St. Clair* or *Diane Lane*."""
    return word[:1].isupper() and word != "St" and folded(word) not in FAMILY


def _in_lower_case(parts: Sequence[str], sure: bool) -> Iterator[Identifier]:
    """Yield the name that words in lower case are.

    Args:
        parts: One or two words.
        sure: Whether a name must stand here: any word that is no ordinary one. Else nothing but a
            common name is one.
    """
    whole = len(parts) == 2 and (sure or not is_ordinary(parts[1]))
    if whole and full_name(parts) == "common":
        yield Identifier("name", " ".join(parts))
    elif is_name(parts[0]) or (sure and len(parts[0]) >= 3 and not is_ordinary(parts[0])):
        yield Identifier("part", parts[0])


def _is_family_first(family: str, given: str) -> bool:
    """Return whether two words are a family name and a given one: *Smith, John*, no two people."""
    known = folded(family) in FAMILY or not (folded(family) in GIVEN or is_ordinary(family))
    return known and folded(given) in GIVEN and not is_place([family, given])


def _day(before: Sequence[str]) -> bool:
    """Return whether the word before a month is a day: *5 Jan*."""
    return bool(before) and re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", before[0]) is not None


def _is_full_name(run: Sequence[str], entities: Sequence[Entity]) -> bool:
    """Return whether capitalised words are a full name, none of them a thing or place to spaCy."""
    if run[0] in ("A", "I") or run[-1] == "I" or len(set(run)) < len(run):
        return False
    places = [e for e in entities if e.label in _PLACES]
    if has_particle(run) and not any(run[-1] in e.written.split() for e in places):
        return True
    found = full_name([part.strip(".'’") for part in run])
    things = [e for e in entities if e.label in _THINGS]
    return found == "common" or (
        found == "perhaps" and not any(run[-1] in e.written.split() for e in things)
    )


def _as_name(written: str, cue: bool) -> Iterator[Identifier]:
    """Yield the name in what was taken for one; nothing if it is a placeholder or a word."""
    if re.search(r"[\d_<>\[\]{}*@/|=]", written):
        return
    parts = _SPACE.split(_TAIL.sub("", _TITLES.sub("", written.strip(" \t.,;:!?\"'()-"))))
    parts = [_TAIL.sub("", part).strip(".'’\"()") for part in parts]
    if has_initials(parts, 1 if cue else 2) or has_particle(parts):
        yield Identifier("name", " ".join(parts))
        return
    whole = len(parts)
    while parts and (not parts[-1][:1].isupper() or (len(parts) > 1 and _is_stray(parts[-1]))):
        parts.pop()
    alone = len(parts) < whole
    while parts and (not parts[0][:1].isupper() or (len(parts) > 1 and _is_stray(parts[0]))):
        parts.pop(0)
    if len(parts) == 1:
        part = parts[0]
        surely = is_name(part) or (cue and not alone)
        if len(part) >= 3 and not part.isupper() and not is_ordinary(part) and surely:
            yield Identifier("part", part)
    elif 2 <= len(parts) <= 5:
        distinctive = [p for p in parts if len(p) > 1 and not is_ordinary(p)]
        if is_place(parts):
            return
        if full_name(parts) or (distinctive and (cue or len(distinctive) * 2 >= len(parts))):
            yield Identifier("name", " ".join(parts))


def _is_stray(word: str) -> bool:
    """Return whether a word at the edge of a name is none: an ordinary word that is no name."""
    if word in ("A", "I"):
        return True
    return is_ordinary(word) and folded(word) not in GIVEN and folded(word) not in FAMILY
