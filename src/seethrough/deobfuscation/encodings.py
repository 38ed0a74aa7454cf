"""Text written as base64, base32, base85, hexadecimal, binary or decimal digits, or in Morse code.

A run of such characters is read where what comes out is text (`payload.as_text`); where the run is
short or might be something else, such as a row of two-digit numbers, what comes out must be words.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable

from seethrough.deobfuscation.payload import as_text, printable
from seethrough.text.vocabulary import ENGLISH, english_share

_HEX = re.compile(
    r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){8,}(?![0-9A-Za-z])"
    r"|(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}(?:[ \t\r\n:,;_-]{1,2}|(?=0x|\\x))){5,}"
    r"(?:0x|\\x)?[0-9a-fA-F]{2}(?![0-9A-Za-z])"
)
_PREFIX = re.compile(r"0x|\\x")
# One way alone to read each run: where a digit follows, many ways would all be tried.
_BINARY = re.compile(r"(?<!\d)[01]{7,}(?:[ \t\r\n,_-]{1,2}[01]{7,})*(?!\d)")
_FEWEST_BITS = 28
_DECIMAL = re.compile(r"(?<!\d)\d{2,5}(?:[ \t\r\n,;_-]{1,2}\d{2,5}){7,}(?!\d)")
_OCTAL = re.compile(
    r"(?<!\d)(?:0o)?[0-3]?[0-7]{2}(?:[ \t\r\n,;_-]{1,2}(?:0o)?[0-3]?[0-7]{2}){7,}(?!\d)"
)
_BASE64 = re.compile(
    r"(?<![0-9A-Za-z+/_=-])(?:[0-9A-Za-z+/_-]{40,}[ \t]*\r?\n){1,2000}[0-9A-Za-z+/_-]+={0,2}"
    r"(?![0-9A-Za-z+/_=-])"
    r"|(?<![0-9A-Za-z+/_=-])={0,2}[0-9A-Za-z+/_-]{14,}={0,2}(?![0-9A-Za-z+/_=-])"
)
_BASE32 = re.compile(
    r"(?<![0-9A-Za-z=])={0,6}(?:[A-Z2-7]{16,}|[a-z2-7]{16,})={0,6}(?![0-9A-Za-z=])"
)
_BASE85 = re.compile(r"<~[^~]{5,}~>|[^\s]{20,}")
_MORSE = re.compile(r"(?:[.·•\-–−_]{1,6}[ /|]{1,3}){9,}[.·•\-–−_]{1,6}")
_TOKEN = re.compile(r"\S+")
_DIGITS = re.compile(r"[0-9a-fA-F\s]{24,}")
_SPACE = re.compile(r"\s+")
_SHORT = 40
_MORSE_LETTERS = {
    ".-": "a", "-...": "b", "-.-.": "c", "-..": "d", ".": "e", "..-.": "f", "--.": "g",
    "....": "h", "..": "i", ".---": "j", "-.-": "k", ".-..": "l", "--": "m", "-.": "n",
    "---": "o", ".--.": "p", "--.-": "q", ".-.": "r", "...": "s", "-": "t", "..-": "u",
    "...-": "v", ".--": "w", "-..-": "x", "-.--": "y", "--..": "z", "-----": "0",
    ".----": "1", "..---": "2", "...--": "3", "....-": "4", ".....": "5", "-....": "6",
    "--...": "7", "---..": "8", "----.": "9", ".-.-.-": ".", "--..--": ",", "..--..": "?",
    "-..-.": "/", "-....-": "-",
}  # fmt: skip

Reader = Callable[[str], bytes]


def from_hexadecimal(text: str) -> str:
    """Return a text with runs of hexadecimal bytes read, with or without separators."""
    text = _word_by_word(text, _hexadecimal_bytes)
    return _HEX.sub(lambda m: _hexadecimal(m.group()) or m.group(), text)


def from_binary(text: str) -> str:
    """Return a text with four and more binary bytes in a row read."""
    return _BINARY.sub(lambda m: _binary(m.group()) or m.group(), text)


def from_decimal(text: str) -> str:
    """Return a text with eight and more character codes in a row, decimal or octal, read."""
    text = _DECIMAL.sub(lambda m: _numbers(m.group(), 10) or m.group(), text)
    return _OCTAL.sub(lambda m: _numbers(m.group(), 8) or m.group(), text)


def from_base64(text: str) -> str:
    """Return a text with base64 read: standard or for addresses, padded or not, even reversed."""
    whole = _unspaced(text)
    if whole and (found := _base64(whole)):
        return found
    text = _word_by_word(text, _base64_bytes)
    return _BASE64.sub(lambda m: _base64_lines(m.group()), text)


def from_base32(text: str) -> str:
    """Return a text with base32 read, padded or not, in either case."""
    whole = _unspaced(text)
    if whole and (found := _base32(whole)):
        return found
    text = _word_by_word(text, _base32_bytes)
    return _BASE32.sub(lambda m: _base32(m.group()) or m.group(), text)


def from_base85(text: str) -> str:
    """Return a text with Ascii85 and base85 (RFC 1924) read."""
    return _BASE85.sub(lambda m: _base85(m.group()) or m.group(), text)


def from_morse(text: str) -> str:
    """Return a text with ten and more Morse letters in a row read, where these are words."""
    if text.count("-") + text.count(".") + text.count("−") + text.count("–") < 10:
        return text
    return _MORSE.sub(lambda m: _morse(m.group()) or m.group(), text)


def _unspaced(text: str) -> str:
    """Return a code that white space cuts into pieces, nothing if the text is no such thing."""
    pieces = text.split()
    if len(pieces) < 2 or len({len(piece) for piece in pieces[:-1]}) > 1 or len(pieces[0]) < 4:
        return ""
    return "".join(pieces) if len(pieces[-1]) <= len(pieces[0]) else ""


def _hexadecimal(run: str) -> str:
    digits = re.sub(r"[^0-9a-fA-F]", "", _PREFIX.sub("", run))
    if len(digits) % 2:
        return ""
    found = as_text(bytes.fromhex(digits)) or as_text(bytes.fromhex(digits[::-1]))
    if len(digits) == len(run):
        return found if _letters(found) and (not digits.isdigit() or _words(found)) else ""
    return found if _words(found) or (len(found) >= _SHORT and not digits.isdigit()) else ""


def _binary(run: str) -> str:
    pieces = re.findall(r"[01]+", run)
    if sum(map(len, pieces)) < _FEWEST_BITS:
        return ""
    if len(pieces) == 1 or {len(p) for p in pieces} != {7}:
        digits = "".join(pieces)
        pieces = [digits[i : i + 8] for i in range(0, len(digits), 8)]
        if len(pieces[-1]) != 8:
            return ""
    found = as_text(bytes(int(p, 2) for p in pieces))
    return found if _letters(found) else ""


def _numbers(run: str, base: int) -> str:
    codes = [int(n, base) for n in re.findall(r"\d+", run.replace("0o", ""))]
    found = as_text(bytes(codes)) if max(codes) < 256 else ""
    found = found or as_text("".join(map(chr, codes)).encode("utf-8", "replace"))
    return found if _words(found) else ""


def _base64_lines(run: str) -> str:
    """Return what one or several lines say together, else line by line; a word may follow them."""
    whole = _base64(_SPACE.sub("", run))
    return whole or "\n".join(_base64(line.strip()) or line for line in run.split("\n"))


def _base64(run: str) -> str:
    core = run.strip("=").replace("-", "+").replace("_", "/")
    if len(core) < 14 or len(core) % 4 == 1 or core.isdigit():
        return ""
    for way in (core, core[::-1], codecs.encode(core, "rot13")):
        found = as_text(_base64_bytes(way))
        if _letters(found) and (len(found) >= 12 or _named(found)):
            return found
    return ""


def _base32(run: str) -> str:
    core = run.strip("=").upper()
    digits = any(map(str.isdigit, core))
    for way in (core, core[::-1]):
        found = as_text(_base32_bytes(way))
        if _letters(found) and (digits or _words(found)):
            return found
    return ""


def _word_by_word(text: str, reader: Reader) -> str:
    """Return a text whose words are coded one by one, nearly all of them, as words."""
    words = text.split()
    if len(words) < 5 or not all(printable(reader(word)) for word in words[:2]):
        return text
    found = [printable(reader(word)) for word in words]
    if sum(map(bool, found)) < 0.9 * len(found) or not _words(" ".join(found)):
        return text
    return _TOKEN.sub(lambda m: printable(reader(m.group())) or m.group(), text)


def _hexadecimal_bytes(code: str) -> bytes:
    return _bytes(code, bytes.fromhex)


def _base64_bytes(code: str) -> bytes:
    plain = code.rstrip("=").replace("-", "+").replace("_", "/")
    return _bytes(
        plain + "=" * (-len(plain) % 4), lambda padded: base64.b64decode(padded, validate=True)
    )


def _base32_bytes(code: str) -> bytes:
    plain = code.rstrip("=").upper()
    return _bytes(plain + "=" * (-len(plain) % 8), base64.b32decode)


def _bytes(code: str, reader: Reader) -> bytes:
    """Return what a code says, nothing if it is none."""
    try:
        return reader(code)
    except (ValueError, binascii.Error):
        return b""


def _base85(run: str) -> str:
    if len(re.findall(r"[^\w]", run)) < 4 or english_share(run) >= ENGLISH:
        return ""
    framed = run.startswith("<~")
    readers: tuple[Reader, ...] = (
        lambda s: base64.a85decode(s, adobe=framed),
        base64.b85decode,
    )
    for reader in readers:
        found = as_text(_bytes(run, reader))
        if _letters(found) and " " in found:
            return found
    return ""


def _morse(run: str) -> str:
    plain = re.sub("[·•]", ".", re.sub("[–−_]", "-", run))
    words = re.split(r" ?[/|] ?| {2,}", plain)
    read = " ".join("".join(_MORSE_LETTERS.get(c, "#") for c in w.split()) for w in words)
    return read if "#" not in read and _words(read) else ""


def _letters(found: str) -> bool:
    """Return whether at least half of a text is letters, or it may be a further code."""
    if _DIGITS.fullmatch(found):
        return True
    return len(found) >= 4 and sum(map(str.isalpha, found)) >= 0.5 * len(found)


def _words(found: str) -> bool:
    return english_share(found) >= ENGLISH


def _named(found: str) -> bool:
    """Return whether a short text looks like words or names and nothing else."""
    return _words(found) or bool(re.fullmatch(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*", found))
