"""Tag the sentences that say something sensitive, by the classes of the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.classifiers.local import Local
from seethrough.protocols import SENSITIVITIES, Classifier, Protected
from seethrough.text.english import parse, pieces

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

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text.

        Raises:
            UnavailableError: The classifier's model is not there.
        """
        found = list(_sentences(corpus.texts))
        texts = [corpus.texts[owner] for owner, _, _ in found]
        said = [text[start:end] for text, (_, start, end) in zip(texts, found, strict=True)]
        spans: list[list[Protected]] = [[] for _ in range(len(corpus))]
        for (owner, start, end), kind in zip(
            found, self.classifier.classify(said, texts), strict=True
        ):
            if kind in self.classes:
                spans[owner].append(Protected(start, end, kind))
        return list(spans)


def _sentences(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield (text, start, end) of every sentence, without the blanks around it."""
    cut: list[tuple[int, int]] = []

    def stream() -> Iterator[str]:
        for owner, text in enumerate(texts):
            start = 0
            for piece in pieces(text):
                cut.append((owner, start))
                start += len(piece)
                yield piece

    for place, doc in enumerate(parse(stream())):
        owner, before = cut[place]
        for sentence in doc.sents:
            said = sentence.text
            start = before + sentence.start_char + len(said) - len(said.lstrip())
            if said.strip():
                yield owner, start, start + len(said.strip())
