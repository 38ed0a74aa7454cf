"""What every way of fine-tuning does before and after its own idea."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.finetuning.encoding import Encoded, Parts, encode
from seethrough.finetuning.exempt import Exempt
from seethrough.finetuning.pairs import Pair, Pairs, read_pairs
from seethrough.finetuning.settings import Tuning
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import Form
from seethrough.model_releases.generating import Writing
from seethrough.model_releases.guard import Guard
from seethrough.protocols import Generator
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee
from seethrough.statistics.seeding import SECRET_BYTES, secret_number
from seethrough.storage.store import RunDirectory
from seethrough.training import bases
from seethrough.training.adapting import adapted, place
from seethrough.training.gradients import Loss, sample_losses
from seethrough.training.loop import Plan, train

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.training.examples import Examples


@dataclass(frozen=True)
class Workshop:
    """A base model, what it is to learn, and the secret that all draws depend on.

    Attributes:
        settings: How it is trained.
        private: The private records.
        base: The model with its tokenizer, before anything was trained.
        base_weights: The SHA-256 of its weights then.
        pairs: What it is to learn.
        form: How a question and its answer are written.
        secret: 256 bits.
    """

    settings: Tuning
    private: Corpus
    base: bases.Base
    base_weights: str
    pairs: Pairs
    form: Form
    secret: bytes

    @classmethod
    def open(
        cls,
        settings: Tuning,
        private: Corpus,
        rng: Generator,
        task: str,
        plain: str = "answer",
        warn: bool = True,
    ) -> Workshop:
        """Return the workshop of a run.

        Args:
            settings: How the model is trained.
            private: The private records.
            rng: The only source of randomness.
            task: The package's prompt file.
            plain: Which part records without questions are learned by; empty where the way of
                training needs questions.
            warn: Whether to say so where the tagger finds nothing.

        Raises:
            InputError: There is nothing to learn, no question, or a file cannot be read.
            MissingExtraError: The extra ``training`` is not installed.
            UnavailableError: The base model is not there.
        """
        secret = rng.bytes(SECRET_BYTES)
        form = Form.load(task, settings.prompt, settings.chat)
        exempt = Exempt.read(settings.exempt)
        base = bases.load(settings.base)
        form.read("", base.tokenizer)  # says at once where there is no chat template
        most = getattr(base.model.config, "max_position_embeddings", settings.length)
        if settings.length > most:
            raise UsageError(
                f"length={settings.length}: the base model reads at most {most} tokens"
            )
        pairs = read_pairs(private, settings.question, settings.tagger, exempt, warn)
        if not pairs.asked:
            if not plain:
                raise UsageError(
                    f"{private.name}: no column of questions, which this way of fine-tuning needs;"
                    " name it with question="
                )
            form = Form.plain(plain)
        weights = bases.weights_sha256(base.model)
        return cls(settings, private, base, weights, pairs, form, secret)

    def encoded(self, parts: Callable[[Pair], Parts], pairs: Pairs | None = None) -> Encoded:
        """Return the token rows of the pairs, or of some of them."""
        own = self.pairs if pairs is None else pairs
        return encode(own.pairs, parts, self.form, self.base.tokenizer, self.settings.length)

    def steps(self, units: int) -> int:
        """Return how many steps so many records are trained for."""
        return self.settings.steps or max(
            1, math.ceil(self.settings.epochs * units / self.settings.batch)
        )

    def adapted(self, model: Any, stage: str = "adapter") -> Any:
        """Return a model with the weights that are trained asking for a gradient."""
        return adapted(place(model), self.settings.rank, self.number(stage))

    def train(
        self,
        model: Any,
        examples: Examples,
        stage: str = "tune",
        loss: Loss = sample_losses,
        multiplier: float = 0.0,
        delta: float = 0.0,
        before: int = 0,
    ) -> int:
        """Train a model; a run that was killed goes on from its last checkpoint.

        Args:
            model: What ``adapted`` returned.
            examples: What it is trained on.
            stage: What this training is called, where a run has several.
            loss: What is lowered.
            multiplier: Of the noise.
            delta: For the progress line.
            before: How many steps earlier stages did.

        Returns:
            How many steps were done.

        Raises:
            InputError: There are fewer records than a batch.
            UnavailableError: The memory is too small; says which ``micro`` would fit.
        """
        own = self.settings
        steps = self.steps(len(examples.people) if multiplier else len(examples))
        if own.stop and own.stop <= before:
            return 0
        plan = Plan(
            steps, own.batch, own.micro, own.learning_rate, own.clip, multiplier, delta,
            stop=own.stop and own.stop - before,
        )  # fmt: skip
        mark = hashlib.sha256(b"run" + self.secret).hexdigest()[:16]
        learned = hashlib.sha256(repr(self.pairs.pairs).encode()).hexdigest()
        identity = json.dumps([mark, self.private.hash, spec.key(own.whole), stage, learned])
        store = self.private.derived
        folder = store.path / "training" / stage if isinstance(store, RunDirectory) else None
        train(model, examples, plan, self.secret, folder, identity, loss)
        return plan.last

    def learn(self, parts: Callable[[Pair], Parts]) -> ModelRelease:
        """Return the model that learned one form of the answers as any text is learned."""
        encoded = self.encoded(parts)
        model = self.adapted(self.base.model)
        return self.release(model, encoded, self.train(model, encoded.examples))

    def release(
        self,
        model: Any,
        encoded: Encoded,
        steps: int,
        guard: Guard | None = None,
        guarantee: Guarantee | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> ModelRelease:
        """Return the model as it may leave, with LoRA's matrices merged into it.

        Args:
            model: The trained model.
            encoded: What it was trained on.
            steps: How many steps it was trained for.
            guard: What hides words of its answers.
            guarantee: What it promises.
            details: More to say about how it was made; nothing that counts private records.
        """
        whole = merged(model)
        name = spec.name_of(self.settings)
        tuned = TunedModel(
            whole,
            self.base.tokenizer,
            self.form,
            guard,
            partial(bases.load_same, [self.settings.base], self.base_weights),
            self.base_weights,
            f"{self.base.name}, fine-tuned ({name})",
            Writing(self.settings.answer),
        )
        told = {
            "base": self.base.name,
            "steps": steps,
            "versions": bases.versions(),
            **(details or {}),
        }
        ledger = {**self.pairs.ledger, **encoded.examples.ledger}
        return ModelRelease(tuned, guarantee=guarantee, ledger=ledger, details={"training": told})

    def number(self, *purpose: str) -> int:
        """Return a number below 2^31 for one purpose."""
        return secret_number(self.secret, *purpose)


def merged(model: Any) -> Any:
    """Return a trained model as one of its own, in evaluation mode, that asks for no gradient."""
    whole = model.merge_and_unload() if hasattr(model, "merge_and_unload") else model
    return whole.requires_grad_(False).eval()
