"""Values of a record that one released row says together."""

from time import process_time

from seethrough.engine.rows.together import BEGINNING, together


def test_a_long_value_stands_where_all_of_its_words_do() -> None:
    beginning = " ".join(f"w{i}" for i in range(BEGINNING))
    records = [[f"{beginning} asthma", beginning], [f"{beginning} gout", "flu"]]
    rows = [f"Flu. She said: {beginning}. Asthma!", f"{beginning} gou"]
    anywhere, best = together(records, rows)
    assert anywhere.tolist() == [[True, True], [False, True]]
    assert best.tolist() == [[True, True], [False, True]]


def test_one_word_over_and_over_takes_no_quadratic_time() -> None:
    text = "yes " * 100_000
    begin = process_time()
    assert together([[text]], [f"{text} no", text[:-8]])[0].all()
    assert process_time() - begin < 10  # minutes where every place begins the whole value
