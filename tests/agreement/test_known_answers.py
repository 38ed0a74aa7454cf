"""Claims with a known answer: which they are, and that raters see nothing new in them."""

from __future__ import annotations

from seethrough.agreement.known_answers import EACH, LEVELS, known_answers
from seethrough.agreement.pairs_to_rate import Pair, draw
from seethrough.agreement.rater_checks import LEAST
from seethrough.text.details import content

JOBS = ("baker", "midwife", "glazier", "deckhand", "beekeeper", "surveyor")
TOWNS = ("Hanover", "Leeds", "Graz", "Lyon", "Turku", "Porto", "Bergen")


def lives(n: int) -> list[Pair]:
    """Return pairs of n people: a long claim, and a passage of two sentences about somebody."""
    return [
        Pair(
            f"She trained as a {JOBS[i % 6]} in {TOWNS[i % 7]} for {i + 20} weeks.",
            f"A {JOBS[(i + of) % 6]} from {TOWNS[(i + of) % 7]}.\nLikes tea, house {i + of}00.",
        )
        for i in range(n)
        for of in (0, 1)
    ]


def words(text: str) -> set[str]:
    return {word.key for word in content(text)}


def apart(claim: str, passage: str) -> bool:
    there, said = words(claim), words(passage)
    return any(len(there - said) >= least and len(there & said) <= most for least, most in LEVELS)


def test_half_of_them_have_the_claim_in_the_passage_and_the_others_hardly_a_word_of_it() -> None:
    pairs = lives(40)
    found = known_answers(pairs, 0)
    passages = {pair.passage for pair in pairs}
    told = [pair for pair in found if pair.known == 1]
    others = [pair for pair in found if pair.known == 3]
    assert (len(told), len(others), len(found)) == (EACH, EACH, 2 * EACH)
    for pair in told:
        assert pair.passage.count(pair.claim) == 1
        left = pair.passage.replace(pair.claim, "")
        assert "".join(left.split()) in {"".join(passage.split()) for passage in passages}
        assert apart(pair.claim, left)
    for pair in others:
        assert pair.passage in passages
        assert apart(pair.claim, pair.passage)
    assert {pair.claim for pair in found} <= {pair.claim for pair in pairs}
    assert len({pair.claim for pair in found}) == 2 * EACH
    assert not {pair.key for pair in found} & {pair.key for pair in pairs}


def test_the_claim_stands_between_two_sentences_or_at_the_end() -> None:
    told = [pair for seed in range(8) for pair in known_answers(lives(40), seed) if pair.known == 1]
    lines = [pair.passage.replace(pair.claim, "claim").splitlines() for pair in told]
    assert {len(of) for of in lines} == {2, 3}
    assert {of[1] for of in lines if len(of) == 3} == {"claim"}
    assert all(of[1].endswith("00. claim") for of in lines if len(of) == 2)


def test_their_choice_depends_on_the_seed_alone() -> None:
    pairs = lives(40)
    assert known_answers(pairs, 3) == known_answers(pairs[::-1], 3)
    assert known_answers(pairs, 3) != known_answers(pairs, 4)


def test_a_claim_of_one_word_and_one_that_shares_two_have_no_known_answer() -> None:
    short = [Pair(f"She has {i}.", f"A baker, {i + 100}.") for i in range(30)]
    assert len(words(short[0].claim)) == 1
    assert known_answers(short, 0) == []
    claims = [f"The baker lived in Leeds in {i} flats." for i in range(100, 130)]
    alike = [Pair(claim, f"Of Leeds, {n}.") for n, claim in enumerate(claims)]
    assert len(known_answers(alike, 0)) == 2 * EACH
    assert known_answers([Pair(p.claim, f"A baker {p.passage}") for p in alike], 0) == []
    assert known_answers([Pair(claims[0], " "), *short[:1]], 0) == []


def test_claims_of_two_words_come_last_and_only_where_the_passage_has_neither() -> None:
    short = [Pair(f"She has {i} hens.", f"A baker, {i + 100}.") for i in range(30)]
    assert len(known_answers(short, 0)) == 2 * EACH
    assert known_answers([Pair(p.claim, f"Hens, {p.passage}") for p in short], 0) == []
    longer = {pair.claim for pair in lives(40)}
    assert {pair.claim for pair in known_answers([*short, *lives(40)], 0)} <= longer


def test_too_few_to_check_a_rater_are_not_mixed_in() -> None:
    found = [known_answers(lives(n), 0) for n in (6, 2 * LEAST)]
    assert [len(of) for of in found] == [0, 2 * LEAST]


def test_a_pair_that_is_to_be_rated_anyway_checks_nobody() -> None:
    claims = [f"She trained as a glazier in Graz for {i} weeks." for i in range(100, 130)]
    pairs = [Pair(claim, f"A baker, {n}.") for claim in claims for n in range(3)]
    assert known_answers(pairs, 0) == []


def test_all_of_them_are_mixed_in_among_the_drawn() -> None:
    pairs = lives(40)
    known = known_answers(pairs, 0)
    mixed = draw(pairs, 60, 0, known)
    assert {pair.key for pair in mixed if pair.known is None} == {
        pair.key for pair in draw(pairs, 60, 0)
    }
    assert [pair.key for pair in mixed if pair.known] != [pair.key for pair in known]
    assert {pair.key for pair in mixed if pair.known} == {pair.key for pair in known}
    places = [place for place, pair in enumerate(mixed) if pair.known]
    assert places[0] < 20
    assert places[-1] > 60
