from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from seethrough.engine.audit import audit
from seethrough.engine.floors.repeated import ROWS, reasons
from seethrough.engine.floors.repeated_by_nobody import reasons as reasons_of_nobody
from seethrough.engine.floors.told_columns import recodes, repeats, retells, says
from seethrough.engine.rows.notations import compared
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

FAITHS = ["Catholic", "Hindu", "none", "Muslim", "Jewish"]


def corpus(fields: list[dict[str, Any]], ids: list[str] | None = None) -> Corpus:
    ids = ids or [f"r{i}" for i in range(len(fields))]
    return Corpus.from_texts([f"text {i}" for i in ids], ids, fields=fields, name="c")


def people(n: int) -> list[dict[str, Any]]:
    return [
        {"born": f"19{i % 97:02}-03-{i % 28 + 1:02}", "faith": FAITHS[i % 5], "hospital": "North"}
        for i in range(n)
    ]


def test_columns_that_the_release_repeats_are_named() -> None:
    private = people(60)
    told = [{"a": f["faith"].upper(), "other": f"x{i}", "hospital": "North"}
            for i, f in enumerate(private)]  # fmt: skip
    (reason,) = reasons(corpus(private), corpus(told))
    assert (reason.kind, reason.word, reason.questions) == (
        "columns_repeated", "inconclusive", ("sensitive", "anonymous"),
    )  # fmt: skip
    assert reason.facts == {"columns": 1, "private": {"columns": ["faith"]}}


@pytest.mark.parametrize(
    ("own", "told", "same"),
    [
        ("77005", "77005.0", True),
        ("77005", "77,005", True),
        ("77005", "7.7005e4", True),
        ("77005", "77006", False),
        ("true", "1", True),
        ("False", "0", True),
        ("2020-01-02", "2020-01-02 00:00:00", True),
        ("2020-01-02T00:00:00", "2020-01-02", True),
        ("2020-01-02", "2020-01-03", False),
        ("Catholic.", "catholic", True),
        ("2020-05-03", "3 May 2020", True),
        ("2020-05-03", "May 3rd, 2020", True),
        ("2020-05-03", "03.05.2020", True),
        ("2020-05-03", "5/3/2020", True),
        ("2020-05-03", "2020-05-03T10:30:00Z", True),
        ("2020-05-03", "4 May 2020", False),
        ("23900", "$23,900.00", True),
        ("23900", "23,900 EUR", True),
        ("23900", "23,900.50", False),
        ("A53.9", "a539", True),
        ("+1 212 555 0101", "12125550101", True),
        ("1.5", "15", False),
    ],
)
def test_a_value_is_the_same_however_it_is_written(own: str, told: str, same: bool) -> None:
    assert (compared(own) == compared(told)) is same


def comments(n: int, seed: int) -> list[list[str]]:
    """Comments of 8 to 40 words each."""
    rng = random.Random(seed)
    return [[f"w{rng.randrange(300)}" for _ in range(8 + 8 * (i % 5))] for i in range(n)]


def as_rows(texts: list[list[str]]) -> list[str]:
    return [f" {' '.join(text)} " for text in texts]


def test_comments_that_are_told_in_another_form_are_repeated() -> None:
    own = comments(60, 0)
    told = [["also", *text[::2], "indeed"] for text in own]
    assert retells(as_rows(own), [""] * 60, as_rows(told))
    private = corpus([{"remark": " ".join(text)} for text in own])
    released = corpus([{"remark": " ".join(text)} for text in told])
    assert reasons(private, released)[0].facts["private"] == {"columns": ["remark"]}


def test_comments_of_which_every_other_row_says_as_much_are_not_repeated() -> None:
    for seed in range(20):
        own, others = comments(60, seed), comments(60, seed + 100)
        assert not retells(as_rows(own), [""] * 60, as_rows(others))


def test_what_the_text_of_the_row_says_is_not_repeated_from_a_column() -> None:
    own = comments(60, 0)
    assert not retells(as_rows(own), as_rows(own), as_rows(own))
    few = [text[:4] for text in own]
    assert not retells(as_rows(few), [""] * 60, as_rows(own))


def test_rows_are_matched_by_id() -> None:
    private = people(60)
    ids = [f"r{i}" for i in range(60)]
    backwards = corpus(private[::-1], ids[::-1])
    assert reasons(corpus(private), backwards)[0].facts["columns"] == 2
    others = random.Random(5).sample(private, len(private))
    assert reasons(corpus(private), corpus(others, ids)) == []
    assert reasons(corpus(private), corpus(private, [f"s{i}" for i in range(60)])) == []


def test_what_all_share_or_none_repeats_is_no_column_of_theirs() -> None:
    private = people(60)
    assert reasons(corpus(private), corpus([{"hospital": "North"} for _ in private])) == []
    assert reasons(corpus(private), corpus([{} for _ in private])) == []
    assert reasons(corpus([{} for _ in private]), corpus(private)) == []


def test_more_rows_than_are_compared() -> None:
    private = people(3 * ROWS)
    assert reasons(corpus(private), corpus(private))[0].facts["columns"] == 2


def first_alike(alike: int, rows: int) -> tuple[list[str], list[str]]:
    own = [f"{i}" for i in range(rows)]
    return own, [*own[:alike], *["x"] * (rows - alike)]


@pytest.mark.parametrize(
    ("own", "told", "found"),
    [
        (["a", "b"] * 30, ["a", "b"] * 30, True),
        (["a", "b"] * 30, ["a"] * 60, False),
        (["a"] * 60, ["a"] * 60, False),
        ([f"{i}" for i in range(60)], ["x"] * 54 + [f"{i}" for i in range(54, 60)], True),
        ([f"{i}" for i in range(60)], ["x"] * 59 + ["59"], False),
        # one row in 25, far more than chance gives and less than matters
        (
            [f"{i}" for i in range(1000)],
            [f"{i}" if i % 25 == 0 else "x" for i in range(1000)],
            False,
        ),
        # more than 0.05 beyond chance, and more than 4 deviations of sqrt(1 / 20 / 20) each
        (*first_alike(60, 1000), True),
        (*first_alike(4, 20), False),
        (*first_alike(5, 20), True),
        (["", "a", "b", "c"] * 20, ["z", "", "", "c"] * 20, False),
        ([], [], False),
    ],
)
def test_agreement_beyond_chance(own: list[str], told: list[str], found: bool) -> None:
    assert repeats(own, told) is found


def test_an_audit_of_a_release_that_repeats_a_column_does_not_pass() -> None:
    private = people(30)
    texts = [f"Person {i} had measles in 19{i + 10} and keeps {i} hens." for i in range(30)]
    both = (
        Corpus.from_texts(t, [f"r{i}" for i in range(30)], fields=private, name="c")
        for t in (texts, ["Nothing to say."] * 30)
    )
    result = audit(*both)
    kinds = {r.kind for r in result.verdict.reasons}
    assert "columns_repeated" in kinds
    assert result.verdict["sensitive"].word == "inconclusive"


def told(texts: list[str]) -> Corpus:
    return Corpus.from_texts(texts, [f"r{i}" for i in range(len(texts))], name="c")


def test_columns_that_the_released_rows_say_are_named() -> None:
    private = people(60)
    texts = [f"She is {f['faith'].lower()}; see North." for f in private]
    (reason,) = reasons(corpus(private), told(texts))
    assert reason.facts["private"] == {"columns": ["faith"]}
    beside = [{"said": text} for text in texts]
    assert reasons(corpus(private), corpus(beside)) == [reason]


def test_a_value_that_the_private_text_says_too_or_that_every_text_says_is_no_repetition() -> None:
    private = people(60)
    texts = [f"She is {f['faith'].lower()}." for f in private]
    ids = [f"r{i}" for i in range(60)]
    assert reasons(Corpus.from_texts(texts, ids, fields=private), told(texts)) == []
    assert reasons(corpus(private), told([" ".join(FAITHS)] * 60)) == []
    assert reasons(corpus(private), told([f"{text[:-1]}ish." for text in texts])) == []
    assert reasons(corpus(private), told([texts[(i * 7) % 59] for i in range(60)])) == []


def first_said(k: int, n: int) -> tuple[list[str], list[str]]:
    """Return n different values and texts of which the first k say theirs."""
    own = [f" v{i} " for i in range(n)]
    return own, own[:k] + [" x "] * (n - k)


@pytest.mark.parametrize(
    ("own", "said", "found"),
    [
        # far more than chance gives and less than matters
        (*first_said(40, 1000), False),
        (*first_said(60, 1000), True),
        # more than 4 deviations of sqrt(1 / 20 / 20) each
        (*first_said(4, 20), False),
        (*first_said(5, 20), True),
        # sorted, so that the next row mostly says the same
        ([" a "] * 30 + [" b "] * 30, [" a "] * 30 + [" b "] * 30, True),
        ([" a ", " b "] * 30, [" a b "] * 60, False),
        ([" a "], [" a "], False),
    ],
)
def test_rows_say_values_beyond_chance(own: list[str], said: list[str], found: bool) -> None:
    assert says([[value] for value in own], [""] * len(own), said) is found


RISING = [f"{i}" for i in range(60)]


@pytest.mark.parametrize(
    ("own", "told", "found"),
    [
        (["true", "false", "false"] * 20, ["yes", "no", "no"] * 20, True),
        (["true", "false", "false"] * 20, ["x", "", ""] * 20, True),
        (["hiv", "gout", "flu"] * 20, ["B20", "M10", "J11"] * 20, True),
        (["hiv", "gout", "flu"] * 20, ["a", "b", "b"] * 20, False),
        (["hiv", "gout", "flu"] * 20, ["a", "b", "c", "d"] * 15, False),
        (["true"] * 60, ["yes"] * 60, False),
        ([*["true", "false"] * 28, *["true"] * 4], [*["yes", "no"] * 28, *["no"] * 4], False),
        ([*["true", "false"] * 28, *["true"] * 4], [*["yes", "no"] * 28, "yes", *["no"] * 3], True),
        ([*["true", "false"] * 29, *["true"] * 2], [*["yes", "no"] * 29, *["no"] * 2], True),
        # columns whose values differ all go together by any order
        (RISING, [*map(chr, range(97, 157))], False),
        ([], [], False),
        (["true"], ["yes"], False),
    ],
)
def test_a_column_in_values_of_its_own(own: list[str], told: list[str], found: bool) -> None:
    assert recodes(own, told) is found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (lambda faith: [{"name": faith, "status": "present"}], "a {}"),
        (lambda faith: {"faith": faith, "active": True}, "a {}"),
        (lambda faith: {faith: True, "vegan": True}, "a {}"),
        (lambda faith: ["vegan", faith], "a {}"),
    ],
)
def test_parts_of_a_list_or_an_object_that_released_rows_say_are_found(
    value: Callable[[str], Any], text: str
) -> None:
    private = corpus([{"held": value(FAITHS[i * i % 5])} for i in range(60)])
    (reason,) = reasons(private, told([text.format(FAITHS[i * i % 5]) for i in range(60)]))
    assert reason.facts["private"] == {"columns": ["held"]}
    assert not reasons(private, told(["present, active, vegan, name"] * 60))
    assert not reasons(private, told([text.format(FAITHS[i % 3]) for i in range(60)]))


def test_dates_and_amounts_that_released_rows_say_in_another_way_are_found() -> None:
    private = [{"born": f"19{i + 10}-03-{i % 28 + 1:02}", "pay": 20_000 + 7 * i} for i in range(60)]
    texts = [f"Born {i % 28 + 1} March 19{i + 10}, earns ${20_000 + 7 * i:,}." for i in range(60)]
    (reason,) = reasons(corpus(private), told(texts))
    assert reason.facts["private"] == {"columns": ["born", "pay"]}


def nobody(fields: list[dict[str, Any]]) -> Corpus:
    return corpus(fields, [f"s{i}" for i in range(len(fields))])


def held_out(n: int) -> list[dict[str, Any]]:
    """Return people like the others: other dates, the same faiths."""
    return [{**f, "born": f["born"].replace("-03-", "-11-")} for f in people(n)]


def test_columns_that_rows_of_nobody_repeat_are_named() -> None:
    private, control = people(60), corpus(held_out(60))
    told = [{"x": f["born"], "hospital": "North", "faith": f["faith"]} for f in private[::-1]]
    (reason,) = reasons_of_nobody(corpus(private), nobody(told), control)
    assert (reason.kind, reason.word) == ("columns_repeated", "inconclusive")
    assert reason.facts == {"columns": 1, "private": {"columns": ["born"]}}
    assert not reasons_of_nobody(corpus(private), nobody([{"x": "1"}] * 60), control)
    rows, others = ([{"row": i} for i in range(first, first + 60)] for first in (0, 60))
    assert not reasons_of_nobody(corpus(rows), nobody(rows), corpus(others))
    kept = [{"faith": f["faith"], "hospital": "North"} for f in private[::-1]]
    assert not reasons_of_nobody(corpus(private), nobody(kept), control)
    assert not reasons_of_nobody(corpus([{}] * 60), nobody(told), control)
    without = corpus([{}] * 60)
    assert not reasons_of_nobody(corpus(private), nobody(kept), without)
    assert reasons_of_nobody(corpus(private), nobody(told), without) == [reason]


def test_values_that_are_drawn_anew_are_no_copies_where_the_control_lacks_the_column() -> None:
    rng = random.Random(3)

    def seen(n: int) -> list[dict[str, Any]]:
        """Return days of one year, of which some people share one."""
        return [{"seen": f"2021-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"} for _ in range(n)]

    private, without = seen(60), corpus([{}] * 60)
    assert not reasons_of_nobody(corpus(private), nobody(seen(60)), without)
    assert not reasons_of_nobody(corpus(private), nobody(seen(30)), without)
    assert reasons_of_nobody(corpus(private), nobody(private + seen(140)), without)
    families = [{"phone": f"555-{i if i % 5 else i + 1:04}"} for i in range(60)]
    assert reasons_of_nobody(corpus(families), nobody(families * 10), without)


def test_ages_repeat_no_numbers_of_rows() -> None:
    private = corpus([{"row": i} for i in range(60)])
    aged = nobody([{"age": 18 + i * 7 % 60} for i in range(200)])
    for control in (corpus([{"row": i} for i in range(20)]), corpus([{}] * 20)):
        assert not reasons_of_nobody(private, aged, control)
    shuffled = nobody([{"row": i * 7 % 60} for i in range(60)])
    assert reasons_of_nobody(private, shuffled, corpus([{}] * 20))


def test_columns_that_tell_people_apart_only_together_are_named() -> None:
    def of(first: int) -> list[dict[str, Any]]:
        return [{"a": i % 8, "b": i // 8 % 8, "c": (first + i) % 7} for i in range(56)]

    private, control = of(0), of(3)
    (reason,) = reasons_of_nobody(corpus(private), nobody(private[::-1]), corpus(control))
    assert reason.facts["private"]["columns"] == ["a", "b", "c"]
    apart = [{**row, "c": other["c"]} for row, other in zip(private, private[11:] + private[:11],
                                                            strict=True)]  # fmt: skip
    assert not reasons_of_nobody(corpus(private), nobody(apart), corpus(control))


JOBS = ["baker", "nurse", "night guard", "judge", "farmer", "clerk", "pilot"]


def drawn_people(n: int, seed: int) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    return [
        {"age": rng.randint(18, 90), "job": rng.choice(JOBS), "faith": rng.choice(FAITHS),
         "city": f"{rng.choice(JOBS).title()}ville", "smokes": rng.random() < 0.3}
        for _ in range(n)
    ]  # fmt: skip


def in_words(f: dict[str, Any]) -> str:
    return f"{f['faith']} {f['job']} of {f['city']}, {f['age']} years old"


@pytest.mark.parametrize(
    "write",
    [
        lambda f: {"a": f["age"] + 1, "b": f["job"], "c": f["faith"].upper(), "d": f["city"]},
        lambda f: {"all": in_words(f)},
        lambda f: {"row": {"who": {"age": f["age"], "job": f["job"]}, "rest": [f["city"]]}},
        lambda f: {f"{f['age']} {f['faith']} {f['job']}": f["city"]},
    ],
    ids=["one column changed", "in words", "nested", "as names of columns"],
)
def test_rows_of_nobody_that_hold_values_together_in_another_form_repeat_them(write: Any) -> None:
    private, control = drawn_people(100, 1), drawn_people(60, 2)
    told = [write(f) for f in private]
    random.Random(3).shuffle(told)
    (reason,) = reasons_of_nobody(corpus(private), nobody(told), corpus(control))
    assert {"job", "city"} <= {*reason.facts["private"]["columns"]}
    strangers = [write(f) for f in drawn_people(300, 4)]
    assert not reasons_of_nobody(corpus(private), nobody(strangers), corpus(control))


def test_rows_of_nobody_that_hold_a_number_in_their_texts_or_ids_repeat_it() -> None:
    private, control = ([{"file": f"{first + 7 * i}"} for i in range(60)] for first in (4100, 8300))
    texts = [f"See file {f['file']}." for f in private[::-1]]
    (reason,) = reasons_of_nobody(corpus(private), told(texts), corpus(control))
    assert reason.facts["private"] == {"columns": ["file"]}
    ids = Corpus.from_texts([""] * 60, [f"x-{f['file']}" for f in private])
    assert reasons_of_nobody(corpus(private), ids, corpus(control)) == [reason]
    known = Corpus.from_texts(texts, [f"r{i}" for i in range(60)], fields=private[::-1])
    assert not reasons_of_nobody(known, told(texts), corpus(control))


def test_an_audit_of_rows_of_nobody_that_repeat_a_column_does_not_pass() -> None:
    private, control = corpus(people(60)), corpus(held_out(60), [f"c{i}" for i in range(60)])
    told = TextRelease(nobody(people(60)[::-1]), aligned=False)
    found = audit(private, told, attacks=["nearest"], control=control)
    assert "columns_repeated" in {reason.kind for reason in found.verdict.reasons}
