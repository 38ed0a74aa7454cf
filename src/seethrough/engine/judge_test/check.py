"""Puts a judge to the test: claims whose answer is known, the user's own and invented ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from seethrough.engine.judge_test import drawing
from seethrough.engine.judge_test.drawing import Probe
from seethrough.engine.judge_test.known import probes, unrelated
from seethrough.engine.judging import rate
from seethrough.engine.self_test.result import SelfTest
from seethrough.estimates.estimate import Interval, excess, share
from seethrough.evidence.grade import leaked
from seethrough.protocols import Generator, Judge, Tally

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

OWN = 0.8
"""The share of claims that must be heard in the record that they were cut from."""

STRANGERS = 0.5
"""How much more must be heard there than in the record of somebody else."""

MANNER = 0.1
"""How much more may be heard in a stranger's released record than in that stranger's original."""

REWORDED = 0.5
"""The share of claims that must be heard in other words and another order."""

REBUILT = 0.5
"""The share of claims that should be heard in sentences built anew."""

DENIED = 0.5
"""The share of denied claims that may be taken for told."""

ALTERED = 0.0
"""How much more must be heard of what is told than of what was made false in the same words.

Compared by the finer rating: a claim of which a part is made false is still told in part.
"""


TITLES: Mapping[str, str] = {
    "judge.own_record": "Claims recognized in their own record",
    "judge.stranger": "Claims recognized in their own record more than in a stranger’s",
    "judge.manner": "Claims recognized in strangers’ records once released, beyond before",
    "judge.paraphrase": "Claims recognized in other words",
    "judge.negation": "Negated claims rated as disclosed",
    "judge.empty": "Claims recognized in an empty record",
    "judge.known_paraphrase": "Known paraphrases recognized",
    "judge.known_unrelated": "Known paraphrases recognized more than unrelated text",
    "judge.known_altered": "Known paraphrases recognized more than altered facts",
    "judge.known_rebuilt": "Known strong paraphrases recognized",
}
"""What is measured of a judge, in words that need no other knowledge."""


def check_judge(
    judge: Judge,
    claims_by_record: Sequence[Sequence[str]],
    corpus: Corpus,
    rng: Generator,
    released: Corpus | None = None,
) -> list[SelfTest]:
    """Ask a judge about claims whose answer is known.

    On the user's claims, one a person as far as possible: whether it hears them in their own
    record, in another order and other words, not in a stranger's record, not where they are
    denied, not in an empty text. On invented claims (``known``): whether it hears them reworded
    and rebuilt, and not in altered and unrelated passages. A claim that could not be judged
    counts as not heard.

    A judge that takes the manner of a release for disclosure hears everybody's claims in it. So the
    strangers' records are read as they were released, too: a released record tells no more about
    others than its original did.

    A probe that the user's data do not allow, such as a stranger's record where there is one
    person or a rewording where the text is not English, has ``n=0`` and did not pass. Two tests
    measure blind spots that not every release meets (``SelfTest.binds``): rebuilt sentences,
    missed where a release puts everything in other words, and denials, which a judge that counts
    words takes for told.

    What must be heard passes by its share, what must not by the lower end of its interval: of a
    judge that hears everything, no few claims may look good by luck. Differences are between the
    same claims, heard where they are told less heard where they are not.

    Args:
        judge: The judge.
        claims_by_record: The claims of each record.
        corpus: The records, in the same order.
        rng: Which claims are drawn, and which strangers.
        released: The released records where they stand for those of the same id, or None.

    Raises:
        ValueError: There are not as many lists of claims as records.
    """
    own, strangers = drawing.own_and_strangers(claims_by_record, corpus, rng)
    both = [] if released is None else drawing.as_released(strangers, released)
    heard = _heard(
        judge,
        {
            "own": own,
            "stranger": strangers,
            "original": [probe for probe, _ in both],
            "released": [probe for _, probe in both],
            "paraphrase": drawing.reworded(claims_by_record, corpus, rng),
            "negation": drawing.denied(claims_by_record, corpus, rng),
            "empty": [Probe(p.person, p.claim, "") for p in own],
            **_invented(),
        },
    )
    return _passed(heard)


def _passed(heard: Mapping[str, _Answers]) -> list[SelfTest]:
    """Return what the answers to each group of probes say of the judge."""
    own_record, reworded = heard["own"], heard["reworded"]
    return [
        _at_least("judge.own_record", "own record", own_record, OWN),
        _apart("judge.stranger", "stranger's record", own_record, heard["stranger"], STRANGERS),
        *_no_more(
            "judge.manner", "stranger's released record", heard["original"], heard["released"]
        ),
        _at_least("judge.paraphrase", "own claim, reworded", heard["paraphrase"], REWORDED),
        replace(
            _at_most("judge.negation", "own claim, denied", heard["negation"], DENIED),
            binds="never",
        ),
        _at_most("judge.empty", "empty record", heard["empty"], 0.0),
        _at_least("judge.known_paraphrase", "invented, reworded", reworded, REWORDED),
        _apart(
            "judge.known_unrelated", "invented, unrelated", reworded, heard["unrelated"], STRANGERS
        ),
        _apart(
            "judge.known_altered",
            "invented, altered",
            reworded._replace(heard=reworded.degrees),
            heard["altered"]._replace(heard=heard["altered"].degrees),
            ALTERED,
        ),
        replace(
            _at_least("judge.known_rebuilt", "invented, rebuilt", heard["rebuilt"], REBUILT),
            binds="reworded",
        ),
    ]


class _Answers(NamedTuple):
    """What a judge says to a group of probes.

    Attributes:
        heard: One per probe, whether it takes the claim for told.
        degrees: One per probe, how far: 1 for the same information, 0 for none.
        people: Whose claim each is.
    """

    heard: list[Tally]
    degrees: list[Tally]
    people: list[str]


def _heard(judge: Judge, groups: Mapping[str, Sequence[Probe]]) -> dict[str, _Answers]:
    """Ask about all probes at once, so that a language model works on them side by side."""
    flat = [probe for group in groups.values() for probe in group]
    ratings = iter(rate(judge, [p.claim for p in flat], [p.passage for p in flat]))
    answers = {}
    for name, group in groups.items():
        given = [next(ratings) for _ in group]
        answers[name] = _Answers(
            [Tally(float(leaked(rating.grade))) for rating in given],
            [Tally(0.0 if r.grade is None else (3 - r.expected) / 2) for r in given],
            [p.person for p in group],
        )
    return answers


def _invented() -> dict[str, list[Probe]]:
    known = probes()
    passages = {
        "reworded": [k.reworded for k in known],
        "rebuilt": [k.rebuilt for k in known],
        "altered": [k.altered for k in known],
        "unrelated": unrelated(),
    }
    return {
        name: [Probe(k.claim, k.claim, told) for k, told in zip(known, texts, strict=True)]
        for name, texts in passages.items()
    }


def _at_least(figure: str, probe: str, answers: _Answers, expected: float) -> SelfTest:
    measured = share(answers.heard, answers.people)
    passed = measured.value is not None and measured.value >= expected
    return _test(figure, probe, measured, expected, "at least", passed)


def _at_most(figure: str, probe: str, answers: _Answers, expected: float) -> SelfTest:
    measured = share(answers.heard, answers.people)
    passed = measured.low is not None and measured.low <= expected
    return _test(figure, probe, measured, expected, "at most", passed)


def _no_more(figure: str, probe: str, before: _Answers, after: _Answers) -> list[SelfTest]:
    """Compare what is heard in the same strangers' records before and after; none for none."""
    if not before.heard:
        return []
    measured = excess(after.heard, before.heard, before.people, None, "lower_is_better")
    passed = measured.low is not None and measured.low <= MANNER
    return [_test(figure, probe, measured, MANNER, "at most", passed)]


def _apart(figure: str, probe: str, told: _Answers, untold: _Answers, expected: float) -> SelfTest:
    """Compare what must be heard with what must not, claim by claim."""
    measured = share([], [])
    if untold.heard:
        measured = excess(told.heard, untold.heard, told.people, None, "lower_is_better")
    passed = measured.low is not None and measured.low > expected
    return _test(figure, probe, measured, expected, "apart by more than", passed)


def _test(
    figure: str, probe: str, measured: Interval, expected: float, bound: str, passed: bool
) -> SelfTest:
    return SelfTest(
        figure, probe, measured, expected, bound, passed, title=TITLES[figure], tests="judge"
    )
