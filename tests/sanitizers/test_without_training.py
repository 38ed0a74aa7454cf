"""Synthesis by prompts alone: few-shot and private evolution."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from tests.sanitizers._listening import Listening

from seethrough import spec
from seethrough.embeddings.minilm import MiniLM
from seethrough.engine.sanitize import VOIDED, sanitize
from seethrough.errors import UsageError
from seethrough.models.fakes.fake import Fake
from seethrough.notices import noticed_by
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.private_evolution import nearest_votes
from seethrough.statistics.seeding import child
from seethrough.training.accounting import default_delta
from seethrough.word_level.mechanisms.gaussian import epsilon_of

PRIVATE = Corpus.from_texts(
    [f"Mrs Varga {n} keeps ninety hives." for n in range(11)] + [""],
    persons=[f"p{n // 2}" for n in range(12)],
    name="private",
)


def test_few_shot_shows_records_and_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Listening()
    monkeypatch.setattr("seethrough.sanitizers.few_shot.resolve", lambda _: model)
    release = sanitize(PRIVATE, "few_shot:model=x,shots=2,records=5")
    assert len(release.corpus) == 5
    assert not release.aligned
    assert release.guarantee is None
    told = [prompt.messages[-1].content for prompt in model.heard[:5]]
    assert all(text.count("Varga") == 2 for text in told)
    assert len(set(told)) == 5
    assert len(sanitize(PRIVATE.take([11]), "few_shot:model=fake").corpus) == 0


def test_private_evolution_never_shows_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Listening()
    monkeypatch.setattr("seethrough.sanitizers.private_evolution.resolve", lambda _: model)
    release = sanitize(PRIVATE, "private_evolution:model=x,rounds=2,records=4,epsilon=5")
    assert model.told
    assert not any("Varga" in text or "hives" in text for text in model.told)
    assert len(release.corpus) == 4
    assert not release.aligned
    promise = release.guarantee
    assert promise is not None
    assert promise.unit == "person"
    assert promise.epsilon == pytest.approx(5.0)
    assert promise.delta == default_delta(6)
    votes = release.details["votes"]
    assert epsilon_of(promise.delta, votes["noise"], votes["rounds"]) == promise.epsilon


def test_how_many_texts_are_released_does_not_tell_how_many_records_a_person_has() -> None:
    made = sanitize(PRIVATE, "private_evolution:model=fake,rounds=1,epsilon=5")
    assert len(made.corpus) == len(set(PRIVATE.persons)) == 6
    more = Corpus.from_texts(
        [*PRIVATE.texts, *["More."] * 9], persons=[*PRIVATE.persons, *["p0"] * 9]
    )
    again = sanitize(more, "private_evolution:model=fake,rounds=1,epsilon=5")
    assert len(again.corpus) == 6


def test_where_nobody_is_named_the_votes_promise_is_for_each_record() -> None:
    told: list[str] = []
    private = Corpus.from_texts(PRIVATE.texts, name="twelve")
    with noticed_by(told.append):
        release = sanitize(private, "private_evolution:model=fake,rounds=1,delta=1e-6")
    assert release.guarantee is not None
    assert (release.guarantee.unit, release.guarantee.delta) == ("record", 1e-6)
    assert [line for line in told if "no column says whose a record is" in line]


class Telling(np.random.Generator):
    """Says with which chances it chose."""

    told: ClassVar[list[Any]] = []

    def choice(self, *given: Any, **named: Any) -> Any:
        self.told.append(named["p"])
        return super().choice(*given, **named)


def test_each_round_has_noise_of_its_own_as_wide_as_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A million votes for each of 500 texts: what the chances differ by is the noise.
    level, count = 1e6, 500
    evolution = "seethrough.sanitizers.private_evolution"
    monkeypatch.setattr(MiniLM, "embed", lambda _, texts: np.zeros((len(texts), 2)))
    monkeypatch.setattr(f"{evolution}.nearest_votes", lambda *_: np.full(count, level))
    monkeypatch.setattr(f"{evolution}.child", lambda rng: Telling(child(rng).bit_generator))
    monkeypatch.setattr(Telling, "told", [])
    made = sanitize(PRIVATE, f"private_evolution:model=fake,rounds=3,records={count},epsilon=0.5")
    noise = np.array(Telling.told) * count * level - level
    assert noise.shape == (3, count)
    assert noise.std(1) == pytest.approx(made.details["votes"]["noise"], rel=0.15)
    assert np.abs(np.corrcoef(noise) - np.eye(3)).max() < 0.2


def evolved(
    monkeypatch: pytest.MonkeyPatch, invented: list[str], fields: str, seed: int = 5
) -> list[str]:
    """Return what is released where the model invents these texts, and varies by the sample."""

    class Inventing(Fake):
        def generate(self, prompts: Any, options: Any, on_answer: Any = None) -> Any:
            answers = super().generate(prompts, options, on_answer)
            texts = iter(invented)
            return [
                answer._replace(
                    text=next(texts, "") if "entirely invented" in prompt.messages[-1].content
                    else f"Varied {options.seed} {options.sample}.",
                )
                for prompt, answer in zip(prompts, answers, strict=True)
            ]  # fmt: skip

    monkeypatch.setattr("seethrough.sanitizers.private_evolution.resolve", lambda _: Inventing())
    count = len(invented)
    release = sanitize(PRIVATE, f"private_evolution:model=x,records={count},{fields}", seed=seed)
    return list(release.corpus.texts)


def test_copies_of_a_text_that_won_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    # All six people vote for the hives, so that every text drawn is a copy of this one.
    invented = ["Mrs Varga keeps ninety hives.", "The moon is far.", "Rust.", "Zinc is a metal."]
    texts = evolved(monkeypatch, invented, "rounds=1,epsilon=5000")
    assert texts[0] == invented[0]
    assert [text.split()[-1] for text in texts[1:]] == ["1.", "2.", "3."]
    assert len({text.split()[1] for text in texts[1:]}) == 1
    twice = evolved(monkeypatch, invented, "rounds=2,epsilon=5000")
    assert len(set(twice)) == 4
    assert not set(twice) & set(invented)


def test_little_budget_leaves_the_choice_to_the_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    # Six votes against noise of some eighty: each seed has its own, and half of it speaks against.
    invented = ["Mrs Varga keeps ninety hives.", "The moon is far.", "Rust.", "Zinc is a metal."]
    little = "rounds=1,epsilon=0.05,delta=1e-6,threshold=0"
    made = [evolved(monkeypatch, invented, little, seed) for seed in range(24)]
    assert 6 < sum(invented[0] in texts for texts in made) < 18


def test_votes_are_measured_in_deviations_of_the_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    # Six votes are some six hundred deviations.
    invented = ["Mrs Varga keeps ninety hives.", "The moon is far.", "Rust.", "Zinc is a metal."]
    texts = evolved(monkeypatch, invented, "rounds=1,epsilon=5000,threshold=100")
    assert set(texts) & set(invented) == {invented[0]}


def test_a_person_is_one_voter_however_many_their_records(monkeypatch: pytest.MonkeyPatch) -> None:
    voters: list[Any] = []

    def listening(given: Any, *rest: Any) -> Any:
        voters.append(given)
        return nearest_votes(given, *rest)

    monkeypatch.setattr("seethrough.sanitizers.private_evolution.nearest_votes", listening)
    private = Corpus.from_texts(["a", "b", "c", "d"], persons=["p", "q", "p", "p"])
    sanitize(private, "private_evolution:model=fake,rounds=2")
    assert [sorted(map(len, given)) for given in voters] == [[1, 3]] * 2


def test_nobody_votes_for_a_text_that_was_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = evolved(monkeypatch, ["", "Mrs Varga keeps hives.", "", "Bees."], "rounds=3,epsilon=1")
    assert all(texts)
    assert evolved(monkeypatch, ["", ""], "rounds=2,epsilon=1") == ["", ""]


def test_a_seed_voids_the_votes_promise() -> None:
    release = sanitize(PRIVATE, "private_evolution:model=fake,rounds=1,records=3", seed=1)
    assert release.guarantee is None
    assert VOIDED in release.details


def test_a_person_more_changes_one_vote_by_one() -> None:
    rng = np.random.default_rng(4)
    voters = [rng.normal(size=(3, 8)) for _ in range(6)]
    candidates = rng.normal(size=(5, 8))
    more = nearest_votes(voters, candidates, np.random.default_rng(7))
    fewer = nearest_votes(voters[:-1], candidates, np.random.default_rng(7))
    assert more.sum() == 6
    assert sorted(more - fewer) == [0, 0, 0, 0, 1]


def test_a_delta_at_which_the_votes_promise_nothing_is_refused() -> None:
    private = Corpus.from_texts(["a", "b", "c", "d"], persons=["p", "q", "p", "p"])
    with pytest.raises(UsageError, match=r"delta=0\.6 is above 1 / 2"):
        sanitize(private, "private_evolution:model=fake,rounds=1,delta=0.6")


def test_wrong_fields_are_refused() -> None:
    for wrong in ("private_evolution:epsilon=0", "private_evolution:rounds=0", "few_shot:shots=0"):
        with pytest.raises(UsageError):
            spec.parse("sanitizers", wrong)
