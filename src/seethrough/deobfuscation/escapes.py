"""Tags of HTML, and characters written as escapes of HTML, programs, addresses and mail."""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from seethrough.text.words import vocabulary

_ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_HEX4 = r"\\{1,4}u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))"
_BACKSLASH = re.compile(
    rf"{_HEX4}|\\{{1,4}}U([0-9a-fA-F]{{8}})|\\{{1,4}}x([0-9a-fA-F]{{2}})|\\{{1,4}}x\{{([0-9a-fA-F]{{1,6}})\}}"
    r"|\\{1,4}([0-3][0-7]{2})|\\{1,4}o?\{([0-7]{1,7})\}|\\N\{([A-Z][A-Z0-9 -]{2,80})\}"
)
_BACKSLASH_RUN = re.compile(rf"(?:{_BACKSLASH.pattern})+")
_NAMED_POINT = re.compile(r"(?<!\w)(?:[Uu]\+[0-9a-fA-F]{4,6}[\s,;]{0,2}){3,}")
_PERCENT = re.compile(r"[^\s%]*%[^\s]*")
_BYTE = re.compile(r"%(?:25)*([0-9a-fA-F]{2})")
_ADDRESS = re.compile(r"://|^www\.|^/|^mailto:|^<?https?:", re.IGNORECASE)
_SENTENCE = 5
"""Words from which on an address holds more than names of its parts."""
_MAIL_BYTES = re.compile(r"(?:=(?:\r?\n)?[0-9A-F]{2})+")
_SOFT_BREAK = re.compile(r"=\r?\n")
_LINE_ESCAPE = re.compile(r"(?<!\\)\\([nrt])(?![a-z\"'{}])")
_ANY_LINE_ESCAPE = re.compile(r"(?<!\\)\\[nrt]")
_INLINE = vocabulary(
    """
    a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike
    strong sub sup tt u var wbr
    """
)
_LINES = vocabulary(
    """
    article aside blockquote body br caption center dd div dl dt footer h1 h2 h3 h4 h5 h6 head
    header hr html li main ol option p pre section table tbody tfoot thead title tr ul
    """
)
"""Tags that begin or end a line."""
_CELLS = vocabulary("img label td th")
"""Tags that part words within a line."""
_LAYOUT = vocabulary(
    """
    align bgcolor border cellpadding cellspacing charset class color colspan dir face height lang
    rel role rowspan size style target type valign width
    """
)
_VALUE = r"""(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+)"""
_TAG = re.compile(rf"</?([A-Za-z][A-Za-z0-9]{{0,9}})((?:\s+[\w:-]+\s*=\s*{_VALUE})*)\s*/?>")
_COMMENT = re.compile(r"<!--((?:(?!<!--).)*?)-->", re.DOTALL)
_ATTRIBUTE = re.compile(rf"([\w:-]+)\s*=\s*({_VALUE})")
_WORD = re.compile(r"[^\W\d_]{3,}")


def without_entities(text: str) -> str:
    """Return a text with HTML's character references read, if any is for a letter, digit or blank.

    Nested ones (``&amp;#74;``) are read as well. A text that has them for ``&`` and ``<`` alone is
    ordinary HTML and stays.
    """
    if "&" not in text or ";" not in text:
        return text
    if not any(_tells(_entity(m)) for m in _ENTITY.finditer(text)):
        return text
    return _ENTITY.sub(_entity, text)


def _entity(match: re.Match[str]) -> str:
    read = html.unescape(f"&{match.group(1)};")
    return match.group() if read.startswith("&") and len(read) > 1 else read


def _tells(found: str) -> bool:
    told = found[:1].isalnum() or found[:1].isspace()
    return bool(found) and len(found) <= 2 and (told or _hidden(found[0]))


def _hidden(char: str) -> bool:
    return unicodedata.category(char) == "Cf"


def without_tags(text: str) -> str:
    """Return a text without the tags of HTML, cut into lines as on a screen.

    Cells leave a blank, and tags within a line (``<b>``, ``<span class="x">``) nothing. What the
    attributes of a tag say beside its layout (``alt``, ``title``, ``href``) stays: behind the text
    where the tag may stand within a word or name, else in its place. Comments, which no screen
    shows, stand behind it, too. Character references (``&amp;``) are read where there are tags.
    Angle brackets around anything else stay.
    """
    if "<" not in text or ">" not in text:
        return text
    shown = _COMMENT.sub("", text)
    plain = _TAG.sub(_without_tag, shown)
    if plain == text:
        return text
    inline = [tag.group(2) for tag in _TAG.finditer(shown) if tag.group(1).lower() in _INLINE]
    told = [said for attributes in inline for said in _told(attributes)]
    told += filter(None, map(str.strip, _COMMENT.findall(text)))
    return _ENTITY.sub(_entity, "\n".join([plain, *told]))


def without_markup(text: str) -> str:
    """Return a text as a browser shows it: without HTML's tags and character references."""
    return without_tags(without_entities(text))


def _without_tag(match: re.Match[str]) -> str:
    name = match.group(1).lower()
    if name in _INLINE:
        return ""
    if name not in _LINES and name not in _CELLS:
        return match.group()
    ends = "\n" if name in _LINES else " "
    return f"{ends}{' '.join(told)}{ends}" if (told := _told(match.group(2))) else ends


def _told(attributes: str) -> list[str]:
    """Return what the attributes of a tag say beside its layout."""
    return [
        value.strip("\"'")
        for attribute, value in _ATTRIBUTE.findall(attributes)
        if attribute.lower() not in _LAYOUT
    ]


def layout_words(text: str) -> list[str]:
    """Return the words in those attributes of a text's tags that say how it looks (``class``)."""
    if "<" not in text or "=" not in text:
        return []
    return [
        word
        for tag in _TAG.finditer(text)
        for attribute, value in _ATTRIBUTE.findall(tag.group(2))
        if attribute.lower() in _LAYOUT
        for word in _WORD.findall(value)
    ]


def without_backslashes(text: str) -> str:
    r"""Return a text with ``\u004a``, ``\x4a``, ``\112``, ``\U0000004a`` and ``\N{...}`` read.

    Only where three stand in a row or one is part of a word, and what they stand for is text; a
    pattern such as ``[\u4e00-\u9fff]`` in code stays, unless three such rows show that the text
    is escaped. Surrogate pairs become one character; ``\x`` and octal escapes in a row are read as
    UTF-8 where they are that.
    """
    if "\\" not in text:
        return text
    rows = [len(_BACKSLASH.findall(m.group())) for m in _BACKSLASH_RUN.finditer(text)]
    every = sum(length >= 3 for length in rows) >= 3
    return _BACKSLASH_RUN.sub(functools.partial(_unescaped, every), text)


def _unescaped(every: bool, match: re.Match[str]) -> str:
    found = list(_BACKSLASH.finditer(match.group()))
    around = match.string[: match.start()][-1:] + match.string[match.end() :][:1]
    if len(found) < 3 and not every and not any(c.isalpha() for c in around):
        return match.group()
    narrow = all(m.group(4) or m.group(6) for m in found)
    points = [_point(m) for m in found]
    if any(not 0 <= p < 0x110000 for p in points):
        return match.group()
    if narrow and max(points) < 256:
        try:
            read = bytes(points).decode()
        except UnicodeDecodeError:
            read = "".join(map(chr, points))
    else:
        read = (
            "".join(map(chr, points)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    octal = any(m.group(6) for m in found)
    few = len(found) < 3 and not every
    if not _shows(read) or (few and (octal or not all(c.isalpha() or _hidden(c) for c in read))):
        return match.group()
    return read


def _point(match: re.Match[str]) -> int:
    braced, four, eight, two, wide, octal, brace_octal, name = match.groups()
    if name:
        try:
            return ord(unicodedata.lookup(name))
        except (KeyError, TypeError):
            return -1
    for digits in (braced, four, eight, two, wide):
        if digits:
            return int(digits, 16)
    return int(octal or brace_octal, 8)


def without_line_escapes(text: str) -> str:
    r"""Return a text of one line with written-out ``\n``, ``\r`` and ``\t`` as white space.

    Where there are two and more, and what follows them begins a line: no small letter, as in the
    path ``C:\new``. A text with real line breaks has them for another reason and stays.
    """
    if "\\" not in text or "\n" in text:
        return text
    ends = len(_LINE_ESCAPE.findall(text))
    if ends < 2 or ends < len(_ANY_LINE_ESCAPE.findall(text)):
        return text
    return _LINE_ESCAPE.sub(lambda m: {"n": "\n", "r": "\r", "t": "\t"}[m.group(1)], text)


def without_named_points(text: str) -> str:
    """Return a text with three and more code points in a row (``U+004A U+006F``) read."""
    return _NAMED_POINT.sub(_points, text) if "+" in text else text


def _points(match: re.Match[str]) -> str:
    points = [int(p, 16) for p in re.findall(r"\+([0-9a-fA-F]{4,6})", match.group())]
    read = "".join(map(chr, points)) if max(points) < 0x110000 else ""
    return read if _shows(read) and any(map(str.isalpha, read)) else match.group()


def without_percent_signs(text: str) -> str:
    """Return a text with ``%4A`` read in words, where three and more are.

    An address stays, unless it says `_SENTENCE` words with blanks between them.
    """
    if text.count("%") < 3:
        return text
    return _PERCENT.sub(_unquoted, text)


def _unquoted(match: re.Match[str]) -> str:
    word = match.group()
    if len(_BYTE.findall(word)) < 3:
        return word
    if "+" in word and " " not in match.string:
        word = word.replace("+", " ")
    read = _bytes_or(match.group(), lambda: unquote_to_bytes(_BYTE.sub(r"%\1", word)))
    if _ADDRESS.search(word) and len(read.split()) < _SENTENCE:
        return match.group()
    return read


def without_quoted_printable(text: str) -> str:
    """Return a text with ``=4A`` read and soft line breaks closed (RFC 2045, section 6.7).

    Where three such bytes stand in a row, or two that are one character of UTF-8.
    """
    if "=" not in text:
        return text
    if not any(_quoted(m.group()) for m in _MAIL_BYTES.finditer(text)):
        return text
    return _MAIL_BYTES.sub(lambda m: _quoted(m.group(), 1) or m.group(), _SOFT_BREAK.sub("", text))


def _quoted(run: str, least: int = 3) -> str:
    digits = re.sub(r"[^0-9A-F]", "", run)
    data = bytes.fromhex(digits)
    if len(data) < least and not (len(data) >= 2 and min(data) >= 0x80):
        return ""
    return _bytes_or("", lambda: data)


def _bytes_or(other: str, make: Callable[[], bytes]) -> str:
    try:
        read = make().decode()
    except UnicodeDecodeError:
        return other
    return read if _shows(read) else other


def _shows(read: str) -> bool:
    """Return whether characters are such as a text has."""
    return bool(read) and not any(
        unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\t\n\r" for c in read
    )
