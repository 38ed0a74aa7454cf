import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.agreement.ratings import GRADES, mode, read_ratings
from seethrough.errors import InputError

GOOD: dict[str, Any] = {"claim": "She is 43.", "passage": "A woman of 43.", "ratings": [1, 1, 2]}


def written(folder: Path, *lines: Any) -> Path:
    path = folder / "rated.jsonl"
    path.write_text("".join(x if isinstance(x, str) else json.dumps(x) + "\n" for x in lines))
    return path


def test_reads_claims_passages_ratings_and_kinds(tmp_path: Path) -> None:
    second = {
        "claim": "Él vive en Graz 🏔",
        "passage": "",
        "ratings": [3],
        "kind": "other",
        "mode": 1,
    }
    rated = read_ratings(written(tmp_path, GOOD, "\n", second))
    assert len(rated) == 2
    assert rated.name == "rated.jsonl"
    assert rated.claims == ("She is 43.", "Él vive en Graz 🏔")
    assert rated.passages == ("A woman of 43.", "")
    assert rated.ratings == ((1, 1, 2), (3,))
    assert rated.kinds == (None, "other")
    assert rated.modes.tolist() == [1, 3]
    assert rated.table.tolist() == [[2, 1, 0], [0, 0, 1]]
    assert rated.take([1]).claims == ("Él vive en Graz 🏔",)


def test_reads_gzip(tmp_path: Path) -> None:
    path = tmp_path / "rated.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(GOOD).encode()))
    assert len(read_ratings(str(path))) == 1


@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        ([2], 2),
        ([1, 1, 3], 1),
        ([3, 1, 3, 2], 3),
        ([1, 2, 3], 2),
        ([1, 3], 2),
        ([1, 2], 2),
        ([2, 3], 2),
        ([1, 1, 2, 3, 3], 2),
        ([1, 1, 2, 2, 3], 2),
    ],
)
def test_mode_and_its_ties(ratings: list[int], expected: int) -> None:
    assert mode(ratings) == expected


@given(st.lists(st.sampled_from(GRADES), min_size=1, max_size=9), st.randoms())
def test_mode_does_not_depend_on_the_order_of_the_raters(ratings: list[int], random: Any) -> None:
    shuffled = list(ratings)
    random.shuffle(shuffled)
    assert mode(shuffled) == mode(ratings)
    assert min(ratings) <= mode(ratings) <= max(ratings)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"claim": None}, "'claim' must be text that is not blank"),
        ({"claim": "  "}, "'claim' must be text that is not blank"),
        ({"passage": 7}, "'passage' must be text"),
        ({"ratings": []}, "'ratings' must be a list of grades"),
        ({"ratings": 2}, "'ratings' must be a list of grades"),
        ({"ratings": [1, 4]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": [1, 0]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": [1.5]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": ["1"]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": [True]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": [None]}, "'ratings' must hold only 1 (same)"),
        ({"ratings": [[1]]}, "'ratings' must hold only 1 (same)"),
        ({"kind": 3}, "'kind' must be text"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    path = written(tmp_path, GOOD, GOOD | change)
    with pytest.raises(InputError) as caught:
        read_ratings(path)
    message = str(caught.value)
    assert message.startswith(f"{path}, line 2: ")
    assert problem in message
    assert "\n" not in message
    assert "43" not in message.rpartition("rated.jsonl")[2]


@pytest.mark.parametrize("field", ["claim", "passage", "ratings"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    row = {k: v for k, v in GOOD.items() if k != field}
    with pytest.raises(InputError, match=rf"line 1: has no field '{field}'; its fields: "):
        read_ratings(written(tmp_path, row))


def test_files_that_hold_nothing_or_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file is empty"):
        read_ratings(written(tmp_path))
    with pytest.raises(InputError, match="holds no rated claim"):
        read_ratings(written(tmp_path, "\n\n"))
    with pytest.raises(InputError, match="no such file"):
        read_ratings(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="line 1: broken JSON"):
        read_ratings(written(tmp_path, "{nonsense\n"))


BY_TEXT: dict[str, Any] = {
    "id": "t1",
    "set": "mail",
    "text": "A girl of 43 has a dog.",
    "claims": ["She is 43.", "She has a dog."],
    "passages": {"anonymized": "A woman in her forties.", "other": "A man.", "unrated": "Nobody."},
    "ratings": {"anonymized": "2x", "other": "33"},
}


def test_reads_texts_with_their_claims_rated_against_several_passages(tmp_path: Path) -> None:
    unnamed = {**BY_TEXT, "id": None, "set": None}
    rated = read_ratings(written(tmp_path, BY_TEXT, unnamed, GOOD | {"set": "post"}))
    assert rated.claims[:3] == ("She is 43.", "She is 43.", "She has a dog.")
    assert rated.passages[:3] == ("A woman in her forties.", "A man.", "A man.")
    assert rated.ratings[:3] == ((2,), (3,), (3,))
    assert rated.kinds == ("anonymized", "other", "other") * 2 + (None,)
    assert rated.texts == ("t1",) * 3 + ("line 2",) * 3 + ("A woman of 43.",)
    assert rated.sets == ("mail",) * 3 + (None,) * 3 + ("post",)
    assert rated.take([6, 0]).sets == ("post", "mail")
    assert rated.records == (BY_TEXT["text"],) * 6 + (None,)
    assert rated.take([6, 0]).records == (None, BY_TEXT["text"])


def test_a_private_text_that_one_of_two_raters_files_has_is_kept(tmp_path: Path) -> None:
    rated = read_ratings(written(tmp_path, GOOD, GOOD | {"text": "A girl of 43."}))
    assert rated.records == ("A girl of 43.",)


def test_a_line_with_one_claim_says_which_text_it_is_about(tmp_path: Path) -> None:
    first = GOOD | {"pair": "medqa-7|anonymized|0", "raters": {"ann": 1, "bo": 1, "cy": 2}}
    rated = read_ratings(written(tmp_path, first, GOOD | {"id": "t2"}, GOOD))
    assert rated.texts == ("medqa-7", "t2", "A woman of 43.")
    assert rated.raters == ("ann", "bo", "cy")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"claims": "She is 43."}, "'claims' must be a list of texts"),
        ({"claims": ["She is 43.", " "]}, "'claims' must be a list of texts"),
        ({"passages": ["A woman of 43."]}, "'passages' must map each kind"),
        ({"passages": {"anonymized": 43, "other": ""}}, "'passages' must map each kind"),
        ({"ratings": {"gone": "11"}}, "'ratings' must map kinds of passage that 'passages' has"),
        ({"ratings": [1, 1]}, "'ratings' must map kinds of passage that 'passages' has"),
        ({"ratings": {"other": "1"}}, "'ratings' must hold one character a claim"),
        ({"ratings": {"other": "14"}}, "'ratings' must hold one character a claim"),
        ({"ratings": {"other": [1, 3]}}, "'ratings' must hold one character a claim"),
        ({"id": 7}, "'id' must be text"),
        ({"set": 7}, "'set' must be text"),
        ({"text": 7}, "'text' must be text"),
    ],
)
def test_a_wrong_text_is_named(tmp_path: Path, change: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as caught:
        read_ratings(written(tmp_path, BY_TEXT, BY_TEXT | change))
    assert "line 2: " in str(caught.value)
    assert problem in str(caught.value)
    assert "43" not in str(caught.value).rpartition("rated.jsonl")[2]


def test_a_text_without_passages_names_the_field(tmp_path: Path) -> None:
    row = {k: v for k, v in BY_TEXT.items() if k != "passages"}
    with pytest.raises(InputError, match=r"line 1: has no field 'passages'; its fields: claims"):
        read_ratings(written(tmp_path, row))


def test_texts_of_which_no_claim_could_be_rated_are_no_ratings(tmp_path: Path) -> None:
    row = BY_TEXT | {"ratings": {"other": "xx"}}
    with pytest.raises(InputError, match="holds no rated claim"):
        read_ratings(written(tmp_path, row))


# Several lines about one claim and passage, as in the joined files of two raters


def rated_by(claim: str, **raters: int) -> dict[str, Any]:
    return {"claim": claim, "passage": "p", "ratings": [*raters.values()], "raters": raters}


def test_joined_files_of_two_raters_are_claims_with_two_ratings(tmp_path: Path) -> None:
    anna, ben = ([rated_by(c, **{who: grade}) for c in "abc"] for who, grade in WHO.items())
    rated = read_ratings(written(tmp_path, *anna, *ben, anna[0]))
    assert rated.claims == ("a", "b", "c")
    assert rated.ratings == ((1, 3),) * 3
    assert rated.raters == ("anna", "ben")
    assert rated.by_pair == {(c, "p"): 2 for c in "abc"}
    turned = read_ratings(written(tmp_path, *ben, *anna))
    assert (turned.claims, turned.ratings) == (rated.claims, rated.ratings)


WHO = {"anna": 1, "ben": 3}


def test_lines_without_raters_are_ratings_of_more_raters(tmp_path: Path) -> None:
    rated = read_ratings(
        written(tmp_path, GOOD, GOOD | {"kind": "other", "raters": {}}, GOOD | {"ratings": [3]})
    )
    assert rated.ratings == ((1, 1, 2, 1, 1, 2, 3),)
    assert (rated.kinds, rated.sets) == (("other",), (None,))
    named = GOOD | {"ratings": [3, 2], "raters": {"bo": 3, "ann": 2}}
    assert read_ratings(written(tmp_path, GOOD, named)).ratings == ((2, 3, 1, 1, 2),)


def test_texts_without_an_id_that_stand_twice_are_rated_twice(tmp_path: Path) -> None:
    unnamed = {key: value for key, value in BY_TEXT.items() if key != "id"}
    again = unnamed | {"ratings": {"anonymized": "1x", "other": "33"}}
    rated = read_ratings(written(tmp_path, unnamed, again))
    assert rated.ratings == ((2, 1), (3, 3), (3, 3))
    assert rated.texts == ("line 1",) * 3


def test_claims_of_two_texts_stay_two_and_count_together_for_an_audit(tmp_path: Path) -> None:
    texts = [GOOD | {"id": f"t{n}", "ratings": [n]} for n in (1, 1, 1, 3)]
    rated = read_ratings(written(tmp_path, *texts))
    assert (rated.texts, rated.ratings) == (("t1", "t3"), ((1, 1, 1), (3,)))
    assert rated.by_pair == {("She is 43.", "A woman of 43."): 1}


def test_two_grades_of_one_rater_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, rated_by("a", anna=1, ben=2), rated_by("b", anna=3), "\n",
                   rated_by("a", ben=1))  # fmt: skip
    with pytest.raises(InputError) as caught:
        read_ratings(path)
    assert str(caught.value) == (
        f"{path}, line 4: a rater of line 1 gives the same claim and passage another grade here;"
        " remove one of the two, or give two people two names"
    )


@pytest.mark.parametrize(
    ("raters", "problem"),
    [
        ({"ann": 1, "bo": 1}, "'ratings' must hold the grades under 'raters'"),
        ({"ann": 1, "bo": 2, "cy": 2}, "'ratings' must hold the grades under 'raters'"),
        ({"ann": 1, "bo": 1, "cy": "nurse"}, "'raters' must map each rater's name to 1, 2 or 3"),
        ({"ann": 1, "bo": True, "cy": 2}, "'raters' must map each rater's name to 1, 2 or 3"),
    ],
)
def test_ratings_that_are_not_those_of_the_raters_are_refused(
    raters: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f"line 1: {problem}"):
        read_ratings(written(tmp_path, GOOD | {"raters": raters}))


def answered(n: int, **grades: tuple[int, int]) -> list[dict[str, Any]]:
    """Return lines about n claims of either sort that the raters gave these grades."""
    return [
        {
            "claim": f"claim {i}",
            "passage": f"known {known}",
            "known": known,
            "raters": {rater: own[known == 3] for rater, own in grades.items()},
            "ratings": [own[known == 3] for own in grades.values()],
        }
        for i in range(n)
        for known in (1, 3)
    ]


def ask(claim: str, **raters: int) -> dict[str, Any]:
    return {"claim": claim, "passage": "p", "raters": raters, "ratings": [*raters.values()]}


def test_claims_with_a_known_answer_are_not_among_the_rated(tmp_path: Path) -> None:
    lines = [*answered(6, Ann=(1, 3)), ask("a", Ann=2)]
    rated = read_ratings(written(tmp_path, *lines))
    assert (rated.claims, rated.ratings, rated.skipped) == (("a",), ((2,),), frozenset())
    assert (rated.blind, rated.unchecked, rated.raters) == ({}, 0, ("Ann",))
    few = read_ratings(written(tmp_path, *lines[2:], ask("b", Ann=1, Bo=3)))
    assert (few.ratings, few.unchecked) == (((2,), (1, 3)), 3)
    assert read_ratings(written(tmp_path, GOOD)).unchecked == 3
    shown = {**lines[0], "raters": {}, "ratings": []}
    assert read_ratings(written(tmp_path, shown, *lines[1:])).skipped == frozenset()


@pytest.mark.parametrize("grades", [(3, 3), (1, 1), (3, 1)])
def test_who_does_not_read_is_left_out_whatever_the_habit(
    tmp_path: Path, grades: tuple[int, int]
) -> None:
    lines = [*answered(6, Ann=(2, 3), Bo=grades), ask("a", Ann=1, Bo=3), ask("b", Ann=3, Bo=3)]
    rated = read_ratings(written(tmp_path, *lines))
    assert (rated.ratings, rated.raters, [*rated.blind]) == (((1,), (3,)), ("Ann",), ["Bo"])
    assert (rated.blind["Bo"].asked, rated.unchecked) == (12, 0)
    with pytest.raises(InputError, match=r"no rating counts, .* by chance \(Bo: \d of 12 right\)"):
        read_ratings(written(tmp_path, *answered(6, Bo=grades), ask("a", Bo=3)))


def test_what_the_others_passed_over_counts_as_skipped_and_what_they_did_not_reach_not(
    tmp_path: Path,
) -> None:
    lines = [ask("a", Bo=3), ask("b", Ann=1, Bo=3), ask("c", Bo=3)]
    rated = read_ratings(written(tmp_path, *answered(6, Ann=(1, 3), Bo=(3, 3)), *lines))
    assert (rated.claims, rated.skipped) == (("b",), {("a", "p")})


def test_a_known_answer_must_be_a_grade(tmp_path: Path) -> None:
    for wrong in (0, True, "1", 4):
        with pytest.raises(InputError, match="line 1: 'known' must be the right grade"):
            read_ratings(written(tmp_path, {**GOOD, "known": wrong}))
