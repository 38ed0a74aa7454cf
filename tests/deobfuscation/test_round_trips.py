"""Every disguise of the sample records is undone, and BM25 links them as it links plain ones."""

import base64
import html
import json
import random
import re
import time
import urllib.parse

import numpy as np
import pytest

from seethrough import samples
from seethrough.deobfuscation.encodings import from_base85, from_binary
from seethrough.deobfuscation.undoing import STEPS, deobfuscate
from seethrough.linkers.bm25 import BM25

CYRILLIC = str.maketrans("aeocpxyiABEKMHOPCTX", "аеосрхуіАВЕКМНОРСТХ")
GREEK = str.maketrans("oavABEZHIKMNOPTYX", "οανΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
SMALL_CAPITALS = str.maketrans("abcdefghijklmnopqrtuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀᴛᴜᴠᴡʏᴢ")
ABC = "abcdefghijklmnopqrstuvwxyz"
CODES = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- "
    ".-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
)
MORSE = dict(zip(ABC + "0123456789", CODES.split(), strict=True))


def rotated(shift):
    turned = ABC[shift:] + ABC[:shift]
    return lambda text: text.translate(str.maketrans(ABC + ABC.upper(), turned + turned.upper()))


def moved(first, width=26):
    """Letters of a styled alphabet that begins at a code point."""
    styled = "".join(map(chr, range(first, first + 2 * width)))
    return lambda text: text.translate(str.maketrans(ABC.upper() + ABC, styled))


def zalgo(text):
    rng = random.Random(0)
    noise = "\u0300\u0301\u0323\u0335\u0489"
    return "".join(c + "".join(rng.choices(noise, k=4)) if c.isalpha() else c for c in text)


def b64(text):
    return base64.b64encode(text.encode()).decode()


def each(pattern, change):
    return lambda text: re.sub(pattern, lambda m: change(m.group()), text)


def coded(form, sep=""):
    return lambda text: sep.join(form.format(byte) for byte in text.encode())


def points(form, sep=""):
    return lambda text: sep.join(form.format(ord(c)) for c in text)


SCHEMES = {
    "zero-width space": "\u200b".join,
    "zero-width joiner": "\u200d".join,
    "zero-width non-joiner": "\u200c".join,
    "byte order mark": "\ufeff".join,
    "soft hyphen": "\u00ad".join,
    "nulls": "\x00".join,
    "left-to-right mark": "\u200e".join,
    "variation selector": "\ufe0f".join,
    "tag characters between": "\U000e0061".join,
    "override of all": lambda t: f"\u202e{t[::-1]}\u202c",
    "override of words": each(r"\w+", lambda w: f"\u202e{w[::-1]}\u202c"),
    "isolate": lambda t: f"\u2066{t}\u2069",
    "zalgo": zalgo,
    "struck through": lambda t: "".join(c + "\u0336" for c in t),
    "Cyrillic": lambda t: t.translate(CYRILLIC),
    "Greek": lambda t: t.translate(GREEK),
    "small capitals": lambda t: t.lower().translate(SMALL_CAPITALS),
    "bold": moved(0x1D400),
    "sans-serif": moved(0x1D5D4),
    "circled": moved(0x24B6),
    "full width": lambda t: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in t),
    "accents": lambda t: t.translate(str.maketrans("aeioun", "äëïöüñ")),
    "\\u": points("\\u{:04x}"),
    "\\U": points("\\U{:08x}"),
    "\\u{}": points("\\u{{{:x}}}"),
    "\\x": coded("\\x{:02x}"),
    "octal escapes": coded("\\{:03o}"),
    "surrogate pairs": lambda t: json.dumps(moved(0x1D400)(t)),
    "decimal entities": points("&#{};"),
    "hexadecimal entities": points("&#x{:x};"),
    "escaped entities": lambda t: html.escape(points("&#{};")(t)),
    "percent": coded("%{:02X}"),
    "address": urllib.parse.quote,
    "in an address": lambda t: f"https://example.org/see?note={urllib.parse.quote(t)}",
    "form": urllib.parse.quote_plus,
    "quoted-printable": coded("={:02X}"),
    "code points": points("U+{:04X}", " "),
    "base64": b64,
    "base64 for addresses": lambda t: base64.urlsafe_b64encode(t.encode()).decode().rstrip("="),
    "base64 in lines": lambda t: base64.encodebytes(t.encode()).decode(),
    "base64 in fours": lambda t: re.sub("(....)", r"\1 ", b64(t)),
    "base64 of UTF-16": lambda t: base64.b64encode(t.encode("utf-16-le")).decode(),
    "base64 of words": each(r"\S+", b64),
    "base64 reversed": lambda t: b64(t)[::-1],
    "base64 rotated": lambda t: rotated(13)(b64(t)),
    "base64 in a text": lambda t: f"The note of the day reads {b64(t)} and here it ends.",
    "base64 of base64": lambda t: b64(b64(b64(t))),
    "base64 of hexadecimal": lambda t: b64(t.encode().hex()),
    "hexadecimal of base64": lambda t: b64(t).encode().hex(),
    "entities of base64": lambda t: points("&#{};")(b64(t)),
    "base64 of a rotation": lambda t: b64(rotated(13)(t)),
    "base32": lambda t: base64.b32encode(t.encode()).decode(),
    "base32 in small letters": lambda t: base64.b32encode(t.encode()).decode().lower().rstrip("="),
    "Ascii85": lambda t: base64.a85encode(t.encode()).decode(),
    "Ascii85 in a frame": lambda t: base64.a85encode(t.encode(), adobe=True).decode(),
    "base85": lambda t: base64.b85encode(t.encode()).decode(),
    "hexadecimal": lambda t: t.encode().hex(),
    "hexadecimal with spaces": lambda t: t.encode().hex(" ").upper(),
    "hexadecimal with colons": lambda t: t.encode().hex(":"),
    "hexadecimal with prefixes": coded("0x{:02x}", ", "),
    "hexadecimal of words": each(r"\S+", lambda w: w.encode().hex()),
    "binary": coded("{:08b}"),
    "binary with spaces": coded("{:08b}", " "),
    "decimal codes": coded("{}", " "),
    "decimal codes with commas": coded("{}", ", "),
    "octal codes": coded("{:o}", " "),
    "Morse": lambda t: " / ".join(
        " ".join(MORSE[c] for c in word) for word in re.findall("[a-z0-9]+", t.lower())
    ),
    "rotation by 3": rotated(3),
    "rotation by 13": rotated(13),
    "rotation by 25": rotated(25),
    "mirrored alphabet": lambda t: t.translate(
        str.maketrans(ABC + ABC.upper(), ABC[::-1] + ABC[::-1].upper())
    ),
    "rotation by 47": lambda t: "".join(
        chr(33 + (ord(c) + 14) % 94) if "!" <= c <= "~" else c for c in t
    ),
    "reversed": lambda t: t[::-1],
    "reversed lines": lambda t: "\n".join(line[::-1] for line in t.split("\n")),
    "reversed words with their marks": each(r"\S+", lambda w: w[::-1]),
    "reversed words": each(r"\w+", lambda w: w[::-1]),
    "reversed letters, not numbers": each(r"[^\W\d]+", lambda w: w[::-1]),
    "rotated and reversed": lambda t: rotated(13)(t)[::-1],
    "spaced": " ".join,
    "spaced words": each(r"\S+", lambda w: " ".join(w) + " "),
    "one letter a line": "\n".join,
    "dots": ".".join,
    "colons": ":".join,
    "dashes": "—".join,
    "colons in words": each(r"\w+", ":".join),
    "dots in words": each(r"\w+", ".".join),
    "hyphens in words": each(r"\w+", "-".join),
    "underscores in words": each(r"\w+", "_".join),
    "spaced, words run together": lambda t: " ".join(re.sub(r"\s", "", t)),
    "words run together": lambda t: re.sub(r"\s", "", t),
    "words run together in a text": lambda t: (
        "The note of the day was read twice, and nobody knew what it was about until the evening. "
        f"{re.sub(r'[^a-zA-Z]', '', t.title())} And here it ends."
    ),
    "doubled": lambda t: "".join(2 * c for c in t),
    "doubled letters": each(r"[^\W\d]", lambda c: 2 * c),
    "tripled words": each(r"\w", lambda c: 3 * c),
    "leet": lambda t: t.translate(str.maketrans("aeiosAEIOS", "4310543105")),
    "leet with signs": lambda t: t.translate(str.maketrans("aeiosAEIOS", "@3!0$@3!0$")),
    "upper case": str.upper,
    "alternating case": lambda t: "".join(c.upper() if i % 2 else c for i, c in enumerate(t)),
}
APPROXIMATE = {
    "leet": 0.85,
    "leet with signs": 0.85,
    "spaced, words run together": 0.85,
    "words run together": 0.85,
    "words run together in a text": 0.85,
    "Greek": 0.97,
    "dots in words": 0.95,
    "hyphens in words": 0.95,
    "underscores in words": 0.95,
}
"""The share of the words that comes back, where digits or lost spaces leave a doubt."""
EXACT = (
    "zero-width space", "zero-width joiner", "soft hyphen", "variation selector", "override of all",
    "struck through", "full width", "\\u", "\\x", "decimal entities", "percent", "quoted-printable",
    "base64", "base64 in lines", "base32", "base85", "hexadecimal", "binary", "rotation by 13",
    "mirrored alphabet", "reversed words", "spaced", "tripled words",
)  # fmt: skip
RECORDS = [
    json.loads(line)["text"] for line in samples.path("private.jsonl").read_text().splitlines()
]


def words(text):
    return re.findall(r"\w+", text.lower())


def top1(documents):
    """The share of the records that BM25 finds by two sentences from their middle."""
    cut = [re.split(r"(?<=[.!?])\s+", record) for record in RECORDS]
    queries = [" ".join(s[len(s) // 2 : len(s) // 2 + 2]) for s in cut]
    nothing = [[] for _ in queries]
    links = BM25().link(queries, documents, nothing, 1, np.random.default_rng(0))
    return float(np.mean(links.indices[:, 0] == np.arange(len(RECORDS))))


@pytest.fixture(scope="module")
def plain():
    return top1(RECORDS)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_disguise_is_undone_and_records_are_linked_as_before(scheme, plain):
    hidden = [SCHEMES[scheme](record) for record in RECORDS]
    found = [each.text for each in deobfuscate(hidden)]
    shares = [
        np.mean([word in back for word in words(record)])
        for record, back in zip(RECORDS, (set(words(text)) for text in found), strict=True)
    ]
    assert np.mean(shares) >= APPROXIMATE.get(scheme, 0.98)
    assert top1(found) >= plain - 0.05
    if scheme in EXACT:
        assert found == RECORDS


@pytest.mark.parametrize("scheme", SCHEMES)
def test_undoing_twice_is_undoing_once(scheme):
    found = [each.text for each in deobfuscate([SCHEMES[scheme](r) for r in RECORDS[::6]])]
    again = deobfuscate(found)
    assert [each.text for each in again] == found
    assert not any(each.steps for each in again)


def test_disguises_hide_records_from_bm25_where_they_are_not_undone(plain):
    assert plain >= 0.9
    for scheme in ("base64", "rotation by 13", "reversed", "spaced", "doubled", "zero-width space"):
        assert top1([SCHEMES[scheme](record) for record in RECORDS]) < 0.5


def test_steps_are_named():
    found = deobfuscate([b64(rotated(13)(RECORDS[0]))])[0]
    assert found.steps == ("base64", "rotated alphabet")
    assert set(found.steps) <= set(STEPS)


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("Patient name: J o h n  S m i t h, aged 58.", "Patient name: John Smith, aged 58."),
        ("Name: J.o.h.n S.m.i.t.h, seen today.", "Name: John Smith, seen today."),
        ("She is TWFyaXQgSGFsdm9yc2Vu of Fennimore.", "She is Marit Halvorsen of Fennimore."),
        ("She is 4d617269742048616c766f7273656e here.", "She is Marit Halvorsen here."),
        ("&#77;arit &#x48;alvorsen &amp; son", "Marit Halvorsen & son"),
        ("Jos\\u00e9 lives here.", "José lives here."),
        ("Line one.\\nLine two.\\nLine three.", "Line one.\nLine two.\nLine three."),
        ("The p4t13nt w1th 4sthm4 t00k 20 mg.", "The patient with asthma took 20 mg."),
        ("M\u200carit Hal\u2060vorsen", "Marit Halvorsen"),
        ("Маrіt has аsthmа", "Marit has asthma"),
        ("Nothing.\U000e004d\U000e0061\U000e0072\U000e0069\U000e0074", "Nothing.Marit"),
    ],
)
def test_parts_of_a_text_are_made_plain(hidden, shown):
    assert deobfuscate([hidden])[0].text == shown


@pytest.mark.parametrize("text", ["Marit Halvorsen keeps ninety hives.", "Æble på dansk"])
def test_text_hidden_in_zero_width_characters_and_selectors_is_read(text):
    bits = "".join(f"{byte:08b}" for byte in text.encode())
    invisible = "Good day." + bits.translate(str.maketrans("01", "\u200b\u200c"))
    selectors = "Good day. 😊" + "".join(
        chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in text.encode()
    )
    for hidden in (invisible, selectors):
        assert deobfuscate([hidden])[0].text.endswith(text)


def test_layers_are_bounded():
    hidden = RECORDS[0]
    for _ in range(16):
        hidden = b64(hidden)
    shallow = RECORDS[0]
    for _ in range(6):
        shallow = b64(shallow)
    assert deobfuscate([hidden])[0] == (hidden, ())
    assert deobfuscate([shallow])[0].text == RECORDS[0]


@pytest.mark.parametrize(
    "text",
    ["01" * 20_000 + "9", "0" * 99_999 + " 2", "1111111 " * 9_000 + "7", "<~" * 50_000],
)
def test_what_is_nearly_a_code_is_read_in_no_time(text: str) -> None:
    started = time.process_time()
    assert from_binary(text) == text
    assert from_base85(text) == text
    assert time.process_time() - started < 5
