from time import process_time

from seethrough.engine.rows.identifiers import Place, places
from seethrough.engine.rows.spellings import variants
from seethrough.records.corpus import Corpus


def test_a_mail_address_without_its_tag() -> None:
    assert variants("anna+shop.b@example.org") == ["anna+shop.b@example.org", "anna@example.org"]


def test_a_long_row_of_tags_is_read_once() -> None:
    text = "a" + "+a" * 50_000
    begin = process_time()
    assert variants(text) == [text]
    assert process_time() - begin < 10  # a minute where every tag may reach to the end


def test_a_web_address_without_percent_signs() -> None:
    assert variants("example.org/ann%20lee") == ["example.org/ann%20lee", "example.org/ann lee"]


def test_signs_beside_a_name_or_behind_percent_signs_are_no_part_of_it() -> None:
    released = Corpus.from_texts(["Mia met Ann Falk."])
    facts = ["Mia ---", "-- Ann Falk --", "%2F%2F%2F", "& Co"]
    assert places(released, facts, 1) == {fact: [Place(0, "text")] for fact in facts[:2]}


def test_a_name_with_its_middle_names_as_initials() -> None:
    written = ["Ann B. Lee", "Ann B Lee", "Ann D. Lee", "Ann B. Leeds", "Max O. E. Vogel"]
    released = Corpus.from_texts([f"I saw {name} there." for name in written])
    found = places(released, ["Ann Berta Lee", "Max Otto Emil Vogel"], 9)
    assert [place.record for place in found["Ann Berta Lee"]] == [0, 1]
    assert [place.record for place in found["Max Otto Emil Vogel"]] == [4]


def test_a_name_without_its_first_name_or_with_tags_and_masks() -> None:
    written = ["Berta Lindqvist", "Ann [REDACTED] Lindqvist", "Ann/NNP Berta/NNP Lindqvist/NNP"]
    others = ["Ann saw Mr Lindqvist", "Ann and Lindqvist", "Prix Lindqvist", "Bertil Lindqvist"]
    released = Corpus.from_texts([f"I met {name} there." for name in [*written, *others]])
    found = places(released, ["Ann Berta Lindqvist"], 9)
    assert [place.record for place in found["Ann Berta Lindqvist"]] == [0, 1, 2]
    assert places(Corpus.from_texts(["The Grand Prix."]), ["Tom Grand Prix"], 9) == {}
    both = ["Ann Berta Lindqvist", "Tom Berta Lindqvist"]
    assert 0 not in {place.record for met in places(released, both, 9).values() for place in met}
