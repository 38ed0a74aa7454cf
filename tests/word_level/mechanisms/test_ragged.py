import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seethrough.word_level.mechanisms.ragged import (
    flat_ranges,
    row_maxima,
    row_numbers,
    row_sums,
    row_tops,
    sort_rows,
    starts_of,
)

rows_of_numbers = st.lists(st.lists(st.integers(-5, 5), max_size=4), max_size=6)


@given(rows_of_numbers)
def test_row_operations_agree_with_lists(rows):
    flat = np.array([float(x) for row in rows for x in row])
    starts = starts_of(np.array([len(row) for row in rows], dtype=np.int64))
    assert row_sums(flat, starts).tolist() == [sum(row) for row in rows]
    assert row_maxima(flat, starts).tolist() == [max(row, default=-np.inf) for row in rows]
    assert row_numbers(starts).tolist() == [i for i, row in enumerate(rows) for _ in row]
    ordered = flat[sort_rows(flat, starts)].tolist()
    assert ordered == [x for row in rows for x in sorted(row, reverse=True)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=6))
def test_flat_ranges_agree_with_ranges(pairs):
    begin = np.array([a for a, _ in pairs], dtype=np.int64)
    lengths = np.array([n for _, n in pairs], dtype=np.int64)
    assert flat_ranges(begin, lengths).tolist() == [a + i for a, n in pairs for i in range(n)]


@given(rows_of_numbers, st.integers(1, 4))
def test_sorting_keeps_ties_as_they_stand_and_tops_are_its_beginning(rows, count):
    flat = np.array([float(x) for row in rows for x in row])
    starts = starts_of(np.array([len(row) for row in rows], dtype=np.int64))
    order = sort_rows(flat, starts)
    tops = row_tops(flat, starts, count)
    for i, row in enumerate(rows):
        begin = int(starts[i])
        expected = [begin + j for j in sorted(range(len(row)), key=lambda j: -row[j])]
        assert order[begin : begin + len(row)].tolist() == expected
        best = expected[:count]
        assert tops[i].tolist() == best + [-1] * (count - len(best))
