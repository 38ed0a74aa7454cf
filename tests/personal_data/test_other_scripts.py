"""Names in other scripts within English text."""

from __future__ import annotations

import pytest

from seethrough.personal_data.identifiers import find
from seethrough.personal_data.other_scripts import names_in_other_scripts


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My name is 王小明 and I have asthma.", "王小明"),
        ("I saw Mrs Анна Гальворсен on Friday.", "Анна Гальворсен"),
        ("Dear 山田花子さん, thanks.", "山田花子"),
        ("Patient name: 김민수", "김민수"),
        ("A boy named Μαρία, she said", "Μαρία"),
        ("She is called प्रिया शर्मा.", "प्रिया शर्मा"),
        ("Omar Haddad (Arabic: عمر حداد) came", "عمر حداد"),
        ("Yuji Unozawa (宇野沢 祐次) came", "宇野沢 祐次"),
    ],
)
def test_words_before_tell_a_name(text: str, name: str) -> None:
    assert list(names_in_other_scripts(text)) == [name]
    assert name in [each.written for each in next(find([text]))]


@pytest.mark.parametrize(
    "text",
    [
        "An angle called α, the word called λόγος, a file named 5 μg, 翻译成中文",
        "The Great Wall (万里长城) is long. Hi there, Привет",
        "Dear Анна ты пришла ко мне вчера вечером и мы",
    ],
)
def test_other_words_of_other_scripts_are_none(text: str) -> None:
    assert list(names_in_other_scripts(text)) == []
