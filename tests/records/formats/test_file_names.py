"""Ids as names of files: what can be one on every system is written, what cannot is refused."""

from __future__ import annotations

import pytest

from seethrough.errors import InputError
from seethrough.records.formats.file_names import check_names


def refused(*ids: str) -> str:
    with pytest.raises(InputError) as error:
        check_names(ids, "released/")
    assert str(error.value).isprintable()
    return str(error.value)


@pytest.mark.parametrize(
    "id_",
    [
        "AZ 12-34 (2)", "Müller, Zoë", "ward 3/c.v2", "Nr. 12.", ".hidden", "a.txt", "1", "😀",
        " a", "console", "com", "é" * 125,
    ],
)  # fmt: skip
def test_what_people_call_their_files_is_a_name(id_: str) -> None:
    check_names([id_, "another"], "released/")


@pytest.mark.parametrize(
    "id_",
    [
        "", ".", "..", "../x", "/etc/x", "a//b", "a/", "a/../b", "a/./b", "a\0b", "a\nb", "a\\b",
        "a:b", "Why?", "a*", "folder./a", "folder /a", "CON", "nul.2", "com1", "a/Lpt9/b",
        "é" * 126, "/".join(["a" * 256, "b"]),
    ],
)  # fmt: skip
def test_what_is_no_name_everywhere_is_refused_in_one_line(id_: str) -> None:
    told = refused("a", id_, "c")
    assert told == (
        "released/: 1 of 3 ids cannot be names of files on every system; write a table, such as"
        f" released.jsonl: {id_!r}"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("A1", "a1"), ("Straße", "STRASSE"), ("Zo\u00eb", "Zoe\u0308"), ("a", "a.txt/b"),
     ("a.txt/b", "A"), ("Ward/1", "ward/2")],
)  # fmt: skip
def test_two_ids_are_never_one_file(first: str, second: str) -> None:
    told = refused(first, "another", second)
    assert told.startswith(
        "released/: 1 of 3 ids would be the same file as another on some systems"
    )
    assert told.endswith(f"; write a table, such as released.jsonl: {second!r}")
