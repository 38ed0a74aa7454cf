"""Filters, orders and pages give what looking at every finding, one by one, gives."""

from __future__ import annotations

from functools import cmp_to_key
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.viewing._runs import counts, made_up

from seethrough.errors import UsageError
from seethrough.viewing.choosing import ON_A_PAGE, Chooser, chosen_answers, cut, something
from seethrough.viewing.form import COUNTS, LEAKED_OF
from seethrough.viewing.gathering import natural
from seethrough.viewing.ranking import ranks
from seethrough.viewing.reading import Findings
from seethrough.viewing.wish import GIVEN_AWAY, SORTS, Wish
from seethrough.viewing.writing import Answer, Person

RELEASES = 3
COLUMNS = {"facts": "leaked", "standing": "standing", "answers": "answers", "guessed": "guessed",
           "back": "back", "fitting": "fitting"}  # fmt: skip


@st.composite
def a_count(draw: st.DrawFn) -> dict[str, int]:
    small = st.integers(0, 2)
    classes = {key: draw(small) for key in LEAKED_OF.values()}
    own = counts(found=draw(st.integers(-1, 1)), leaked=sum(classes.values()), **classes)
    own["claims"] = own["leaked"] + draw(small)
    for part, whole in (
        ("standing", "identifiers"),
        ("guessed", "attributes"),
        ("back", "words"),
        ("fitting", "counted"),
    ):
        own[part] = draw(small)
        own[whole] = own[part] + draw(small)
    own["answers"] = draw(small)
    return own


RUNS = st.dictionaries(
    st.text(st.sampled_from("aB1é٣ "), min_size=1, max_size=4),
    st.dictionaries(st.integers(0, RELEASES - 1), a_count(), min_size=1, max_size=RELEASES),
    max_size=12,
)
WISHES = st.builds(
    Wish,
    st.none() | st.integers(0, RELEASES - 1),
    st.sampled_from(["", *LEAKED_OF]),
    st.sampled_from([*GIVEN_AWAY]),
    st.sampled_from([*SORTS]),
    st.sampled_from(["", "b", "É", "1"]),
)


@pytest.mark.parametrize("column", COLUMNS.values())
def test_one_of_anything_is_something(column: str) -> None:
    found = {name: np.zeros(3, dtype=np.int64) for name in COLUMNS.values()}
    found["found"], found[column] = np.array([0, 0, 1]), np.array([0, 1, 0])
    assert something(found).tolist() == [False, True, True]


def exposure(own: dict[str, int]) -> tuple[Any, ...]:
    def share(part: str, whole: str) -> float:
        return own[part] / max(own[whole], 1)

    return (
        own["found"] == 1,
        share("leaked", "claims"),
        own["leaked"],
        share("standing", "identifiers"),
        own["answers"],
        share("guessed", "attributes"),
        share("back", "words"),
        share("fitting", "counted"),
    )


def one_by_one(
    run: dict[str, dict[int, dict[str, int]]], wish: Wish
) -> list[tuple[str, int, dict[str, int]]]:
    """Return who is listed, and in which release, by the definition.

    Of all releases, each person is listed once, with the first row that fits.
    """
    names = sorted(run, key=natural)

    def before(one: Any, other: Any) -> int:
        a, b = exposure(one[2]), exposure(other[2])
        if a != b:
            return -1 if a > b else 1
        ours, theirs = (names.index(one[0]), one[1]), (names.index(other[0]), other[1])
        return -1 if ours < theirs else 1

    rows = [(name, r, own) for name, found in run.items() for r, own in found.items()]
    rows.sort(key=cmp_to_key(before))
    if wish.release is not None:
        rows = [row for row in rows if row[1] == wish.release]
    told = {
        row[0] for row in rows if row[2]["found"] == 1 or any(row[2][c] for c in COLUMNS.values())
    }
    if wish.sensitivity:
        rows = [row for row in rows if row[2][f"leaked_{wish.sensitivity}"]]
    if wish.given == "found":
        rows = [row for row in rows if row[2]["found"] == 1]
    elif wish.given == "nothing":
        rows = [row for row in rows if row[0] not in told]
    elif wish.given:
        rows = [r for r in rows if r[2]["found"] == 1 or any(r[2][c] for c in COLUMNS.values())]
    rows = [row for row in rows if wish.search.lower() in row[0].lower()]
    if wish.sort == "name":
        rows.sort(key=lambda row: names.index(row[0]))
    elif wish.sort:
        column = COLUMNS[wish.sort]
        if wish.sort == "facts" and wish.sensitivity:
            column = f"leaked_{wish.sensitivity}"
        rows.sort(key=lambda row: -row[2][column])
    seen: set[str] = set()
    return [row for row in rows if row[0] not in seen and not seen.add(row[0])]  # type: ignore[func-returns-value]


def opened(folder: Path, run: dict[str, dict[int, dict[str, int]]]) -> Findings:
    people = [Person(name, run[name], None) for name in sorted(run, key=natural)]
    return made_up(folder, people, releases=[f"release {n}" for n in range(RELEASES)])


@given(RUNS, WISHES)
def test_a_list_is_what_looking_one_by_one_gives(
    tmp_path_factory: pytest.TempPathFactory, run: Any, wish: Wish
) -> None:
    findings = opened(tmp_path_factory.mktemp("run"), run)
    page = Chooser(findings).people(wish)
    found = findings.of(wish.release)
    listed = [
        (
            findings.names[int(found["person"][row])].as_py(),
            int(found["release"][row]),
            {name: int(found[name][row]) for name in COUNTS},
        )
        for row in page.rows
    ]
    assert listed == one_by_one(run, wish)
    assert page.total == len(listed)


@pytest.mark.parametrize(
    ("wish", "listed"),
    [
        (Wish(), [("found", 0), ("leaks", 1)]),
        (Wish(sensitivity="special"), [("leaks", 1), ("found", 1)]),
        (Wish(sensitivity="special", release=1), [("leaks", 1), ("found", 1)]),
        (Wish(sensitivity="special", given="found"), []),
        (Wish(given="nothing"), []),
        (Wish(given="nothing", release=0), [("leaks", 0)]),
        (Wish(sort="standing"), [("found", 1), ("leaks", 1)]),
        (Wish(sort="facts"), [("leaks", 1), ("found", 1)]),
        (Wish(sort="name"), [("found", 0), ("leaks", 1)]),
    ],
)
def test_a_person_is_listed_for_what_comes_out_of_any_release(
    wish: Wish, listed: list[tuple[str, int]], tmp_path: Path
) -> None:
    own = {"claims": 9, "leaked_special": 3, "identifiers": 2, "found": 0}
    run = {
        "found": {0: counts(found=1), 1: counts(**own, leaked=3, standing=2)},
        "leaks": {0: counts(), 1: counts(**own, leaked=4, standing=1)},
    }
    findings = opened(tmp_path, run)
    found = findings.of(wish.release)
    rows = Chooser(findings).people(wish).rows
    assert [
        (findings.names[int(found["person"][r])].as_py(), int(found["release"][r])) for r in rows
    ] == listed


@given(RUNS)
def test_a_person_has_the_counts_of_every_release(
    tmp_path_factory: pytest.TempPathFactory, run: Any
) -> None:
    findings = opened(tmp_path_factory.mktemp("run"), run)
    found = [findings.person(place) for place in range(len(run))]
    assert {name: own for name, _, own in found} == run
    assert [name for name, _, _ in found] == sorted(run, key=natural)
    with pytest.raises(IndexError):
        findings.person(len(run))


def test_pages_hold_everybody_once(tmp_path: Path) -> None:
    own = {0: counts(found=1)}
    findings = made_up(tmp_path, [Person(f"p{n}", own, None) for n in range(2 * ON_A_PAGE + 7)])
    chooser = Chooser(findings)
    pages = [chooser.people(Wish(page=n)) for n in (1, 2, 3)]
    assert [len(page.rows) for page in pages] == [ON_A_PAGE, ON_A_PAGE, 7]
    assert [page.first for page in pages] == [1, ON_A_PAGE + 1, 2 * ON_A_PAGE + 1]
    assert sorted(int(row) for page in pages for row in page.rows) == [*range(2 * ON_A_PAGE + 7)]
    beyond = chooser.people(Wish(page=99))
    assert (beyond.page, [*beyond.rows]) == (3, [*pages[2].rows])
    assert chooser.person(Wish(), 1) == 0
    assert chooser.person(Wish(), 2 * ON_A_PAGE + 7) == 2 * ON_A_PAGE + 6
    assert chooser.person(Wish(), 0) is None
    assert chooser.person(Wish(), 2 * ON_A_PAGE + 8) is None


def test_an_empty_list_has_one_page() -> None:
    import numpy as np

    assert cut(np.array([], int), 5) == (pytest.approx([]), 1, 0, 1, 1)


MORE_EXPOSED = [
    {"found": 1},
    {"leaked": 2, "claims": 9},
    {"leaked": 1, "claims": 9},
    {"standing": 1, "identifiers": 1},
    {"answers": 1},
    {"guessed": 1, "attributes": 1},
    {"back": 1, "words": 1},
    {"fitting": 1, "counted": 1},
    {},
]
"""What came out of people, the most exposed first."""


def test_whatever_comes_out_of_a_person_makes_them_the_more_exposed() -> None:
    rows = [counts(**own) for own in reversed(MORE_EXPOSED)]
    found = {name: np.array([row[name] for row in rows]) for name in COUNTS}
    found |= {"person": np.arange(len(rows)), "release": np.zeros(len(rows), int)}
    assert ranks(found).tolist() == [*reversed(range(len(rows)))]


def test_a_large_count_is_listed_first() -> None:
    asked = {"release": np.zeros(3, np.int32), "told": np.array([1, 40_000, 2], np.int32)}
    questions = pa.chunked_array([["a", "b", "c"]])
    assert chosen_answers(Wish(), asked, questions).tolist() == [1, 2, 0]


def test_answers_are_listed_by_what_they_give_away(tmp_path: Path) -> None:
    rows = [(0, 3, "Ask"), (0, 0, "ask on"), (1, 5, "Other"), (1, 3, "ASK")]
    told = [
        Answer(r, n, {"question": q, "answer": "", "people": [], "attack": 0}) for r, n, q in rows
    ]
    chooser = Chooser(made_up(tmp_path, [], told, releases=["a", "b"]))

    def listed(**wish: Any) -> list[int]:
        return chooser.answers(Wish(**wish)).rows.tolist()

    assert listed() == [2, 0, 3, 1]
    assert listed(release=0) == [0, 1]
    assert listed(given="nothing") == [1]
    assert listed(given="something", search="ask") == [0, 3]
    assert chooser.answer(Wish(release=1), 2) == 3
    assert chooser.answer(Wish(release=1), 3) is None


@given(WISHES, st.integers(1, 10**8))
def test_an_address_says_what_is_wished(wish: Wish, page: int) -> None:
    from dataclasses import replace
    from urllib.parse import parse_qsl

    paged = replace(wish, page=page, part=page + 1)
    assert Wish.of(dict(parse_qsl(paged.query().removeprefix("?"))), RELEASES) == paged
    assert Wish().query() == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("release", "3"), ("release", "-1"), ("release", "x"), ("release", "٣"), ("page", "0"),
        ("page", "9" * 5000), ("sort", "person"), ("given", "all"), ("sensitivity", "found"),
        ("search", "x" * 201),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_refused(name: str, value: str) -> None:
    with pytest.raises(UsageError, match=f"^{name}: "):
        Wish.of({name: value}, RELEASES)


def test_names_are_in_natural_order() -> None:
    names = ["p10", "p9", "p2b", "P1", "p", "", "12", "p" + "9" * 5000, "p01"]
    assert sorted(names, key=natural) == [
        "", "12", "P1", "p", "p01", "p2b", "p9", "p10", "p" + "9" * 5000,
    ]  # fmt: skip
