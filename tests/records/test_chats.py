import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.records.chats import beside, flatten_chat, parse_chat

HELLO = "User: My knee hurts.\nAssistant: Since when?"


def parsed(text: str) -> str | None:
    found = parse_chat(text)
    return None if found is None else found[0]


TREE = {
    "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
    "a": {
        "message": {"author": {"role": "user"}, "content": {"parts": ["My knee hurts."]}},
        "parent": "root",
        "children": ["b"],
    },
    "b": {
        "message": {"author": {"role": "assistant"}, "content": {"parts": ["Since when?"]}},
        "parent": "a",
        "children": [],
    },
}


@pytest.mark.parametrize(
    "chat",
    [
        TREE,
        {"title": "Knees", "mapping": TREE},
        {"chat_messages": [["My knee hurts.", "Since when?"]], "uuid": "u"},
        [
            {"role": "user", "content": "My knee hurts."},
            {"role": "assistant", "content": "Since when?"},
        ],
        [{"from": "human", "value": "My knee hurts."}, {"from": "gpt", "value": "Since when?"}],
        [{"speaker": "User", "text": "My knee hurts."}, {"speaker": "AI", "text": "Since when?"}],
        [{"user": "My knee hurts.", "assistant": "Since when?"}],
        [{"human": "My knee hurts."}, {"bot": "Since when?"}],
        [["My knee hurts.", "Since when?"]],
        {"role": ["user", "assistant"], "content": ["My knee hurts.", "Since when?"]},
        {"from": ["human", "gpt"], "value": ["My knee hurts.", "Since when?"]},
        {"messages": [["My knee hurts.", "Since when?"]], "model": "m"},
        {"id": 3, "conversations": [{"user": "My knee hurts.", "assistant": "Since when?"}]},
        [
            {"role": "user", "content": [{"type": "text", "text": "My knee hurts."}]},
            {"role": "model", "parts": [{"text": "Since when?"}]},
        ],
        [
            {
                "author": {"role": "user", "name": None},
                "content": {"content_type": "text", "parts": ["My knee hurts."]},
            },
            {"author": {"role": "assistant"}, "content": {"parts": ["Since when?"]}},
        ],
        [
            {
                "content": "My knee hurts.",
                "country": "Chile",
                "hashed_ip": "ab12",
                "language": "English",
                "redacted": False,
                "role": "user",
                "timestamp": None,
                "toxic": False,
                "turn_identifier": 12,
            },
            {"content": "Since when?", "role": "assistant", "state": "CA"},
        ],
    ],
)
def test_every_known_shape_reads_the_same(chat):
    assert flatten_chat(chat) == HELLO
    assert parsed(json.dumps(chat)) == HELLO
    assert parsed(repr(chat)) == HELLO


@pytest.mark.parametrize(
    ("chat", "text"),
    [
        ([], ""),
        (["one", "two"], "one\ntwo"),
        ([{"content": "no speaker"}], "no speaker"),
        ([{"role": "doctor", "content": "Hm."}], "Doctor: Hm."),
        ([{"role": "Dr. Wu", "content": "Hm."}], "Dr. Wu: Hm."),
        ([{"role": "user", "content": None}], "User: "),
        ([{"role": "user", "content": ""}], "User: "),
        ([{"role": "user", "content": 5}], "User: 5"),
        ([["hi", None]], "User: hi"),
        ({"role": "user", "content": "alone"}, "User: alone"),
        (
            [{"role": "user", "content": [{"type": "image_url", "image_url": {}}, "and this"]}],
            "User: [image_url]\nand this",
        ),
        (
            [
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {"type": "function", "function": {"name": "find", "arguments": '{"n": 1}'}}
                    ],
                }
            ],
            'Assistant: [calls find: {"n": 1}]',
        ),
        ([{"system": "Be kind.", "user": "Hi"}], "System: Be kind.\nUser: Hi"),
    ],
)
def test_details(chat, text):
    assert flatten_chat(chat) == text


@pytest.mark.parametrize("value", [None, 3, [1, 2], [[1, 2]], [["a", "b", "c"]], {"a": 1}, {}, "x"])
def test_what_is_no_chat(value):
    assert flatten_chat(value) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "[sic] she said",
        "{braces}",
        "[1, 2]",
        '{"a": 1}',
        "[" * 100_000,
        "{[]: 1}",
        "{1: 'a'}",
    ],
)
def test_text_that_encodes_no_chat(text):
    assert parsed(text) is None


def test_an_escape_that_python_does_not_know_is_text():
    assert parsed(r"['see \d']") == r"see \d"


@pytest.mark.parametrize(
    "text",
    [
        '[{"role": "user", "content": "My knee hurts.", "content": "[redacted]"}]',
        "[{'role': 'user', 'content': 'My knee hurts.', 'content': '[redacted]'}]",
    ],
)
def test_a_text_with_two_values_of_one_name_stays_whole(text):
    assert parsed(text) is None
    assert parsed("other".join(text.rsplit("content", 1))) == "User: My knee hurts."


@given(st.lists(st.fixed_dictionaries({"role": st.text(), "content": st.text()})))
def test_no_word_is_lost(turns):
    text = flatten_chat(turns)
    assert text is not None
    assert all(turn["content"] in text for turn in turns)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["role", "content", "messages", "tool_calls", "user", "x"]), inner
            )
        ),
    )
)
def test_anything_gives_a_string_or_none(value):
    assert isinstance(flatten_chat(value), str | None)


@pytest.mark.parametrize(
    ("chat", "rest"),
    [
        ([{"role": "user", "content": "Hi."}], ""),
        ([{"role": "user", "content": [{"type": "text", "text": "Hi."}]}], ""),
        ([{"role": "user", "content": "Hi.", "text": "My knee hurts."}], "My knee hurts."),
        ([{"role": "user", "content": "Hi.", "name": "Mary Okafor"}], "Mary Okafor"),
        ({"messages": [{"role": "user", "content": "Hi."}], "patient": {"age": 61}}, "61"),
        ([{"role": "user", "content": {"text": "Hi.", "value": "hi.", "parts": ["Bye"]}}], "Bye"),
    ],
)
def test_what_stands_beside_the_turns_is_told_apart(chat, rest):
    text = flatten_chat(chat)
    assert text == "User: Hi."
    assert beside(chat, text) == rest


def test_no_turn_is_cut_off_where_there_are_more_contents_than_speakers():
    assert flatten_chat({"role": ["user"], "content": ["Hi.", "Bye."]}) == "User: Hi.\nBye."


def test_what_stands_beside_the_turns_may_lie_deep():
    deep = "My knee hurts."
    for _ in range(50_000):
        deep = [deep]
    assert (
        beside([{"role": "user", "content": "Hi.", "meta": deep}], "User: Hi.") == "My knee hurts."
    )
