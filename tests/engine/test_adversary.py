"""What an adversary reads of a release: other columns without their disguises, records whole."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from seethrough.engine.adversary import View, read_as_adversary
from seethrough.engine.findings import found_standing
from seethrough.engine.inputs import inputs_of
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.samples import path as sample

PRIVATE = Corpus.from_texts(
    [json.loads(line)["text"] for line in sample("private.jsonl").read_text("utf-8").splitlines()]
)
QUIET = ["Nothing of note was said on that day, and everybody went home early."] * len(PRIVATE)


def release(fields: list[dict[str, Any]]) -> TextRelease:
    return TextRelease(Corpus.from_texts(QUIET, PRIVATE.ids, fields=fields, name="release"))


def view(fields: list[dict[str, Any]]) -> View:
    return read_as_adversary(release(fields), PRIVATE)


def standing(fields: list[dict[str, Any]]) -> dict[str, Any]:
    found = found_standing(inputs_of(PRIVATE, release(fields)))
    return {reason.kind: reason.facts for reason in found}


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


FORMS: dict[str, Callable[[str], Any]] = {
    "base64": coded,
    "reversed": lambda t: t[::-1],
    "spaced": lambda t: " ".join(t),
    "a list of letters": list,
    "a list of numbers": lambda t: [ord(c) for c in t],
    "a list of codes": lambda t: [coded(part) for part in t.split(". ")],
    "an object": lambda t: {"v": 1, "data": {"blob": coded(t)}},
    "timed words": lambda t: [{"word": word, "end": n / 3} for n, word in enumerate(t.split())],
    "the name of an object's value": lambda t: {coded(t): True},
}


@pytest.mark.parametrize("form", FORMS)
def test_disguised_originals_in_a_column(form: str) -> None:
    fields = [{"blob": FORMS[form](text)} for text in PRIVATE.texts]
    found = standing(fields)
    assert found["verbatim"]["people"] >= 0.9 * len(PRIVATE)
    assert {told["where"] for told in found["verbatim"]["private"]["records"]} <= {"blob", "row"}
    assert "sentences_standing" in found


def test_a_disguised_original_in_one_cell_of_an_ordinary_column() -> None:
    fields: list[dict[str, Any]] = [{"note": f"Seen {n} times."} for n in range(len(PRIVATE))]
    fields[7] = {"note": PRIVATE.texts[7][::-1], "age": 43}
    found = view(fields)
    assert [r.fields for r in found.plain][6:9] == [
        {"note": "Seen 6 times."},
        {"note": PRIVATE.texts[7], "age": 43},
        {"note": "Seen 8 times."},
    ]
    assert PRIVATE.texts[7] in found.release.corpus.texts[7]
    assert found.ledger == {"released_records_deobfuscated (reversed letters)": 1}
    assert standing(fields)["verbatim"]["people"] == 1


def test_disguised_originals_as_names_of_columns() -> None:
    fields = [{coded(text): True} for text in PRIVATE.texts]
    assert standing(fields)["verbatim"]["people"] >= 0.9 * len(PRIVATE)
    assert view(fields).ledger == {"released_records_deobfuscated (base64)": len(PRIVATE)}


def test_two_names_that_say_the_same_keep_what_they_name() -> None:
    told = PRIVATE.texts[0]
    fields = [{coded(told): "one", told[::-1]: "two", told: "three"}] * len(PRIVATE)
    found = view(fields).plain[0].fields
    assert found.items() >= {told: "three", coded(told): "one"}.items()
    assert len(found) == 3


def test_a_record_counts_once_for_each_step() -> None:
    fields = [{"a": coded(text), "b": coded(text)} for text in PRIVATE.texts]
    texts = [coded(text) for text in PRIVATE.texts]
    twice = TextRelease(Corpus.from_texts(texts, PRIVATE.ids, fields=fields))
    found = read_as_adversary(twice, PRIVATE)
    assert found.ledger == {"released_records_deobfuscated (base64)": len(PRIVATE)}
    assert found.plain.texts == PRIVATE.texts
    assert found.plain.ids == PRIVATE.ids


def test_an_ordinary_release_is_read_as_it_is() -> None:
    fields = [
        {
            "age": 40 + n, "city": "Lyon", "ref": f"{n * 7919:016x}", "flag": bool(n % 2),
            "tags": ["a", n], "note": f"Came {n} times; see https://example.org/a%20b?id={n}.",
        }
        for n in range(len(PRIVATE))
    ]  # fmt: skip
    released = release(fields)
    found = read_as_adversary(released, PRIVATE)
    assert found.plain is released.corpus
    assert found.ledger == {}
    assert [r.fields for r in found.release.corpus] == fields


def test_every_column_of_all_pieces_of_a_record_is_read() -> None:
    texts, ids, fields = [], [], []
    for id_, text in zip(PRIVATE.ids, PRIVATE.texts, strict=True):
        texts += ["Nothing of note was said", "on that day."]
        ids += [f"{id_}-1", f"{id_}-2"]
        fields += [{"note": ""}, {"note": text}]
    cut = TextRelease(Corpus.from_texts(texts, ids, fields=fields))
    found = read_as_adversary(cut, PRIVATE)
    assert [r.fields["note"] for r in found.plain] == PRIVATE.texts
    assert all(t in row for t, row in zip(PRIVATE.texts, found.release.corpus.texts, strict=True))


def test_rows_of_one_pseudonym_are_read_together_where_no_row_is_known_to_be_whose() -> None:
    said = [
        (f"P{who}", part) for who, text in enumerate(PRIVATE.texts) for part in text.split(". ")
    ]
    said.sort(key=lambda row: len(row[1]))
    corpus = Corpus.from_texts(
        [text for _, text in said], fields=[{"user": who} for who, _ in said]
    )
    found = read_as_adversary(TextRelease(corpus, aligned=False), PRIVATE)
    texts = dict(zip((r.fields["user"] for r in found.plain), found.plain.texts, strict=True))
    for who, text in enumerate(PRIVATE.texts):
        assert all(part in texts[f"P{who}"] for part in text.split(". "))
    assert "cut_records" in {reason.kind for reason in found.reasons}
    apart = TextRelease(Corpus.from_texts(corpus.texts), aligned=False)
    assert len(read_as_adversary(apart, PRIVATE).plain) == len(said)


def test_html_of_private_records_does_not_part_their_words() -> None:
    """Each line has fewer words than a run, and the release has the text that a browser shows."""
    lines = [[f"{name} has asthma", "sees no doctor", f"lives at {n}", "Ash Street &amp; Elm"]
             for n, name in enumerate(("Mary", "Tom", "Ann", "Bo", "Cleo"))]  # fmt: skip
    marked = Corpus.from_texts(["".join(f"<p>{line}</p>" for line in lines) for lines in lines])
    shown = [" ".join(lines).replace("&amp;", "&") for lines in lines]
    inputs = inputs_of(marked, TextRelease(Corpus.from_texts(shown, marked.ids, name="release")))
    assert inputs.setting.private.texts[0].split() == shown[0].split()
    assert inputs.given is not inputs.setting.private
    assert inputs.given.texts[0] == marked.texts[0]
    assert inputs.read == {"private_records_with_markup": 5}
    (found,) = [r for r in found_standing(inputs) if r.kind == "verbatim"]
    assert found.facts["people"] == 5


def test_records_without_html_stay_the_same_object() -> None:
    inputs = inputs_of(PRIVATE, release([{}] * len(PRIVATE)))
    assert inputs.given is inputs.setting.private
    assert not inputs.read


def told(texts: list[str], aligned: bool = True, **columns: Any) -> set[str]:
    """Return what an audit says of a release for its words alone."""
    released = Corpus.from_texts(texts, PRIVATE.ids, **columns)
    reasons = read_as_adversary(TextRelease(released, aligned=aligned), PRIVATE).reasons
    return {reason.kind for reason in reasons} & {"words_recoded", "words_unknown"}


def test_words_in_another_form_are_noticed_in_texts_and_columns() -> None:
    cut = [re.sub(r"(?<=\w{3})\w\b", "", text) for text in PRIVATE.texts]
    assert told(cut) == {"words_recoded", "words_unknown"}
    assert told(cut, aligned=False) == {"words_unknown"}
    said = sorted({word for text in PRIVATE.texts for word in text.split()})
    coded = {word: f"x{place}" for place, word in enumerate(said)}
    fields = [{coded[word]: 1 for word in text.split()} for text in PRIVATE.texts]
    assert told(QUIET, fields=fields) == {"words_recoded"}
    assert told([*PRIVATE.texts]) == told(QUIET) == set()


def test_a_letterhead_in_another_language_is_not_read() -> None:
    """The judge misses a third of what stands below it, and the release is English."""
    head = "Klinikum am Rosengarten, Abteilung für Innere Medizin. Bitte Aktenzeichen angeben.\n"
    private = Corpus.from_texts([head + text for text in PRIVATE.texts])
    inputs = inputs_of(private, TextRelease(private))
    assert [text.split() for text in inputs.setting.private.texts] == [
        text.split() for text in PRIVATE.texts
    ]
    assert inputs.view is not None
    assert inputs.view.release.corpus.texts == inputs.setting.private.texts
    assert inputs.view.plain.texts == private.texts
    assert not inputs.view.reasons
    assert inputs.read == {"private_records_without_letterhead": 60}
    assert inputs.view.ledger == {"released_records_without_letterhead": 60}
