"""Knowledge that reached the adversary in other words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from seethrough import spec
from seethrough.knowledge.random import Random
from seethrough.language_model import Options
from seethrough.models.answers import ask, room
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import KnowledgeSource, Known

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


class Overlap(NamedTuple):
    """How many of the knowledge's word pairs stand in the record too.

    Attributes:
        before: Mean ROUGE-2 precision in [0, 1] of the facts as drawn, against the record.
        after: The same of the paraphrase; lower means that less wording is left to link with.
        records: How many records it is the mean of.
    """

    before: float
    after: float
    records: int


@dataclass(frozen=True)
class Paraphrased(KnowledgeSource):
    """What another source knows, paraphrased by a language model.

    The facts of a target are paraphrased together, as one text. A target whose facts could not be
    paraphrased is left out, as nothing is then known about it, and counted as such.

    Source: A False Sense of Privacy (submission), B.1 and D.2.2, perturbed auxiliary information.

    Attributes:
        source: Where the facts come from.
        model: ``provider/model``; the run's model if not given.
        temperature: Randomness of the paraphrase, 0 and up.
        prompt: The user's own prompt file; empty for the package's.
    """

    source: KnowledgeSource = field(default_factory=Random)
    model: str = field(default_factory=default_model)
    temperature: float = 0.0
    prompt: str = ""

    def count(self) -> int | None:
        """Return how many facts the paraphrased source knows."""
        return self.source.count()

    def draw(self, corpus: Corpus, claims: Sequence[Sequence[str]], seed: int) -> list[Known]:
        """Return the paraphrased facts about each record, in order.

        Raises:
            UnavailableError: The model is not there.
            UsageError: The model is remote and that was not allowed.
        """
        from seethrough.models.rewriting import PLAIN_FORM, whole

        drawn = self.source.draw(corpus, claims, seed)
        places = [i for i, known in enumerate(drawn) if known.facts]
        if not places:
            return drawn
        template = load("paraphrase", self.prompt)
        texts = [" ".join(drawn[i].facts) for i in places]
        prompts = [template.fill({"document": text}) for text in texts]
        options = Options(self.temperature, seed % 2**31, 0, room(texts, 1024))
        readings = ask(resolve(self.model), prompts, options, whole, PLAIN_FORM)
        result = list(drawn)
        for i, reading in zip(places, readings, strict=True):
            facts = () if reading.value is None else (reading.value,)
            result[i] = Known(facts, drawn[i].used)
        found = overlap(corpus, drawn, result)
        if found.records:
            corpus.derived.put(_key(self, corpus), list(found))
        return result


def overlap(corpus: Corpus, before: Sequence[Known], after: Sequence[Known]) -> Overlap:
    """Return the bigram overlap of knowledge with the records before and after a change.

    Args:
        corpus: The private records.
        before: What was known of each record, as drawn.
        after: The same after the change; records of which nothing is known any more do not count.
    """
    from seethrough.text.rouge import rouge_n

    places = [i for i, known in enumerate(after) if known.facts]
    if not places:
        return Overlap(float("nan"), float("nan"), 0)
    texts = [corpus.texts[i] for i in places]

    def mean(known: Sequence[Known]) -> float:
        facts = [" ".join(known[i].facts) for i in places]
        return float(rouge_n(texts, facts, 2)[:, 1].mean())

    return Overlap(mean(before), mean(after), len(places))


def overlap_of(source: Paraphrased, corpus: Corpus) -> Overlap | None:
    """Return the overlap of the last draw for this corpus, or None if there was none."""
    kept = corpus.derived.get(_key(source, corpus))
    return None if kept is None else Overlap(*kept)


def _key(source: Paraphrased, corpus: Corpus) -> str:
    return f"overlap/paraphrased-{spec.key(source)}/{corpus.hash[:16]}"
