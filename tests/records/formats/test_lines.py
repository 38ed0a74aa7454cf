import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import InputError
from seethrough.records.formats import lines
from seethrough.records.formats.lines import decoded_lines, decoded_pieces

READERS = pytest.mark.parametrize("read", [decoded_lines, decoded_pieces])


def stream(content):
    return io.BufferedReader(io.BytesIO(content))


def message(read, content):
    with pytest.raises(InputError) as error:
        list(read(stream(content), "f"))
    return str(error.value)


@READERS
@given(text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_text_comes_back_whole(read, text):
    text = text.removeprefix("\ufeff")
    assert "".join(read(stream(text.encode()), "f")) == text
    assert "".join(read(stream(b"\xef\xbb\xbf" + text.encode()), "f")) == text


def test_only_a_line_feed_ends_a_line():
    text = "a\x85b\u2028c\x0cd\re\r\nf"
    assert list(decoded_lines(stream(text.encode()), "f")) == ["a\x85b\u2028c\x0cd\re\r\n", "f"]


@READERS
@pytest.mark.parametrize(
    ("content", "line", "offset"),
    [
        (b"\xff", 1, 0),
        (b"abc\nd\xe9f\n", 2, 5),
        (b"\xef\xbb\xbfabc\nd\xe9f\n", 2, 8),
        ("é\né\n".encode() + b"caf\xe9 au lait", 3, 9),
        (b"a\nb\ncut \xc3", 3, 8),
    ],
)
def test_what_is_not_utf8_is_located(read, content, line, offset):
    assert message(read, content).startswith(f"f, line {line}: byte offset {offset} is not UTF-8; ")
    assert "iconv -f WINDOWS-1252 -t UTF-8" in message(read, content)


@READERS
@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "UTF-16,"),
        ("utf-16-le", "UTF-16LE"),
        ("utf-16-be", "UTF-16BE"),
        ("utf-32", "UTF-32,"),
    ],
)
def test_other_encodings_are_named(read, encoding, named):
    told = message(read, '{"text": "a"}\n'.encode(encoding))
    assert told.startswith("f, line 1: ")
    assert named in told or f"-f {named}" in told
    assert "iconv -f UTF-" in told


@READERS
def test_a_nul_byte_is_located(read):
    assert message(read, b"abcd\nef\0gh\n").startswith("f, line 2: NUL byte at byte offset 7; ")


@pytest.mark.parametrize("size", range(1, 9))
def test_characters_cut_by_a_piece_are_put_together(size, monkeypatch):
    monkeypatch.setattr(lines, "_PIECE", size)
    text = "aé\n日本\n🩺🩺x"
    assert "".join(decoded_pieces(stream(text.encode()), "f")) == text
    broken = text.encode() + b"\n\xf0\x9f!"
    told = message(decoded_pieces, broken)
    assert told.startswith(f"f, line 4: byte offset {len(broken) - 3} is not UTF-8")
