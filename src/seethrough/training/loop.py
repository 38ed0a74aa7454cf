"""The training loop: draw a batch, compute its gradient, take a step, say how far it is, save.

Every draw depends on the run's secret and the number of the step alone. So a run that was killed
goes on from its last checkpoint to the very weights that it would have reached, and a step that is
done twice has the same noise twice: it spends once what it spends. With noise the draws depend on
what training begins with, too: of two models with the same noise the difference would have none.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seethrough.errors import ContractError, InputError, UnavailableError, UsageError
from seethrough.progress import detail, tell
from seethrough.statistics.seeding import secret_generator
from seethrough.training import checkpoints
from seethrough.training.accounting import spent_so_far
from seethrough.training.bases import finite
from seethrough.training.examples import Examples
from seethrough.training.gradients import (
    Gradients,
    Loss,
    Plain,
    Private,
    per_sample,
    sample_losses,
)

STAGE = "training"


@dataclass(frozen=True)
class Plan:
    """How a model is trained; all of it fixed before the first step.

    Attributes:
        steps: How many steps.
        batch: How many records a step has; with noise, how many people it has on average.
        micro: How many records are read at once.
        learning_rate: Of AdamW, falling to 0 over the steps.
        clip: The largest norm of a gradient: of each record's with noise, else of the batch's.
        multiplier: The standard deviation of the noise over ``clip``; 0 for none.
        delta: For the progress line's epsilon.
        save_every: Seconds between checkpoints.
        stop: After so many steps to stop, with a checkpoint to go on from; 0 for the end.
    """

    steps: int
    batch: int
    micro: int
    learning_rate: float
    clip: float = 1.0
    multiplier: float = 0.0
    delta: float = 0.0
    save_every: float = 300.0
    stop: int = 0

    @property
    def last(self) -> int:
        """How many steps are done."""
        return min(self.steps, self.stop or self.steps)


def train(
    model: Any,
    examples: Examples,
    plan: Plan,
    secret: bytes,
    folder: Path | None = None,
    identity: str = "",
    loss: Loss = sample_losses,
) -> None:
    """Train the weights of a model that ask for a gradient.

    Args:
        model: A Hugging Face causal model on its device.
        examples: What it is trained on.
        plan: How.
        secret: 256 bits that all draws depend on.
        folder: Where checkpoints are kept; None for nowhere.
        identity: What run this is; a checkpoint of another is not used, nor one of other examples
            or of a model that began with other weights.
        loss: What is lowered; with noise it is the cross entropy alone.

    Raises:
        ContractError: Another loss with noise.
        InputError: There are fewer people (records, without noise) than a batch.
        UsageError: The weights grew beyond all numbers.
        UnavailableError: The memory is too small; says which ``micro`` would fit.
        OutputError: The disk is full.
    """
    import torch

    _check_plan(plan, examples, loss)
    without_dropout(model)
    weights = {name: p for name, p in model.named_parameters() if p.requires_grad}
    parameters = list(weights.values())
    optimizer = torch.optim.AdamW(parameters, lr=plan.learning_rate, weight_decay=0.0)
    first = 0
    begins = _begins_with(model, examples) if folder is not None or plan.multiplier else b""
    identity = f"{identity} {begins.hex()}"
    if folder is not None:
        first = checkpoints.restore(folder, identity, weights, optimizer, plan.last)
    if plan.multiplier:
        secret = hashlib.sha256(secret + begins).digest()
    gradients, hooks = _gradients(model, parameters, plan, loss)
    began = saved = time.monotonic()
    read = 0
    with hooks:
        for step in range(first, plan.last):
            places = drawn(examples, plan, secret, step)
            noise = secret_generator(secret, "noise", str(step))
            measured = _computed(gradients, examples, places, noise, plan.micro)
            if places and not math.isfinite(measured.loss):
                raise _diverged(step)
            for group in optimizer.param_groups:
                group["lr"] = plan.learning_rate * (1 - step / plan.steps)
            before = _fingerprint(parameters) if step == first else []
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if step == first and _fingerprint(parameters) == before:
                raise ContractError("no trained weight moved in the first step")
            read += measured.tokens
            _report(plan, examples, step + 1, measured.loss, read / (time.monotonic() - began))
            done = step + 1 == plan.last
            if folder is not None and (done or time.monotonic() - saved >= plan.save_every):
                checkpoints.save(folder, identity, step + 1, weights, optimizer)
                saved = time.monotonic()
    if not finite(model):
        raise _diverged(plan.last)
    model.eval()


def _check_plan(plan: Plan, examples: Examples, loss: Loss) -> None:
    if plan.multiplier and loss is not sample_losses:
        raise ContractError("with noise only the cross entropy is lowered")
    there = len(examples.people) if plan.multiplier else len(examples)
    if there < plan.batch:
        what = "people" if plan.multiplier else "records"
        raise InputError(f"{there} {what} are fewer than a batch of {plan.batch}; lower batch=")


def drawn(examples: Examples, plan: Plan, secret: bytes, step: int) -> list[int]:
    """Return which examples a step is made of.

    With noise each person is drawn apart from all others with chance batch / people (Poisson), and
    of each person drawn one record, so that nobody counts twice in a step; a batch may be empty.
    Without noise the records come in random order, each once an epoch.
    """
    if plan.multiplier:
        rng = secret_generator(secret, "batch", str(step))
        count = len(examples.people)
        chosen, which = rng.random(count) < plan.batch / count, rng.random(count)
        return [own[int(which[i] * len(own))] for i, own in enumerate(examples.people) if chosen[i]]
    places: list[int] = []
    start, count = step * plan.batch, len(examples)
    for place in range(start, start + plan.batch):
        epoch, offset = divmod(place, count)
        if offset == 0 or not places:
            order = secret_generator(secret, "epoch", str(epoch)).permutation(count)
        places.append(int(order[offset]))
    return places


def _begins_with(model: Any, examples: Examples) -> bytes:
    """Return a hash of all that a run begins with: files may change under their names."""
    import torch

    digest = hashlib.sha256(repr(examples).encode())
    for name, weight in model.state_dict().items():
        digest.update(name.encode())
        digest.update(weight.detach().cpu().contiguous().flatten().view(torch.uint8).numpy())
    return digest.digest()


def without_dropout(model: Any) -> None:
    """Put a model in training mode without dropout, whose draws would change a resumed run.

    Models call it by many names, but always beside the layers that hold weights; Opacus asks these
    alone for their mode.
    """
    for module in model.eval().modules():
        module.training = any(True for _ in module.parameters(recurse=False))


def _gradients(
    model: Any, parameters: Sequence[Any], plan: Plan, loss: Loss
) -> tuple[Gradients, Any]:
    if not plan.multiplier:
        return Plain(model, parameters, plan.micro, plan.clip, loss), nullcontext()
    private = Private(model, parameters, plan.micro, plan.clip, plan.multiplier, plan.batch)
    return private, per_sample(model)


def _computed(
    gradients: Gradients,
    examples: Examples,
    places: Sequence[int],
    noise: np.random.Generator,
    micro: int,
) -> Any:
    """Return what a batch was like, or say in one line that the memory is too small for it."""
    try:
        return gradients.compute(examples, places, noise)
    except (RuntimeError, MemoryError) as error:
        if not _is_memory(error):
            raise
    fits = _largest(lambda size: _fits(gradients, examples, places[:size], noise), micro // 2)
    told = f"micro={fits} would fit" if fits else "not even one record at once fits"
    raise UnavailableError(
        f"out of memory with micro={micro} records at once; {told}, or lower length= or train"
        " fewer weights (rank=)"
    )


def _fits(gradients: Gradients, examples: Examples, places: Sequence[int], noise: Any) -> bool:
    try:
        gradients.compute(examples, places, noise)
    except (RuntimeError, MemoryError) as error:
        if not _is_memory(error):
            raise
        return False
    return True


def _largest(fits: Callable[[int], bool], size: int) -> int:
    while size and not fits(size):
        size //= 2
    return size


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or "memory" in str(error).lower()


def _diverged(steps: int) -> UsageError:
    return UsageError(
        f"training went astray at step {steps}: the weights are no numbers any more; lower"
        " learning_rate="
    )


def _fingerprint(parameters: Sequence[Any]) -> list[float]:
    return [float(p.detach().double().abs().sum()) for p in parameters]


def _report(plan: Plan, examples: Examples, done: int, loss: float, speed: float) -> None:
    parts = ["" if math.isnan(loss) else f"loss {loss:.3f}", f"{speed:,.0f} tokens/s"]
    if plan.multiplier:
        rate = plan.batch / len(examples.people)
        epsilon = spent_so_far(rate, plan.multiplier, done, plan.delta)
        parts.append(f"epsilon at most {epsilon:.2f}")
    detail(STAGE, ", ".join(p for p in parts if p))
    tell(STAGE, done, plan.steps)
