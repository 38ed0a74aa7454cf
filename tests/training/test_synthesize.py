"""Synthesis end to end on a tiny model: what is released, what is promised, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.training._tiny import people, tokenizer

from seethrough import spec
from seethrough.engine.sanitize import VOIDED, sanitize
from seethrough.errors import InputError, MissingExtraError, UsageError
from seethrough.notices import noticed_by
from seethrough.records.corpus import Corpus
from seethrough.sanitizers import synthesize
from seethrough.sidecars.sidecar import sidecar_of
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore
from seethrough.training import bases, generating, loop
from seethrough.training.accounting import spent
from seethrough.training.examples import control_code, encode, near_duplicates
from seethrough.training.generating import fault

SMALL = "rank=2,epochs=1,batch=4,micro=4,length=48,together=8,learning_rate=0.01"


def made(tiny: Path, fields: str = "") -> str:
    return f"synthesize:base={tiny},{SMALL}" + (f",{fields}" if fields else "")


def test_a_release_stands_for_nobody_and_promises_nothing_by_itself(tiny: Path) -> None:
    private = people(8)
    release = sanitize(private, made(tiny))
    assert not release.aligned
    assert release.guarantee is None
    assert len(release.corpus) == 8
    assert not set(release.corpus.ids) & set(private.ids)
    assert release.corpus.persons == release.corpus.ids
    filled = [t for t in release.corpus.texts if t]
    assert len(filled) == 8 - release.ledger.get("withheld", 0)
    assert not any(fault(text) for text in filled)


def test_the_sidecar_holds_the_whole_promise(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[loop.Plan] = []
    real = loop.train

    def listening(*given: Any) -> None:
        plans.append(given[2])
        real(*given)

    monkeypatch.setattr(loop, "train", listening)
    release = sanitize(people(8, each=2), made(tiny, "epsilon=8"))
    promise, (plan,) = release.guarantee, plans
    assert promise is not None
    assert len(release.corpus) == 8
    assert 7.5 < promise.epsilon <= 8.0
    assert promise.unit == "person"
    assert promise.delta == pytest.approx(1 / (8 * 2.0794415), rel=1e-4)
    for named in ("hyper-parameters", "two ids", "number of people"):
        assert named in promise.note
    training = release.details["training"]
    assert training["sampling_rate"] == 0.5
    assert training["steps"] == 2
    assert training["clip"] == 1.0
    assert training["accountant"] == "prv"
    assert training["versions"]["opacus"] == "1.6.0"
    assert spent(0.5, training["noise_multiplier"], 2, promise.delta).epsilon == promise.epsilon
    done = plan.steps, plan.batch, plan.multiplier, plan.clip
    assert done == (2, 4, training["noise_multiplier"], 1.0)
    sidecar = json.loads(sidecar_of(release, people(8, each=2), "0" * 64)[0])
    assert sidecar["guarantee"]["epsilon"] == promise.epsilon
    assert sidecar["details"]["training"] == training


def test_where_nobody_is_named_the_promise_is_for_each_record(tiny: Path) -> None:
    told: list[str] = []
    private = Corpus.from_texts(people(8).texts, name="eight")
    with noticed_by(told.append):
        release = sanitize(private, made(tiny, "epsilon=8"))
    assert release.guarantee is not None
    assert release.guarantee.unit == "record"
    assert "each record counts as one" in release.guarantee.note
    assert [line for line in told if "no column says whose a record is" in line] == [
        "eight: no column says whose a record is, so that the guarantee holds for each record, and"
        " for nobody who has several; name it with --person"
    ]


def test_a_seed_voids_the_promise_and_repeats_the_release(tiny: Path) -> None:
    first = sanitize(people(8), made(tiny, "epsilon=8"), seed=1)
    again = sanitize(people(8), made(tiny, "epsilon=8"), seed=1)
    assert first.guarantee is None
    assert "delta" in first.details[VOIDED]
    assert first.corpus.texts == again.corpus.texts
    assert sanitize(people(8), made(tiny, "epsilon=8"), seed=2).corpus.texts != first.corpus.texts


def test_a_run_goes_on_with_what_was_sampled(tiny: Path, tmp_path: Path) -> None:
    first = sanitize(people(8), made(tiny), run=tmp_path / "run")
    again = sanitize(people(8), made(tiny), run=tmp_path / "run")
    assert first.corpus.texts == again.corpus.texts
    assert list((tmp_path / "run" / "training").glob("step-*.safetensors"))


def test_control_codes_from_columns(tiny: Path) -> None:
    assert control_code({"question": "Why?", "answer_idx": "C"}, ["question", "answer_idx"]) == (
        "Question: Why? | Answer idx: C\n"
    )
    assert control_code({}, []) == ""
    release = sanitize(people(8), made(tiny, "codes=kind"), seed=1)
    assert len(release.corpus) == 8
    with pytest.raises(InputError, match="no column 'nothing'"):
        sanitize(people(8), made(tiny, "codes=nothing"))


def test_private_control_codes_keep_no_promise() -> None:
    with pytest.raises(UsageError, match="public_codes=true"):
        spec.parse("sanitizers", "synthesize:epsilon=8,codes=kind")
    assert spec.parse("sanitizers", "synthesize:epsilon=8,codes=kind,public_codes=true").private


def test_the_promise_says_that_codes_are_not_protected_and_at_which_delta(tiny: Path) -> None:
    told = made(tiny, "epsilon=8,codes=kind,public_codes=true,delta=1e-3")
    promise = sanitize(people(8), told.replace("batch=4", "batch=8")).guarantee
    assert promise is not None
    assert "the control codes are public and not protected" in promise.note
    assert promise.delta == 1e-3
    other = sanitize(people(8), made(tiny, "epsilon=8")).guarantee
    assert other is not None
    assert "codes" not in other.note


def test_what_is_no_text_is_withheld_and_counted(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generating, "sample", lambda *given: ["A text."] * 2 + ["- 1 -"] * 6)
    monkeypatch.setattr(synthesize, "TRIES", 1)
    for promise in ("epsilon=8", "epsilon=inf"):
        release = sanitize(people(8), made(tiny, promise))
        assert release.corpus.texts == ["A text."] * 2 + [""] * 6
        assert release.ledger == {"samples_rejected (degenerate)": 6, "withheld": 6}


def test_counts_of_private_records_do_not_go_with_a_promise(tiny: Path) -> None:
    texts = [f"{'A long record of many words. ' * 4}{i}" for i in range(7)]
    private = Corpus.from_texts([*texts, texts[0]], persons=list("abcdefgh"), name="eight")
    told: list[str] = []
    with noticed_by(told.append):
        release = sanitize(private, made(tiny, "epsilon=8"))
    assert not any("cut" in entry or "else" in entry for entry in release.ledger)
    assert any("records cut: 8" in line for line in told)
    assert any("somebody else's: 8" in line for line in told)
    plain = sanitize(private, made(tiny))
    assert plain.ledger["records_cut"] == 8
    # The noise is known at once where everybody is drawn for each step.
    everybody = made(tiny, "epsilon=8").replace("batch=4", "batch=7")
    two = Corpus.from_texts([*texts, texts[0]], persons=list("abcdefga"), name="seven people")
    with noticed_by(told.append):
        assert len(sanitize(two, everybody).corpus) == 7  # people, not records
    assert len(sanitize(two, made(tiny)).corpus) == 8
    # Beside the number of people who are trained on, that of all would say how many wrote nothing.
    silent = Corpus.from_texts([*texts, " "], persons=list("abcdefgh"), name="one is silent")
    with noticed_by(told.append):
        release = sanitize(silent, everybody)
    assert len(release.corpus) == release.details["training"]["people"] == 7
    assert any("records without text: 1" in line for line in told)


def test_the_cap_is_drawn_and_counted() -> None:
    private = people(3, each=5)
    found = encode(private, tokenizer(), (), 64, 2, bytes(32))
    assert [len(own) for own in found.people] == [2, 2, 2]
    assert found.ledger == {"records_beyond_the_cap": 9}
    other = encode(private, tokenizer(), (), 64, 2, bytes([1] * 32))
    assert other.targets != found.targets


def test_records_that_are_cut_or_empty_are_counted() -> None:
    private = Corpus.from_texts(["a" * 100, "short", " "], name="three")
    found = encode(private, tokenizer(), (), 20, 1, bytes(32))
    assert found.ledger == {"records_cut": 1, "records_without_text": 1}
    assert [len(p) + len(t) for p, t in zip(found.prompts, found.targets, strict=True)] == [20, 7]
    edge = Corpus.from_texts(["a" * 18, "a" * 19])
    assert encode(edge, tokenizer(), (), 20, 1, bytes(32)).ledger == {"records_cut": 1}
    with pytest.raises(InputError, match="no record has any text"):
        encode(private.take([2]), tokenizer(), (), 20, 1, bytes(32))


def test_records_much_like_another_persons() -> None:
    text = "the tall baker from the old harbour has burned his left hand again"
    texts = [text, text.replace("again", "today"), "something else entirely stands here for once"]
    assert near_duplicates(Corpus.from_texts(texts)) == 2
    assert near_duplicates(Corpus.from_texts(texts, persons=["a", "a", "b"])) == 0
    assert near_duplicates(Corpus.from_texts([text] * 2)) == 2
    assert near_duplicates(Corpus.from_texts([text] * 80)) == 80


def test_what_is_no_text() -> None:
    assert fault("  ") == "empty"
    assert fault("--- 12 ...") == "degenerate"
    assert fault("so it goes " * 20) == "degenerate"
    assert fault("A keeper of bees writes to his sister about the weather.") == ""


def test_bad_input_is_one_line(tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="8 people are fewer than a batch of 32"):
        sanitize(people(8), f"synthesize:base={tiny},epsilon=8,length=48")
    with pytest.raises(UsageError, match=r"delta=0\.2 is above 1 / 8"):
        sanitize(people(8, each=2), made(tiny, "epsilon=8,delta=0.2"))
    with pytest.raises(UsageError, match="reads at most 128 tokens"):
        sanitize(people(8), f"synthesize:base={tiny},length=500")
    with pytest.raises(UsageError, match="--allow-remote"):
        sanitize(people(8), "synthesize:base=nobody/nothing")
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_bytes((tiny / name).read_bytes())
    with pytest.raises(InputError, match="no weights"):
        sanitize(people(8), f"synthesize:base={tmp_path}")
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(InputError, match="cannot be loaded"):
        sanitize(people(8), f"synthesize:base={tmp_path}")
    for wrong in ("epsilon=0", "epsilon=nan", "top_p=0", "batch=0", "delta=1", "clip=inf"):
        with pytest.raises(UsageError):
            spec.parse("sanitizers", f"synthesize:{wrong}")


def test_no_promise_has_a_name() -> None:
    for epsilon in ("inf", "1024", "512", "64", "16", "8", "3"):
        parsed = spec.parse("sanitizers", f"synthesize:epsilon={epsilon}")
        assert parsed.private == (epsilon != "inf")
    assert spec.parse("sanitizers", "synthesize:epsilon=inf") == spec.parse(
        "sanitizers", "synthesize"
    )


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.training.bases.find_spec", lambda package: None)
    with pytest.raises(MissingExtraError, match=r"seethrough\[training\]"):
        sanitize(people(8), "synthesize")


def test_nothing_makes_nothing() -> None:
    assert len(sanitize(people(0), "synthesize:epsilon=8").corpus) == 0


def test_no_text_of_another_base_model_is_kept(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a name on the hub means may change between a kill and the next start.
    private, maker = people(8).keeping(MemoryStore()), spec.parse("sanitizers", made(tiny))

    def texts(changed: bool) -> list[str]:
        base = load(str(tiny))
        for weight in base.model.parameters() if changed else ():
            weight.data.neg_()
        monkeypatch.setattr(bases, "load", lambda name: base)
        return list(maker.sanitize(private, generator(0)).corpus.texts)

    load = bases.load
    assert texts(False) == texts(False) != texts(True)
