import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seethrough.errors import InputError, UsageError
from seethrough.records.column_content import content, is_number
from seethrough.records.column_names import WRITER_NAMES, listed, normalized, shown
from seethrough.records.columns import Columns, choose_columns


def rows(**columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


WORDS = ["word" + "s" * (i % 10) for i in range(40)]


@pytest.mark.parametrize(
    ("columns", "text", "id", "person"),
    [
        ({"id": [1, 2], "text": ["a", "b"]}, "text", "id", None),
        ({"ID": ["x", "y"], "Text": ["a", "b"]}, "Text", "ID", None),
        (
            {"realidx": [4, 7], "question": ["a b", "c d"], "answer": ["e", "f"]},
            "question",
            "realidx",
            None,
        ),
        (
            {"conversation_hash": ["a", "b"], "user_query": ["q", "r"]},
            "user_query",
            "conversation_hash",
            None,
        ),
        ({"uid": ["a", "b"], "category": ["x", "x"], "prompt": ["p", "q"]}, "prompt", "uid", None),
        (
            {"patientId": [1, 1], "noteId": [8, 9], "Clinical Note": ["n", "m"]},
            "Clinical Note",
            "noteId",
            "patientId",
        ),
        (
            {"doc_id": ["a", "a"], "qid": ["a1", "a2"], "question": ["q", "r"]},
            "question",
            "qid",
            None,
        ),
        ({"name": ["Ann", "Bo"], "biography": ["born in", "died in"]}, "biography", None, "name"),
        ({"author": ["a", "b"], "comments": [["x"], ["y"]]}, "comments", None, None),
        ({"label": ["pos", "neg"], "sentence": ["good", "bad"]}, "sentence", None, None),
        ({"instruction": ["Answer."] * 2, "input": ["q", "r"]}, "input", None, None),
        ({"instruction": ["Answer."] * 2, "n": [1, 2]}, "instruction", None, None),
        (
            {"section_text": ["short", "er"], "title": ["much longer than it", "is"]},
            "section_text",
            None,
            None,
        ),
        ({"first": ["a", "b"], "second": ["long words", "longer words"]}, "second", None, None),
        ({"case_id": ["1", "2"], "body": ["a", "b"]}, "body", "case_id", None),
        ({"user": ["how do I?", "why" * 60], "text": ["a", "b"]}, "text", None, None),
        ({"id": ["1", "2"], "note": ["", ""], "zip": ["97", "98"]}, "note", "id", None),
        ({"id": ["1", "2"], "text": ["", ""], "note": ["a", "b"]}, "note", "id", None),
        ({"id": ["1", "2"], "text": ["", ""], "ward": ["north", "south"]}, "text", "id", None),
        (
            {"notes": ["", ""], "User Request": ["a new one", "much more"]},
            "User Request",
            None,
            None,
        ),
        ({"notes": ["see above", ""], "Akte": ["words " * 40, "word " * 40]}, "Akte", None, None),
        ({"text": ["***** **** **", "** ****"], "label": ["good", "bad"]}, "text", None, None),
        ({"story": ["a b", "c d"], "seen": ["12 March 2024", "3 April 2024"]}, "story", None, None),
        ({"cause": ["wet", "dry"], "seen": ["12 March 2024", "3 April 2024"]}, "cause", None, None),
        ({"a": ["a fall", "a cut"], "b": ["x9f0-77ab-1c2d-99e1", "f" * 9 + "1"]}, "a", None, None),
        ({"人": ["甲" * 9, "乙" * 9], "text": ["", ""]}, "人", None, None),
        ({"query": ["words " * 9] * 2, "masked_query": ["words " * 11] * 2}, "query", None, None),
        ({"b": ["****** *** " * 20, "** " * 80], "label": ["good", "bad"]}, "b", None, None),
        ({"a": [["word after word"], ["again, again"]], "b": ["fall", "cut"]}, "b", None, None),
        (
            {"kind": ["About a delivery that came late", "About a bill"] * 20, "b": WORDS},
            "b",
            None,
            None,
        ),
        ({"patient": ["a", "a"], "text": ["b", "c"]}, "text", None, "patient"),
        ({"name": ["a", "a"], "text": ["b", "c"]}, "text", None, None),
        ({"note": [None, None], "body": ["a", "b"]}, "body", None, None),
    ],
)
def test_good_guesses(columns, text, id, person):
    chosen = choose_columns(rows(**columns), "f")
    assert (chosen.text, chosen.id, chosen.person) == (text, id, person)
    assert chosen.guessed == {"text", "id", "person"}


def test_named_columns_are_used_and_not_called_guessed():
    sample = rows(id=[1, 2], text=["a", "b"], note=["c", "d"], who=["x", "y"])
    chosen = choose_columns(sample, "f", text="NOTE", person="who")
    assert chosen == Columns("note", "id", "who", frozenset({"id"}))
    assert str(chosen) == (
        'text column "note"; id column "id" (by its name, all different); person column "who"'
    )


def test_one_column_can_be_id_and_person():
    chosen = choose_columns(rows(p=["1", "2"], text=["a", "b"]), "f", id="p", person="p")
    assert (chosen.id, chosen.person) == ("p", "p")


def test_an_empty_name_means_no_column():
    chosen = choose_columns(rows(id=[1], author=["a"], text=["t"]), "f", id="", person="")
    assert (chosen.id, chosen.person) == (None, None)
    assert "rows are numbered" in str(chosen)


def test_columns_are_gathered_from_all_rows_of_the_sample():
    assert choose_columns([{"a": 1}, {"a": 2, "text": "x"}], "f").text == "text"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("txet", 'f.csv: no column "txet"; did you mean "text"? columns: id, text, Note'),
        ("nnote", 'f.csv: no column "nnote"; did you mean "Note"? columns: id, text, Note'),
        ("zzz", 'f.csv: no column "zzz"; columns: id, text, Note'),
    ],
)
def test_a_mistyped_column_names_the_closest(wanted, message):
    with pytest.raises(InputError) as error:
        choose_columns(rows(id=[1], text=["a"], Note=["b"]), "f.csv", text=wanted)
    assert str(error.value) == message


@pytest.mark.parametrize("columns", [{"a": [1, 2]}, {"a": ["1", "2.5"]}, {"a": [None, None]}])
def test_no_text_column(columns):
    with pytest.raises(InputError, match=r"^f: no column holds text; name one .*; columns: a$"):
        choose_columns(rows(**columns), "f")


def test_fields_of_objects_have_to_become_columns_first():
    with pytest.raises(InputError) as error:
        choose_columns(rows(doc=[{"body": "She has had asthma for years."}], n=[1]), "f")
    assert str(error.value) == (
        "f: no column holds text; name one with --text or --release-text, or make a column of a"
        " field of doc; columns: doc, n"
    )


def test_long_names_are_not_quoted():
    names = ["id", "She was seen on Monday for chest pain", *"abcdefghijklmnopqrstuv"]
    assert listed(names).startswith("id, (column 2), a, b")
    assert listed(names).endswith("and 4 more")


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("patientID", "patient_id"),
        ("Full Text", "full_text"),
        ("user-query", "user_query"),
        (" Id ", "id"),
    ],
)
def test_names_are_normalized(name, normal):
    assert normalized(name) == normal


@pytest.mark.parametrize("text", ["1", "-2.5", "1,000.00", "3e-4", "45%", " 7 "])
def test_numbers(text):
    assert is_number(text)


@pytest.mark.parametrize("text", ["", "a", "1 a", "2024-01-02", "-", "nan"])
def test_no_numbers(text):
    assert not is_number(text)


@pytest.mark.parametrize(
    "columns",
    [
        {"id": ["a", "b"]},
        {"case_id": ["x y", "z"], "age": [3, 4]},
        {"id": [1, 2], "name": ["Ann Lee", "Bo"]},
    ],
)
def test_ids_and_names_are_never_taken_for_the_text(columns):
    with pytest.raises(InputError, match="no column holds text; name one with --text"):
        choose_columns(rows(**columns), "f")
    named = next(iter(columns))
    assert choose_columns(rows(**columns), "f", text=named).text == named


def test_long_texts_by_a_user_are_texts():
    assert choose_columns(rows(user=["word " * 50, "word " * 40]), "f").text == "user"


@pytest.mark.parametrize("name", WRITER_NAMES)
def test_who_wrote_is_never_guessed_to_be_whom_it_is_about(name):
    sample = rows(**{name: ["Dr Lee", "Dr Wu"], "text": ["a cough", "a fall"]})
    chosen = choose_columns(sample, "f")
    assert (chosen.person, chosen.text) == (None, "text")
    assert chosen.doubts == {name: "it may name the author, not the person described"}
    assert choose_columns(sample, "f", person=name).person == name
    sample = [row | {"patient_id": "p"} for row in sample]
    assert (choose_columns(sample, "f").person, choose_columns(sample, "f").doubts) == (
        "patient_id",
        {},
    )


@pytest.mark.parametrize(
    "name",
    [
        "mrn",
        "MRN",
        "Patient No",
        "medicalRecordNumber",
        "NHS number",
        "Pat.-Nr.",
        "PATNR",
        "PATIENTID",
        "subjectid",
    ],
)
def test_a_number_of_a_patient_names_a_person(name):
    sample = rows(**{name: ["4", "4", "5"], "note_id": [1, 2, 3], "text": ["a b", "c d", "e f"]})
    chosen = choose_columns(sample, "f")
    assert (chosen.person, chosen.id) == (name, "note_id")


def test_numbers_that_recur_under_another_name_may_be_the_persons():
    numbers = ["K0012", "K0012", "K0017", "K0017"]
    sample = rows(KVNR=numbers, J=[2019, 2019, 2020, 2020], ZIP=[10115, 10115, 10117, 10117])
    chosen = choose_columns([row | {"text": "She has a cough."} for row in sample], "f")
    assert chosen.doubts == {"KVNR": "its 2 values recur, as those of people do"}


@pytest.mark.parametrize("name", ["RECORDID", "noteid", "CASENO"])
def test_ids_are_known_by_names_without_a_break(name):
    sample = rows(**{name: ["a", "b"], "note": ["A cough.", "A fall."]})
    assert choose_columns(sample, "f").id == name


def test_an_id_whose_values_recur_may_be_the_persons():
    sample = rows(
        household_id=[1, 1, 2, 2],
        ward_id=[1, 1, 1, 1],
        stay_id=[1, 1, 2, 3],
        half_id=[1, 1, 2, ""],
        visit=[1, 2, 1, 2],
        text=["a b", "c d", "e f", "g h"],
    )
    chosen = choose_columns(sample, "f")
    assert chosen.person is None
    assert chosen.doubts == {"household_id": "its 2 values recur, as those of people do"}


def test_a_party_whose_values_recur_may_be_the_person():
    sample = rows(
        Defendant=["Ann Lee", "Bo Ek", "Ann Lee", "Bo Ek"],
        victim=["Cy Roe", "Di Poe", "Ed Noe", "Flo Moe"],
        text=["a b", "c d", "e f", "g h"],
    )
    chosen = choose_columns(sample, "f")
    assert chosen.person is None
    assert chosen.doubts == {"Defendant": "its 2 values recur, as those of people do"}


@pytest.mark.parametrize("odd", ["A note that somebody put into the wrong cell. " * 4, ["a", "b"]])
def test_one_value_that_is_no_name_is_told(odd):
    people = [f"p{n % 5}" for n in range(20)]
    people[7] = odd
    sample = rows(patient=people, text=["It rained a lot."] * 20)
    chosen = choose_columns(sample, "f")
    assert chosen.person is None
    assert chosen.doubts == {"patient": "1 of its values cannot be the name of a person"}


@pytest.mark.parametrize("part", ["text", "id", "person"])
@pytest.mark.parametrize("given", [3, 0, ["text"]])
def test_what_is_no_name_of_a_column_is_refused(part, given):
    with pytest.raises(UsageError, match=rf"^{part}=.*: expected the name of a column$"):
        choose_columns(rows(text=["a b", "c d"]), "f", **{part: given})


def test_the_line_says_why():
    sample = rows(name=["Ann", "Ann"], body=["ab " * 10, "ab " * 10], Notes=["Is it.", "Was it."])
    told = str(choose_columns(sample, "f"))
    assert told == (
        'text column "Notes" (by its name, 4 letters a row); id column none, rows are numbered; '
        "person column none, each record is its own person"
    )
    assert choose_columns(sample, "f").doubts == {"name": "it is the same in every row"}


def test_one_letter_is_said_in_the_singular():
    told = str(choose_columns(rows(Notes=["a", "b"]), "f"))
    assert told.startswith('text column "Notes" (the only text, 1 letter a row)')


def test_names_are_shown_without_what_a_terminal_would_obey():
    assert shown("a\x1b[31m\u202eb\n") == '"a\\x1b[31m\\u202eb\\n"'
    assert shown('a"; id column "b') == '"a\\"; id column \\"b"'
    assert listed(["a\x07", "b"]) == "a\\x07, b"


def test_a_listed_name_with_a_comma_is_told_from_two_names() -> None:
    assert listed(["case", "Name, Vorname", "note"]) == 'case, "Name, Vorname", note'
    assert shown("She was seen on Monday for pain", 3) == "(column 3)"


NAMES = st.sampled_from(
    ["text", "Notes", "User Request", "id", "Case No", "author", "patient", "ward", "age", "answer"]
)
CELLS = st.one_of(
    st.text("ab c.", max_size=40), st.integers(0, 99), st.none(), st.sampled_from(["", "x y z"])
)


@st.composite
def tables(draw):
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    n = draw(st.integers(1, 6))
    return [{name: draw(CELLS) for name in names} for _ in range(n)]


@given(tables(), st.sampled_from(["text", "Notes", "Request"]))
def test_an_empty_column_is_never_chosen_beside_running_text(sample, empty):
    full = [
        {**row, empty: "", "Beschwerde": f"word after word {i}"} for i, row in enumerate(sample)
    ]
    chosen = choose_columns(full, "f").text
    assert any(row[chosen] for row in full)


def known(sample):
    """Return what is guessed, or the message that says why nothing is."""
    try:
        return choose_columns(sample, "f")
    except InputError as error:
        return str(error).partition("columns: ")[0]


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_columns_does_not_matter(sample, rng):
    names = list(sample[0])
    rng.shuffle(names)
    assert known([{name: row[name] for name in names} for row in sample]) == known(sample)


@given(tables(), st.data())
def test_a_named_column_always_wins(sample, data):
    text, id, person = (data.draw(st.sampled_from(list(sample[0]))) for _ in range(3))
    chosen = choose_columns(sample, "f", text=text, id=id, person=person)
    assert (chosen.text, chosen.id, chosen.person) == (text, id, person)
    assert not chosen.guessed
    rest = [{k: v for k, v in row.items() if k != text} for row in sample]
    assume(rest[0])
    assert choose_columns(sample, "f", text=text).text == text


def test_a_release_has_the_private_files_text_column():
    own = choose_columns(
        rows(Remark=["a b c", "c d e"], topic=["delays of trains", "missing luggage"]),
        "p",
        text="Remark",
    )
    named = rows(REMARK=["a", "b"], text=["long words here", "longer words here"])
    assert choose_columns(named, "r", like=own).text == "REMARK"
    assert choose_columns(named, "r", like=own, text="text").text == "text"
    twice = rows(REMARK=["x y", "y z"], Remark=["a b", "b c"], remark=["y z", "z z"])
    assert choose_columns(twice, "r", like=own).text == "Remark"
    erased = rows(remark=["", ""], topic=["delays of trains", "missing luggage"])
    assert choose_columns(erased, "r", like=own).text == "remark"
    new = rows(
        remark=["", ""],
        topic=["delays of trains", "missing luggage"],
        fresh=["a new text", "words again"],
    )
    assert choose_columns(new, "r", like=own).text == "fresh"


def test_a_column_is_measured_over_all_rows():
    sample = rows(a=["ab c. 12", "", "ab d@e.f", None], b=["x", "x", None, ""], c=[1, [], {}, 2.5])
    look = content(sample, "a")
    assert (look.letters, look.marks, look.words, look.filled) == (1.25, 2.75, 1.5, 0.5)
    assert look.worded
    assert not look.constant
    assert content(sample, "b").constant
    look = content(sample, "c")
    assert (look.filled, look.letters, look.worded, look.flat) == (0.5, 0, False, False)
    assert content(sample, "none of them").empty


def test_long_texts_are_measured_by_their_beginning():
    sample = rows(a=["word " * 5000, "words " * 100])
    look = content(sample, "a")
    assert look.letters == pytest.approx((25_000 + 600) / 2 * (320 + 335) / 800, rel=0.02)
    assert look.words == pytest.approx((5000 + 100) / 2, rel=0.02)


@pytest.mark.parametrize(
    ("count", "different", "labels"), [(20, 1, True), (19, 1, False), (40, 2, True), (40, 3, False)]
)
def test_labels_are_a_twentieth_of_at_least_twenty_rows(count, different, labels):
    look = content(rows(a=[f"a long label {n % different}" for n in range(count)]), "a")
    assert look.labels == labels


@pytest.mark.parametrize(
    ("texts", "running"),
    [
        (["abcd efgh", "ijkl mnop"], True),
        (["abc efgh", "ijkl mno"], False),
        (["abcdefgh", "ijklmnop"], False),
        (["abcd efgh", "abcd efgh"], False),
    ],
)
def test_a_running_text_has_two_words_and_eight_letters_and_differs(texts, running):
    assert content(rows(a=texts), "a").running == running


@pytest.mark.parametrize(("odd", "told"), [(2, True), (3, False)])
def test_of_more_than_a_tenth_that_are_no_names_nothing_is_told(odd, told):
    people = [f"p{n % 5}" for n in range(20 - odd)] + [["a", "b"]] * odd
    chosen = choose_columns(rows(patient=people, text=["It rained a lot."] * 20), "f")
    doubt = {"patient": f"{odd} of its values cannot be the name of a person"}
    assert chosen.doubts == (doubt if told else {})


def test_of_columns_that_are_not_called_like_people_nothing_is_told():
    topics = ["trains", "luggage"] * 9 + [["a", "b"], "tickets"]
    assert choose_columns(rows(topic=topics, text=["It rained a lot."] * 20), "f").doubts == {}


@pytest.mark.parametrize("name", ["mapping", "chat_messages"])
def test_an_exported_chat_is_the_text_and_not_its_title(name: str) -> None:
    said = [f"My knee hurts since the fall from step {i} of the ladder." for i in range(30)]
    turns = [{"author": {"role": "user"}, "content": {"parts": [text]}} for text in said]
    chats = [{"a": {"message": t, "parent": None, "children": []}} for t in turns]
    told = chats if name == "mapping" else [[{"sender": "human", "text": t}] for t in said]
    sample = [{"title": f"Some question {i}", name: chat} for i, chat in enumerate(told)]
    assert choose_columns(sample, "chats.json").text == name


def test_the_title_of_an_exported_conversation_is_not_its_person() -> None:
    said = [[{"sender": "human", "text": text}] for text in ("My knee hurts.", "I can't sleep.")]
    sample = rows(uuid=["a", "b"], name=["Knee pain", "Sleep"], chat_messages=said)
    chosen = choose_columns(sample, "f")
    assert (chosen.text, chosen.id, chosen.person) == ("chat_messages", "uuid", None)
    assert chosen.doubts == {"name": "it may be the title of the chat"}
    assert choose_columns(rows(name=["Ann", "Bo"], messages=said), "f").person == "name"


LONG = ["Hauptstraße 5 in der schönen alten Stadt Lüneburg", "Am Markt 3 in der neuen Stadt Bremen"]


@pytest.mark.parametrize(
    ("text", "id", "person"),
    [
        ("Bericht", "Fallnummer", "Patient"),
        ("Befundtext", "Aktenzeichen", "Patientennummer"),
        ("Compte rendu", "Numéro dossier", "Nom"),
        ("Informe", "Identificador", "Paciente"),
    ],
)
def test_columns_are_found_in_other_languages(text: str, id: str, person: str) -> None:
    told = ["a cough for three weeks", "a fall from a ladder"]
    sample = rows(**{id: [7, 8], person: ["A B", "C D"], text: told, "x": LONG})
    chosen = choose_columns(sample, "f")
    assert (chosen.text, chosen.id, chosen.person) == (text, id, person)


@pytest.mark.parametrize(
    ("bare", "beside", "doubt"),
    [
        ("Name", ["Vorname"], "it may be the surname alone"),
        ("name", ["first_name"], "it may be the surname alone"),
        ("Nom", ["Prénom"], "it may be the surname alone"),
        ("Nombre", ["Apellidos"], "it may be the given name alone"),
        ("name", ["first_name", "last_name"], None),
    ],
)
def test_a_name_beside_its_other_half_is_not_a_whole_name(
    bare: str, beside: list[str], doubt: str | None
) -> None:
    sample = rows(**{bare: ["Li", "Li"], "id": [1, 2], "text": ["a cough", "a fall"]})
    sample[1][bare] = "Ek" if doubt is None else "Li"
    sample = [row | dict.fromkeys(beside, "Jo") for row in sample] + [{bare: "Wu", "text": "x"}]
    chosen = choose_columns(sample, "f")
    assert chosen.person == (bare if doubt is None else None)
    assert chosen.doubts == ({bare: doubt} if doubt else {})
