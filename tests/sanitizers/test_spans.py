from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.engine.sanitize import sanitize
from seethrough.models.fakes.fake import Fake
from seethrough.records.corpus import Corpus
from seethrough.redaction.detection import Span
from seethrough.redaction.disclosures import disclosures, general_words
from seethrough.sanitizers.spans import read_spans


@pytest.mark.parametrize(
    ("text", "general"),
    [
        ("A 43-year-old woman coughs.", "A middle-aged person coughs."),
        ("An 8 month old girl.", "An infant child."),
        ("A 3-month-old boy and an 8-year-old.", "An infant child and a young."),
        ("She is 43 years old.", "She is middle-aged."),
        ("Treated for cancer of the liver.", "Treated for a condition of the liver."),
        ("I'm 24M and broke.", "I'm a young adult and broke."),
        ("my gf (23F) left", "my partner (a young adult) left"),
        ("I am 34 and my wife left.", "I am a young adult and my partner left."),
        ("He smoked at age 17.", "He smoked as a teenager."),
        ("I suffer from asthma and work as a night nurse.",
         "I suffer from a condition and work in some job."),
        ("He works as a registered nurse practitioner in Hull.", "He works in some job in Hull."),
        ("She was diagnosed with stage 4 lung cancer.", "She was diagnosed with a condition."),
        ("Suffered from chronic hepatitis, treated for a brain tumour in May",
         "Suffered from a condition, treated for a condition in May"),
        ("I earn $45000 and owe £1250.75, or 12.500,50 euros.",
         "I earn some money and owe some money, or some money."),
        ("rent is $1,200 or 900 euros", "rent is some money or some money"),
        ("My Daughter is in 3rd grade", "My child is in school"),
        ("I'm 5'11\" and 80 kg", "I'm some size and some size"),
        ("We have two dogs and my cat", "We have pets and my pet"),
        ("I am divorced and gay", "I am partnered or not and of some orientation"),
    ],
)  # fmt: skip
def test_patterns_and_more_general_words(text: str, general: str) -> None:
    out, behind = "", 0
    for span in disclosures(text):
        out += text[behind : span.start] + general_words(span.kind, text[span.start : span.end])
        behind = span.end
    assert out + text[behind:] == general


@pytest.mark.parametrize(
    "text",
    ["", "24MB of memory", "The manual, the mandate.", "F16 jets", "a 3-way junction", "sonar"],
)
def test_no_disclosure(text: str) -> None:
    assert disclosures(text) == []


@given(st.text("aIm 0123456789$'’-/MFyo.,()\n", max_size=400))
def test_spans_lie_in_the_text_in_order_and_apart(text: str) -> None:
    behind = 0
    for span in disclosures(text):
        assert behind <= span.start < span.end <= len(text)
        assert general_words(span.kind, text[span.start : span.end])
        behind = span.end


def test_long_odd_texts_take_little_time() -> None:
    began = time.process_time()
    for text in ("1" * 50_000, "born on " * 5_000, "I am " * 9_000, "my " * 9_000, "$1," * 9_000):
        disclosures(text)
    assert time.process_time() - began < 5


def test_offline() -> None:
    texts = ["Maria Lopez, 43, lives in Chicago with her husband.", "", "The bread is stale."]
    release = sanitize(Corpus.from_texts(texts), "spans")
    first = release.corpus.texts[0]
    for word in ("Maria", "Lopez", "Chicago", "husband"):
        assert word not in first
    assert first.startswith("Someone")
    assert release.corpus.texts[1:] == texts[1:]
    assert release.ledger == {}
    assert release.details["replaced"]["FAMILY"] == 1


def test_with_a_model() -> None:
    corpus = Corpus.from_texts(["He left Hull. He is 43. In Bath he met Anna.", "", "No more."])
    release = sanitize(corpus, "spans:detector=fake,abstraction=fake")
    assert release.corpus.texts == [
        "He left something. He is something. In something he met something.", "", "No more.",
    ]  # fmt: skip
    assert release.ledger == {}


def test_where_the_model_has_no_answer_the_offline_way_stands_in() -> None:
    corpus = Corpus.from_texts(["I am 34 and rich. My wife left."])
    found = sanitize(corpus, "spans:detector=fake/garbage")
    assert found.corpus.texts == ["I am a young adult and rich. My partner left."]
    assert found.ledger == {"sentences_offline": 2}
    worded = sanitize(corpus, "spans:abstraction=fake/refuse")
    assert worded.corpus.texts == found.corpus.texts
    assert worded.ledger == {"spans_offline": 2}


def test_what_cannot_be_searched_is_withheld_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.sanitizers.spans.find", lambda *_: [None, []])
    private = Corpus.from_texts(["Anna Berg is 43.", "", "Nothing."])
    for how in ("spans", "spans:detector=fake,abstraction=fake"):
        release = sanitize(private, how)
        assert release.corpus.texts == ["", "", "Nothing."]
        assert release.ledger == {"withheld": 1}


def test_a_span_over_the_end_of_a_sentence_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "He saw Anna. Berg left."
    named = [Span(text.index("Anna"), text.index(" left"), "PERSON", 0.9)]
    monkeypatch.setattr("seethrough.sanitizers.spans.find", lambda *_: [named])
    (made,) = sanitize(Corpus.from_texts([text]), "spans:detector=fake/garbage").corpus.texts
    assert made == "He saw someone left."


def test_a_long_tale_is_no_abstraction(monkeypatch: pytest.MonkeyPatch) -> None:
    tale = "whom he met in the spring when the river rose and took the old stone mill away too"
    model = Fake(replies=(("", tale),))
    monkeypatch.setattr("seethrough.sanitizers.spans.resolve", lambda name: model)
    release = sanitize(Corpus.from_texts(["My wife left."]), "spans:abstraction=x")
    assert release.corpus.texts == ["My partner left."]
    assert release.ledger == {"spans_offline": 1}


def test_a_span_that_the_model_gives_back_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Fake(
        replies=((r"Span:", "my Wife Ann"), (r"sentence", '{"spans": ["wife", "absent"]}'))
    )
    monkeypatch.setattr("seethrough.sanitizers.spans.resolve", lambda name: model)
    release = sanitize(Corpus.from_texts(["My wife left."]), "spans:detector=x,abstraction=x")
    assert release.corpus.texts == ["My something left."]
    assert release.ledger == {"spans_offline": 1, "spans_not_found": 1}


@pytest.mark.parametrize(
    ("named", "released", "ledger"),
    [
        ("Anna kowalski", "Something is a 43-year-old glassblower.", {}),
        ("43 year old", "Anna Kowalski is a something glassblower.", {}),
        ("43–year—old", "Anna Kowalski is a something glassblower.", {}),
        ("a beekeeper", "Someone is a middle-aged glassblower.", {"spans_not_found": 1}),
    ],
)
def test_what_a_model_names_in_other_letters_is_found_and_what_is_not_there_is_counted(
    named: str, released: str, ledger: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Fake(replies=((r"sentence", json.dumps({"spans": [named]})),))
    monkeypatch.setattr("seethrough.sanitizers.spans.resolve", lambda name: model)
    text = "Anna Kowalski is a 43-year-old glassblower."
    release = sanitize(Corpus.from_texts([text]), "spans:detector=x")
    assert release.corpus.texts == [released]
    assert release.ledger == ledger


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ('{"spans": ["a", " "]}', ["a"]),
        ('["a"]', ["a"]),
        ('{"spans": []}', []),
        ('{"spans": [1]}', None),
        ("none", None),
    ],
)
def test_reading_spans(text: str, spans: list[str] | None) -> None:
    assert read_spans(text) == spans
