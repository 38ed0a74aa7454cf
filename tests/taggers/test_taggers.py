"""Taggers: what they find, and what they refuse."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seethrough import spec
from seethrough.errors import InputError, UnavailableError, UsageError
from seethrough.protocols import Protected
from seethrough.records.corpus import Corpus

TEXT = (
    "Alan Gates of 12 Baker Street, mail alan.gates@example.com, SSN 212-54-7781, works for"
    " Microsoft Corporation. Alan likes tea."
)


def tag(tagger: str, text: str = TEXT, **fields: Any) -> list[tuple[str, str]]:
    corpus = Corpus.from_texts([text], fields=[fields], name="own")
    spans = spec.parse("taggers", tagger).tag(corpus)[0]
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    return [(text[s.start : s.end], s.kind) for s in spans]


def test_presidio_and_patterns() -> None:
    found = tag("presidio")
    assert ("Alan Gates", "name") in found
    assert ("12 Baker Street", "address") in found
    assert ("alan.gates@example.com", "email") in found
    assert ("212-54-7781", "ssn") in found
    assert ("Microsoft Corporation", "organization") in found


def test_presidio_looks_for_what_is_asked() -> None:
    assert tag("presidio:kinds=ssn+email") == [
        ("alan.gates@example.com", "email"), ("212-54-7781", "ssn"),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="kinds='nme' is not known"):
        spec.parse("taggers", "presidio:kinds=nme")


def test_a_list(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("Alan\nAlan Gates\n212-54-7781\tssn\n\nlan\n", "utf-8")
    found = tag(f"listed:path={file}")
    assert found == [("Alan Gates", "name"), ("212-54-7781", "ssn"), ("Alan", "name")]
    file.write_text("Alan\n212-54-7781\tssn\n", "utf-8-sig")  # as Windows writes it
    assert tag(f"listed:path={file}")[0] == ("Alan", "name")
    file.write_text("\n", "utf-8")
    with pytest.raises(InputError, match="no line names anything"):
        tag(f"listed:path={file}")
    with pytest.raises(InputError, match="cannot read the list"):
        tag(f"listed:path={tmp_path / 'none'}")


def test_a_column() -> None:
    assert tag("column", spans=[[104, 108, "name"], {"start": 0, "end": 10}]) == [
        ("Alan Gates", "private"), (TEXT[104:108], "name"),
    ]  # fmt: skip
    assert tag("column:spans=own", own=None) == []


def test_addresses_among_letters_beyond_ascii_are_tagged_whole() -> None:
    found = tag("presidio:kinds=email+url", "メールはtanaka@example.jpです。 https://müller.de/x.")
    assert found == [("tanaka@example.jp", "email"), ("https://müller.de/x", "url")]


@pytest.mark.parametrize(("spans", "says"), [
    ([[0, 1000]], "record 1: a span from 0 to 1000 lies outside its text of 125 characters"),
    ([[-1, 3]], "lies outside"),
    ([[3, 3]], "lies outside"),
    ([[0, 5], [4, 8]], "overlap"),
    ([[0, "x"]], "no list of"),
    ([[True, 5]], "no list of"),
    ("Alan", "no list of"),
    ([{"start": 1}], "no list of"),
])  # fmt: skip
def test_wrong_spans_are_one_line(spans: Any, says: str) -> None:
    with pytest.raises(InputError, match=says) as error:
        tag("column", spans=spans)
    assert "Alan" not in str(error.value)
    assert "\n" not in str(error.value)


def test_places_that_count_bytes_or_utf_16_units_are_refused() -> None:
    texts = [f"Nadège 🐝 Müller and {name} met." for name in ("Tom Baker", "Ann Lee", "Sue Park")]

    def tagged(length: Callable[[str], int], texts: list[str]) -> Any:
        starts = [length(text.partition("and ")[0] + "and ") for text in texts]
        fields = [{"spans": [[start, start + 7, "name"]]} for start in starts]
        return spec.parse("taggers", "column").tag(Corpus.from_texts(texts, fields=fields))

    assert [len(spans) for spans in tagged(len, texts)] == [1, 1, 1]
    for length in (lambda t: len(t.encode()), lambda t: len(t.encode("utf-16-le")) // 2):
        with pytest.raises(InputError, match="3 of 3 spans in 'spans' begin inside a word"):
            tagged(length, [text.replace("and ", "and Xavier") for text in texts])
    chinese = ["王小明住在北京。", "김철수는 서울에", "ומשה כהן גר בחיפה"]
    assert tagged(lambda _: 1, chinese)  # words that touch others tell nothing


def test_no_column_of_spans() -> None:
    with pytest.raises(InputError, match="no column 'spans'"):
        tag("column")


def test_scrubadub_finds_what_its_detectors_are_for() -> None:
    text = f"{TEXT} Or @alan_g, 212-555-0123, https://www.example.org/alan"
    assert tag("scrubadub", text) == [
        ("alan.gates@example.com", "email"), ("212-54-7781", "ssn"), ("@alan_g", "handle"),
        ("212-555-0123", "phone"), ("https://www.example.org/alan", "url"),
    ]  # fmt: skip
    assert tag("scrubadub:detectors=email", text) == [("alan.gates@example.com", "email")]


@pytest.mark.parametrize("fields", ["detectors=nme", "detectors=text_blob_name", "locale=xx"])
def test_a_detector_of_scrubadub_that_cannot_work_is_one_line(fields: str) -> None:
    with pytest.raises(UnavailableError, match="scrubadub cannot start with") as error:
        tag(f"scrubadub:{fields}")
    assert "Alan" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_text_that_a_detector_fails_on_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    import scrubadub

    inner = scrubadub.detectors.EmailDetector.iter_filth

    def fails(self: Any, text: str, document_name: str | None = None) -> Any:
        if "Jane" in text:
            raise ValueError(text)
        return inner(self, text, document_name)

    monkeypatch.setattr(scrubadub.detectors.EmailDetector, "iter_filth", fails)
    corpus = Corpus.from_texts(["Jane", "Mail a.b@example.com"])
    failed, found = spec.parse("taggers", "scrubadub:detectors=email").tag(corpus)
    assert failed is None
    assert [(s.start, s.end) for s in found] == [(5, 20)]


@pytest.mark.parametrize("name", ["presidio", "scrubadub", "sensitive"])
def test_the_same_text_has_the_same_spans_whatever_is_beside_it(name: str) -> None:
    tagger = spec.parse("taggers", name)
    texts = [TEXT, "", "Nothing here.", TEXT]
    together = tagger.tag(Corpus.from_texts(texts))
    assert together == [tagger.tag(Corpus.from_texts([text]))[0] for text in texts]
    assert together[1] == []
    assert tagger.tag(Corpus.from_texts([])) == []
    assert all(isinstance(span, Protected) for span in together[0])


RECORD = (
    "Call me back soon.  She has had leukaemia since May.\nHer phone is 020 7946 0958. Tea is fine."
)


def test_sentences_of_the_verdict_s_classes() -> None:
    ill = "She has had leukaemia since May."
    phone = "Her phone is 020 7946 0958."
    assert tag("sensitive", RECORD) == [(ill, "special"), (phone, "identifier")]
    assert tag("sensitive:classes=special", RECORD) == [(ill, "special")]
    assert tag("sensitive", "") == []
    long = "It rained all day. " * 2_000 + ill
    assert tag("sensitive:classes=special", long) == [(ill, "special")]
    with pytest.raises(UsageError, match="classes='sick' is not known"):
        spec.parse("taggers", "sensitive:classes=sick")


def test_another_classifier_may_say_what_is_sensitive(tmp_path: Path) -> None:
    file = tmp_path / "classes.jsonl"
    file.write_text('{"class": "private", "term": "tea"}\n', "utf-8")
    found = tag(f"sensitive:classifier=given(path={file}),classes=private", RECORD)
    assert found == [("Tea is fine.", "private")]
