"""The loop: what it draws, how it goes on after a kill, what it says when it fails."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from seethrough.errors import (
    ContractError,
    InputError,
    OutputError,
    UnavailableError,
    UsageError,
)
from seethrough.notices import noticed_by
from seethrough.progress import told_to
from seethrough.training import checkpoints, gradients, loop
from seethrough.training.accounting import spent_so_far
from seethrough.training.adapting import adapted
from seethrough.training.examples import Examples
from seethrough.training.loop import Plan, drawn, train

SECRET = bytes(range(32))
PLAIN = Plan(steps=6, batch=4, micro=2, learning_rate=0.01, save_every=0.0)
NOISY = Plan(6, 4, 2, 0.01, clip=1.0, multiplier=0.7, delta=1e-3, save_every=0.0)


def examples(count: int = 12, each: int = 1) -> Examples:
    rows = [[i % 250, 7, 9, 256] for i in range(count * each)]
    people = [list(range(i * each, (i + 1) * each)) for i in range(count)]
    return Examples([[256]] * len(rows), rows, people, {})


def weights(model: Any) -> dict[str, Any]:
    return {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}


class KilledError(Exception):
    pass


@pytest.mark.parametrize("plan", [PLAIN, NOISY], ids=["plain", "noisy"])
@pytest.mark.parametrize("rank", [0, 4], ids=["full", "lora"])
def test_a_killed_run_goes_on_to_the_same_weights(
    make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: Plan, rank: int
) -> None:
    undisturbed = adapted(make("llama")(), rank, seed=1)
    train(undisturbed, examples(), plan, SECRET, tmp_path / "one", "run")

    def killed(where: Plan, rows: Any, done: int, *rest: Any) -> None:
        if done == 4:  # after the step was done, before it was saved
            raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(loop, "_report", killed)
        broken = adapted(make("llama")(), rank, seed=1)
        with pytest.raises(KilledError):
            train(broken, examples(), plan, SECRET, tmp_path / "two", "run")
    done: list[int] = []
    resumed = adapted(make("llama")(), rank, seed=1)
    with told_to(lambda stage, n, of: done.append(n)):
        train(resumed, examples(), plan, SECRET, tmp_path / "two", "run")
    assert done == [4, 5, 6]  # three steps were saved; the fourth is done again, no step is skipped
    expected, found = weights(undisturbed), weights(resumed)
    assert all(torch.equal(found[name], expected[name]) for name in expected)


@pytest.mark.parametrize("plan", [PLAIN, NOISY], ids=["plain", "noisy"])
def test_a_run_that_stops_on_its_way_is_at_the_same_weights(
    make: Any, tmp_path: Path, plan: Plan
) -> None:
    def at(stop: int, folder: str | None) -> dict[str, Any]:
        model = adapted(make("llama")(), 4, seed=1)
        where = None if folder is None else tmp_path / folder
        train(model, examples(), replace(plan, stop=stop), SECRET, where, "run")
        return weights(model)

    whole = at(0, None)
    halves = [at(stop, "one") for stop in (2, 4, 8)]  # each goes on from the one before
    assert all(torch.equal(halves[-1][name], whole[name]) for name in whole)
    alone = at(4, None)
    assert all(torch.equal(halves[1][name], alone[name]) for name in alone)
    assert any(not torch.equal(halves[0][name], alone[name]) for name in alone)
    back, alone = at(5, "one"), at(5, None)  # a later checkpoint is no use
    assert all(torch.equal(back[name], alone[name]) for name in back)


@pytest.mark.parametrize("kind", ["llama", "gpt2", "falcon", "bloom"])
def test_no_draw_of_dropout_makes_two_runs_differ(make: Any, kind: str) -> None:
    def drawn_by(seed: int) -> dict[str, Any]:
        model = adapted(make(kind)(), 4, seed=1)
        torch.manual_seed(seed)
        for module in model.modules():
            if isinstance(getattr(module, "attention_dropout", None), float):
                module.attention_dropout = 0.5
        train(model, examples(), replace(NOISY, steps=2), SECRET)
        return weights(model)

    one, two = drawn_by(1), drawn_by(2)
    assert all(torch.equal(one[name], two[name]) for name in one)


def test_adapters_move_and_the_base_does_not(make: Any) -> None:
    model = adapted(make("gpt2")(), 4, seed=1)
    before = {n: p.detach().clone() for n, p in model.named_parameters()}
    train(model, examples(), Plan(1, 4, 2, 0.01, multiplier=1.0), SECRET)
    for name, weight in model.named_parameters():
        assert torch.equal(weight, before[name]) == (not weight.requires_grad)


def test_training_whose_weights_do_not_move_is_no_training(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As when adapters are put on another device after the optimizer has taken them.
    monkeypatch.setattr(torch.optim.AdamW, "step", lambda self: None)
    with pytest.raises(ContractError, match="no trained weight moved"):
        train(adapted(make("llama")(), 4, 1), examples(), PLAIN, SECRET)


def test_people_are_drawn_by_poisson_one_record_each() -> None:
    rows, plan = examples(count=40, each=3), Plan(1, 8, 2, 0.01, multiplier=1.0)
    sizes = []
    chosen: set[int] = set()
    for step in range(400):
        places = drawn(rows, plan, SECRET, step)
        assert len({i // 3 for i in places}) == len(places)
        sizes.append(len(places))
        chosen |= set(places)
    assert np.mean(sizes) == pytest.approx(8, abs=0.5)
    assert np.var(sizes) == pytest.approx(40 * 0.2 * 0.8, rel=0.3)  # not a batch of fixed size
    assert chosen == set(range(120))
    assert drawn(rows, plan, SECRET, 5) == drawn(rows, plan, SECRET, 5)
    assert drawn(rows, plan, bytes(32), 5) != drawn(rows, plan, SECRET, 5)


def test_an_empty_poisson_batch_is_a_step_like_others(make: Any) -> None:
    plan = Plan(8, 1, 2, 0.01, multiplier=1.0)
    rows = examples(count=30)
    assert any(not drawn(rows, plan, SECRET, step) for step in range(8))
    train(adapted(make("llama")(), 4, 1), rows, plan, SECRET)


def test_without_noise_each_record_comes_once_an_epoch() -> None:
    rows = examples(count=8)
    seen = [i for step in range(4) for i in drawn(rows, PLAIN, SECRET, step)]
    assert sorted(seen[:8]) == sorted(seen[8:]) == list(range(8))
    assert seen[:8] != seen[8:]


def test_the_loss_falls(make: Any) -> None:
    model, rows = adapted(make("llama")(), 0, 1), examples(count=8)
    with torch.no_grad():
        before = float(gradients.sample_losses(model, rows, range(8))[0].mean())
    told: list[str] = []
    with told_to(lambda *_: None, lambda stage, words: told.append(words)):
        train(model, rows, Plan(30, 8, 8, 0.02), SECRET)
    with torch.no_grad():
        after = float(gradients.sample_losses(model, rows, range(8))[0].mean())
    assert after < 0.7 * before
    assert told[0].startswith("loss 5.")
    assert "tokens/s" in told[0]


def test_epsilon_so_far_is_told(make: Any) -> None:
    told: list[str] = []
    with told_to(lambda *_: None, lambda stage, words: told.append(words)):
        train(adapted(make("llama")(), 4, 1), examples(), Plan(2, 4, 2, 0.01, multiplier=2.0,
              delta=1e-3), SECRET)  # fmt: skip
    for steps, words in enumerate(told, 1):
        epsilon = spent_so_far(4 / 12, 2.0, steps, 1e-3)
        assert words.endswith(f"epsilon at most {epsilon:.2f}")
    assert len(set(told)) == 2


@pytest.mark.parametrize("plan", [PLAIN, NOISY], ids=["plain", "noisy"])
def test_fewer_than_a_batch_is_one_line(make: Any, plan: Plan) -> None:
    with pytest.raises(InputError, match="fewer than a batch of 4"):
        train(make("llama")(), examples(count=3), plan, SECRET)


def test_a_checkpoint_that_does_not_check_is_none(make: Any, tmp_path: Path) -> None:
    model = adapted(make("llama")(), 4, 1)
    train(model, examples(), PLAIN, SECRET, tmp_path, "run")
    file = next(tmp_path.glob("step-*.safetensors"))
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    told: list[str] = []
    again = adapted(make("llama")(), 4, 1)
    with noticed_by(told.append):
        train(again, examples(), PLAIN, SECRET, tmp_path, "run")
    assert len(told) == 1
    assert "damaged or changed; training starts again" in told[0]
    assert all(torch.equal(a, b) for a, b in zip(
        weights(model).values(), weights(again).values(), strict=True))  # fmt: skip


OTHERS = {"another run", "another version", "other examples", "another base"}


@pytest.mark.parametrize("other", [*sorted(OTHERS), ""])
def test_another_runs_checkpoint_is_not_used(
    make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    train(adapted(make("llama")(), 4, 1), examples(), PLAIN, SECRET, tmp_path, "run")
    changed = adapted(make("llama")(), 4, 1)
    rows, told, steps = examples(), list[str](), list[int]()
    if other == "another version":
        monkeypatch.setattr(checkpoints, "package_version", lambda: "0")
    if other == "other examples":
        rows = replace(rows, targets=[[1, *row] for row in rows.targets])
    if other == "another base":
        next(p for p in changed.parameters() if not p.requires_grad).data[0] += 1
    name = "other" if other == "another run" else "run"
    with noticed_by(told.append), told_to(lambda stage, n, of: steps.append(n)):
        train(changed, rows, PLAIN, SECRET, tmp_path, name)
    assert steps == ([1, 2, 3, 4, 5, 6] if other else [])
    assert len(told) == bool(other)
    assert all("a checkpoint of another run (other files" in line for line in told)


@pytest.mark.parametrize("other", ["other examples", "another base", "another secret"])
def test_no_two_trainings_have_the_same_noise(make: Any, other: str) -> None:
    def step(changed: bool) -> dict[str, Any]:
        model, rows = adapted(make("llama")(), 4, 1), examples()
        if changed and other == "another base":
            next(p for p in model.parameters() if not p.requires_grad).data[0] += 1
        if changed and other == "other examples":
            rows = replace(rows, targets=[[1, *row] for row in rows.targets])
        before = weights(model)
        # With so much noise Adam's first step is the sign of the noise.
        secret = bytes(32) if changed and other == "another secret" else SECRET
        train(model, rows, Plan(1, 4, 2, 0.01, multiplier=1e6), secret)
        return {n: torch.sign(w - before[n]) for n, w in weights(model).items()}

    one, same, two = step(False), step(False), step(True)
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert all(not torch.equal(one[name], two[name]) for name in one)


def test_no_two_steps_have_the_same_noise(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    step = torch.optim.AdamW.step

    def listening(optimizer: Any) -> None:
        (group,) = optimizer.param_groups
        told.append(torch.cat([weight.grad.flatten() for weight in group["params"]]))
        step(optimizer)

    monkeypatch.setattr(torch.optim.AdamW, "step", listening)
    plan = replace(NOISY, multiplier=1e4, clip=0.5)
    train(adapted(make("llama")(), 4, 1), examples(), plan, SECRET)
    noise = torch.stack(told)  # beside it the records are as nothing
    assert float(noise.std()) == pytest.approx(1e4 * 0.5 / 4, rel=0.05)
    assert float((torch.corrcoef(noise) - torch.eye(6)).abs().max()) < 0.2


def test_no_checkpoint_that_changed_is_used(make: Any, tmp_path: Path) -> None:
    model = adapted(make("llama")(), 4, 1)
    trained = {n: p for n, p in model.named_parameters() if p.requires_grad}
    optimizer = torch.optim.AdamW(list(trained.values()))
    checkpoints.save(tmp_path, "run", 3, trained, optimizer)
    mark = tmp_path / checkpoints.MARK
    content = mark.read_bytes()
    changed = [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
               for at in range(len(content))]  # fmt: skip
    told: list[str] = []
    with noticed_by(told.append):
        for each in (*changed, *(content[:at] for at in range(len(content)))):
            mark.write_bytes(each)
            assert checkpoints.restore(tmp_path, "run", trained, optimizer) == 0
    assert len(told) == 2 * len(content)
    mark.write_bytes(content)
    assert checkpoints.restore(tmp_path, "run", trained, optimizer) == 3


def test_a_full_disk_leaves_the_checkpoint_before(
    make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = adapted(make("llama")(), 4, 1)
    trained = {n: p for n, p in model.named_parameters() if p.requires_grad}
    optimizer = torch.optim.AdamW(list(trained.values()))
    checkpoints.save(tmp_path, "run", 1, trained, optimizer)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("seethrough.storage.files.os.fsync", full)
        with pytest.raises(OutputError, match="the disk is full"):
            checkpoints.save(tmp_path, "run", 2, trained, optimizer)
    assert checkpoints.restore(tmp_path, "run", trained, optimizer) == 1
    assert len(list(tmp_path.iterdir())) == 2  # nothing half-written stays


def test_out_of_memory_says_what_would_fit(make: Any) -> None:
    def small(model: Any, rows: Any, places: Any) -> Any:
        if len(places) > 1:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried ...")
        return gradients.sample_losses(model, rows, places)

    with pytest.raises(UnavailableError, match=r"micro=4 .* micro=1 would fit"):
        train(make("llama")(), examples(), Plan(1, 4, 4, 0.01), SECRET, loss=small)


def test_with_noise_no_other_loss_is_lowered(make: Any) -> None:
    with pytest.raises(ContractError, match="only the cross entropy"):
        train(make("llama")(), examples(), NOISY, SECRET, loss=lambda m, e, p: (None, 0))


@pytest.mark.parametrize("plan", [PLAIN, NOISY], ids=["plain", "noisy"])
def test_weights_that_grow_beyond_all_numbers_are_no_model(make: Any, plan: Plan) -> None:
    model = adapted(make("llama")(), 0, seed=1)
    with pytest.raises(UsageError, match=r"at step \d: the weights are no numbers any more"):
        train(model, examples(), replace(plan, learning_rate=1e37), SECRET)


def test_nor_are_those_of_the_last_step(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(optimizer: Any) -> None:
        for group in optimizer.param_groups:
            group["params"][0].data.fill_(float("nan"))

    monkeypatch.setattr(torch.optim.AdamW, "step", broken)
    model = adapted(make("llama")(), 0, seed=1)
    with pytest.raises(UsageError, match=r"at step 1: the weights are no numbers any more"):
        train(model, examples(), replace(PLAIN, steps=1), SECRET)
