from time import process_time

from seethrough.atomizers._run_ons import run_ons

SAID = "i saw the dog and went back to the old house by the river with my own eyes "


def test_a_word_said_again_and_again_is_read_once() -> None:
    text = SAID * 8 + "then " * 1_000 + "home"
    begin = process_time()
    assert " ".join(run_ons(text)) == text
    assert process_time() - begin < 10  # minutes where each "then" may end the first row of them


def test_a_clause_begins_behind_a_row_of_small_words() -> None:
    *_, last = run_ons(SAID * 8 + "and so then now i told him about it")
    assert last == "and so then now i told him about it"
