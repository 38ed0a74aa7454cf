"""Invisible characters: dropped, or read if text is hidden in them."""

from __future__ import annotations

import re
import unicodedata

from seethrough.deobfuscation.payload import as_text

_ZERO_WIDTH = "\u200b\u200c\u200d\u2060-\u2064\ufeff\u00ad\u034f\u180e\u206a-\u206f\u17b4\u17b5"
_CONTROLS = r"\x00-\x08\x0e-\x1b\x7f"
_FILLERS = "\u115f\u1160\u3164\uffa0"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = "\U000e0000-\U000e007f"
_SEEN = re.compile(f"[{_CONTROLS}{_ZERO_WIDTH}{_FILLERS}{_SELECTORS}{_TAGS}]")
_TAG_RUN = re.compile(f"\U0001f3f4?[{_TAGS}]+")
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e007a]{2,6}\U000e007f")
_SELECTOR_RUN = re.compile(f"[{_SELECTORS}]+")
_BIT_RUN = re.compile("[\u200b\u200c\u200d\u2060\u2062\u2063\u2064\ufeff]{16,}")
_PLAIN = re.compile(
    f"[{_CONTROLS}]|[\u200b\u2060-\u2064\u00ad\u034f\u180e\u206a-\u206f\u17b4\u17b5]|(?<!^)\ufeff"
)
_JOINERS = re.compile("[\u200c\u200d]+")
_FILLER_RUN = re.compile(f"[{_FILLERS}]+")
_JOINING = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA",
    "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "TIBETAN", "MYANMAR", "KHMER", "THAI",
    "LAO", "NKO", "JAVANESE", "BALINESE",
)  # fmt: skip


def without_invisible(text: str) -> str:
    """Return a text without characters that show nothing.

    Joiners and selectors that a script or an emoji needs stay: the non-joiner of Persian and Hindi,
    the joiners of a family emoji, the variants of Chinese characters. Text that is hidden in tag
    characters, variation selectors or two kinds of zero-width characters (one bit each) is read.
    """
    if not _SEEN.search(text):
        return text
    text = _BIT_RUN.sub(_bits, text)
    text = _TAG_RUN.sub(_tags, text)
    text = _SELECTOR_RUN.sub(_selected, text)
    text = _PLAIN.sub("", text)
    text = _JOINERS.sub(_joined, text)
    return _FILLER_RUN.sub(_filled, text)


def _bits(match: re.Match[str]) -> str:
    symbols = sorted(set(match.group()))
    if len(symbols) == 2:
        for zero, one in (symbols, symbols[::-1]):
            digits = match.group().replace(zero, "0").replace(one, "1")
            whole = len(digits) // 8 * 8
            found = as_text(int(digits[:whole], 2).to_bytes(whole // 8, "big"))
            if found:
                return found
    return match.group()


def _tags(match: re.Match[str]) -> str:
    if _FLAG.fullmatch(match.group()):
        return match.group()
    plain = "".join(chr(ord(c) - 0xE0000) for c in match.group() if 0xE0020 <= ord(c) < 0xE007F)
    flag = match.group()[0] if match.group()[0] < "\U000e0000" else ""
    return flag + (as_text(plain.encode()) if len(plain) >= 4 else "")


def _selected(match: re.Match[str]) -> str:
    run = match.group()
    if len(run) >= 4:
        values = (ord(c) - 0xFE00 if ord(c) < 0xE0000 else ord(c) - 0xE0100 + 16 for c in run)
        return as_text(bytes(values))
    before, after = _around(match)
    if not before or before.isspace() or "LATIN" in unicodedata.name(before, ""):
        return ""
    keycap = after == "\N{COMBINING ENCLOSING KEYCAP}"
    return run[0] if keycap or not before.isascii() else ""


def _joined(match: re.Match[str]) -> str:
    before, after = _around(match)
    if _joins(before) or (_pictures(before) and _pictures(after)):
        return match.group()[0]
    return ""


def _filled(match: re.Match[str]) -> str:
    hangul = any(unicodedata.name(c, "")[:6] == "HANGUL" for c in _around(match) if c)
    return match.group() if hangul else ""


def _around(match: re.Match[str]) -> tuple[str, str]:
    """Return the characters before and behind a match, nothing at the ends."""
    text, first, last = match.string, match.start(), match.end()
    return text[max(0, first - 1) : first], text[last : last + 1]


def _joins(char: str) -> bool:
    return unicodedata.name(char, "").startswith(_JOINING) if char else False


def _pictures(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char) in ("So", "Sk", "Mn", "Cn")
