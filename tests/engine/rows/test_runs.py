"""Known runs of words in a row of words."""

from seethrough.engine.rows.runs import by_head, runs_in


def test_runs_are_found_word_by_word_in_their_own_order() -> None:
    table = by_head([("ann", "lee", "smith"), ("ann",), ("ann", "lee"), (), ("bo",)])
    said = ["then", "ann", "lee", "bo", "ann"]
    assert [*runs_in(said, table)] == [("ann",), ("ann", "lee"), ("bo",), ("ann",)]
    assert next(runs_in(["ann", "lee", "smith"], table)) == ("ann", "lee", "smith")
    assert [*runs_in([], table)] == [*runs_in(said, by_head([]))] == []
