import json
from time import process_time

import pytest

from seethrough.atomizers._fields import fields_as_lines
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus

FIELDS = {
    "age": 45,
    "family": {"husband": "drinks", "children": ["a son", "a girl"], "pets": []},
    "remarks": "The patient owes money to the bank. She cheats on her spouse.",
    "smoker": True,
    "weight": None,
}
CLAIMS = [
    "The patient's age is 45.",
    "Husband: drinks.",
    "Children: a son.",
    "Children: a girl.",
    "Remarks: The patient owes money to the bank.",
    "The patient cheats on her spouse.",
    "Smoker: true.",
]


@pytest.mark.parametrize("indent", [None, 2])
def test_each_value_of_a_record_in_json_is_a_claim(indent):
    records = Corpus.from_texts([json.dumps(FIELDS, indent=indent)])
    assert Clause().atomize(records) == [CLAIMS]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('["asthma", {"sex": "F"}]', "asthma\nsex: F"),
        ('{"q": "hiv test"}\n\n{"q": "divorce"}', "q: hiv test\n\nq: divorce"),
        ('{"a": 1, "a": 2}', "a: 1\na: 2"),
        ('{"name": "\\ud800x"}', "name: ?x"),
        ('{"a": 1} and more', '{"a": 1} and more'),
        ("{not json}", "{not json}"),
        (5000 * "[", 5000 * "["),
        ("She said [so].\n{}", "She said [so].\n{}"),
        ("", ""),
        ("<r><age>45</age><s>F</s></r>", "\n\nage: 45\n\ns: F\n\n"),
        ("<age>45</age>", "<age>45</age>"),
        ("age=45; home city=Lyon; drinks=yes", "age: 45\nhome city: Lyon\ndrinks: yes"),
        ("| **Age:** 45 | Sex: F | City: St. Gallen |", "Age: 45\nSex: F\nCity: St. Gallen"),
        ("Hi.\nage=45&sex=F&x=1\nBye.", "Hi.\nage: 45\nsex: F\nx: 1\nBye."),
        ("She is ill; her job: gone; kids: sad", "She is ill; her job: gone; kids: sad"),
        ("age=45; city=; x=1", "age=45; city=; x=1"),
        ("a=1; b=2", "a=1; b=2"),
        ("if (a == b && c != d || e == f);", "if (a == b && c != d || e == f);"),
        ("a < b and c > d", "a < b and c > d"),
    ],
)
def test_other_texts_stay(text, lines):
    assert fields_as_lines(text) == lines


def test_lines_of_a_log_are_claims_of_their_own():
    said = [
        f"2024-03-0{day}T10:00:00Z INFO user=u17 ip=10.0.0.3 GET /search?q={word} 200 12ms"
        for day, word in enumerate(("hiv+test", "divorce+lawyer", "gin"), start=1)
    ]
    assert Clause().atomize(Corpus.from_texts(["\n".join(said)])) == [[f"{s}." for s in said]]


@pytest.mark.parametrize(
    "text", [f"a{' ' * 100_000}b", f"age: {' ' * 100_000}x | " * 3, " ;" * 9999]
)
def test_long_runs_of_blanks_take_no_time(text):
    start = process_time()
    fields_as_lines(text)
    assert process_time() - start < 1
