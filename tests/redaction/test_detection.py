from __future__ import annotations

import logging
import socket
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import UnavailableError
from seethrough.redaction import detection
from seethrough.redaction.detection import Span, _end, find, merge, windows
from seethrough.sanitizers.scrub import ENTITIES


def kinds_found(text: str, threshold: float = 0.4) -> dict[str, str]:
    (spans,) = find([text], ENTITIES, threshold)
    assert spans is not None
    return {text[s.start : s.end]: s.kind for s in spans}


def test_entities_are_what_presidio_can_find() -> None:
    assert set(detection.analyzer().get_supported_entities("en")) == set(ENTITIES)


@pytest.mark.parametrize(
    ("text", "surface", "kind"),
    [
        ("Please ask Maria Lopez about it.", "Maria Lopez", "PERSON"),
        ("She moved to Paris with her cat.", "Paris", "LOCATION"),
        ("It happened on 3 March 2019.", "3 March 2019", "DATE_TIME"),
        ("Write to jo.o'neil+x@mail.example.org, please.", "jo.o'neil+x@mail.example.org", "MAIL"),
        ("Write to <émil@exämple.org>.", "émil@exämple.org", "MAIL"),
        ("Write to j.doe at gmail dot com, please.", "j.doe at gmail dot com", "MAIL"),
        ("Write to jo(at)cox.net, please.", "jo(at)cox.net", "MAIL"),
        ("My phone number is 212-555-0143.", "212-555-0143", "PHONE_NUMBER"),
        ("Her SSN is 536-22-8726.", "536-22-8726", "US_SSN"),
        ("card 4012888888881881", "4012888888881881", "CREDIT_CARD"),
        ("from 10.1.2.3 to the gateway", "10.1.2.3", "IP_ADDRESS"),
        ("read more at www.example.com today", "www.example.com", "URL"),
        ("See https://müller-arzt.de/p?id=4711 now", "https://müller-arzt.de/p?id=4711", "URL"),
        ("See höfer.de, twice", "höfer.de", "URL"),
        ("See http://пример.рф/лица/7 now", "http://пример.рф/лица/7", "URL"),
        ("See www.例え.jp/9 now", "www.例え.jp/9", "URL"),
        ("from ftp://ftp.example.klinik/lists!", "ftp://ftp.example.klinik/lists", "URL"),
    ],
)
def test_finds(text: str, surface: str, kind: str) -> None:
    assert kinds_found(text)[surface] == {"MAIL": "EMAIL_ADDRESS"}.get(kind, kind)


@pytest.mark.parametrize("label", ["Age: 36", "Age at visit: 36", "Occupation: clerk"])
def test_a_name_ends_before_the_label_of_the_next_line(label: str) -> None:
    form = f"Patient name: Tanja Roth\n{label}\nPlace of residence: Ghent"
    (spans,) = find([form], ["PERSON", "ORGANIZATION"], 0.4)
    assert spans
    assert form[spans[0].start : spans[0].end] == "Tanja Roth"


def test_what_stands_before_a_colon_in_its_own_line_stays_personal() -> None:
    assert _end("Kidney Care: open", 0, len("Kidney Care")) == len("Kidney Care")


@pytest.mark.parametrize("below", ["Oberholtzer", "Baker", "Mark", "Lee Baker"])
def test_a_name_goes_on_in_the_next_line_where_that_may_be_one(below: str) -> None:
    text = f"Tanja\n{below}: she will come again."
    assert _end(text, 0, text.index(":")) == text.index(":")


def test_threshold_leaves_out_weak_patterns() -> None:
    weak, sure = (
        list(find(["There was a soft S3 at the apex."], ["US_DRIVER_LICENSE"], threshold))
        for threshold in (0.2, 0.4)
    )
    assert weak == [[Span(17, 19, "US_DRIVER_LICENSE", 0.3)]]
    assert sure == [[]]


def test_only_the_kinds_asked_for() -> None:
    (spans,) = find(["Maria Lopez moved to Paris."], ["LOCATION"], 0.0)
    assert spans is not None
    assert [s.kind for s in spans] == ["LOCATION"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "👩🏽‍⚕️🏳️‍🌈",
        "<b>|---|</b>",
        "Она живёт в Казани.",
        "病人来自东京。",
        "\x00\ufeff",
    ],
)
def test_odd_texts_are_searched(text: str) -> None:
    (spans,) = find([text], ENTITIES, 0.4)
    assert spans is not None


def test_long_text_is_searched_to_its_end() -> None:
    text = "Nothing happened that day. " * 600 + "Then Maria Lopez came."
    assert kinds_found(text)["Maria Lopez"] == "PERSON"


def test_a_name_across_a_cut_is_found_whole() -> None:
    filler = "so it went on and on and "
    text = (filler * 200)[: detection.PIECE - 12] + " then Maria Lopez came to see it"
    cut = windows(text)[-1][0]
    assert text[:cut].endswith("Maria ")
    assert kinds_found(text)["Maria Lopez"] == "PERSON"


@given(st.text(max_size=300), st.integers(10, 60))
def test_windows_are_where_they_say_and_cover_the_text(text: str, limit: int) -> None:
    covered = set()
    for start, piece in windows(text, limit):
        assert text[start : start + len(piece)] == piece
        covered |= set(range(start, start + len(piece)))
    assert covered == set(range(len(text)))


def test_merge_worked_by_hand() -> None:
    person, place, phone = Span(0, 9, "P", 0.8), Span(6, 12, "L", 0.9), Span(12, 15, "T", 0.4)
    assert merge([phone, place, person]) == [Span(0, 12, "L", 0.9), phone]
    assert merge([Span(0, 5, "A", 0.5), Span(1, 3, "B", 0.5)]) == [Span(0, 5, "A", 0.5)]
    assert merge([]) == []


spans = st.builds(
    lambda start, length, kind, score: Span(start, start + length, kind, score),
    st.integers(0, 40),
    st.integers(1, 15),
    st.sampled_from("ABC"),
    st.sampled_from([0.4, 0.85, 1.0]),
)


@given(st.lists(spans))
def test_merge_covers_the_same_characters_once(found: list[Span]) -> None:
    merged = merge(found)
    covered = [i for s in merged for i in range(s.start, s.end)]
    assert covered == sorted({i for s in found for i in range(s.start, s.end)})


def test_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> Iterator[None]:
        raise AssertionError("opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    detection.analyzer.cache_clear()
    assert kinds_found("Write to ann@example.org")["ann@example.org"] == "EMAIL_ADDRESS"


def test_a_missing_model_is_an_error_and_not_a_release_of_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise UnavailableError("not installed")

    monkeypatch.setattr("seethrough.text.english.parser", missing)
    detection.analyzer.cache_clear()
    with pytest.raises(UnavailableError):
        list(find(["Maria Lopez"], ENTITIES, 0.4))


def test_a_text_that_fails_is_none_and_the_others_are_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail_on_bad(text: str, limit: int = 9) -> list[tuple[int, str]]:
        if text == "bad":
            raise RuntimeError
        return [(0, text)]

    monkeypatch.setattr(detection, "windows", fail_on_bad)
    found = list(find(["Maria Lopez came.", "bad", "So did Ann Black."], ENTITIES, 0.4))
    assert [s is None for s in found] == [False, True, False]
    assert found[2]


def test_a_pattern_that_presidio_skips_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = detection.analyzer()
    original = engine.analyze

    def warn(text: str, *args: Any, **kwargs: Any) -> Any:
        if "slow" in text:
            logging.getLogger("presidio-analyzer").warning("Regex pattern '%s' timed out", "x")
        return original(text, *args, **kwargs)

    monkeypatch.setattr(engine, "analyze", warn)
    assert [s is None for s in find(["slow one", "Maria Lopez"], ENTITIES, 0.4)] == [True, False]


def test_names_in_decomposed_letters_are_found_where_they_stand() -> None:
    text = "Patient Jürgen Müller lives in Zürich with Mrs. Núñez."
    apart = unicodedata.normalize("NFD", text)
    composed, decomposed = find([text, apart], ENTITIES, 0.4)
    assert composed is not None
    assert decomposed is not None
    assert len(composed) == 3
    assert [(apart[s.start : s.end], s.kind) for s in decomposed] == [
        (unicodedata.normalize("NFD", text[s.start : s.end]), s.kind) for s in composed
    ]


def test_no_break_spaces_hide_no_number() -> None:
    text = "Card 4111 1111 1111 1111, IBAN ES91 2100 0418 4502 0005 1332."
    plain, other = find([text, text.replace(" ", "\u00a0")], ENTITIES, 0.4)
    assert plain == other
