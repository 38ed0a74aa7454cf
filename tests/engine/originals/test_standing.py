from __future__ import annotations

import base64
import random
import string
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seethrough.engine.floors.checking import check
from seethrough.engine.originals.matching import HALF, LONG, RUN, SHORTEST
from seethrough.engine.originals.reasons import nearly_verbatim, verbatim
from seethrough.engine.originals.standing import Standing, find
from seethrough.records.corpus import Corpus
from seethrough.text.normalised import words
from seethrough.word_runs import long_runs, word_hashes


def invented(n: int, length: int = 30, seed: int = 0, per: int = 1) -> Corpus:
    """Return n texts of invented words; each person has ``per`` of them."""
    rng = random.Random(seed)
    lexicon = ["".join(rng.choices(string.ascii_lowercase, k=6)) for _ in range(400)]
    texts = [" ".join(rng.choices(lexicon, k=length)) for _ in range(n)]
    return Corpus.from_texts(texts, [f"r{i}" for i in range(n)], [f"p{i // per}" for i in range(n)])


def people(found: list[Standing]) -> set[str]:
    return {s.person for s in found}


def test_originals_under_new_ids_beside_lines_that_say_nothing() -> None:
    private = invented(60)
    released = Corpus.from_texts(
        ["Nothing to report."] * 60 + private.texts,
        private.ids + [f"x{i}" for i in range(60)],
    )
    found = find(private, released)
    assert [s.record for s in found] == private.ids
    assert [s.released for s in found] == [f"x{i}" for i in range(60)]
    assert {(s.where, s.words, s.share, s.whole) for s in found} == {("text", 30, 1.0, True)}


def test_records_that_hold_their_own_original_and_all_others() -> None:
    private = invented(40)
    released = private.with_texts([f"{t}\n" + "\n".join(private.texts) for t in private.texts])
    assert len(people(find(private, released))) == 40


def test_most_ids_are_renamed() -> None:
    private = invented(60)
    ids = [id_ if i < 3 else f"new-{i}" for i, id_ in enumerate(private.ids)]
    assert len(find(private, Corpus.from_texts(private.texts, ids))) == 60


@pytest.mark.parametrize("nested", [False, True])
def test_the_original_stands_in_a_second_column(nested: bool) -> None:
    private = invented(20)
    fields = [{"notes": [{"old": t}] if nested else t} for t in private.texts]
    released = Corpus.from_texts(["Withheld."] * 20, private.ids, fields=fields)
    found = find(private, released)
    assert {s.where for s in found} == {"notes"}
    assert [s.released for s in found] == private.ids


def test_the_original_is_the_id_or_the_person() -> None:
    private = invented(2)
    released = Corpus.from_texts(["", ""], [private.texts[0], "b"], ["p", private.texts[1]])
    assert [s.where for s in find(private, released)] == ["id", "person"]


def test_two_of_two_hundred_stand_word_for_word() -> None:
    private, other = invented(200), invented(200, seed=1)
    texts = [private.texts[i] if i in (7, 130) else t for i, t in enumerate(other.texts)]
    assert people(find(private, other)) == set()
    found = find(private, private.with_texts(texts))
    assert people(found) == {"p7", "p130"}
    reason = verbatim(found, private)[0]
    assert (reason.kind, reason.word, reason.questions) == ("verbatim", "fail", ("anonymous",))
    assert reason.facts["people"] == reason.facts["whole"] == 2
    assert reason.facts["of"] == 200
    assert reason.facts["private"]["people"] == ["p7", "p130"]
    assert private.texts[7] not in str(reason)
    assert verbatim([], private) == []


@pytest.mark.parametrize("piece", [5, 7, 11])
def test_a_record_is_cut_over_several_rows(piece: int) -> None:
    private = invented(20)
    rows = [w for t in private.texts for w in _pieces(t, piece)]
    assert len(find(private, Corpus.from_texts(rows))) == 20


@pytest.mark.parametrize("form", ["columns", "ids"])
def test_shuffled_rows_of_single_words_are_put_together(form: str) -> None:
    private = invented(12)
    rows = [(d, i, w) for d in (3, 11) for i, w in enumerate(private.texts[d].split())]
    random.Random(1).shuffle(rows)
    texts, ids = [w for *_, w in rows], [f"s{k}" for k in range(len(rows))]
    if form == "ids":
        released = Corpus.from_texts(texts, [f"{d}-{i}" for d, i, _ in rows])
    else:
        fields = [{"kind": "w", "at": i, "note": d} for d, i, _ in rows]
        released = Corpus.from_texts(texts, ids, fields=fields)
    found = find(private, released)
    assert people(found) == {"p3", "p11"}
    where = {s.released: rows[released.position[s.released]][0] for s in found}
    assert {where[s.released] for s in found} == {3, 11}


def test_a_record_is_cut_over_several_columns() -> None:
    private = invented(20, length=14)
    halves = [_pieces(t, 5) for t in private.texts]
    fields = [{"b": b, "c": c} for _, b, c in halves]
    released = Corpus.from_texts([a for a, _, _ in halves], private.ids, fields=fields)
    found = find(private, released)
    assert len(found) == 20
    assert {s.where for s in found} == {"row"}
    assert [s.released for s in found] == private.ids


def _pieces(text: str, size: int) -> list[str]:
    parts = text.split()
    return [" ".join(parts[i : i + size]) for i in range(0, len(parts), size)]


def test_sentences_in_another_order_still_stand() -> None:
    private = invented(10)
    shuffled = [" ".join(reversed(_pieces(t, 10))) for t in private.texts]
    found = find(private, private.with_texts(shuffled))
    assert len(found) == 10
    assert all(s.words == 10 and s.share == 1.0 and not s.whole for s in found)


def visits(n: int, seed: int) -> Corpus:
    """Return notes of n people that are one template, filled in."""
    rng = random.Random(seed)
    moods = ["calm", "polite", "tired", "quiet", "nervous", "angry", "friendly", "pale", "slow"]
    notes = [
        f"The visitor seemed {rng.choice(moods)} and {rng.choice(moods)}, and we talked for"
        f" {rng.randint(5, 90)} minutes about {rng.choice(['food', 'sleep', 'work', 'plans'])}."
        for _ in range(n)
    ]
    return Corpus.from_texts(notes, [f"{seed}-{i}" for i in range(n)])


def test_pieces_that_people_held_out_have_as_often_are_no_original_wording() -> None:
    private, control, strangers = (visits(120, seed) for seed in range(3))
    assert len(find(private, strangers)) > 10
    found = check(private, [Corpus.from_texts(strangers.texts)], False, control)
    assert {reason.kind for reason in found} == {"control_in_release"}  # all of one note
    # One whole original among them, and the halves of most, are.
    told = [*strangers.texts[1:], private.texts[7]]
    found = check(private, [Corpus.from_texts(told)], False, control)
    assert [r.facts["people"] for r in found if r.kind == "verbatim"] == [1]
    halves = [" ".join(t.split()[i % 3 : 11]) for i, t in enumerate(private.texts)]
    found = check(private, [Corpus.from_texts(halves)], False, control)
    assert [r.facts["people"] > 50 for r in found if r.kind == "verbatim"] == [True]


def test_pieces_under_other_ids_that_private_texts_share_as_often_are_no_original_wording() -> None:
    private, strangers = visits(120, 0), visits(120, 2)
    released = private.with_texts(strangers.texts)
    assert len(find(private, released)) > 10
    assert check(private, [released], True, None) == []
    # One whole original under another id, pieces in the own row, and the halves of most, are.
    elsewhere = private.with_texts([*strangers.texts[1:], private.texts[7]])
    half = " ".join(private.texts[7].split()[:11])
    own = private.with_texts([half if i == 7 else "Nothing." for i in range(120)])
    halves = [" ".join(t.split()[i % 3 : 11]) for i, t in enumerate(private.texts)]
    moved = private.with_texts([*halves[1:], halves[0]])
    counts = [
        [r.facts["people"] for r in check(private, [told], True, None) if r.kind == "verbatim"]
        for told in (elsewhere, own, moved)
    ]
    assert counts[:2] == [[1], [1]]
    assert counts[2][0] > 50


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (1, 2), (2, 0), (2, 1), (3, 0)])
def test_a_phrase_of_a_form_is_nobodys_where_three_people_of_either_side_have_it(
    mine: int, theirs: int
) -> None:
    """Two may be an original and its copy, so they count."""
    phrase = " ".join(f"form{i}" for i in range(20))

    def side(mark: str, people: int, with_it: int) -> Corpus:
        own = (" ".join(f"{mark}{i}word{j}" for j in range(20)) for i in range(people))
        texts = [f"{text} {phrase}" if i < with_it else text for i, text in enumerate(own)]
        return Corpus.from_texts(texts, [f"{mark}{i}" for i in range(people)])

    private, held_out = side("p", 40, mine), side("c", 20, theirs)
    kinds = {r.kind for r in check(private, [side("r", 40, 3)], False, held_out)}
    assert ("verbatim" in kinds) == (mine + theirs < 3)


def test_an_original_that_somebody_held_out_quotes_is_still_one() -> None:
    letter = " ".join(f"word{i}" for i in range(60))
    rest = [" ".join(f"p{i}word{j}" for j in range(20)) for i in range(60)]
    private = Corpus.from_texts([letter, *rest[:30]])
    reply = f"{' '.join(f'reply{i}' for i in range(90))} {letter}"
    held_out = Corpus.from_texts([reply, *rest[30:]], [f"c{i}" for i in range(31)])
    (reason, *_) = check(private, [Corpus.from_texts([f"{letter} and more", "x"])], False, held_out)
    assert (reason.kind, reason.facts["whole"]) == ("verbatim", 1)


def test_case_punctuation_and_typography_hide_nothing() -> None:
    private = Corpus.from_texts(["I don't think that ANNA's office café is open in May, is it?"])
    other = "i DON’T think-that “annas” oﬃce cafe\u0301 is open... in may (is it)"
    assert find(private, Corpus.from_texts([other], ["x"]))[0].whole


def test_what_many_say_is_nobodys() -> None:
    many = ["Nothing to report.", "There is nothing new to report about this person today."]
    private = Corpus.from_texts(many * 5)
    assert find(private, private) == []


def test_boilerplate_that_people_share_is_nobodys() -> None:
    letter = " ".join(f"boiler{i}" for i in range(40))
    own = [" ".join(f"own{p}x{i}" for i in range(12)) for p in range(3)]
    private = Corpus.from_texts([f"{letter} {o}" for o in own])
    assert find(private, Corpus.from_texts([letter] * 3)) == []
    assert [s.record for s in find(private, Corpus.from_texts([own[1]]))] == []
    found = find(private, Corpus.from_texts([f"{letter} {own[1]}"]))
    assert [(s.record, s.words, s.whole) for s in found] == [("1", 19, True)]


def test_a_whole_text_that_one_other_person_copies_or_quotes_is_still_an_original() -> None:
    mail = " ".join(f"w{i}" for i in range(LONG))
    answer = " ".join(f"a{i}" for i in range(2 * LONG))
    quoted = Corpus.from_texts([mail, f"{answer} wrote {mail}"], ["mail", "answer"])
    left = Corpus.from_texts(["A mail.", f"An answer to {mail}"], quoted.ids)
    assert [(s.record, s.released, s.whole) for s in find(quoted, left)] == [
        ("mail", "answer", True)
    ]
    named = Corpus.from_texts([f"from Ann Lee {mail} yours Ann", quoted.texts[1]], quoted.ids)
    (found,) = find(named, left)
    assert (found.record, found.words, found.whole) == ("mail", LONG, False)
    twice = Corpus.from_texts([mail, mail])
    assert [s.record for s in find(twice, Corpus.from_texts([mail]))] == ["0", "1"]


@pytest.mark.parametrize(("words", "copies"), [(LONG, 3), (LONG - 1, 2)])
def test_what_more_people_copy_or_what_is_short_is_nobodys(words: int, copies: int) -> None:
    text = " ".join(f"w{i}" for i in range(words))
    private = Corpus.from_texts([text] * copies)
    assert find(private, private) == []


def test_boilerplate_of_one_persons_several_records_is_theirs() -> None:
    text = " ".join(f"w{i}" for i in range(25))
    private = Corpus.from_texts([text, text], persons=["a", "a"])
    assert len(find(private, Corpus.from_texts([text]))) == 2


@pytest.mark.parametrize(
    ("text", "released", "stands"),
    [
        ("Anna Keller lives in Ulm", "we heard that Anna Keller lives in Ulm now", True),
        ("Anna lives in Ulm", "Anna lives in Ulm", False),  # four words
        ("it was very good indeed", "they said it was very good indeed again", False),
        ("it was very good indeed", "It was very good indeed!", True),
        ("it was very bad indeed", "it was very good indeed", False),
    ],
)
def test_a_short_text_stands_alone_or_with_a_word_of_its_own(
    text: str, released: str, stands: bool
) -> None:
    others = "good it is and bad it was very indeed"
    private = Corpus.from_texts([text, others])
    found = find(private, Corpus.from_texts([released]))
    assert [s.record for s in found] == ["0"] * stands


@pytest.mark.parametrize(
    ("length", "kept", "stands"),
    [(40, 19, False), (40, 20, True), (100, 20, True), (100, 19, False), (16, 8, True),
     (17, 8, False), (12, 7, False)],
)  # fmt: skip
def test_how_long_a_run_must_be(length: int, kept: int, stands: bool) -> None:
    text = [f"w{i}" for i in range(length)]
    private = Corpus.from_texts([" ".join(text)])
    released = Corpus.from_texts(["before " + " ".join(text[3 : 3 + kept]) + " after"])
    found = find(private, released)
    assert bool(found) == stands
    if found:
        assert found[0].words == kept
        assert found[0].share == pytest.approx(kept / length)
        assert not found[0].whole


def test_texts_without_spaces_between_words() -> None:
    private = Corpus.from_texts(
        ["我叫王小明住在北京市海淀区中关村大街二十七号", "ผมอยู่ที่เชียงใหม่กับแม่และน้องสาวสองคน"]
    )
    assert len(find(private, private)) == 2


def test_nothing_stands_in_nothing() -> None:
    private, nobody = invented(2), Corpus.from_texts([])
    assert find(private, nobody) == find(nobody, private) == find(nobody, nobody) == []
    assert find(private, private.with_texts(["", ""])) == []
    assert find(Corpus.from_texts(["", "..."]), private) == []


def test_encoded_text_is_not_read_here() -> None:
    private = invented(1)
    code = base64.b64encode(private.texts[0].encode()).decode()
    assert find(private, private.with_texts([code])) == []


_TEXT = st.lists(st.sampled_from("abcde"), max_size=14).map(" ".join)


@pytest.fixture(params=[1, long_runs.SLICE])
def slices(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_runs, "SLICE", request.param)
        patch.setattr(long_runs, "BLOCK", request.param)
        patch.setattr(word_hashes, "PART", request.param)
        yield


@pytest.mark.usefixtures("slices")
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(_TEXT, st.sampled_from("xyz")), min_size=1, max_size=5),
    st.lists(st.tuples(_TEXT, _TEXT), min_size=1, max_size=5),
)
@example([("b a a a a", "x")], [("a a a", "a"), ("b a", "")])
def test_it_finds_what_a_plain_search_finds(
    rows: list[tuple[str, str]], released: list[tuple[str, str]]
) -> None:
    private = Corpus.from_texts([t for t, _ in rows], persons=[p for _, p in rows])
    corpus = Corpus.from_texts(
        [t for t, _ in released],
        [f"q{i}" for i in range(len(released))],
        fields=[{"more": m} for _, m in released],
    )
    found = {(s.record, s.words, s.share, s.whole) for s in find(private, corpus)}
    assert found == plain(rows, released)


def plain(
    rows: list[tuple[str, str]], released: list[tuple[str, str]]
) -> set[tuple[str, int, float, bool]]:
    """Compare every run with every run, rows of few words in the order of ``more``, too."""
    columns = [
        [words(t) for t, _ in released],
        [words(m) for _, m in released],
        [words(f"{t} {m}") for t, m in released],
    ]
    joined = [[w for row in column for w in row] for column in columns]
    values = [row for column in columns for row in column]
    if len(joined[0]) < RUN * len(released):
        joined.append([w for t, _ in sorted(released, key=lambda row: row[1]) for w in words(t)])
    out = set()
    for i, (text, person) in enumerate(rows):
        own = words(text)
        size = min(len(own), RUN)
        if size < SHORTEST:
            continue
        others = [words(t) for t, p in rows if p != person]
        runs = [own[j : j + size] for j in range(len(own) - size + 1)]
        theirs_too = {w for other in others for w in other}
        rare = any(w not in theirs_too for w in own)
        there = [
            any(_holds(c, r) for c in joined) if size == RUN or rare else r in values for r in runs
        ]
        theirs = [
            t and not any(_holds(o, r) for o in others) for t, r in zip(there, runs, strict=True)
        ]
        if not any(theirs):
            continue
        longest = max(len(s) for s in "".join("x" if t else " " for t in theirs).split(" "))
        run = longest + size - 1
        if all(there) or run >= LONG or _union(theirs, size) >= HALF * len(own):
            out.add((str(i), run, _union(there, size) / len(own), all(there)))
    return out


def _holds(row: list[str], run: list[str]) -> bool:
    return any(row[i : i + len(run)] == run for i in range(len(row) - len(run) + 1))


def _union(flags: list[bool], size: int) -> int:
    return len({j + k for j, flag in enumerate(flags) if flag for k in range(size)})


def test_blocks_join(monkeypatch: pytest.MonkeyPatch) -> None:
    private = invented(9)
    rows = Corpus.from_texts([w for t in private.texts for w in _pieces(t, 7)])
    expected = find(private, rows)
    monkeypatch.setattr(word_hashes, "PART", 2)
    assert find(private, rows) == expected
    assert len(expected) == 9


def changed(text: str, each: int = 6) -> str:
    return " ".join("so" if i % each == each - 1 else w for i, w in enumerate(text.split()))


def test_two_of_two_hundred_stand_in_rows_of_nobody_with_every_sixth_word_changed() -> None:
    private, control, strangers = (invented(n, seed=s) for n, s in ((200, 1), (50, 2), (100, 3)))
    near = [changed(private.texts[i]) for i in (7, 90)]
    rows = [*strangers.texts, " ".join(near), ""]
    released = Corpus.from_texts(rows, [f"s{i}" for i in range(len(rows))])
    assert not find(private, released)
    (reason,) = nearly_verbatim(private, released, control, ())
    assert (reason.word, reason.facts) == ("fail", {
        "people": 2, "of": 200, "records": 2,
        "private": {"people": [private.persons[i] for i in (7, 90)]},
    })  # fmt: skip
    held = Corpus.from_texts([*control.texts, private.texts[7], private.texts[90]])
    assert not nearly_verbatim(private, released, held, ())
    assert not nearly_verbatim(private, released, control, [private.ids[i] for i in (7, 90)])
    assert not nearly_verbatim(private, strangers, control, ())
    ids = Corpus.from_texts([""] * 2, ["-".join(text.split()) for text in near])
    assert nearly_verbatim(private, ids, control, ()) == [reason]


@pytest.mark.parametrize(("kept", "found"), [(15, True), (14, False)])
def test_half_of_a_text_in_one_row_stands_nearly(kept: int, found: bool) -> None:
    private, control = invented(30), invented(30, seed=1)
    said = private.texts[4].split()
    for part in (said[:kept], [*said[: kept - 6], "so", *said[-6:]]):
        released = Corpus.from_texts([" ".join(part)])
        assert bool(nearly_verbatim(private, released, control, ())) is found
    apart = Corpus.from_texts([" ".join(said[:10]), " ".join(said[20:])])
    assert not nearly_verbatim(private, apart, control, ())
