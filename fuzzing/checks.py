"""What every target asks: refusals in one line, and text that stays text."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from seethrough.errors import InputError, SeethroughError, UnavailableError, UsageError
from seethrough.text.visible import visible

LONGEST_REFUSAL = 3000
"""Letters that a refusal may have, whatever was read."""

REFUSALS = (InputError, UsageError, UnavailableError)


@contextlib.contextmanager
def answered(*allowed: type[SeethroughError]) -> Iterator[None]:
    """Let the package refuse what it is given, as it refuses: in one line.

    Args:
        allowed: With which errors; `REFUSALS` where none are named.
    """
    try:
        yield
    except SeethroughError as error:
        if not isinstance(error, allowed or REFUSALS):
            raise
        told = str(error)
        assert told, "a refusal without words"
        assert len(told) < LONGEST_REFUSAL, "a refusal of too many letters"
        assert len(visible(told).splitlines()) == 1, "a refusal of several lines"


def text_of(content: bytes) -> str:
    """Return an input as a text; what is not UTF-8 becomes halves of surrogate pairs."""
    return content.decode("utf-8", "surrogateescape")


def record_of(content: bytes) -> str:
    """Return an input as the text of a record, in which no half of a surrogate pair is left."""
    return content.decode("utf-8", "replace")


def file_of(content: bytes, name: str) -> Path:
    """Return a file of this content in the current folder."""
    path = Path(name)
    path.write_bytes(content)
    return path


def assert_one_line(line: str) -> None:
    """Raise unless a terminal shows a line as it is: no control, direction or surrogate in it."""
    wrong = {c for c in line if not (c.isprintable() or unicodedata.category(c) == "Zs")}
    assert not wrong, f"what a terminal obeys: {sorted(map(ascii, wrong))}"


_SIGNS = str.maketrans('<>&"`|', "±×§¶´¬")
"""Signs of HTML and of Markdown, and signs that mean nothing in either."""

_REFERENCES = {"&lt;": "±", "&gt;": "×", "&amp;": "§", "&#34;": "¶", "&quot;": "¶"}
_REFERENCE = re.compile("|".join(_REFERENCES))
_ADDRESSES = ("href", "src", "action", "formaction", "srcdoc")
_ADDRESS = re.compile(rf'\s(?:{"|".join(_ADDRESSES)})="([^"]*)"')


def assert_text_stays_text(render: Callable[[str], str], text: str) -> None:
    """Raise unless a page shows a text as text: as it shows the same text with harmless signs.

    Args:
        render: Returns the page of a text.
        text: What somebody else wrote.
    """
    page, harmless = render(text), render(text.translate(_SIGNS))
    if _with_signs(page) != _with_signs(harmless):  # then it takes a parser to say
        one, other = _read(page), _read(harmless)
        assert one.tags == other.tags, "text of a page became markup"
        assert one.plain() == other.plain(), "text of a page is another"
    if not all(map(_is_known, _ADDRESS.findall(page))):
        for name, value in _read(page).values:
            known = name not in _ADDRESSES or _is_known(value)
            assert known, f"a page loads or leads to {value[:40]!a}"


def _is_known(address: str) -> bool:
    """Return whether an address is one of our own pages, or a picture in the page."""
    return address.startswith(("#", "/", "?", "./", "data:image/")) or not address.strip()


def _with_signs(page: str) -> str:
    """Return a page whose character references are the harmless signs of what they stand for."""
    return _REFERENCE.sub(lambda found: _REFERENCES[found.group()], page)


def _read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader


class _Reader(HTMLParser):
    """Gathers the tags with the names of their attributes, the texts, and the attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, ...]] = []
        self.values: list[tuple[str, str]] = []
        self._texts: list[str] = []

    def plain(self) -> str:
        """Return all that can be read but addresses, with harmless signs."""
        said = "".join(self._texts), *(v for name, v in self.values if name not in _ADDRESSES)
        return "\n".join(said).translate(_SIGNS)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, *(name for name, _ in attrs)))
        self.values += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.tags.append(("!--", data))

    def handle_decl(self, decl: str) -> None:
        self.tags.append(("!", decl))

    def handle_pi(self, data: str) -> None:
        self.tags.append(("?", data))

    def handle_data(self, data: str) -> None:
        self._texts.append(data)
