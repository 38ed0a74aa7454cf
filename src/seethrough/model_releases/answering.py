"""A fine-tuned model as whoever may query it meets it: in its form, with its guard on."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from seethrough.errors import InputError
from seethrough.model_releases.form import WITHHELD, Form, read_tokens
from seethrough.model_releases.generating import Writing, written
from seethrough.model_releases.guard import Guard, shown, streamed, until
from seethrough.model_releases.settings import settings_of
from seethrough.model_releases.stand_ins import KnownByHeart, SaysNothing
from seethrough.records.releases.answering import Reply
from seethrough.statistics.member_scores import Read
from seethrough.training.examples import Examples
from seethrough.training.gradients import IGNORED, forward
from seethrough.training.model_scores import read

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.training.bases import Base


@dataclass(frozen=True, eq=False)
class TunedModel:
    """A language model that answers in a form, through a guard where it has one.

    Attributes:
        model: A Hugging Face causal model in evaluation mode.
        tokenizer: Its tokenizer.
        form: How questions are put, and which part of an answer may leave.
        guard: Hides words of what was written; None for none.
        base: Makes the model that training started from; None where nobody knows which.
        base_weights: The SHA-256 of its weights; empty where nobody knows.
        name: What to call it in a report.
        writing: How answers are written.
    """

    model: Any = field(repr=False)
    tokenizer: Any = field(repr=False)
    form: Form
    guard: Guard | None = field(default=None, repr=False)
    base: Callable[[], Base] | None = field(default=None, repr=False)
    base_weights: str = ""
    name: str = "a fine-tuned model"
    writing: Writing = field(default_factory=Writing)
    _kept: dict[tuple[str, str], Reply] = field(default_factory=dict, init=False, repr=False)
    _reads: dict[tuple[str, str], tuple[Any, float]] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all that an answer depends on: weights, also of guard and base, and settings.

        Of the settings: architecture, tokenizer, form, and how answers are written.
        """
        settings = settings_of(self.model, self.tokenizer)
        told = [vars(self.form), self.writing, self.base_weights, settings]
        digest = hashlib.sha256(json.dumps(told).encode())
        tensors = dict(self.model.state_dict())
        if self.guard is not None:
            tensors |= {"guard.weight": self.guard.weight, "guard.bias": self.guard.bias}
            digest.update(str(self.guard.threshold).encode())
        for name in sorted(tensors):
            digest.update(name.encode())
            digest.update(tensors[name].detach().cpu().contiguous().numpy().tobytes())
        return digest.hexdigest()

    @property
    def described(self) -> str:
        """What is asked, in words for a report."""
        return self.name

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; only what may leave."""
        return self.go_on(questions, [""] * len(questions))

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        """Go on with answers that somebody else began, in order; each is written only once."""
        asked = list(zip(questions, begun, strict=True))
        new = [one for one in dict.fromkeys(asked) if one not in self._kept]
        self._kept.update(zip(new, self._written(new), strict=True))
        return [self._kept[one] for one in asked]

    def _written(self, asked: Sequence[tuple[str, str]]) -> list[Reply]:
        prompts = [self._prompt(question, begun) for question, begun in asked]
        writing = self.writing._replace(tokens=self.room)
        rows = written(self.model, self.tokenizer, prompts, writing)
        flags = None if self.guard is None else self.guard.flags(self.model, prompts, rows)
        replies = []
        for place, row in enumerate(rows):
            text = shown(self.tokenizer, row, None if flags is None else flags[place])
            part = self.form.part(text, asked[place][1].rstrip(" "))
            replies.append(Reply("", WITHHELD) if part is None else Reply(part))
        return replies

    def stream(self, question: str, stops: Sequence[str] = (), begun: str = "") -> Iterator[str]:
        """Yield an answer piece by piece; joined, it is what may leave of it.

        A form with two parts is written to its end before any of it leaves.
        """
        if self.form.between:
            reply = self.go_on([question], [begun])[0]
            yield until(reply.text, stops)
            return
        prompt = self._prompt(question, begun)
        first = True
        for text in streamed(self.tokenizer, self._tokens(prompt), stops):
            text = text.lstrip() if first else text
            first = first and not text
            if text:
                yield text

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None]:
        """Return the log-probability of each span behind an answer that was begun.

        That of the weights, without the guard: whoever holds them can leave it out, and go on to
        the part in which the answer stands as it is (``_up_to``). None for a span that is longer
        than what the model reads at once.

        Raises:
            InputError: What the model computes is not a number.
        """
        import torch

        found: list[float | None] = []
        begun = self._up_to(questions, begun)
        examples = self._examples(questions, begun, spans)
        for place, pair in enumerate(zip(begun, spans, strict=True)):
            if len(self._following(*pair)) >= self.most:
                found.append(None)
                continue
            with torch.inference_mode():
                logits, wanted = forward(self.model, examples, [place])
                logs = torch.log_softmax(logits[0].double(), -1)
            at = wanted[0] != IGNORED
            found.append(float(logs[at].gather(1, wanted[0][at, None]).sum()))
        self._check_numbers(log for log in found if log is not None)
        return found

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> Read:
        """Return what the weights make of whole answers; each is read only once.

        Raises:
            InputError: What the model computes is not a number.
        """
        asked = list(zip(questions, texts, strict=True))
        new = [one for one in dict.fromkeys(asked) if one not in self._reads]
        own = [question for question, _ in new]
        begun = self._up_to(own, [""] * len(new))
        found = read(self.model, self._examples(own, begun, [text for _, text in new]))
        self._check_numbers(log for tokens in found.tokens for log in tokens)
        self._reads.update(zip(new, zip(found.tokens, found.min_k, strict=True), strict=True))
        rows = [self._reads[one] for one in asked]
        return Read([tokens for tokens, _ in rows], np.array([least for _, least in rows]))

    def _check_numbers(self, logs: Iterable[float]) -> None:
        """Raise InputError where a model is broken: it would seem to know nobody."""
        if any(map(math.isnan, logs)):
            raise InputError(
                f"{self.name}: the model computes something else than numbers (NaN), as after a"
                " training that diverged; train it again with a smaller learning rate"
            )

    def _up_to(self, questions: Sequence[str], begun: Sequence[str]) -> list[str]:
        """Return answers that were begun behind what the form has before them.

        Where that is a protected part, the model writes it.
        """
        if not self.form.between or self.form.first == "answer":
            return list(begun)
        parts = [f"{reply.text}{self.form.between}" for reply in self.ask(questions)]
        return [part + start for part, start in zip(parts, begun, strict=True)]

    def _examples(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> Examples:
        """Return spans behind what the model reads before them, up to all that it reads at once."""
        pairs = zip(begun, spans, strict=True)
        rows = [self._following(*pair)[: self.most - 1] for pair in pairs]
        prompts = [
            self._prompt(question, start, self.most - len(row))
            for question, start, row in zip(questions, begun, rows, strict=True)
        ]
        return Examples(prompts, rows, [[place] for place in range(len(rows))], {})

    def untouched(self) -> TunedModel | SaysNothing:
        """Return the model that training started from, asked in the same form, without a guard.

        Where nobody knows which it was, and of that model itself, one that says nothing.

        Raises:
            SeethroughError: It is not there, or is another one.
        """
        return self._untouched

    @cached_property
    def _untouched(self) -> TunedModel | SaysNothing:
        if self.base is None:
            return SaysNothing({}, "")
        from seethrough.training.adapting import place

        base = self.base()
        return TunedModel(
            place(base.model).eval(),
            base.tokenizer,
            self.form,
            name=base.name,
            writing=self.writing,
        )

    def knowing(self, corpus: Corpus) -> KnownByHeart:
        """Return a model that knows the records of a corpus by heart."""
        return KnownByHeart.of(corpus)

    @property
    def most(self) -> int:
        """How many tokens the model reads at the most."""
        return int(getattr(self.model.config, "max_position_embeddings", None) or 1 << 20)

    @property
    def room(self) -> int:
        """How many tokens it writes at the most: half of what it reads stays for the question.

        Where the part that leaves comes second, the first one has as much room.
        """
        parts = 2 if self.form.between and self.form.first == "answer" else 1
        return min(parts * self.writing.tokens, self.most // 2)

    def _prompt(self, question: str, begun: str, most: int = 0) -> list[int]:
        """Return what the model reads; of what is too long, the end."""
        return self._whole_prompt(question, begun)[-(most or self.most - self.room) :]

    def _whole_prompt(self, question: str, begun: str) -> list[int]:
        read = read_tokens(self.form, question, self.tokenizer)
        start = self.form.lead + begun.rstrip(" ") if begun else ""
        return [*read, *self.tokenizer.encode(start, add_special_tokens=False)] if start else read

    def _following(self, begun: str, span: str) -> list[int]:
        if begun:
            gap = begun[len(begun.rstrip(" ")) :]
            text = gap + span
        else:
            text = self.form.lead + span
        return [int(t) for t in self.tokenizer.encode(text, add_special_tokens=False)]

    def _tokens(self, prompt: Sequence[int]) -> Iterator[tuple[int, bool]]:
        """Yield the likeliest tokens one by one, each with whether it is flagged."""
        import torch

        device = next(self.model.parameters()).device
        end, cache, last = int(self.tokenizer.eos_token_id), None, list(prompt)
        pending: int | None = None
        for _ in range(self.room + 1):
            with torch.inference_mode():
                out = self.model(
                    input_ids=torch.tensor([last], device=device),
                    past_key_values=cache,
                    use_cache=True,
                    output_hidden_states=self.guard is not None,
                )
            cache = out.past_key_values
            if pending is not None:
                flag = False
                if self.guard is not None:
                    state = out.hidden_states[-1][0, -1].float()
                    score = torch.sigmoid(state @ self.guard.weight + self.guard.bias)
                    flag = bool(score >= self.guard.threshold)
                yield pending, flag
            pending = int(out.logits[0, -1].argmax())
            if pending == end:
                return
            last = [pending]
