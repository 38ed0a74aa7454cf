"""Tag the sentences that say something sensitive, by the classes of the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.classifiers.local import Local
from seethrough.protocols import SENSITIVITIES, Classifier, Protected
from seethrough.text.english import placed_sentences

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Sensitive:
    """Tags whole sentences of the classes that are named.

    What the verdict calls sensitive is then what a model must not say: a sentence on somebody's
    illness, not only a name in it. The kind of a span is its class. A sentence is judged by itself
    and its record, as the classifier judges a claim, and is as often misjudged.

    Attributes:
        classes: Of ``identifier``, ``special``, ``quasi``, ``private`` and ``none``.
        classifier: What says how sensitive a sentence is.
    """

    classes: tuple[str, ...] = ("identifier", "special", "private")
    classifier: Classifier = Local()

    def __post_init__(self) -> None:
        for name in self.classes:
            if name not in SENSITIVITIES:
                raise ValueError(
                    f"classes={name!r} is not known; there are: {', '.join(SENSITIVITIES)}"
                )
        if not self.classes:
            raise ValueError("classes must name one at least")

    @property
    def english(self) -> bool:
        """Whether it is in English texts only that it finds all that it looks for."""
        return isinstance(self.classifier, Local)

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text.

        Raises:
            UnavailableError: The classifier's model is not there.
        """
        sentences = list(placed_sentences(dict(enumerate(corpus.texts))))
        said = [sentence.text.strip() for sentence in sentences]
        texts = [corpus.texts[sentence.owner] for sentence in sentences]
        kinds = self.classifier.classify(said, texts)
        spans: list[list[Protected]] = [[] for _ in range(len(corpus))]
        for sentence, own, kind in zip(sentences, said, kinds, strict=True):
            if kind in self.classes:
                start = sentence.start + sentence.text.index(own)
                spans[sentence.owner].append(Protected(start, start + len(own), kind))
        return list(spans)
