import pytest

from seethrough.text.details import (
    ages_in_digits,
    content,
    details,
    key_of,
    sentences,
    tokens,
    vocabulary,
)

TEXTS = (
    "Marit Halvorsen, 58, keeps ninety hives above Fennimore Creek. She lives alone.",
    "Bo plays the harp with Marit. He lives in Fennimore and lives well, in the river house.",
)
USUAL = vocabulary(TEXTS, ("a", "b"))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", []),
        ("Thirty-one goats", ["31", "goat"]),
        ("31 goats' goat", ["31", "goat", "goat"]),
        ("$14,200 and 84/50", ["14200", "and", "84/50"]),
        ("Arne’s bees", ["arn", "bee"]),
        ("twenty-one", ["21"]),
        ("twenty one", ["20", "1"]),
        ("naïve 子供 👩‍⚕️ a_b", ["naïv", "子供", "a", "b"]),
    ],
)
def test_tokens(text: str, keys: list[str]) -> None:
    assert [t.key for t in tokens(text)] == keys


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A forty-six-year-old woman", "A 46-year-old woman"),
        ("I am forty six, and I cough.", "I am 46, and I cough."),
        ("She turned nineteen. Age: Eighty", "She turned 19. Age: 80"),
        ("you're eighty three years old, aged ninety", "you're 83 years old, aged 90"),
        (
            "He's thirty now, a man of thirty years of age.",
            "He's 30 now, a man of 30 years of age.",
        ),
        ("It is forty miles; for thirty years; twelve years old.", ""),
        (
            "is plenty, was nineteenth, a seventy-fifth, is fifty and",
            "is plenty, was nineteenth, a seventy-fifth, is 50 and",
        ),
    ],
)
def test_ages_in_words_are_read_in_digits(text: str, read: str) -> None:
    assert ages_in_digits(text) == (read or text)


def test_the_same_number_has_the_same_key() -> None:
    assert key_of("Ninety") == key_of("90") == "90"
    assert key_of("hives") == key_of("Hive")


def test_content_leaves_out_words_that_carry_nothing() -> None:
    text = "She says that it was one of the bees."
    assert [text[t.start : t.end] for t in content(text)] == ["bees"]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Marit is 58.", {"names", "numbers"}),
        ("Marit Halvorsen is 58.", {"names", "ages"}),
        ("She is 58.", {"ages"}),
        ("The patient is 58", {"ages"}),
        ("Tryptase was 18.", {"numbers"}),
        ("Marit Halvorsen, 58, lives alone.", {"names", "ages", "rare words"}),
        ("A 58-year-old lives.", {"ages"}),
        ("Seen on 14 May 2021.", {"dates"}),
        ("She may come in march.", set()),
        ("Since February she lives here.", {"dates"}),
        ("Seen on 2021-05-14.", {"dates"}),
        ("She keeps ninety hives.", {"numbers", "rare words"}),
        ("She lives.", set()),
        ("River house", {"rare words"}),
        ("CREEK", {"rare words"}),
        ("", set()),
    ],
)
def test_details_have_one_kind_each(claim: str, expected: set[str]) -> None:
    found = details(claim, USUAL)
    assert set(found) == expected
    keys = [key for kind in found.values() for key in kind]
    assert len(keys) == len(set(keys))


def test_names_are_capitalized_within_sentences_and_never_written_small() -> None:
    assert {"fennimore", "marit", "halvorsen"} <= set(USUAL.names)
    assert not {"she", "he", "bo", "river"} & set(USUAL.names)
    assert "ruiz" in vocabulary(["Seen by Dr. Ruiz."], ["a"]).names


def test_a_word_is_rare_that_one_person_in_a_hundred_uses() -> None:
    people = [f"p{i}" for i in range(200)]
    texts = ["common"] * 197 + ["common goat"] * 2 + ["common goat bee"]
    rare = vocabulary(texts, people).rare
    assert key_of("bee") in rare
    assert key_of("goat") not in rare
    assert key_of("common") not in rare
    same = vocabulary(["goat"] * 3, ["p"] * 3)
    assert key_of("goat") in same.rare


@pytest.mark.parametrize("text", ["", "One. Two!  Three", "a\n\nb", "いち。に。", "No end", "\n"])
def test_sentences_cover_the_text(text: str) -> None:
    assert "".join(text[start:end] for start, end in sentences(text)) == text
