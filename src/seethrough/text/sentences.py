"""Cuts any text into units that are worth reading alone: sentences, bullets, table lines.

A parser trained on news breaks ``125/90 mm Hg. Examination`` in the wrong place and knows no
bullets, so the cut is made by rule before any parsing. Nothing but white space, bullet marks
and emoji is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from seethrough.text.words import vocabulary

LONGEST = 1_500
"""The longest unit, in characters; a longer one is cut at a space, but never inside a word."""

WORD = re.compile(r"[^\W_]+")
_BULLET = re.compile(r"^\s*(?:[-*+•·▪◦‣●○■□►▶➢➤→–—]+|#{1,6}|>+|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_HEADER = re.compile(r"^[^.!?:]{2,60}:\s*$")
_SPEAKER = re.compile(r"^\s*\[?([A-Z][\w'.-]*(?: [\w'.-]+){0,2})\]?\s?:\s+(?=\S)")
_TURN = re.compile(
    r"(?:^|(?<=[.!?…] )|(?<=[.!?…][\"”’'] ))([A-Z][\w'.-]*(?: [A-Z][\w'.-]*)?):\s+(?=\S)"
)
_FEWEST_TURNS = 3
_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])[\"'”’)\]」』]*\s*|;\s+")
_SEMICOLON = re.compile(r";\s+")
_CODE_MARK = re.compile(r"[{}<>=;|\\$`\[\]]|\(\)|::|->|==|//")
_CODE = re.compile(r"\s*(?:</?[a-zA-Z!]|import |def |class \w+[:(]|#include|SELECT .* FROM )")
_MAY_END = re.compile("[.!?…。！？；;]")
_EMOJI = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff\u3030"
    "\u303d\U0001f000-\U0001faff\ufe0f\u200d\u20e3]+"
)
_NEVER_ENDS = vocabulary(
    "dr mr mrs ms prof st vs no nos fig figs dept gen col sgt capt lt rev hon e.g i.e cf al "
    "approx art arts sec vol pp ca mt ref tel ext"
)
_SELDOM_ENDS = vocabulary("etc inc ltd co corp jr sr a.m p.m u.s u.k u.n ph.d m.d b.s")


class Unit(NamedTuple):
    """A sentence, bullet or line of a record.

    Attributes:
        text: What it says, without bullet, number and emoji.
        speaker: Who says it in a dialogue (``Doctor``), else empty.
        header: The heading that a bullet stands under (``Medications``), else empty.
        code: Whether it is code or markup, which is kept as it is.
        mark: The number or letter that it is listed under (``1.``), else empty.
    """

    text: str
    speaker: str = ""
    header: str = ""
    code: bool = False
    mark: str = ""


def units(text: str) -> list[Unit]:
    """Return the units of a text in order; none for a text without a letter or digit."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    lines = [turn for line in _unwrap(re.split(r"\n", text)) for turn in _turns(line)]
    speakers = _speakers(lines)
    out: list[Unit] = []
    speaker = header = ""
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = line.replace("```", "", 1)
        if not line.strip():
            header = ""
            continue
        found = _SPEAKER.match(line)
        if found and found[1] in speakers:
            speaker, header = found[1], ""
            line = line[found.end() :]
        bullet = _BULLET.match(line)
        body = line[bullet.end() :] if bullet else line
        if fenced or _looks_like_code(body):
            out += [Unit(piece, speaker, code=True) for piece in _pieces(line)]
            continue
        if not bullet and _HEADER.match(body.strip()):
            header = body.strip()[:-1].strip()
            out.append(Unit(header, speaker))
            continue
        if not bullet:
            header = "" if len(body) > 80 else header
        mark = bullet[0].strip() if bullet and WORD.search(bullet[0]) else ""
        for part in sentences(body):
            out.append(Unit(part, speaker, header, mark=mark))
            mark = ""
    return [unit for unit in out if WORD.search(unit.text)]


def sentences(line: str) -> list[str]:
    """Cut a line at sentence ends, semicolons and emoji; joined, they hold every word of it."""
    out: list[str] = []
    for part in _between_emoji(line):
        start = 0
        for end in _ends(part):
            if _is_end(part[start : end.start()], part[end.end() :]):
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
        if end and (pattern is _SEMICOLON or end[0][:1] != ";"):
            done = end.end()
            yield end


def _is_end(before: str, after: str) -> bool:
    if before.count("(") > before.count(")") and ")" in after[:200]:
        return False
    if not before.endswith("."):
        return True
    word = before[:-1].rsplit(None, 1)[-1].lstrip("([\"'“‘").lower() if before[:-1].split() else ""
    following = after[:1]
    if word in _NEVER_ENDS:
        return word in ("no", "art", "sec", "al") and not (following.isdigit() or following == "(")
    if word in _SELDOM_ENDS:
        return following.isupper()
    if re.fullmatch(r"[a-z]|(?:[a-z]\.)+[a-z]", word):
        return word != "i" and following.isupper() and len(before.split()) > 3 and "." in word
    return not re.fullmatch(r"\d{1,2}", before[:-1].strip())


def _between_emoji(line: str) -> list[str]:
    """Cut at emoji, but keep a label (``Password-``) with what follows it."""
    out: list[str] = []
    for part in _EMOJI.split(line):
        if out and (not WORD.search(out[-1]) or re.search(r"[-:=–]\s*$", out[-1])):
            out[-1] += " " + part
        elif part.strip():
            out.append(part)
    return out


def _pieces(text: str) -> list[str]:
    """Cut at spaces into pieces of about `LONGEST` characters; a word stays whole."""
    text = text.strip()
    out: list[str] = []
    while len(text) > LONGEST:
        cut = text.rfind(" ", LONGEST // 2, LONGEST)
        cut = text.find(" ", LONGEST) if cut < 0 else cut
        if cut < 0:
            break
        out.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*out, text] if text else out


def _looks_like_code(line: str) -> bool:
    marks = len(_CODE_MARK.findall(line))
    words = len(line.split())
    return (marks >= 3 and marks >= 0.4 * words) or bool(_CODE.match(line))


def _speakers(lines: list[str]) -> set[str]:
    """Return the labels that open at least two lines, or two labels that share the lines."""
    counts: dict[str, int] = {}
    for line in lines:
        if found := _SPEAKER.match(line):
            counts[found[1]] = counts.get(found[1], 0) + 1
    if sum(counts.values()) * 2 < sum(1 for line in lines if line.strip()):
        return set()
    known = {"Doctor", "Patient", "User", "Assistant", "Human", "AI"}
    return {s for s, n in counts.items() if n > 1 or (s in known or s.startswith("Guest"))}


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
            and (stripped[0].islower() or width >= 62)
            and not re.search(r"[{};|]$", out[-1])
        ):
            out[-1] += " " + stripped
        else:
            out.append(line.rstrip())
        width = len(stripped)
    return out
