"""The gradient of one step: the mean of a batch, or the noisy sum of clipped ones (DP-SGD).

Both leave it in ``.grad`` of the trained weights, so that one optimizer step follows either. Both
read the batch in parts that fit into memory, which changes nothing but rounding.

Source: Abadi et al., "Deep learning with differential privacy" (2016), algorithm 1. Per-sample
gradients and clipping are those of Opacus, without wrapping the model.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np

from seethrough.errors import UsageError
from seethrough.protocols import Generator
from seethrough.training.examples import Examples

IGNORED = -100
_HOOK = "BackwardHookFunction"
"""What PyTorch names where a model writes into what a layer with a hook returned."""


class Measured(NamedTuple):
    """What a batch was like.

    Attributes:
        loss: The mean over its samples of their mean loss a token; NaN for an empty batch.
        tokens: How many tokens were read, padding left out.
    """

    loss: float
    tokens: int


class Gradients(Protocol):
    """Puts the gradient of a batch into the weights."""

    def compute(self, examples: Examples, places: Sequence[int], noise: Generator) -> Measured:
        """Leave the gradient in ``.grad``.

        Args:
            examples: Where the batch is from.
            places: Which of them; may be empty.
            noise: Draws the noise of this step, if there is any.
        """


Loss = Callable[[Any, Examples, Sequence[int]], tuple[Any, int]]
"""Takes a model, examples and places; returns (n,) the loss of each sample and the tokens read."""


class Batch(NamedTuple):
    """Samples side by side, filled up to the right.

    Attributes:
        inputs: What a Hugging Face causal model is called with; (n, t) each.
        labels: (n, t) the tokens that are learned; elsewhere ``IGNORED``.
    """

    inputs: dict[str, Any]
    labels: Any


def batch(examples: Examples, places: Sequence[int], device: Any) -> Batch:
    """Return samples as tensors; tokens of a control code or padding are ``IGNORED``."""
    import torch

    prompts = [examples.prompts[i] for i in places]
    targets = [examples.targets[i] for i in places]
    lengths = [len(p) + len(t) for p, t in zip(prompts, targets, strict=True)]
    ids = torch.zeros(len(places), max(lengths), dtype=torch.long)
    labels = torch.full_like(ids, IGNORED)
    mask = torch.zeros_like(ids)
    for row, (prompt, target) in enumerate(zip(prompts, targets, strict=True)):
        ids[row, : lengths[row]] = torch.tensor([*prompt, *target])
        labels[row, len(prompt) : lengths[row]] = torch.tensor(target)
        mask[row, : lengths[row]] = 1
    # Each sample has positions of its own: a row shared by the batch has no per-sample gradient.
    positions = torch.arange(ids.shape[1]).expand_as(ids)
    ids, labels, mask, positions = (t.to(device) for t in (ids, labels, mask, positions))
    inputs = {"input_ids": ids, "attention_mask": mask, "position_ids": positions}
    return Batch({**inputs, "use_cache": False}, labels)


def forward(model: Any, examples: Examples, places: Sequence[int]) -> tuple[Any, Any]:
    """Return (n, t, v) what a model says of each next token, and (n, t) the tokens that came.

    Tokens that are not learned, of a control code or padding, are ``IGNORED``.
    """
    given = batch(examples, places, next(model.parameters()).device)
    return model(**given.inputs).logits[:, :-1], given.labels[:, 1:]


def tokens_read(examples: Examples, places: Sequence[int]) -> int:
    """Return how many tokens samples have, padding left out."""
    return sum(len(examples.prompts[i]) + len(examples.targets[i]) for i in places)


def token_losses(logits: Any, wanted: Any) -> Any:
    """Return (n, t) the cross entropy of each token; 0 where it is ``IGNORED``."""
    from torch.nn.functional import cross_entropy

    return cross_entropy(
        logits.transpose(1, 2).float(), wanted, ignore_index=IGNORED, reduction="none"
    )


def sample_losses(model: Any, examples: Examples, places: Sequence[int]) -> tuple[Any, int]:
    """Return (n,) the mean loss a token of each sample, and how many tokens were read.

    A mean over the tokens of the whole batch would let one sample change what another adds, and
    the clipping would bound nothing.
    """
    logits, wanted = forward(model, examples, places)
    losses = token_losses(logits, wanted)
    return losses.sum(1) / (wanted != IGNORED).sum(1), tokens_read(examples, places)


class Plain:
    """The mean gradient of a batch, its norm cut at ``clip``.

    Args:
        model: The model; mixed precision where it stands on a GPU.
        parameters: Its trained weights.
        micro: How many samples are read at once.
        clip: The largest norm of the whole gradient.
        loss: What is lowered.
    """

    def __init__(
        self,
        model: Any,
        parameters: Sequence[Any],
        micro: int,
        clip: float,
        loss: Loss = sample_losses,
    ) -> None:
        self.model, self.parameters, self.micro, self.clip = model, parameters, micro, clip
        self.loss = loss

    def compute(self, examples: Examples, places: Sequence[int], noise: Generator) -> Measured:
        """Leave the mean gradient in ``.grad``."""
        import torch

        device = self.parameters[0].device.type
        total, tokens = 0.0, 0
        for part in _parts(places, self.micro):
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                losses, read = self.loss(self.model, examples, part)
            (losses.sum() / len(places)).backward()
            total, tokens = total + float(losses.detach().sum()), tokens + read
        torch.nn.utils.clip_grad_norm_(self.parameters, self.clip)
        return Measured(total / len(places), tokens)


class Private:
    """The sum of per-sample gradients, each cut at norm ``clip``, with Gaussian noise.

    In single precision also on a GPU: rounding the gradients before they are cut would loosen the
    bound on what one person adds. The noise comes from a generator of 256 secret bits: PyTorch's
    own on the processor has 32, which can be tried one after the other.

    Args:
        model: The model, without dropout, in training mode.
        parameters: Its trained weights.
        micro: How many samples are read at once.
        clip: The largest norm of one sample's gradient.
        multiplier: The standard deviation of the noise over ``clip``.
        expected: How many samples a step has on average, by which the sum is divided.
    """

    def __init__(
        self,
        model: Any,
        parameters: Sequence[Any],
        micro: int,
        clip: float,
        multiplier: float,
        expected: float,
    ) -> None:
        from opacus.optimizers import DPOptimizer
        from torch.optim import SGD

        self.model, self.parameters, self.micro = model, parameters, micro
        self.scale, self.expected = clip * multiplier, expected
        # Its clipping alone is used; what it wraps never takes a step.
        self.clipping = DPOptimizer(
            SGD(parameters, lr=0.0),
            noise_multiplier=multiplier,
            max_grad_norm=clip,
            expected_batch_size=None,
            loss_reduction="sum",
        )

    def compute(self, examples: Examples, places: Sequence[int], noise: Generator) -> Measured:
        """Leave the noisy mean of clipped gradients in ``.grad``; of no samples, noise alone."""
        import torch

        total, tokens = 0.0, 0
        self.clipping.zero_grad()
        for part in _parts(places, self.micro):
            losses, read = self._backward(examples, part)
            self.clipping.clip_and_accumulate()
            for weight in self.parameters:
                weight.grad = weight.grad_sample = None
            total, tokens = total + float(losses.detach().sum()), tokens + read
        for weight in self.parameters:
            drawn = noise.standard_normal(tuple(weight.shape), dtype=np.float32) * self.scale
            added = torch.from_numpy(np.asarray(drawn, dtype=np.float32)).to(weight.device)
            clipped = weight.summed_grad
            weight.grad = (added if clipped is None else clipped + added) / self.expected
            weight.summed_grad = None
        return Measured(total / len(places) if places else float("nan"), tokens)

    def _backward(self, examples: Examples, places: Sequence[int]) -> tuple[Any, int]:
        """Leave one gradient of each weight for each sample, not of its tokens or of none.

        Returns:
            The loss of each sample and the tokens read, as ``sample_losses`` does.
        """
        try:  # Opacus fails in either direction at a layer whose inputs it does not know
            losses, read = sample_losses(self.model, examples, places)
            losses.sum().backward()
        except (AttributeError, RuntimeError, TypeError) as error:
            if isinstance(error, RuntimeError) and _HOOK not in str(error):
                raise
            raise _unbounded() from error
        if any(w.grad_sample is None or len(w.grad_sample) != len(losses) for w in self.parameters):
            raise _unbounded()
        return losses, read


@contextmanager
def per_sample(model: Any) -> Iterator[None]:
    """Run a block in which backward passes leave per-sample gradients (``grad_sample``)."""
    from opacus.grad_sample import GradSampleHooks

    try:
        hooks = GradSampleHooks(model, loss_reduction="sum")
    except NotImplementedError as error:
        raise _unbounded() from error
    try:
        with warnings.catch_warnings():
            # The embedding's input is a row of whole numbers: it has no gradient and needs none.
            warnings.filterwarnings("ignore", message="Full backward hook is firing")
            yield
    finally:
        hooks.cleanup()


def _unbounded() -> UsageError:
    return UsageError(
        "this base model cannot be trained with a guarantee: Opacus does not tell what each record"
        " adds to a gradient; name another base=, or train other weights (rank=)"
    )


def _parts(places: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (places[i : i + size] for i in range(0, len(places), size))
