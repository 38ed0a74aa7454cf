"""Who was a model trained on, by what its weights make of each record."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from tests.attacks.test_memorization import Scripted
from tests.training._tiny import gpt2, tokenizer
from tests.training.conftest import one_thread, tiny

import seethrough as st
from seethrough import spec
from seethrough.attacks.model_membership import ModelMembership
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.finetuning.made_up import people
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import Form
from seethrough.model_releases.generating import Writing
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.records.corpus import Corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore
from seethrough.training import bases
from seethrough.training.examples import Examples
from seethrough.training.model_scores import member_scores

__all__ = ["one_thread", "tiny"]


@pytest.mark.parametrize("by", ["calibrated", "loss", "min_k", "rmia"])
def test_membership_is_told_from_the_weights_alone(by: str, tmp_path: Path) -> None:
    inside, outside = people(40, seed=1), people(40, seed=1, start=1000)
    st.write(people(20, seed=1, start=2000), str(tmp_path / "strangers.jsonl"))
    attack = spec.parse("attacks", f"model_membership:by={by},shadow={tmp_path}/strangers.jsonl")
    knowing = ModelRelease(KnownByHeart.of(inside))
    cell = run_attack(attack, knowing, "own", Setting(inside, outside, 0, MemoryStore()))
    assert cell.estimates[0].value == 1.0
    nothing = ModelRelease(KnownByHeart({}, ""))
    alike = run_attack(attack, nothing, "other", Setting(inside, outside, 0, MemoryStore()))
    assert alike.estimates[0].value == pytest.approx(0.5)
    served = Scripted({})
    none = run_attack(
        attack, ModelRelease(served), "served", Setting(inside, outside, 0, MemoryStore())
    )
    assert none.estimates[0].value is None


@pytest.mark.parametrize("by", ["calibrated", "loss", "min_k", "rmia"])
def test_the_scores_of_membership_are_those_of_the_weights(
    by: str, tiny: Path, tmp_path: Path
) -> None:
    inside, strangers = people(4, seed=1), people(3, seed=1, start=2000)
    st.write(strangers, str(tmp_path / "strangers.jsonl"))
    made = [bases.load(str(tiny)), bases.load(str(tiny))]
    with torch.no_grad():
        made[0].model.lm_head.weight.mul_(1.5)
    form = Form.plain()
    model = TunedModel(
        made[0].model.eval(), made[0].tokenizer, form, base=lambda: made[1], writing=Writing(8)
    )

    def rows(corpus: Corpus) -> Examples:
        most = made[0].model.config.max_position_embeddings - 1
        encoded = made[0].tokenizer(list(corpus.texts), add_special_tokens=False)["input_ids"]
        targets = [row[:most] for row in encoded]
        start = made[0].tokenizer.bos_token_id
        return Examples([[start]] * len(targets), targets, [[0]], {})

    wanted = member_scores(made[0].model, made[1].model, rows(inside), rows(strangers))
    bare = [Corpus.from_texts(c.texts) for c in (inside, strangers)]
    st.write(bare[1], str(tmp_path / "strangers.jsonl"))
    attack = spec.parse("attacks", f"model_membership:by={by},shadow={tmp_path}/strangers.jsonl")
    known = attack.learn(bare[0], generator(0, "membership"))
    guesses = attack.guess(ModelRelease(model), known, generator(0, "membership"))
    assert [g.scores[0] for g in guesses] == pytest.approx(getattr(wanted, by).tolist(), abs=1e-5)


@pytest.mark.parametrize("by", ["calibrated", "loss", "min_k", "rmia"])
def test_a_model_that_was_trained_is_measured_beside_the_one_it_began_as(
    by: str, tiny: Path, tmp_path: Path
) -> None:
    """What the model that training started from began as is known to nobody."""
    inside, outside = people(12, seed=1), people(12, seed=1, start=1000)
    st.write(people(6, seed=1, start=2000), str(tmp_path / "strangers.jsonl"))
    trained, base = bases.load(str(tiny)), bases.load(str(tiny))
    form = Form.plain()
    model = TunedModel(
        trained.model.eval(), trained.tokenizer, form, base=lambda: base, writing=Writing(8)
    )
    setting = Setting(inside, outside, 0, MemoryStore())
    attack = spec.parse("attacks", f"model_membership:by={by},shadow={tmp_path}/strangers.jsonl")
    cell = run_attack(attack, ModelRelease(model), "known", setting)
    assert cell.error is None
    assert 0 <= cell.estimates[0].value <= 1
    model = TunedModel(trained.model.eval(), trained.tokenizer, form, writing=Writing(8))
    cell = run_attack(attack, ModelRelease(model), "unknown", setting)
    measured = cell.estimates[0].value is not None
    assert measured == (by in ("loss", "min_k"))


def test_an_attack_on_a_model_that_fails_does_not_end_the_audit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inside, outside = people(20, seed=1), people(20, seed=1, start=1000)

    def fails(*_: object) -> None:
        raise ValueError("secret words of a record")

    monkeypatch.setattr(ModelMembership, "score", fails)
    found = st.audit(
        inside,
        ModelRelease(KnownByHeart({}, "")),
        attacks=["memorization:tagger=column()", "model_membership"],
        control=outside,
    )
    assert found.verdict.word == "inconclusive"
    memorized, failed = found.cells
    assert memorized.error is None
    assert "ValueError" in str(failed.error)
    assert "attack_failed" in {reason.kind for reason in found.verdict.reasons}


def test_a_record_longer_than_the_model_reads_is_read_as_far_as_it_can() -> None:
    model = TunedModel(gpt2().eval(), tokenizer(), Form.plain(), writing=Writing(8))
    long = "bees " * 100
    assert model.read([""], [long]).losses == model.read([""], [long[:127]]).losses
    (whole,) = model.chances([""], [""], [long[:127]])
    assert model.chances([""], [""], [long]) == [None], "of a part nothing follows for the whole"
    assert whole is not None


def test_rmia_needs_strangers() -> None:
    inside = people(4, seed=1)
    attack = spec.parse("attacks", "model_membership:by=rmia")
    known = attack.learn(inside, generator(0, "membership"))
    with pytest.raises(st.UsageError, match="name a shadow="):
        attack.guess(ModelRelease(KnownByHeart.of(inside)), known, generator(0, "membership"))


def test_a_target_s_own_record_is_no_stranger_s(tmp_path: Path) -> None:
    inside = people(4, seed=1)
    st.write(inside, str(tmp_path / "strangers.jsonl"))
    attack = spec.parse("attacks", f"model_membership:by=rmia,shadow={tmp_path}/strangers.jsonl")
    known = attack.learn(inside, generator(0, "membership"))
    with pytest.raises(st.InputError, match="no record that is not among the targets"):
        attack.guess(ModelRelease(KnownByHeart.of(inside)), known, generator(0, "membership"))
