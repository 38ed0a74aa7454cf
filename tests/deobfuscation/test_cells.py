"""Values of other columns: disguised wording is made plain, codes and numbers stay."""

from __future__ import annotations

import base64
import json
import random
import uuid
from collections.abc import Callable

import pytest

from seethrough import samples
from seethrough.deobfuscation import cells
from seethrough.deobfuscation.cells import LONGEST, disguised_cells
from seethrough.engine.rows import whole_row

TEXT = json.loads(samples.path("private.jsonl").read_text("utf-8").splitlines()[0])["text"]
ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"


def plain(*values: str) -> list[str | None]:
    return [None if now is None else now.text for now in disguised_cells(values)]


DISGUISES: dict[str, Callable[[str], str]] = {
    "base64": lambda t: base64.b64encode(t.encode()).decode(),
    "base32": lambda t: base64.b32encode(t.encode()).decode(),
    "hexadecimal": lambda t: t.encode().hex(),
    "character codes": lambda t: "\n".join(str(ord(c)) for c in t),
    "reversed letters": lambda t: t[::-1],
    "spaced letters": lambda t: " ".join(t),
    "invisible characters": lambda t: ZERO_WIDTH.join(t),
    "HTML escapes": lambda t: "".join(f"&#{ord(c)};" for c in t),
}


@pytest.mark.parametrize("name", DISGUISES)
def test_disguised_wording_is_made_plain(name: str) -> None:
    (found,) = disguised_cells([DISGUISES[name](TEXT)])
    assert found is not None
    assert found.steps == (name,)
    assert found.text.split() == TEXT.split()


@pytest.mark.parametrize("told", ["Anna Keller", "anna.keller@example.org", "She has HIV"])
def test_a_name_an_address_or_three_words_are_enough(told: str) -> None:
    assert plain(base64.b64encode(told.encode()).decode()) == [told]


def test_one_word_is_enough_where_its_letters_only_looked_otherwise() -> None:
    hidden = ZERO_WIDTH.join("Halvorsen")
    assert plain(f"Seen with {hidden}.", "M\N{CYRILLIC SMALL LETTER A}rit keeps bees.") == [
        "Seen with Halvorsen.",
        "Marit keeps bees.",
    ]
    assert (
        plain("An emoji \N{HEAVY BLACK HEART}\ufe0f.", "Tom &amp; Jerry went home.") == [None] * 2
    )


def codes(rng: random.Random) -> list[str]:
    """Return values of columns that are no wording, some of which have a reading by chance."""
    several = [rng.randbytes(n) for n in (4, 8, 10, 16, 32)]
    return [
        *(b.hex() for b in several),
        *(base64.b64encode(b).decode() for b in several),
        *(base64.b32encode(b).decode() for b in several),
        str(uuid.UUID(bytes=several[3])),
        "".join(rng.choices("0123456789", k=16)),
        "".join(rng.choices("01", k=32)),
        "\n".join(str(rng.randint(32, 126)) for _ in range(12)),
        " ".join(str(rng.randint(60, 110)) for _ in range(20)),
        f"{rng.random():.6f}",
        f"19{rng.randint(10, 99)}-01-{rng.randint(10, 28)}",
    ]


@pytest.mark.parametrize("count", [400, pytest.param(4000, marks=pytest.mark.long)])
def test_codes_and_numbers_stay(count: int) -> None:
    rng = random.Random(3)
    values = [value for _ in range(count) for value in codes(rng)]
    assert [*disguised_cells(values)] == [None] * len(values)


@pytest.mark.parametrize("value", ["", "Lyon", "2020-01-31", TEXT, "a" * 59 + "!", "B12", "M"])
def test_ordinary_values_stay(value: str) -> None:
    assert plain(value, value) == [None, None]


def test_a_longer_value_than_is_read_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LONGEST == whole_row.LONGEST
    monkeypatch.setattr(cells, "LONGEST", 300)
    coded = DISGUISES["base64"](TEXT)
    assert plain(coded, coded[:300])[0] is None
    assert plain(coded[:300])[0] is not None
