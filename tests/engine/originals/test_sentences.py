"""One sentence on a sensitive matter of one person bars a pass, whatever the averages say."""

from __future__ import annotations

import pytest

from seethrough.engine.floors.checking import check
from seethrough.engine.originals import sentences
from seethrough.engine.originals.sentences import reasons
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.report.labels.reasons import sentence as wording

N = 60
JOBS = ("baker", "glazier", "locksmith", "midwife", "beekeeper", "tanner")
ILL = "She has taken lithium for bipolar disorder since her arrest in Kassel."
PLAIN = "The office hours of the library were printed on a yellow card."


def private(*sentences: str) -> Corpus:
    texts = [f"Person {i} is a {JOBS[i % 6]} in house {7 * i + 3} by the sea." for i in range(N)]
    for i, sentence in enumerate(sentences):
        texts[3 * i] += f" {sentence} The weather was mild."
    return Corpus.from_texts(texts, persons=[f"p{i}" for i in range(N)])


def released(**told: str) -> Corpus:
    return Corpus.from_texts([told.get(f"r{i}", "Nothing to report.") for i in range(N)])


def test_a_sentence_on_an_illness_is_named() -> None:
    (reason,) = reasons(private(ILL), [released(r0=f"A note. {ILL} That is all.")])
    assert (reason.kind, reason.word) == ("sentences_standing", "inconclusive")
    assert reason.questions == ("sensitive", "anonymous")
    assert (reason.facts["people"], reason.facts["sentences"], reason.facts["of"]) == (1, 1, N)
    assert reason.facts["private"]["people"] == ["p0"]


def test_a_sentence_that_names_somebody_counts() -> None:
    named = "You can reach me at anna.keller@posteo.example any evening."
    (reason,) = reasons(private(named), [released(r0=named)])
    assert reason.facts["private"]["people"] == ["p0"]


@pytest.mark.parametrize("written", [str.upper, lambda t: t.replace(" ", "  ").rstrip(".")])
def test_case_and_spacing_hide_nothing(written: object) -> None:
    assert reasons(private(ILL), [released(r0=written(ILL))])  # type: ignore[operator]


def test_another_column_of_the_record_counts() -> None:
    fields = [{"note": ILL if i == 0 else ""} for i in range(N)]
    other = Corpus.from_texts(["Nothing to report."] * N, fields=fields)
    assert reasons(private(ILL), [other])


def test_a_later_reading_counts() -> None:
    assert reasons(private(ILL), [released(), released(r0=ILL)])


def test_what_concerns_nobody_is_no_finding() -> None:
    assert reasons(private(PLAIN), [released(r0=PLAIN)]) == []


def test_what_others_say_too_is_nobodys() -> None:
    assert reasons(private(ILL, ILL), [released(r0=ILL, r3=ILL)]) == []


def test_in_somebody_elses_record_a_sentence_may_be_a_set_phrase() -> None:
    assert reasons(private(ILL), [released(r7=ILL)]) == []


def test_other_words_are_no_finding() -> None:
    told = "Since she was arrested in Kassel she has been on lithium for a bipolar disorder."
    assert reasons(private(ILL), [released(r0=told)]) == []


SHORT = "He is gay, they said."
OTHERS = "He is here, they said that gay men are welcome."


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        (SHORT, True),
        (f"A note.\n{SHORT}\nMild weather.", True),
        (f"A note. {SHORT} Mild weather.", False),
    ],
)
def test_a_short_sentence_of_words_that_others_use_counts_as_a_line(
    told: str, stands: bool
) -> None:
    originals = private(SHORT, OTHERS)
    assert bool(reasons(originals, [released(r0=told)])) == stands


def test_of_very_many_a_sample_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ill = [ILL.replace("Kassel", town) for town in ("Kassel", "Ulm", "Graz", "Linz")]
    originals = private(*ill)
    told = released(**{f"r{3 * i}": sentence for i, sentence in enumerate(ill)})
    (every,) = reasons(originals, [told])
    assert (every.facts["people"], every.facts["looked_at"], every.facts["standing"]) == (4, 4, 4)
    monkeypatch.setattr(sentences, "MOST", 2)
    (some,) = reasons(originals, [told])
    assert (some.facts["people"], some.facts["looked_at"], some.facts["standing"]) == (2, 2, 4)
    assert some.facts["private"]["people"] == ["p0", "p6"]
    assert "in a sample of 2 of 4 sentences that are" in wording(some.to_json())
    assert "sample" not in wording(every.to_json())


def test_nothing_stands_in_nothing() -> None:
    nobody = Corpus.from_texts([])
    assert reasons(nobody, [released()]) == []
    assert reasons(private(ILL), [nobody]) == []
    assert reasons(Corpus.from_texts(["", "..."]), [Corpus.from_texts(["", "..."])]) == []


HELD_OUT = Corpus.from_texts(
    [f"Somebody in house {i} has a {JOBS[i % 6]} for a neighbour." for i in range(N)],
    [f"q{i}" for i in range(N)],
)


def anywhere(release: list[str], control: Corpus = HELD_OUT, *own: str) -> list[Reason]:
    rows = Corpus.from_texts([*release, *["Nothing to report."] * (N - len(release))])
    found = check(private(*own or (ILL,)), [rows], False, control)
    return [r for r in found if r.kind == "sentences_standing"]


def test_where_rows_stand_for_nobody_a_sentence_counts_anywhere() -> None:
    (reason,) = anywhere(["A note.", f"Somebody said: {ILL}"])
    assert (reason.word, reason.questions) == ("inconclusive", ("sensitive", "anonymous"))
    assert reason.facts["private"]["people"] == ["p0"]
    assert reason.facts["anywhere"]
    assert "own records" not in wording(reason.to_json(text=True))
    assert anywhere(["A note."]) == anywhere([PLAIN], HELD_OUT, PLAIN) == []


def test_there_a_short_sentence_or_what_people_held_out_say_is_nobodys() -> None:
    short = "She takes lithium for bipolar disorder."
    assert anywhere([short], HELD_OUT, short) == []
    assert anywhere([ILL], HELD_OUT.with_texts([ILL, *HELD_OUT.texts[1:]])) == []


def test_there_sentences_that_people_held_out_have_as_often_are_set_phrases() -> None:
    doses = [f"He has taken {i} mg of lithium each day since his arrest." for i in range(9)]
    dosed = [f"{dose} {text}" for dose, text in zip(doses, HELD_OUT.texts[:9], strict=True)]
    control = HELD_OUT.with_texts([*dosed, *HELD_OUT.texts[9:]])
    assert anywhere([doses[0], ILL], control) == []
    ill = [ILL.replace("Kassel", f"house {i}") for i in range(20)]
    (reason,) = anywhere([doses[0], *ill], control, *ill)
    assert reason.facts["people"] == 20
