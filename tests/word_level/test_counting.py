from __future__ import annotations

import pytest

from seethrough.errors import InputError
from seethrough.evidence.words import GuessedText, GuessedWord
from seethrough.protocols import Outcome
from seethrough.records.corpus import Corpus
from seethrough.word_level.counting import count, person_tokens
from seethrough.word_level.token_evidence import TokenGuess, TokenKnowledge

TEXT = "Quist paid 40 to al@quist.org"


def counted(guess: dict[str, object], text: str = TEXT) -> Outcome:
    known = TokenKnowledge("Quist", "r", (), ())
    return count(TokenGuess(known, **guess), text, frozenset({0}), Corpus.from_texts([text]))


def shares(outcome: Outcome) -> dict[str, tuple[float, float]]:
    return {
        name.partition(".")[2]: (tally.value, tally.of) for name, tally in outcome.tallies.items()
    }


def test_a_guess_for_each_token_counted_by_hand() -> None:
    # All but the number and the stop word are secret without a sanitizer: Quist, paid, the address.
    words = (("quist", "x"), ("x", "paid"), ("40",), ("to",), ("x", "y"))
    sure = (0.5, 0.25, 1.0, 1.0, float("nan"))
    made = counted({"tokens": tuple("abcde"), "words": words, "confidence": sure})
    assert shares(made) == {
        "asr": (1, 3),
        "top5": (2, 3),
        "expected": (0.75, 2),
        "corpus_asr": (1, 3),
        "names": (1, 1),
        "emails": (0, 1),
        "numbers": (1, 1),
    }
    assert made.evidence == GuessedText(
        (
            GuessedWord("Quist", "a", "quist", ("x",), 0.5, True),
            GuessedWord("paid", "b", "x", ("paid",), 0.25, False),
            GuessedWord("40", "c"),
            GuessedWord("to", "d"),
            GuessedWord("al@quist.org", "e", "x", ("y",), None, False),
        )
    )


def test_the_same_guesses_for_every_token_of_a_text_that_is_not_seen() -> None:
    made = counted({"fallback": ("paid", "quist")})
    assert shares(made)["asr"] == (1, 3)
    assert shares(made)["top5"] == (2, 3)
    assert shares(made)["expected"] == (0, 0)
    assert made.evidence == GuessedText(blind="paid")


def test_what_the_release_says_was_replaced_is_what_counts() -> None:
    words = tuple((word.lower(),) for word in TEXT.split())
    flags = "60"  # 0110 0000
    guess = {"tokens": tuple("abcde"), "words": words, "confidence": (1.0,) * 5}
    made = counted({**guess, "flags": flags})
    assert shares(made)["asr"] == (2, 2)
    # A name, an address or a number that was left as it is counts as told all the same.
    assert [shares(made)[kind] for kind in ("names", "emails", "numbers")] == [(1, 1)] * 3


def test_a_text_without_words() -> None:
    assert set(shares(counted({}, " ")).values()) == {(0, 0)}


def test_names_are_found_however_far_into_a_text() -> None:
    before = "They waited for the train and spoke of nothing else . " * 400
    text = f"{before}Then John Smith met Mary Jones"
    guess = TokenGuess(TokenKnowledge("r", "r", ()))
    (found,) = person_tokens([guess], [text])
    words = text.split()
    assert [words[i] for i in sorted(found)] == ["John", "Smith", "Mary", "Jones"]


def test_posterior_mass_left_out_is_counted_in_thousandths() -> None:
    name = "candidate_mass_left_out_in_thousandths_of_a_token"
    assert counted({"left_out": 0.0127}).ledger == {name: 13}
    assert counted({}).ledger == {}


def test_another_number_of_tokens_is_refused() -> None:
    with pytest.raises(InputError, match="record r: the release has 2 tokens, the private text 5"):
        counted({"tokens": ("a", "b"), "words": (("x",), ("y",))})
