"""Cuts any text into units that are worth reading alone: sentences, bullets, table lines.

A parser trained on news breaks ``125/90 mm Hg. Examination`` in the wrong place and knows no
bullets, so the cut is made by rule before any parsing. Nothing but white space, bullet marks
and emoji is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from seethrough.text.names import GIVEN
from seethrough.text.words import vocabulary

LONGEST = 1_500
"""The longest unit, in characters; a longer one is cut at a space, but never inside a word."""
_AHEAD = 200
"""So many characters behind a mark, and `LONGEST` before it, say whether it ends a sentence."""

WORD = re.compile(r"[^\W_]+")
_BULLET = re.compile(r"^\s*(?:[-*+•·▪◦‣●○■□►▶➢➤→–—]+|#{1,6}|>+|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
CROSSES = frozenset("❌✗✘")
"""Marks that deny what they stand before."""
_CROSS = re.compile(rf"^\s*(?:[-*•]\s+)?([{''.join(CROSSES)}])\ufe0f?\s*(?=\S)")
_HEADER = re.compile(r"^[^.!?:]{2,60}:\s*$")
_HTML = "a|b|i|p|u|br|hr|li|ul|ol|td|th|tr|em|div|pre|code|span|body|html|head|table|strong|h[1-6]"
_TITLE = re.compile(r"^(?:\*\*|__)([^*_.!?:]{2,60}):?(?:\*\*|__):?\s*$")
_TICKED = re.compile(
    r"^\s*(?:[-*•]\s+)?(?:(☐|\[ \])|☑|(?=\[[xX]\]))\ufe0f?\s*((?:\[.\] )?[^\W_].{0,60}?)[.\s]*$"
)
_ANSWERED = re.compile(r"^(.{2,60}:)\s*(?:(❌|☐|✗|✘)|✅|☑|✔|✓)\ufe0f?\s*$")
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_STAMP = rf"\[?(?:\d{{1,4}}[/.-]\d{{1,2}}[/.-]\d{{1,4}},?\s+)?{_TIME}\]?(?:\s+[-–])?"
_SPEAKER = re.compile(
    rf"^\s*(?:(?P<stamp>{_STAMP})\s+)?(?:\[?(?P<label>[A-Z][\w'.-]*(?: [\w'.-]+){{0,2}})\]?"
    rf"(?:\s(?P<later>\({_TIME}\)))?\s?:\s+|<[@+]?(?P<nick>(?!(?:{_HTML})>)\w[\w.-]*)>\s+)(?=\S)"
)
"""*Anna: hi*, *12/05/23, 10:32 - Anna: hi*, *[10:32] Anna: hi*, *<Anna> hi*."""
_TURN = re.compile(
    r"(?:^|(?<=[.!?…] )|(?<=[.!?…][\"”’'] ))([A-Z][\w'.-]*(?: [A-Z][\w'.-]*)?):\s+(?=\S)"
)
_SPOKEN = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur|[Yy]ou|[Yy]our)\b")
_KNOWN = frozenset({"Doctor", "Patient", "User", "Assistant", "Human", "Ai"})
_DATED = re.compile(r"\s*[\[(]?\d{1,4}([/.-])\d{1,2}\1\d{1,4}(?!\d)")
"""Two lines that begin so, as in a log, were not wrapped."""
_FEWEST_TURNS = 3
_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])[\"'”’)\]」』]*\s*|;\s+")
_UNSPACED = re.compile(r"(?:^|\s)[\"“‘(]?(?P<word>[^\W\d_][\w'’-]{2,30})[)\]]?[.!?]$")
_NEXT = re.compile(r"(?:[A-Z][a-z]+|[AI]) ")
"""Two sentences without a space between them: *He left.In 2018 she came*, but not *a.b.Map is*."""
_NOTHING = re.compile("")
_SEMICOLON = re.compile(r";\s+")
_CODE_MARKS = (*"{}<>=;|\\$`[]", "()", "::", "//")
_CODE = re.compile(r"\s*(?:</?[a-zA-Z!]|import |def |class \w+[:(]|#include|SELECT .* FROM )")
_MAY_END = re.compile("[.!?…。！？；;]")
_EMOJI = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u2775\u2794-\u27bf\u2934\u2935\u2b00-\u2bff\u3030"
    "\u303d\U0001f000-\U0001f0ff\U0001f10d-\U0001faff\ufe0f\u200d\u20e3]+"
)
"""Without the numbers in circles (``❶``), which say something."""
_NEVER_ENDS = vocabulary(
    "dr mr mrs ms prof st vs no nos fig figs dept gen col sgt capt lt rev hon gov sen e.g i.e cf "
    "al approx art arts sec vol pp ca mt ref tel ext apt"
)
_SELDOM_ENDS = vocabulary("etc inc ltd co corp jr sr esq a.m p.m ph.d m.d b.s")
_STREETS_AND_STATES = vocabulary("st ave rd blvd apt u.s u.k u.n")
_COURT = re.compile(r"\b[NSEWCM]\.D\.(?: [A-Z][a-z]+\.)?$")
"""A district court of the United States, or the beginning of one: *N.D. Cal.*"""
_ABBREVIATED = re.compile(r"(?:[a-z]\.)+[a-z]")
_STATE = re.compile(r"[A-Z][a-z]{1,4}\.")
_MONTHS = vocabulary("jan feb mar apr jun jul aug sep sept oct nov dec")
_MEASURES = vocabulary("lb lbs ft in oz")
_OPENER = re.compile(
    "(?:My|I|He|She|We|They|The|It|His|Her|Our|Their|This|That|There|These|You|Your|But|And|So|"
    r"Then|When|After|In|On|At|Since|If|As|For|Now|Both)(?=[\s'’,])"
)
"""Words that open a sentence, and seldom a name: *hepatitis C. My wife*, but *J. K. Rowling*."""


class Unit(NamedTuple):
    """A sentence, bullet or line of a record.

    Attributes:
        text: What it says, without bullet, number and emoji.
        speaker: Who says it in a dialogue (``Doctor``), else empty.
        header: The heading that a bullet stands under (``Medications``), else empty.
        code: Whether it is code or markup, which is kept as it is.
        mark: The number, letter, time or cross that it stands under (``1.``, ``❌``), else empty.
    """

    text: str
    speaker: str = ""
    header: str = ""
    code: bool = False
    mark: str = ""


def units(text: str) -> list[Unit]:
    """Return the units of a text in order; none for a text without a letter or digit."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    lines = [turn for line in _unwrap(text.split("\n")) for turn in _turns(line)]
    speakers = _speakers(lines)
    out: list[Unit] = []
    speaker = header = ""
    fenced = untouched = waits = listed = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = line.replace("```", "", 1)
        if not line.strip():
            waits = untouched
            header = header if untouched else ""
            continue
        stamp = ""
        found = _SPEAKER.match(line)
        if found and _label(found) in speakers:
            speaker, header = _label(found), ""
            stamp = found["stamp"] or found["later"] or ""
            line = line[found.end() :]
        line = line if fenced else _ticked(line)
        bullet = _BULLET.match(line)
        cross = _CROSS.match(line)
        body = line[bullet.end() :] if bullet else line
        if fenced or _looks_like_code(body):
            out += [Unit(piece, speaker, code=True) for piece in _pieces(line)]
            continue
        if title := _heading(body, bullet[0] if bullet else ""):
            # what "# title" says of a line below that is no bullet may be a comment in a program
            header, untouched, waits = title, True, line.lstrip().startswith("# ")
            listed = False
            out.append(Unit(header, speaker))
            continue
        if not bullet:
            # a line at the margin behind the bullets of a heading is not under it any more
            over = listed and not line[0].isspace()
            header = "" if waits or over or len(body) > 80 else header
        listed = bool(bullet) or (listed and bool(header))
        untouched = waits = False
        mark = bullet[0].strip() if bullet and WORD.search(bullet[0]) else stamp
        mark = cross[1] if cross else mark
        for part in sentences(body):
            out.append(Unit(part, speaker, header, mark=mark))
            mark = ""
    return [unit for unit in out if WORD.search(unit.text)]


def _heading(body: str, bullet: str) -> str:
    """Return the heading that a line is (``Plan:``, ``# Plan``, ``**Plan**``), or nothing."""
    body = body.strip()
    if titled := _TITLE.match(body):
        return titled[1].strip()
    if "#" in bullet:
        return body.rstrip(": ") if re.fullmatch(r"[^.!?:]{2,60}:?", body) else ""
    return body[:-1].strip() if not bullet and _HEADER.match(body) else ""


def _ticked(line: str) -> str:
    """Write out the ticks of a form: *[ ] smoker* as *smoker: no*."""
    if box := _TICKED.match(line):
        return f"{box[2]}: {'no' if box[1] else 'yes'}"
    if answer := _ANSWERED.match(line):
        return f"{answer[1]} {'no' if answer[2] else 'yes'}"
    return line


def sentences(line: str) -> list[str]:
    """Cut a line at sentence ends, semicolons and emoji; joined, they hold every word of it."""
    out: list[str] = []
    for part in _between_emoji(line):
        start = 0
        for end in _ends(part):
            before = part[max(start, end.start() - LONGEST) : end.start()]
            if _is_end(before, part[end.end() : end.end() + _AHEAD]):
                out += _pieces(part[start : end.end()])
                start = end.end()
        out += _pieces(part[start:])
    return out


def _ends(text: str) -> Iterator[re.Match[str]]:
    """Yield where `_END` matches; looking for the marks first is twice as fast."""
    done = 0
    for mark in _MAY_END.finditer(text):
        pattern, at = (_SEMICOLON, mark.start()) if mark[0] == ";" else (_END, mark.end())
        end = pattern.match(text, at) if at >= done else None
        if end is None and _runs_on(text, at):
            end = _NOTHING.match(text, at)
        if end and (pattern is _SEMICOLON or end[0][:1] != ";"):
            done = end.end()
            yield end


def _runs_on(text: str, at: int) -> bool:
    """Return whether a sentence opens right behind the mark that ends another one."""
    if not _NEXT.match(text, at):
        return False
    before = _UNSPACED.search(text[max(0, at - 40) : at])
    return before is not None and (before["word"].islower() or bool(_OPENER.match(text, at)))


def _is_end(before: str, after: str) -> bool:
    if ")" in after and before.count("(") > before.count(")"):
        return False
    if not before.endswith("."):
        return True
    last = before[:-1].rsplit(None, 1)
    word = last[-1].lstrip("([\"'“‘").lower() if last else ""
    following = after[:1]
    if word in _MONTHS and following.isdigit():
        return False
    if ".D." in before and _COURT.search(before):
        return following.isupper() and not (word[1:] == ".d" and _STATE.match(after))
    if word in _MEASURES and re.search(r"\d[\s-]*\w+\.$", before):
        return following.isupper()
    if word in _STREETS_AND_STATES or (word.isalpha() and len(word) == 1 < len(before.split())):
        return bool(_OPENER.match(after))
    if word in _NEVER_ENDS:
        return word in ("no", "art", "sec", "al") and not (following.isdigit() or following == "(")
    if word in _SELDOM_ENDS:
        return following.isupper() and not after.startswith("Esq")
    if len(word) == 1 and "a" <= word <= "z":
        return False
    if _ABBREVIATED.fullmatch(word):
        return following.isupper() and len(before.split()) > 3
    number = before[:-1].strip()
    return not (len(number) <= 2 and number.isdecimal())


def _between_emoji(line: str) -> list[str]:
    """Cut at emoji, but keep a label (``Password-``) with what follows it."""
    out: list[str] = []
    for part in [line] if line.isascii() else _EMOJI.split(line):
        if out and (not WORD.search(out[-1]) or re.search(r"[-:=–]\s*$", out[-1])):
            out[-1] += " " + part
        elif part.strip():
            out.append(part)
    return out


def _pieces(text: str) -> list[str]:
    """Cut at *and* or a space into pieces of about `LONGEST` characters; a word stays whole."""
    text = text.strip()
    out: list[str] = []
    while len(text) > LONGEST:
        cut = text.rfind(" and ", LONGEST // 2, LONGEST)
        cut = text.rfind(" ", LONGEST // 2, LONGEST) if cut < 0 else cut
        cut = text.find(" ", LONGEST) if cut < 0 else cut
        if cut < 0:
            break
        out.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*out, text] if text else out


def _looks_like_code(line: str) -> bool:
    marks = sum(map(line.count, _CODE_MARKS))
    return (marks >= 3 and marks >= 0.4 * len(line.split())) or bool(_CODE.match(line))


def _speakers(lines: list[str]) -> set[str]:
    """Return the labels that open the lines of a dialogue.

    Two lines of a speaker show that it is one, or the time before a line; between two such
    speakers whoever speaks once is one as well.
    """
    openings = [found for line in lines if (found := _SPEAKER.match(line))]
    spoken = {_label(found) for found in openings if _SPOKEN.search(found.string, found.end())}
    counts = Counter(_label(found) for found in openings)
    if len(openings) * 2 < sum(1 for line in lines if line.strip()):
        return set()
    sure = {s for s, n in counts.items() if n > 1 or s.capitalize() in _KNOWN}
    sure |= {s for s in counts if s.startswith("Guest")}
    if len(openings) > 1:
        sure |= {_label(found) for found in openings if found["stamp"] or found["later"]}
    turns = max(counts.values(), default=0) > 1
    people = len(sure | spoken) > 1 or any(s.split()[0].lower() in GIVEN for s in counts)
    return set(counts) if turns and people else sure


def _label(line: re.Match[str]) -> str:
    """Return who speaks a line."""
    return str(line["label"] or line["nick"])


def _turns(line: str) -> list[str]:
    """Cut a line that holds a whole dialogue (*Ola: Hi. Kim: Hello. Ola: So?*) at its turns."""
    if line.count(":") < _FEWEST_TURNS:
        return [line]
    found = list(_TURN.finditer(line))
    labels = [match[1] for match in found]
    spoken = len(labels) >= _FEWEST_TURNS and 1 < len(set(labels)) < len(labels)
    changes = sum(a != b for a, b in pairwise(labels))
    if not spoken or changes < len(labels) - 1 or 2 * len(set(labels)) > len(labels) + 1:
        return [line]
    starts = [match.start() for match in found]
    pieces = [line[a:b].strip() for a, b in pairwise([0, *starts, len(line)])]
    return [piece for piece in pieces if piece]


def _unwrap(lines: list[str]) -> list[str]:
    """Join lines that were wrapped at a column, as in e-mail."""
    out: list[str] = []
    width = 0
    for line in lines:
        stripped = line.strip()
        if (
            out
            and stripped
            and 45 <= width <= 100
            and re.search(r"[\w,'’)\-]$", out[-1])
            and not _BULLET.match(line)
            and not _SPEAKER.match(line)
            and not (_DATED.match(line) and _DATED.match(out[-1]))
            and (stripped[0].islower() or width >= 62)
            and not re.search(r"[{};|]$", out[-1])
        ):
            out[-1] += " " + stripped
        else:
            out.append(line.rstrip())
        width = len(stripped)
    return out
