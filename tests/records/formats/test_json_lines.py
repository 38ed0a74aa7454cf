import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import InputError
from seethrough.records.column_names import known_names_alone
from seethrough.records.formats import lines
from seethrough.records.formats.json_lines import read_rows

SECRET = "Mrs Quimby of 14 Elm Street"
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.lists(st.dictionaries(st.text("abé", max_size=3), VALUES, max_size=4), max_size=6)


def read(text):
    content = text if isinstance(text, bytes) else text.encode()
    return list(read_rows(io.BufferedReader(io.BytesIO(content)), "f"))


def message(text):
    with pytest.raises(InputError) as error:
        read(text)
    assert SECRET[:5] not in str(error.value)
    assert "\n" not in str(error.value)
    return str(error.value)


@given(OBJECTS, st.booleans(), st.sampled_from(["\n", "\r\n", "\n\n  \n"]))
def test_lines(objects, escaped, end):
    text = end.join(json.dumps(o, ensure_ascii=escaped) for o in objects)
    assert [values for _, values in read(text)] == objects


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
@given(objects=OBJECTS, indent=st.sampled_from([None, 0, 2]))
def test_arrays(objects, indent, piece):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_PIECE", piece)
        text = " \n" + json.dumps(objects, indent=indent, ensure_ascii=False) + "\n"
        rows = read(text)
    assert [values for _, values in rows] == objects
    numbers = [number for number, _ in rows]
    assert numbers == sorted(numbers)


def test_lines_are_numbered_from_1_blank_ones_too():
    assert read('{"a": 1}\n\n{"a": 2}') == [(1, {"a": 1}), (3, {"a": 2})]
    assert read('[\n{"a": 1},\n\n{"a":\n2}, {"a": 3}]') == [
        (2, {"a": 1}),
        (4, {"a": 2}),
        (5, {"a": 3}),
    ]


def test_nan_is_null():
    assert read('{"a": NaN, "b": [-Infinity]}') == [(1, {"a": None, "b": [None]})]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f'{{"a": 1}}\n{{"a": "{SECRET}"',
            "f, line 2: broken JSON at column 36: expecting ',' delimiter",
        ),
        (
            f'{{"a": "{SECRET}',
            "f, line 1: broken JSON at column 7: unterminated string",
        ),
        (f'{{a: "{SECRET}"}}', "f, line 1: broken JSON at column 2: expecting property name"),
        (f'{{"a": "{SECRET}"}} {{"a": 1}}', "f, line 1: broken JSON at column 38: extra data"),
        (f'"{SECRET}"', "f, line 1: is a string, not an object"),
        (f'{{"a": 1}}\n["{SECRET}"]', "f, line 2: is an array, not an object"),
        ("3", "f, line 1: is a number, not an object"),
        ("null", "f, line 1: is null, not an object"),
        ("true", "f, line 1: is a boolean, not an object"),
        (SECRET, "f, line 1: broken JSON at column 1: expecting value"),
        ('{"a": "tab\there"}', "f, line 1: broken JSON at column 11: invalid control character"),
        ('{"a": ' + "[" * 100_000, "f, line 1: broken JSON: nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}", "f, line 1: broken JSON: nested too deeply, or a number"),
        ('[{"a": 1},\n {"a": 2}', "f, line 2: broken JSON at column 10: the array does not end"),
        (
            '{\n  "a": 1\n}\n',
            "f, line 1: broken JSON at column 1: expecting property name enclosed in double quotes;"
            " write each record on a line of its own, or all of them as one array",
        ),
        (
            '{"a": 1}{"a": 2}\n',
            "f, line 1: broken JSON at column 9: extra data; write each record on",
        ),
        (f'[{{"a": 1}},\n "{SECRET}"]', "f, line 2: is a string, not an object"),
        ('[{"a": 1}\n {"a": 2}]', "f, line 2: broken JSON at column 2: expecting ',' or ']'"),
        ('[{"a": 1},]', "f, line 1: broken JSON at column 11: expecting value"),
        ('[{"a": 1}]\n\n [', "f, line 3: broken JSON at column 2: extra data after the array"),
        (
            f'[\n{{"a": "{SECRET}", b: {"1, " * 99}}}]',
            "f, line 2: broken JSON at column 38: expecting property",
        ),
        (f'[{{"a": "{SECRET}', "f, line 1: broken JSON at column 8: unterminated string"),
        ("[" * 100_000, "f, line 1: broken JSON: nested too deeply"),
        (
            f'{{"a": 1}}\n{{"text": "{SECRET}", "id": 1, "text": "[redacted]"}}',
            'f, line 2: two values of one object are named "text"; rename one, or remove it',
        ),
        (
            f'{{"a": [1, {{"b": {{"te\\u0078t": "{SECRET}", "text": ""}}}}]}}',
            'f, line 1: two values of one object are named "text"; rename one',
        ),
        (
            f'[{{"a": 1}},\n {{"a":\n 2, "a": "{SECRET}"}}, 3',
            'f, line 2: two values of one object are named "a"; rename one',
        ),
        (
            f'{{"a": 1, "{SECRET} is ill": 1, "b": 2, "{SECRET} is ill": 1}}',
            "f, line 1: two values of one object are named (column 4); rename one",
        ),
    ],
)
def test_broken_input(text, told):
    assert message(text).startswith(told)


def test_where_text_is_not_to_be_shown_a_repeated_key_is_told_by_its_position():
    with known_names_alone():
        assert "named (column 3)" in message('{"id": 1, "Quimby": 2, "Quimby": 3}')
        assert 'named "text"' in message('{"text": 2, "text": 3}')


@pytest.mark.parametrize("text", ["[]", " [ ] ", "\n\n"])
def test_no_records(text):
    assert read(text) == []


def test_an_early_error_in_an_array_does_not_read_on(monkeypatch):
    monkeypatch.setattr(lines, "_PIECE", 64)
    stream = io.BufferedReader(io.BytesIO(b'[{"a": 1}, {b: 2}' + b" " * 100_000), 64)
    with pytest.raises(InputError):
        list(read_rows(stream, "f"))
    assert stream.tell() < 1000
