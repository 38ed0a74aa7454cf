"""Mask-token inference: a masked language model fills in every position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from seethrough.fields import Between, ModelFolder
from seethrough.strategies import _encoder
from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses
from seethrough.word_level.mechanisms.tokens import UNKNOWN


@dataclass(frozen=True)
class MaskInference:
    """Put a mask in place of each replaced token and let a masked language model fill it in.

    It looks at the sanitized context and not at the sanitized token, and it can only name words
    that its tokenizer holds whole. Needs the extra ``torch``. An encoder that comes without a
    language-model head, such as the embedded MiniLM, gets one that is trained on the shadow set by
    masking; with a small shadow set that is a weak adversary, weaker than the paper's BERT.

    Source: Yue et al., "Differential privacy for text analytics via natural text sanitization"
    (2021), section 5.3, as in On the Vulnerability of Text Sanitization, section 5.1.

    Attributes:
        encoder: A folder, or the Hugging Face name of an encoder that was downloaded before;
            MiniLM's package where empty.
        epochs: Passes over the shadow set to train a head that is missing; 0 for none.
        rate: Adam's learning rate.
        share: The share of tokens masked in training, in (0, 1).
    """

    encoder: ModelFolder = ""
    epochs: Annotated[int, Between(0, 1000)] = 3
    rate: Annotated[float, Between(0, 1, above=True)] = 5e-4
    share: Annotated[float, Between(0, 1, above=True, below=True)] = 0.15

    example: ClassVar[str] = "mask_inference:encoder=encoder,epochs=2,rate=5e-3"
    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the most likely fillers of every token, with the softmax as their probability.

        Raises:
            MissingExtraError: PyTorch or transformers is not installed.
        """
        torch, _ = _encoder.torch_modules()
        with _encoder.seeded(rng):
            model, tokenizer = _encoder.load(self.encoder, "AutoModelForMaskedLM")
            if self.epochs and not _has_head(self.encoder):
                self._train(torch, model, tokenizer, view.shadow.texts(), rng)
        model.eval()
        pieces, words = _whole_words(tokenizer, view)
        best = np.full((len(view.replaced), BEST), UNKNOWN, dtype=np.int64)
        best[:, 0] = view.released.ids
        chance = np.ones(len(view.replaced))
        places = np.flatnonzero(view.replaced)
        chance[places] = 0.0
        if not len(words):
            return Guesses(best, chance, np.zeros(len(best)))
        questions = [_masked(view, place, tokenizer.mask_token) for place in places.tolist()]
        with torch.inference_mode():
            for rows in _encoder.batches([len(q) for q in questions], 64):
                encoded = _encoded(tokenizer, [questions[i] for i in rows])
                where = encoded["input_ids"] == tokenizer.mask_token_id
                logits = model(**encoded).logits
                for i, row in enumerate(rows):
                    at = where[i].nonzero()
                    if not len(at):
                        continue
                    own = torch.softmax(logits[i, at[0, 0], pieces].double(), dim=0)
                    top = own.topk(min(BEST, len(words)))
                    best[places[row], : len(top.indices)] = words[top.indices.numpy()]
                    chance[places[row]] = float(top.values[0])
        return Guesses(best, chance, np.zeros(len(best)))

    def _train(
        self,
        torch: Any,
        model: Any,
        tokenizer: Any,
        texts: list[str],
        rng: np.random.Generator,
    ) -> None:
        """Train on the shadow set by masking."""
        model.train()
        adam, schedule = _encoder.optimizer(model, self.rate)
        special = set(tokenizer.all_special_ids)
        for _ in range(self.epochs):
            for rows in _encoder.batches([len(t) for t in texts], rng=rng):
                encoded = _encoded(tokenizer, [texts[i] for i in rows])
                ids = encoded["input_ids"]
                chosen = torch.tensor(rng.random(tuple(ids.shape)) < self.share)
                for mark in special:
                    chosen &= ids != mark
                if not chosen.any():
                    continue
                labels = ids.masked_fill(~chosen, -100)
                encoded["input_ids"] = ids.masked_fill(chosen, tokenizer.mask_token_id)
                loss = model(**encoded, labels=labels).loss
                adam.zero_grad()
                loss.backward()
                adam.step()
                schedule.step()


def _has_head(encoder: str) -> bool:
    """Return whether an encoder's own configuration says that it was a masked language model."""
    names = _encoder.architectures(encoder) if encoder else []
    return any(name.endswith("ForMaskedLM") or name.endswith("ForPreTraining") for name in names)


def _encoded(tokenizer: Any, texts: list[str]) -> Any:
    return tokenizer(texts, padding=True, truncation=True, max_length=512, return_tensors="pt")


def _masked(view: AdversaryView, place: int, mask: str) -> str:
    """Return the released text of a place with that place masked."""
    row = int(np.searchsorted(view.released.starts, place, side="right")) - 1
    begin, end = int(view.released.starts[row]), int(view.released.starts[row + 1])
    words = view.released.surfaces[begin:end]
    return " ".join([*words[: place - begin], mask, *words[place - begin + 1 :]])


def _whole_words(tokenizer: Any, view: AdversaryView) -> tuple[Any, Any]:
    """Return the tokenizer's pieces that are whole candidate words, and those words' numbers."""
    torch, _ = _encoder.torch_modules()
    allowed = view.masked(view.unseen() + view.shadow_counts) > 0
    pieces, words = [], []
    for piece, number in sorted(tokenizer.get_vocab().items(), key=lambda item: item[1]):
        word = view.vectors.index.get(piece.removeprefix("Ġ"))
        if word is not None and allowed[word]:
            pieces.append(number)
            words.append(word)
    return torch.tensor(pieces, dtype=torch.long), np.array(words, dtype=np.int64)
