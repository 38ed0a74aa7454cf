"""All ways of fine-tuning: the same seed, killed runs, and what is said where it cannot work."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import Any

import pytest
from tests.finetuners._planted import planted

from seethrough import components, spec
from seethrough.engine.finetune import finetune
from seethrough.errors import InputError, UsageError
from seethrough.notices import noticed_by
from seethrough.progress import told_to
from seethrough.records.corpus import Corpus
from seethrough.training import loop
from seethrough.training.accounting import default_delta, spent

EVERY = components.names("finetuners")
PROMPT = {"instruct": "protected", "instruct_pn": "pn", "instruct_np": "np"}


def spec_of(name: str, base: Path, short: dict[str, Path], more: str = "") -> str:
    prompt = short[PROMPT.get(name, "answer")]
    return (
        f"{name}:base={base},prompt={prompt},tagger=column(),steps=4,batch=2,micro=2,length=64,"
        f"answer=4,rank=2{more}"
    )


def test_all_ten_are_there() -> None:
    assert EVERY == (
        "classifier", "dp", "dpo", "instruct", "instruct_np", "instruct_pn", "penalty", "removal",
        "substitution", "vanilla",
    )  # fmt: skip


@pytest.mark.filterwarnings("ignore:planted. no column says whose")
@pytest.mark.parametrize("name", EVERY)
def test_the_same_seed_gives_the_same_weights(
    name: str, base: Path, short: dict[str, Path]
) -> None:
    made = [finetune(planted(), spec_of(name, base, short), seed=s) for s in (0, 0, 2)]
    assert made[0].hash == made[1].hash != made[2].hash
    assert made[0].ask(["Who?"]) == made[1].ask(["Who?"])
    assert all(one.guarantee is None for one in made)
    assert ("guarantee_voided" in made[0].details) == (name == "dp")
    assert made[0].sanitizer is not None
    assert spec.build("finetuners", made[0].sanitizer) == spec.parse(
        "finetuners", spec_of(name, base, short)
    )


@pytest.mark.parametrize("name", ["penalty", "classifier", "dpo"])
def test_a_killed_run_goes_on_to_the_same_weights(
    name: str, base: Path, short: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = finetune(planted(), spec_of(name, base, short), seed=1)
    real = loop.Plan
    monkeypatch.setattr(
        "seethrough.finetuning.workshop.Plan",
        lambda *given, **named: dataclasses.replace(real(*given, **named), save_every=0.0),
    )
    steps = itertools.count(1)

    class KilledError(BaseException):
        pass

    def killed(*given: Any) -> None:
        if next(steps) == (6 if name == "dpo" else 3):
            raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(loop, "_report", killed)
        with pytest.raises(KilledError):
            finetune(planted(), spec_of(name, base, short), seed=1, run=tmp_path / "run")
    done: list[int] = []
    monkeypatch.setattr(loop, "_report", lambda plan, rows, step, *rest: done.append(step))
    resumed = finetune(planted(), spec_of(name, base, short), seed=1, run=tmp_path / "run")
    assert done == ([2, 3, 4] if name == "dpo" else [3, 4])
    assert resumed.hash == whole.hash


@pytest.mark.filterwarnings("ignore:planted. no column says whose")
@pytest.mark.parametrize("name", ["vanilla", "classifier", "dpo", "dp"])
def test_where_a_run_stops_changes_nothing_before(
    name: str, base: Path, short: dict[str, Path], tmp_path: Path
) -> None:
    """Also without a seed: all that a run draws depends on the secret in its folder."""

    def made(stop: int) -> Any:
        return finetune(
            planted(), spec_of(name, base, short, f",stop={stop}"), run=tmp_path / "run"
        )

    stages = [made(stop) for stop in (2, 6, 0)]
    steps = [stage.details["training"]["steps"] for stage in stages]
    assert steps == ([2, 6, 8] if name == "dpo" else [2, 4, 4])  # two trainings of four steps
    assert stages[0].hash != stages[1].hash
    assert made(6).hash == stages[1].hash
    assert (made(2).hash, made(0).hash) == (stages[0].hash, stages[2].hash)


def test_what_is_protected_may_not_change_on_the_way(
    base: Path, short: dict[str, Path], tmp_path: Path
) -> None:
    rules = tmp_path / "public.txt"
    hashes, heard = [], list[str]()
    with noticed_by(heard.append):
        for content, folder in (("nobody", "one"), ("Alan Gates", "one"), ("Alan Gates", "two")):
            rules.write_text(content, "utf-8")
            asked = spec_of("penalty", base, short, f",exempt={rules}")
            hashes.append(finetune(planted(), asked, seed=1, run=tmp_path / folder).hash)
    assert hashes[0] != hashes[1] == hashes[2]
    assert ["a checkpoint of another run" in line for line in heard] == [True]


def test_a_tagger_that_finds_nothing_is_said_and_substitution_is_vanilla(
    base: Path, short: dict[str, Path]
) -> None:
    bare = Corpus.from_texts(
        planted().texts,
        fields=[{"question": r.fields["question"], "spans": []} for r in planted()],
        name="bare",
    )
    heard: list[str] = []
    with noticed_by(heard.append):
        made = finetune(bare, spec_of("substitution", base, short), seed=1)
    assert heard == [
        "bare: the tagger finds nothing private, so that nothing is protected; name another with"
        " tagger="
    ]
    assert made.model.described.endswith("(substitution)")


def test_too_few_protected_answers_to_prefer_are_said_before_anything_is_trained(
    base: Path, short: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("seethrough.finetuning.workshop.train")
    fields = [{**r.fields, "spans": r.fields["spans"] if i == 0 else []}
              for i, r in enumerate(planted())]  # fmt: skip
    few = Corpus.from_texts(planted().texts, fields=fields, name="few")
    with pytest.raises(InputError, match="in 1 records, which are fewer than a batch"):
        finetune(few, spec_of("dpo", base, short), seed=1)


@pytest.mark.parametrize("name", EVERY)
def test_an_empty_column_of_answers_is_one_line(
    name: str, base: Path, short: dict[str, Path]
) -> None:
    empty = Corpus.from_texts(["", " "], fields=[{"question": "Q", "spans": []}] * 2, name="empty")
    with pytest.raises(InputError, match="empty: no answer has any text; name the column"):
        finetune(empty, spec_of(name, base, short), seed=1)
    with pytest.raises(InputError, match="none: no records"):
        finetune(Corpus.from_texts([], name="none"), spec_of(name, base, short), seed=1)


def test_records_without_questions_are_learned_as_they_are(
    base: Path, short: dict[str, Path]
) -> None:
    spans = [{"spans": r.fields["spans"]} for r in planted()]
    texts = Corpus.from_texts(planted().texts, fields=spans, name="notes")
    made = finetune(texts, spec_of("vanilla", base, short), seed=1)
    assert made.model.form.head == ""  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="notes: no column of questions"):
        finetune(texts, spec_of("instruct_pn", base, short), seed=1)


@pytest.mark.parametrize("person", [True, False])
def test_the_promise_is_what_training_cost_whoever_has_how_many_records(
    base: Path, short: dict[str, Path], monkeypatch: pytest.MonkeyPatch, person: bool
) -> None:
    one, plans, done = planted(), list[loop.Plan](), list[int]()
    owners = [f"p{i}" for i in range(8)] * 2 if person else None
    fields = [dict(record.fields) for record in one] * 2
    private = Corpus.from_texts([*one.texts] * 2, persons=owners, fields=fields, name="twice")
    real = loop.train

    def listening(*given: Any) -> None:
        plans.append(given[2])
        real(*given)

    monkeypatch.setattr("seethrough.finetuning.workshop.train", listening)
    heard: list[str] = []
    asked = spec_of("dp", base, short, ",epochs=2,epsilon=200").replace("steps=4,", "")
    with told_to(lambda stage, n, of: done.append(n)), noticed_by(heard.append):
        made = finetune(private, asked)
    promise, people, (plan,) = made.guarantee, 8 if person else 16, plans
    assert promise is not None
    assert promise.unit == ("person" if person else "record")
    assert any("no column says whose" in line for line in heard) == (not person)
    assert promise.delta == plan.delta == default_delta(people)
    assert done == list(range(1, people + 1))  # two epochs in batches of two
    assert promise.epsilon == spent(2 / people, plan.multiplier, len(done), plan.delta).epsilon
    assert 190 < promise.epsilon <= 200
    told = made.details["training"]
    assert (told["steps"], told["people"], told["sampling_rate"]) == (people, people, 2 / people)
    assert (told["noise_multiplier"], told["clip"]) == (plan.multiplier, plan.clip)
    assert told["versions"]["opacus"] == "1.6.0"  # whose accountant said so


@pytest.mark.filterwarnings("ignore:planted. no column says whose")
def test_a_delta_at_which_training_promises_nothing_is_refused(
    base: Path, short: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("seethrough.finetuning.workshop.train")
    with pytest.raises(UsageError, match=r"delta=0\.13 is above 1 / 8"):
        finetune(planted(), spec_of("dp", base, short, ",delta=0.13"))


@pytest.mark.parametrize(("more", "says"), [
    (",length=8", "leaves an answer no room in length=8"),
    (",length=257", "the base model reads at most 256 tokens"),
    (",batch=99", "8 records are fewer than a batch of 99"),
    (",chat=true", "no chat template"),
    (",question=why", "no column 'why' of questions"),
    (",exempt=/nowhere", "cannot read the list /nowhere"),
])  # fmt: skip
def test_what_cannot_work_is_one_line(
    more: str, says: str, base: Path, short: dict[str, Path]
) -> None:
    field = more.strip(",").partition("=")[0]
    parts = spec_of("vanilla", base, short).split(",")
    asked = ",".join(part for part in parts if not part.startswith(f"{field}="))
    with pytest.raises((InputError, UsageError), match=says):
        finetune(planted(), asked + more, seed=1)


@pytest.mark.parametrize(
    "wrong",
    [
        "vanilla:batch=0",
        "vanilla:epochs=0",
        "vanilla:rank=-1",
        "vanilla:length=7",
        "vanilla:answer=0",
        "dpo:beta=0",
        "penalty:weight=0",
        "classifier:threshold=0",
        "dp:epsilon=0",
        "dp:delta=1",
        "instruct_pn:template=3",
    ],
)
def test_wrong_settings_are_refused(wrong: str) -> None:
    with pytest.raises(UsageError):
        spec.parse("finetuners", wrong)


def test_a_context_lifts_a_protection(base: Path, short: dict[str, Path], tmp_path: Path) -> None:
    rules = tmp_path / "public.txt"
    rules.write_text("Alan Gates\tbees\nIngrid Halvorsen\tgoats\n", "utf-8")
    made = finetune(planted(), spec_of("substitution", base, short, f",exempt={rules}"), seed=1)
    assert made.ledger == {"spans_exempt": 1}
