"""Synthesis: a language model learns the private records, then writes a release of its own."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from seethrough import spec
from seethrough.engine.content_key import content_key
from seethrough.errors import InputError, UsageError
from seethrough.fields import LARGEST_EPSILON, Between, ModelFolder
from seethrough.notices import notice
from seethrough.progress import tell
from seethrough.protocols import Generator
from seethrough.records.releases.release import Guarantee, occurred, protected_unit
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import SECRET_BYTES, secret_number
from seethrough.storage.store import RunDirectory, Store

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.training.accounting import Noise
    from seethrough.training.examples import Examples

TRIES = 3
"""How often a sample that is no text is drawn again."""


@dataclass(frozen=True)
class Synthesize:
    """Fine-tunes a language model on the records, each behind a control code, and samples texts.

    The released texts are about no particular person. With a finite epsilon the model is trained by
    DP-SGD: the unit is a person, of whom one record at the most counts in each step, and the
    guarantee holds for whatever is sampled. Without, there is none, and what was learned by heart
    may come out.

    Source: A False Sense of Privacy, section 3.2 and A.2, after Yue et al., "Synthetic text
    generation with differential privacy" (ACL 2023).

    Attributes:
        base: The model to start from: a folder, a name on the hub, or, empty, SmolLM2-135M.
        epsilon: The privacy budget, above 0; ``inf`` for none.
        delta: The chance that it does not hold; 0 for 1 / (N log N), N the number of people.
        codes: The columns that a control code is made of; none for no control.
        public_codes: Whether what stands in these columns is public. With a finite epsilon it must
            be: texts are sampled behind the records' own codes.
        rank: Of LoRA's matrices; 0 to train all weights.
        epochs: How often each record, or person, is read on average, above 0.
        batch: How many records, or people, a step reads on average.
        micro: How many records are read at once; fewer need less memory.
        learning_rate: Of AdamW, falling to 0.
        clip: The largest norm of a gradient.
        cap: The most records of one person that are used, drawn at random.
        length: The most tokens of a control code and a text.
        records: How many texts to sample; 0 for as many as there are records, with a finite epsilon
            as there are people, whose number is public: that of records would cost budget.
        top_p: Only the likeliest tokens that together have this chance are drawn.
        temperature: Above 0; lower keeps closer to what is likely.
        together: How many texts are sampled at once.
    """

    base: ModelFolder = ""
    epsilon: Annotated[float, Between(0, LARGEST_EPSILON, above=True, infinite=True)] = math.inf
    delta: Annotated[float, Between(0, 1, below=True)] = 0.0
    codes: tuple[str, ...] = ()
    public_codes: bool = False
    rank: Annotated[int, Between(0, 10_000)] = 16
    epochs: Annotated[float, Between(0, 1000, above=True)] = 3.0
    batch: Annotated[int, Between(1, 1_000_000)] = 32
    micro: Annotated[int, Between(1, 100_000)] = 4
    learning_rate: Annotated[float, Between(0, 10, above=True)] = 5e-4
    clip: Annotated[float, Between(0, 1_000_000, above=True)] = 1.0
    cap: Annotated[int, Between(1, 1_000_000)] = 10
    length: Annotated[int, Between(8, 1_000_000)] = 256
    records: Annotated[int, Between(0, 1_000_000)] = 0
    top_p: Annotated[float, Between(0, 1, above=True)] = 0.95
    temperature: Annotated[float, Between(0, 2, above=True)] = 1.0
    together: Annotated[int, Between(1, 100_000)] = 16

    example: ClassVar[str] = "synthesize:base=model,rank=2,epochs=1,batch=1,length=48"
    trains: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.private and self.codes and not self.public_codes:
            raise ValueError(
                "texts are sampled behind the records' own control codes, which costs no budget and"
                " so has no guarantee; say public_codes=true if they are public, or leave codes out"
            )

    @property
    def private(self) -> bool:
        """Whether the release has a guarantee."""
        return math.isfinite(self.epsilon)

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return sampled texts under ids of their own.

        Args:
            private: The private records; may be empty.
            rng: The only source of randomness: 256 bits are taken from it. Kept work is used again
                only under the same bits, so that a run that goes on spends nothing twice.

        Raises:
            MissingExtraError: The extra ``training`` is not installed.
            InputError: There are fewer people or records than a batch, or a column is missing.
            UnavailableError: The base model is not there, or the memory is too small.
            OutputError: The disk is full.
        """
        from seethrough.records.corpus import Corpus

        if not len(private):
            return TextRelease(Corpus.from_texts([], name=private.name), aligned=False)
        from seethrough.training import bases
        from seethrough.training.adapting import adapted, place
        from seethrough.training.examples import encode, near_duplicates
        from seethrough.training.loop import Plan, train

        secret = rng.bytes(SECRET_BYTES)
        base = bases.load(self.base)
        self._check_length(base.model)
        examples = encode(private, base.tokenizer, self.codes, self.length, self.cap, secret)
        alike = near_duplicates(private) if self.private else 0
        unit = protected_unit(private) if self.private else ""
        steps, noise = self._planned(examples)
        plan = Plan(
            steps,
            self.batch,
            self.micro,
            self.learning_rate,
            self.clip,
            noise.multiplier if noise else 0.0,
            noise.spent.delta if noise else 0.0,
        )
        begun = bases.weights_sha256(base.model)
        mark = hashlib.sha256(b"run" + secret + begun.encode()).hexdigest()[:16]
        identity = json.dumps([mark, private.hash, spec.key(self)])
        model = adapted(place(base.model), self.rank, secret_number(secret, "adapter"))
        train(model, examples, plan, secret, _folder(private.derived), identity)
        count = self.records or (len(examples.people) if self.private else len(private))
        texts, counts = self._sampled(model, base.tokenizer, private, count, secret, mark)
        ids = [f"synthetic-{i}" for i in range(len(texts))]
        own = Corpus.from_texts(texts, ids, name=private.name)
        details = {"training": self._details(base.name, examples, plan, noise)}
        if noise is None:
            return TextRelease(
                own, aligned=False, ledger={**examples.ledger, **counts}, details=details
            )
        # Counts of private records have no budget: they are said here, and do not go with the text.
        hidden = {**examples.ledger, "records_much_like_somebody_else's": alike}
        for entry, count in hidden.items():
            if count:
                said = entry.replace("_", " ")
                notice(f"{private.name}: {said}: {count:,} (not written beside the release)")
        promise = Guarantee(noise.spent.epsilon, noise.spent.delta, unit, self._note())
        return TextRelease(own, aligned=False, guarantee=promise, ledger=counts, details=details)

    def _planned(self, examples: Examples) -> tuple[int, Noise | None]:
        """Return how many steps there are and how much noise, before anything is trained."""
        from seethrough.training.accounting import delta_for, noise_for

        units = len(examples.people) if self.private else len(examples)
        steps = max(1, math.ceil(self.epochs * units / self.batch))
        if not self.private:
            return steps, None
        if units < self.batch:
            raise InputError(f"{units} people are fewer than a batch of {self.batch}; lower batch=")
        delta = delta_for(self.delta, units)
        return steps, noise_for(self.epsilon, delta, self.batch / units, steps)

    def _check_length(self, model: Any) -> None:
        most = getattr(model.config, "max_position_embeddings", self.length)
        if self.length > most:
            raise UsageError(f"length={self.length}: the base model reads at most {most} tokens")

    def _sampled(
        self, model: Any, tokenizer: Any, private: Corpus, count: int, secret: bytes, mark: str
    ) -> tuple[list[str], dict[str, int]]:
        """Return the texts, and how many samples were rejected and why."""
        from seethrough.training.examples import control_code, prompt_tokens
        from seethrough.training.generating import Sampling, fault, sample

        how = Sampling(self.top_p, self.temperature, self.length)
        codes = [control_code(record.fields, self.codes) for record in private]
        prompts = [prompt_tokens(tokenizer, codes[i % len(codes)]) for i in range(count)]
        texts: list[str] = []
        rejected = {"empty": 0, "degenerate": 0}
        for start in range(0, count, self.together):
            key = f"synthesize/{content_key(self)}-{mark}/{start}"
            kept = private.derived.get(key)
            if kept is None:
                part = prompts[start : start + self.together]
                made, faults = [""] * len(part), {"empty": 0, "degenerate": 0}
                for attempt in range(TRIES):
                    missing = [i for i, text in enumerate(made) if not text]
                    if not missing:
                        break
                    seed = secret_number(secret, "sample", str(start), str(attempt))
                    drawn = sample(model, tokenizer, [part[i] for i in missing], how, seed)
                    for i, text in zip(missing, drawn, strict=True):
                        if problem := fault(text):
                            faults[problem] += 1
                        else:
                            made[i] = text
                kept = {"texts": made, "rejected": faults}
                private.derived.put(key, kept)
            texts += kept["texts"]
            for problem, number in kept["rejected"].items():
                rejected[problem] += number
            tell("sampling", len(texts), count)
        counts = {f"samples_rejected ({problem})": n for problem, n in rejected.items()}
        counts["withheld"] = sum(not text for text in texts)
        return texts, occurred(counts)

    def _details(
        self, base: str, examples: Examples, plan: Any, noise: Noise | None
    ) -> dict[str, Any]:
        """Return what a reader of the sidecar needs to check the guarantee."""
        from seethrough.training import bases

        told: dict[str, Any] = {
            "base": base,
            "steps": plan.steps,
            "versions": bases.versions(),
        }
        if noise is None:
            return told
        return told | {
            "accountant": noise.spent.accountant,
            "noise_multiplier": noise.multiplier,
            "clip": self.clip,
            "sampling": "poisson, by person",
            "sampling_rate": self.batch / len(examples.people),
            "people": len(examples.people),
        }

    def _note(self) -> str:
        """Return in one line what the guarantee assumes or leaves out."""
        parts = [
            "one person added or removed; one record of a person counts in each step",
            "the number of people is taken for public",
            "the hyper-parameters must not have been chosen on these records",
            "whoever stands under two ids is protected as two people",
            "where the data name no person each record counts as one",
            "noise is drawn in floating point",
        ]
        if self.codes:
            parts.insert(1, "the control codes are public and not protected")
        return "; ".join(parts)


def _folder(store: Store) -> Path | None:
    return store.path / "training" if isinstance(store, RunDirectory) else None
