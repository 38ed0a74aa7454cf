"""Which release is the safest: by what decides, of those that can be used, or undecided."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.report.labels.test_reasons import EXAMPLES

from seethrough.attacks.inference import Inference
from seethrough.attacks.lexical import Lexical
from seethrough.attacks.linkage import Linkage
from seethrough.engine.comparing.comparison import Comparison, Row
from seethrough.engine.comparing.differences import Difference
from seethrough.engine.comparing.duels import Draw
from seethrough.engine.comparing.safest import choose
from seethrough.estimates.estimate import Interval
from seethrough.reasons import QUESTIONS, Question, Reason
from seethrough.report.labels.reasons import sentence
from seethrough.report.labels.safest import safest_sentences
from seethrough.report.machine import reasons

FIGURES = {"linkage.top1": Linkage, "semantic.distance": None, "lexical.distance": Lexical}

TITLES = {"linkage.top1": "Found at the first guess", "lexical.distance": "Distance by wording"}


def audit(excess: float = 0.5, reasons: tuple[Reason, ...] = (), error: str | None = None) -> Any:
    """Return what is asked of an audit: two figures that decide and one that does not."""
    over = Interval(excess, excess - 0.1, excess + 0.1, 50, "score, paired", 50)
    estimates = [
        SimpleNamespace(
            name=name,
            called=TITLES.get(name, name),
            component={"name": name},
            key=(name, repr({"name": name})),
            questions=() if name == "semantic.distance" else ("anonymous",),
            value=excess,
            unit="share",
            direction="lower_is_better",
            excess=over,
            control=over,
        )
        for name in FIGURES
    ]
    utility = SimpleNamespace(figures=[SimpleNamespace(name="utility.kept")])
    return SimpleNamespace(
        estimates=estimates,
        cells=[SimpleNamespace(attack=Linkage(), error=error)],
        measured=[SimpleNamespace(utility=utility)],
        verdict=SimpleNamespace(reasons=reasons, word="fail", exit_status=1),
        self_tests=(),
    )


def differing(figure: str, first: int, second: int, better: int | None) -> Difference:
    """Return a difference of a figure that is lower where less leaks."""
    value = 0.0 if better is None else -0.4 if better == first else 0.4
    interval = Interval(value, value - 0.1, value + 0.1, 50, "score, paired", 50)
    adjusted = 1.0 if better is None else 0.001
    return Difference(
        figure, {"name": figure}, first, second, interval, True, adjusted, adjusted, True
    )


def told(audits: dict[int, Any], found: list[Difference], missing: tuple[int, ...] = ()) -> Any:
    choice = choose([Draw(audits, found)], missing, "anonymous")
    rows = [Row("ABCDE"[i], None, [audits[i]] if i in audits else []) for i in range(5)]
    comparison: Any = SimpleNamespace(safest=choice, rows=rows, audits=list(audits.values()))
    return choice, safest_sentences(comparison, "ABCDE")


def test_the_one_that_is_safer_than_all_others() -> None:
    audits = {0: audit(0.5), 1: audit(0.1), 2: audit(0.5)}
    found = [
        differing("linkage.top1", 0, 1, 1),
        differing("linkage.top1", 0, 2, None),
        differing("linkage.top1", 1, 2, 1),
    ]
    choice, (answer, said, *_) = told(audits, found)
    assert choice.safest == 1
    assert answer == "Safest for this use: B."
    # A figure that decides nothing may be higher, and one that decides within chance.
    assert said == (
        "It gives away less than A and C (Found at the first guess), beyond chance and control; no"
        " deciding figure shows the opposite. That does not make it safe: its own verdict is fail."
    )


def test_undecided_where_nothing_differs() -> None:
    audits = {0: audit(), 1: audit()}
    choice, (answer, said, *_) = told(audits, [differing("linkage.top1", 0, 1, None)])
    assert (choice.safest, choice.between) == (None, (0, 1))
    assert answer == "Safest for this use: undecided between A and B."
    assert said.endswith("differs beyond chance and control between A and B.")


def test_one_reason_of_all_pairs_is_given_once() -> None:
    pairs = ((0, 1), (0, 2), (1, 2))
    audits = {0: audit(0.1), 1: audit(0.5), 2: audit(0.5)}
    none = [differing("linkage.top1", *pair, None) for pair in pairs]
    _, (answer, said, *_) = told(audits, none)
    assert answer == "Safest for this use: undecided between A, B and C."
    assert said.endswith("differs beyond chance and control between any two of them.")
    _, (_, *each) = told(audits, [differing("linkage.top1", 0, 1, 0), *none[1:]])
    assert not any("any two" in sentence for sentence in each)


def test_undecided_where_each_is_better_in_something() -> None:
    found = [differing("linkage.top1", 0, 1, 0), differing("lexical.distance", 0, 1, 1)]
    audits = {0: audit(0.1), 1: audit(0.5)}
    for estimate in audits[0].estimates[2:]:
        estimate.excess = Interval(0.9, 0.8, 1.0, 50, "", 50)
    choice, (_, said, *_) = told(audits, found)
    assert choice.safest is None
    assert (
        "A gives away less than B (Found at the first guess), and B less than A (Distance by"
        " wording)" in said
    )


def test_figures_that_decide_nothing_do_not_count() -> None:
    found = [differing("semantic.distance", 0, 1, 1), differing("linkage.top1", 0, 1, None)]
    assert told({0: audit(), 1: audit(0.1)}, found)[0].between == (0, 1)


@pytest.mark.parametrize("asked", QUESTIONS)
def test_figures_of_narrower_questions_decide_those_of_wider_ones_do_not(asked: Question) -> None:
    found = [differing("linkage.top1", 0, 1, 1)]
    for question in QUESTIONS:
        audits = {0: audit(0.5), 1: audit(0.1)}
        for estimate in (e for a in audits.values() for e in a.estimates):
            estimate.questions = (question,)
        decides = QUESTIONS.index(question) <= QUESTIONS.index(asked)
        safest = choose([Draw(audits, found)], (), asked).safest
        assert safest == (1 if decides else None)


def test_what_differs_between_two_says_nothing_of_a_third() -> None:
    audits = {0: audit(0.5), 1: audit(0.1), 2: audit(0.5)}
    found = [differing("linkage.top1", 0, 1, 1), differing("linkage.top1", 1, 2, None)]
    choice, _ = told(audits, found)
    assert (choice.safest, choice.between) == (None, (1, 2))
    # Nobody is safer than the first, and it is not safer than the third.
    audits = {0: audit(0.1), 1: audit(0.2), 2: audit(0.5)}
    found = [differing("linkage.top1", 0, 1, 0), differing("linkage.top1", 1, 2, 1)]
    choice, _ = told(audits, found)
    assert (choice.safest, choice.between) == (None, (0, 2))


def test_a_difference_is_weighed_by_its_own_figure_of_its_own_attack() -> None:
    audits = {0: audit(0.5), 1: audit(0.1)}
    others = (("linkage.top1", {"name": "other"}), ("linkage.top10", {"name": "linkage.top1"}))
    for place, value in ((0, 0.1), (1, 0.5)):
        over = Interval(value, value, value, 50, "score, paired", 50)
        for name, component in others:
            own = SimpleNamespace(
                key=(name, repr(component)), questions=("anonymous",), value=value, excess=over,
                control=over,
            )  # fmt: skip
            audits[place].estimates.insert(0, own)
    found = [differing("linkage.top1", 0, 1, 1)]
    assert choose([Draw(audits, found)], (), "anonymous").safest == 1


def test_a_lower_figure_with_no_smaller_leak_does_not_count() -> None:
    # What is lower in B is lower in its control as well.
    found = [differing("linkage.top1", 0, 1, 1)]
    assert told({0: audit(0.2), 1: audit(0.3)}, found)[0].safest is None


def test_without_a_control_nothing_counts() -> None:
    audits = {0: audit(0.5), 1: audit(0.1)}
    for estimate in audits[1].estimates:
        estimate.control = None  # what exceeds the baseline alone is no leak
    assert told(audits, [differing("linkage.top1", 0, 1, 1)])[0].safest is None


def test_what_could_not_be_measured_on_a_release_alone_leaves_it_open() -> None:
    audits = {0: audit(0.1), 1: audit(0.5)}
    found = [differing("linkage.top1", 0, 1, 0), differing("lexical.distance", 0, 1, None)]
    audits[0].estimates[2].value = None
    choice, (answer, said, *_) = told(audits, found)
    assert (choice.safest, choice.between) == (None, (0, 1))
    assert answer == "Safest for this use: undecided between A and B."
    assert said == (
        "A gives away less than B (Found at the first guess), but on A this could not be measured:"
        " Distance by wording."
    )
    audits[1].estimates[2].value = None
    assert told(audits, found)[0].safest == 0
    audits[0].estimates[2].value = 0.1
    assert told(audits, found)[0].safest == 0


def test_a_release_is_not_safer_than_one_of_a_better_verdict() -> None:
    # It tells little of most people, and all of one.
    audits = {0: audit(0.1), 1: audit(0.5)}
    found = [differing("linkage.top1", 0, 1, 0)]
    for own, other, safest in (
        ("fail", "pass", None), ("fail", "inconclusive", None), ("inconclusive", "pass", None),
        ("fail", "fail", 0), ("inconclusive", "fail", 0),
    ):  # fmt: skip
        audits[0].verdict.word, audits[1].verdict.word = own, other
        choice, (answer, said, *_) = told(audits, found)
        assert choice.safest == safest
    audits[0].verdict.word, audits[1].verdict.word = "fail", "pass"
    choice, (answer, said, *_) = told(audits, found)
    assert answer == "Safest for this use: undecided between A and B."
    assert said == (
        "A gives away less than B (Found at the first guess), but the verdict on A is worse."
    )


def test_the_answer_says_which_attacks_were_not_tried() -> None:
    found = [differing("linkage.top1", 0, 1, 0)]
    for left, said in (
        (["inference"], "The attack inference was not tried, so what it would find was not"),
        (["linkage", "inference"], "The attacks linkage and inference were not tried, so what"),
    ):
        open_ = Reason("not_examined", "inconclusive", ("anonymous",), facts={"attacks": left})
        audits = {0: audit(0.1, (open_,)), 1: audit(0.5, (open_,))}
        assert told(audits, found)[1][2].startswith(said)
        assert not any("not tried" in line for line in told(audits, [])[1])
    narrow = replace(open_, questions=("identifiers",))
    lines = told({0: audit(0.1, (narrow,)), 1: audit(0.5)}, found)[1]
    assert not any("not tried" in line for line in lines)


def untested(figure: str, first: int, second: int, better: int) -> Difference:
    """Return a difference that has no test, and whose interval leaves out 0."""
    made = differing(figure, first, second, better)
    return replace(made, paired=False, p_value=None, adjusted=None)


def test_a_figure_without_a_test_speaks_against_a_release_and_makes_none_the_safest() -> None:
    audits = {0: audit(0.1), 1: audit(0.5)}
    audits[0].estimates[2].excess = Interval(0.9, 0.8, 1.0, 50, "", 50)
    against = untested("lexical.distance", 0, 1, 1)
    choice, (answer, said, *_) = told(audits, [differing("linkage.top1", 0, 1, 0), against])
    assert answer == "Safest for this use: undecided between A and B."
    assert said == (
        "A gives away less than B (Found at the first guess), and B less than A (Distance by"
        " wording)."
    )
    for found in ([against], [untested("linkage.top1", 0, 1, 0)]):
        assert told(audits, found)[0].safest is None
    found = [differing("linkage.top1", 0, 1, 0), untested("lexical.distance", 0, 1, 0)]
    choice, (_, said, *_) = told({0: audit(0.1), 1: audit(0.5)}, found)
    assert choice.safest == 0
    assert "(Found at the first guess)" in said


def test_what_cannot_be_used_is_left_out() -> None:
    crossed = Reason("limit_crossed", "fail", (), "utility.kept")
    found = [differing("linkage.top1", *pair, pair[1]) for pair in ((0, 1), (0, 2), (1, 2))]
    audits = {0: audit(0.5), 1: audit(0.2), 2: audit(0.1, (crossed,))}
    choice, said = told(audits, found)
    assert choice.safest == 1
    assert choice.out == {2: ("use", ("utility.kept",))}
    assert "C is left out: it crosses the limit on utility.kept." in said
    assert choice.to_json("ABC") == {
        "standard": "anonymous",
        "safest": "B",
        "undecided_between": [],
        "left_out": [{"release": "C", "why": "use", "what": ["utility.kept"]}],
        "use_undecided": [],
    }


def test_a_limit_on_a_leak_leaves_nothing_out() -> None:
    crossed = Reason("limit_crossed", "fail", (), "linkage.top1")
    found = [differing("linkage.top1", 0, 1, 1)]
    assert told({0: audit(), 1: audit(0.1, (crossed,))}, found)[0].safest == 1


def test_whoever_may_not_be_of_use_is_not_called_the_safest() -> None:
    open_ = Reason("limit_undecided", "inconclusive", (), "utility.kept")
    found = [differing("linkage.top1", 0, 1, 1)]
    choice, (answer, *rest) = told({0: audit(0.5), 1: audit(0.1, (open_,))}, found)
    assert choice.safest is None
    assert "undecided" in answer
    assert "B may not be useful enough" in answer
    assert "Whether B is useful enough is undecided: utility.kept." in rest
    machine = choice.to_json("AB")
    assert machine["use_undecided"] == [{"release": "B", "figures": ["utility.kept"]}]
    assert machine["undecided_between"] == ["B"]


def test_nobody_is_the_safest_where_an_attack_failed_or_alone() -> None:
    found = [differing("linkage.top1", 0, 1, 1)]
    choice, said = told({0: audit(0.5), 1: audit(0.1, error="ValueError in x.py")}, found, (2,))
    assert choice.safest is None
    assert "only A can be judged" in said[0]
    assert "B is left out: linkage failed on it." in said
    assert "C is left out: it could not be made or audited." in said
    assert "none of them can be judged" in told({}, [], (0, 1))[1][0]


def test_an_attack_that_failed_and_says_nothing_on_the_question_leaves_nothing_out() -> None:
    audits = {0: audit(0.5), 1: audit(0.1, error="ValueError in x.py")}
    own = {figure.questions for figure in audits[1].cells[0].attack.figures if figure.questions}
    assert own == {("anonymous",)}
    found = [differing("linkage.top1", 0, 1, 1)]
    assert choose([Draw(audits, found)], (), "identifiers").out == {}
    assert choose([Draw(audits, found)], (), "sensitive").out == {}
    assert choose([Draw(audits, found)], (), "anonymous").out == {1: ("incomplete", ("linkage",))}


def test_an_attack_that_failed_leaves_out_by_any_of_its_figures() -> None:
    audits = {0: audit(0.5), 1: audit(0.1)}
    audits[1].cells = [SimpleNamespace(attack=Inference(), error="ValueError in x.py")]
    for standard in ("identifiers", "sensitive", "anonymous"):
        choice = choose([Draw(audits, [])], (), standard)  # type: ignore[arg-type]
        assert choice.out == {1: ("incomplete", ("inference",))}


def test_without_a_limit_on_a_utility_it_says_so() -> None:
    said = told({0: audit(), 1: audit()}, [differing("linkage.top1", 0, 1, None)])[1]
    assert "No limit was set on a utility, so usefulness was not considered." in said


def told_of(*draws: Draw) -> Any:
    """Return what is said of two releases that were drawn several times."""
    choice = choose(draws, (), "anonymous")
    rows = [Row("AB"[i], None, [draw.audits[i] for draw in draws]) for i in range(2)]
    comparison: Any = SimpleNamespace(
        safest=choice, rows=rows, audits=list(draws[0].audits.values())
    )
    return choice, safest_sentences(comparison, "AB")


SAFER = Draw({0: audit(0.5), 1: audit(0.1)}, [differing("linkage.top1", 0, 1, 1)])
ALIKE = Draw({0: audit(), 1: audit()}, [differing("linkage.top1", 0, 1, None)])
LESS_SAFE = Draw({0: audit(0.1), 1: audit(0.5)}, [differing("lexical.distance", 0, 1, 0)])


def test_the_safest_is_safer_in_every_draw() -> None:
    choice, (answer, *_) = told_of(SAFER, SAFER)
    assert (choice.safest, answer) == (1, "Safest for this use: B.")
    # A single draw, and any other could be the one released.
    for draws in ((SAFER, ALIKE), (ALIKE, SAFER)):
        choice, (answer, said, *_) = told_of(*draws)
        assert (choice.safest, choice.between) == (None, (0, 1))
        assert answer == "Safest for this use: undecided between A and B."
        assert said == "B gives away less than A (Found at the first guess), but not in every draw."


def test_draws_that_contradict_each_other_leave_it_open() -> None:
    choice, (_, said, *_) = told_of(SAFER, LESS_SAFE)
    assert choice.safest is None
    assert said == (
        "A gives away less than B (Distance by wording), and B less than A (Found at the first"
        " guess), each in some draw."
    )


def test_a_release_is_left_out_where_one_draw_of_it_is_of_no_use() -> None:
    for kind, word in (
        ("limit_crossed", "fail"),
        ("limit_undecided", "inconclusive"),
        ("limit_unmeasured", "inconclusive"),
    ):
        useless = audit(0.1, (Reason(kind, word, (), "utility.kept"),))  # type: ignore[arg-type]
        choice, _ = told_of(SAFER, SAFER._replace(audits={0: audit(0.5), 1: useless}))
        assert choice.safest is None
        assert (1 in choice.out) == (word == "fail")
        assert (1 in choice.doubtful) == (word == "inconclusive")


def drawn(*words: str, decides: bool = True) -> Row:
    """Return a release that was made so often, with the verdict of each draw."""
    status = {"pass": 0, "fail": 1, "inconclusive": 2}
    made: Any = [
        SimpleNamespace(verdict=SimpleNamespace(word=word, exit_status=status[word]))
        for word in words
    ]
    return Row("A", None, made, decides=decides)


def test_the_exit_status_is_that_of_the_releases_that_decide() -> None:
    good, bad, open_, missing = drawn("pass"), drawn("fail"), drawn("inconclusive"), drawn()
    assert Comparison([good, good]).exit_status == 0
    assert Comparison([open_, bad, good]).exit_status == 1
    assert Comparison([good, open_]).exit_status == 2
    assert Comparison([good, missing]).exit_status == 2
    others = [drawn("fail", decides=False), drawn(decides=False)]
    assert Comparison([good, *others]).exit_status == 0
    # Where none decides, none has passed.
    assert Comparison([drawn("pass", decides=False), *others]).exit_status == 2


def test_the_worst_draw_decides() -> None:
    for words, worst in (
        (("pass", "inconclusive", "pass"), 1),
        (("pass", "inconclusive", "fail", "fail"), 2),
        (("fail", "pass"), 0),
        (("pass", "pass"), 0),
    ):
        one = drawn(*words)
        assert one.deciding is one.audits[worst]
        assert one.words == list(words)
    assert Comparison([drawn("pass", "fail")]).exit_status == 1
    assert Comparison([drawn("pass", "inconclusive"), drawn("pass")]).exit_status == 2


def doubt(kind: str) -> Reason:
    """Return a reason by which low figures say nothing, as an audit would give it."""
    example = next(example for example in EXAMPLES if example["kind"] == kind)
    return Reason(kind, "inconclusive", figure=example["figure"], facts=example["facts"])


def test_a_release_whose_figures_do_not_tell_what_it_gives_away_is_not_the_safest() -> None:
    for kind in ("strangers_tell", "told_elsewhere", "unreadable", "claims_not_judged"):
        audits = {0: audit(0.0, (doubt(kind),)), 1: audit(0.5), 2: audit(0.5)}
        found = [differing("linkage.top1", *pair, 0) for pair in ((0, 1), (0, 2))]
        found.append(differing("linkage.top1", 1, 2, None))
        choice, said = told(audits, found)
        assert (choice.safest, choice.between) == (None, (1, 2))
        assert choice.out == {0: ("untold", (kind,))}
        assert any(line.startswith("A is left out: its figures do not show") for line in said)


@pytest.mark.parametrize(
    "kind",
    [
        "ids_renamed", "records_of_nobody", "private_texts_missing", "control_shares",
        "baseline_knows", "columns_missed", "columns_of_codes", "columns_repeated", "words_recoded",
        "words_unknown", "overlong", "retold",
        "questions_not_answered", "answers_alike", "records_not_attacked", "nothing_attacked",
    ],
)  # fmt: skip
def test_whatever_leaves_figures_without_meaning_leaves_a_release_out(kind: str) -> None:
    audits = {0: audit(0.0, (doubt(kind),)), 1: audit(0.5)}
    choice, said = told(audits, [differing("linkage.top1", 0, 1, 0)])
    assert choice.out == {0: ("untold", (kind,))}
    why = sentence(reasons(audits[0], text=False)[0])
    assert f"A is left out: its figures do not show all that it gives away. {why}" in said


def test_a_release_that_surely_gives_away_less_than_one_left_out_is_the_safest() -> None:
    # What else the other one gives away is not known, but what was found on it is.
    audits = {0: audit(0.5, (doubt("columns_repeated"),)), 1: audit(0.1)}
    choice, (answer, said, *_, left) = told(audits, [differing("linkage.top1", 0, 1, 1)])
    assert choice.safest == 1
    assert answer == "Safest for this use: B."
    assert said.startswith("It gives away less than A (Found at the first guess), beyond")
    assert left.startswith("A is left out: its figures do not show all that it gives away.")
    assert told(audits, [differing("linkage.top1", 0, 1, None)])[0].safest is None
    pairs = ((0, 1), (0, 2), (1, 2))
    both = {0: audit(0.3, (doubt("columns_repeated"),)), 1: audit(0.1), 2: audit(0.5)}
    ahead = zip(pairs, (None, 0, 1), strict=True)
    won = [differing("linkage.top1", *pair, better) for pair, better in ahead]
    choice, (_, said, *_) = told(both, won)
    assert choice.safest == 1
    assert said.startswith("It gives away less than C (")


@pytest.mark.parametrize(
    ("of", "out"), [("private", {0: ("untold", ("sidecar_mismatch",))}), ("release", {})]
)
def test_a_release_that_was_made_of_other_records_is_left_out(of: str, out: Any) -> None:
    # A file that was changed later is still compared with the right records.
    facts = {"of": of, "private": {"sidecar": "a.release.json"}}
    doubtful = Reason("sidecar_mismatch", "inconclusive", facts=facts)
    audits = {0: audit(0.0, (doubtful,)), 1: audit(0.5)}
    assert told(audits, [differing("linkage.top1", 0, 1, 0)])[0].out == out


def test_the_answer_says_which_difference_of_a_sidecar_leaves_a_release_out() -> None:
    named = {"sidecar": "a.release.json"}
    both = tuple(
        Reason("sidecar_mismatch", "inconclusive", facts={"of": of, "private": named})
        for of in ("release", "private")
    )
    audits = {0: audit(0.0, both), 1: audit(0.5)}
    _, said = told(audits, [differing("linkage.top1", 0, 1, 0)])
    (left,) = (line for line in said if line.startswith("A is left out"))
    assert "for other private records" in left


def test_a_doubt_leaves_a_release_out_by_one_draw_and_for_its_own_questions_only() -> None:
    unread = replace(doubt("unreadable"), questions=("anonymous",))
    found = [differing("linkage.top1", 0, 1, 0)]
    clear, doubtful = (Draw({0: a, 1: audit(0.5)}, found) for a in (audit(), audit(0.1, (unread,))))
    assert choose([clear, doubtful], (), "anonymous").out == {0: ("untold", ("unreadable",))}
    assert choose([clear, doubtful], (), "sensitive").out == {}
    # The verdict that is shown may be that of another draw, so that the answer itself says why.
    said = told_of(clear, doubtful)[1]
    assert any(line.endswith("the attacks and the judge cannot read them.") for line in said)


def test_what_differs_by_rounding_alone_is_equal() -> None:
    audits = {0: audit(0.3), 1: audit(0.1 + 0.2)}
    choice, _ = told(audits, [differing("linkage.top1", 0, 1, 0)])
    assert (choice.safest, choice.between) == (None, (0, 1))
