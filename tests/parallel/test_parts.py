from hypothesis import given
from hypothesis import strategies as st

from seethrough.parallel.in_order import in_order
from seethrough.parallel.parts import parts_by_length, parts_of


@given(st.lists(st.integers()), st.integers(1, 7))
def test_parts_hold_every_item_once_in_order(items: list[int], size: int) -> None:
    parts = list(parts_of(iter(items), size))
    assert [item for part in parts for item in part] == items
    assert all(len(part) == size for part in parts[:-1])
    assert all(parts)


@given(st.lists(st.integers(0, 9)), st.integers(1, 20))
def test_a_part_ends_as_soon_as_it_is_long_enough(items: list[int], most: int) -> None:
    parts = list(parts_by_length(iter(items), most, int))
    assert [item for part in parts for item in part] == items
    assert all(sum(part) >= most for part in parts[:-1])
    assert all(sum(part[:-1]) < most for part in parts)
    assert all(parts)


@given(st.integers(0, 30), st.integers(1, 6))
def test_results_keep_their_order_and_few_are_under_way(count: int, ahead: int) -> None:
    started: list[int] = []
    most = 0

    def submit(part: int) -> int:
        started.append(part)
        return part

    done = []
    for result in in_order(iter(range(count)), ahead, submit, lambda part: part * 10):
        most = max(most, len(started) - len(done))
        done.append(result)
    assert done == [part * 10 for part in range(count)]
    assert most == min(count, ahead)
