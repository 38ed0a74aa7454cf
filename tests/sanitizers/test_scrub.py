from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.records.corpus import Corpus
from seethrough.redaction import detection
from seethrough.sanitizers.scrub import ENTITIES, Scrub

TEXTS = [
    "Maria Lopez came from Paris on 3 March 2019.",
    "",
    "Nobody was there.",
    "Ask Maria Lopez, mail m.lopez@example.org.",
]
CORPUS = Corpus.from_texts(TEXTS, ["a", "b", "c", "d"], ["p", "q", "r", "p"])


def scrubbed(sanitizer: Scrub, seed: int = 0) -> list[str]:
    return sanitizer.sanitize(CORPUS, np.random.default_rng(seed)).corpus.texts


def test_tags() -> None:
    release = Scrub().sanitize(CORPUS, np.random.default_rng(0))
    assert release.corpus.texts == [
        "<PERSON> came from <LOCATION> on <DATE_TIME>.",
        "",
        "Nobody was there.",
        "Ask <PERSON>, mail <EMAIL_ADDRESS>.",
    ]
    assert (release.corpus.ids, release.corpus.persons) == (CORPUS.ids, CORPUS.ids)
    assert release.aligned
    assert release.ledger == {}
    counts = {"DATE_TIME": 1, "EMAIL_ADDRESS": 1, "LOCATION": 1, "PERSON": 2}
    assert release.details == {"replaced": counts}


def test_a_name_of_one_initial_is_found_in_a_short_text() -> None:
    texts = ["Nurse: R. Okonkwo", "I need plan B. Please call."]
    release = Scrub().sanitize(Corpus.from_texts(texts), np.random.default_rng(0))
    assert release.corpus.texts == ["Nurse: <PERSON>", "I need plan B. Please call."]


def test_stars_keep_every_length() -> None:
    texts = scrubbed(Scrub(style="star"))
    assert texts[0] == "*********** came from ***** on ************."
    assert [len(t) for t in texts] == [len(t) for t in TEXTS]


def test_pseudonyms_are_consistent_and_repeatable() -> None:
    sanitizer = Scrub(style="pseudonym")
    texts = scrubbed(sanitizer)
    name = texts[0].partition(" came")[0]
    assert texts[3].startswith(f"Ask {name}, mail ")
    assert "Lopez" not in "".join(texts)
    assert texts == scrubbed(sanitizer)
    assert texts != scrubbed(sanitizer, seed=1)


def test_surrogates_are_consistent_within_a_record_and_do_not_link_records() -> None:
    same = Corpus.from_texts(["Maria Lopez came. Maria Lopez left."] * 8)
    made = Scrub(style="surrogate").sanitize(same, np.random.default_rng(0)).corpus.texts
    names = [text.partition(" came. ")[0] for text in made]
    assert made == [f"{name} came. {name} left." for name in names]
    assert len(set(names)) == len(names)
    again = Scrub(style="surrogate").sanitize(same, np.random.default_rng(0))
    assert again.corpus.texts == made


def test_a_release_under_pseudonyms_does_not_depend_on_the_names() -> None:
    renamed = [t.replace("Maria Lopez", "Susan Smith").replace("Paris", "Berlin") for t in TEXTS]
    other = Scrub(style="pseudonym").sanitize(Corpus.from_texts(renamed), np.random.default_rng(0))
    assert other.corpus.texts == scrubbed(Scrub(style="pseudonym"))


def test_chosen_entities_only() -> None:
    assert scrubbed(Scrub(entities=("LOCATION",)))[0] == (
        "Maria Lopez came from <LOCATION> on 3 March 2019."
    )


def test_what_cannot_be_scrubbed_is_withheld_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    original = detection.windows

    def fail(text: str, *rest: Any) -> list[tuple[int, str]]:
        if "mail" in text:
            raise RuntimeError
        return original(text, *rest)

    monkeypatch.setattr(detection, "windows", fail)
    release = Scrub().sanitize(CORPUS, np.random.default_rng(0))
    assert release.corpus.texts[3] == ""
    assert release.corpus.texts[0].startswith("<PERSON>")
    assert release.ledger == {"withheld": 1}


def test_records_do_not_depend_on_their_neighbors() -> None:
    alone = [
        Scrub().sanitize(CORPUS.take([i]), np.random.default_rng(0)).corpus.texts[0]
        for i in range(len(CORPUS))
    ]
    assert alone == scrubbed(Scrub())


def test_empty_corpus() -> None:
    release = Scrub().sanitize(Corpus.from_texts([]), np.random.default_rng(0))
    assert len(release.corpus) == 0
    assert release.details == {"replaced": {}}


def test_spec_round_trip() -> None:
    sanitizer = Scrub(style="star", threshold=0.6, entities=("PERSON", "URL"))
    text = spec.to_string(sanitizer)
    assert text == "scrub:style=star,threshold=0.6,entities=PERSON+URL"
    assert spec.parse("sanitizers", text) == sanitizer
    assert spec.parse("sanitizers", "scrub") == Scrub()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("scrub:threshold=1.5", "threshold=1.5"),
        ("scrub:entities=NAME", "PERSON"),
        ("scrub:style=mask", "tag, star, pseudonym, surrogate"),
    ],
)
def test_wrong_fields_say_what_to_write(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        spec.parse("sanitizers", text)


def test_style_is_checked_without_a_spec() -> None:
    with pytest.raises(ValueError, match="style='mask'"):
        Scrub(style="mask")  # type: ignore[arg-type]


def test_entities_are_sorted_for_the_reader() -> None:
    assert list(ENTITIES) == sorted(ENTITIES)
