"""Inversion BERT: an encoder trained to map every sanitized token back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from seethrough.fields import Between, ModelFolder
from seethrough.strategies import _encoder
from seethrough.word_level.adversary_view import BEST, AdversaryView, Guesses, sanitized
from seethrough.word_level.mechanisms.tokens import UNKNOWN, Tokens


@dataclass(frozen=True)
class InversionBert:
    """Predict each original from the encoder's vector of the sanitized token, one to one.

    The encoder, with a linear layer over the words of the shadow set on top, is fine-tuned on
    shadow texts that are sanitized anew. It does not know f(y|x). Needs the extra ``torch``.

    Source: Kugler et al., "InvBERT: reconstructing text from contextualized word embeddings by
    inverting the BERT pipeline" (2021), as in On the Vulnerability of Text Sanitization, 5.1.

    Attributes:
        encoder: A folder, or the Hugging Face name of an encoder that was downloaded before;
            MiniLM's package where empty.
        copies: How often each shadow text is sanitized to learn from, at least 1.
        epochs: Passes over them.
        rate: Adam's learning rate.
    """

    encoder: ModelFolder = ""
    copies: Annotated[int, Between(1, 1000)] = 1
    epochs: Annotated[int, Between(1, 1000)] = 3
    rate: Annotated[float, Between(0, 1, above=True)] = 5e-4

    example: ClassVar[str] = "inversion_bert:encoder=encoder,epochs=1,rate=1e-2"
    oracle: ClassVar[bool] = False

    def infer(self, view: AdversaryView, rng: np.random.Generator) -> Guesses:
        """Return the most likely words for every token, with the softmax as their probability.

        Raises:
            MissingExtraError: PyTorch or transformers is not installed.
        """
        torch, _ = _encoder.torch_modules()
        answers = np.unique(view.shadow.ids[view.shadow.ids < len(view.vectors)])
        place = np.full(view.words, -1, dtype=np.int64)
        place[answers] = np.arange(len(answers))
        with _encoder.seeded(rng):
            encoder, tokenizer = _encoder.load(self.encoder, "AutoModel")
            head = torch.nn.Linear(encoder.config.hidden_size, max(1, len(answers)))
            model = torch.nn.ModuleDict({"encoder": encoder, "head": head})
            model.train()
            adam, schedule = _encoder.optimizer(model, self.rate)
            for _ in range(self.copies):
                copy, replaced = sanitized(view, view.shadow, rng)
                targets = np.where(replaced, place[view.shadow.ids], -1)
                for _ in range(self.epochs):
                    for rows in _encoder.batches(copy.lengths.tolist(), 16, rng):
                        logits, flat = _logits(torch, model, tokenizer, copy, rows)
                        labels = torch.tensor(targets[flat])
                        if not (labels >= 0).any():
                            continue
                        loss = torch.nn.functional.cross_entropy(logits, labels, ignore_index=-1)
                        adam.zero_grad()
                        loss.backward()
                        adam.step()
                        schedule.step()
        model.eval()
        best = np.full((len(view.replaced), BEST), UNKNOWN, dtype=np.int64)
        best[:, 0] = view.released.ids
        chance = np.ones(len(view.replaced))
        chance[view.replaced] = 0.0
        with torch.inference_mode():
            for rows in _encoder.batches(view.released.lengths.tolist(), 64):
                logits, flat = _logits(torch, model, tokenizer, view.released, rows)
                if not len(flat) or not len(answers):
                    continue
                top = torch.softmax(logits.double(), dim=1).topk(min(BEST, len(answers)), dim=1)
                asked = view.replaced[flat]
                found = answers[top.indices.numpy()]
                best[flat[asked], : found.shape[1]] = found[asked]
                chance[flat[asked]] = top.values.numpy()[asked, 0]
        return Guesses(best, chance, np.zeros(len(best)))


def _logits(
    torch: Any, model: Any, tokenizer: Any, texts: Tokens, rows: list[int]
) -> tuple[Any, Any]:
    """Return (m, answers) logits of the words of some texts, and (m,) which words they are."""
    sentences = [
        texts.surfaces[int(texts.starts[r]) : int(texts.starts[r + 1])] or [""] for r in rows
    ]
    encoded = tokenizer(
        sentences,
        is_split_into_words=True,
        padding=True,
        truncation=True,
        max_length=512,
        return_tensors="pt",
    )
    batch, piece, flat = [], [], []
    for i, row in enumerate(rows):
        seen: set[int] = set()
        for at, word in enumerate(encoded.word_ids(i)):
            if word is not None and word not in seen and word < texts.lengths[row]:
                seen.add(word)
                batch.append(i)
                piece.append(at)
                flat.append(int(texts.starts[row]) + word)
    hidden = model["encoder"](**encoded).last_hidden_state
    chosen = hidden[torch.tensor(batch, dtype=torch.long), torch.tensor(piece, dtype=torch.long)]
    return model["head"](chosen), np.array(flat, dtype=np.int64)
