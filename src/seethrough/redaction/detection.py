"""The places of personal data in a text, by Presidio on spaCy's entity recogniser."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.personal_data.contact_data import BARE_URL, SPELLED_EMAIL, STARTED_URL
from seethrough.personal_data.initials import INITIALLED, is_family
from seethrough.text.names import FAMILY, GIVEN, folded, is_ordinary

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer
    from spacy.tokens import Doc

BATCH = 64
PIECE = 2_000
"""The longest piece of a text that is searched at once, in characters.

Short, because on a long run without a space (``!!!!``, ``a.a.a.``) the tokenizer and some of
Presidio's patterns take time that grows with the square of its length.
"""
SEAM = 100
"""How many characters on either side of a cut are searched again, as one piece."""

KIND_OF_LABEL = {
    "PERSON": "PERSON",
    "NORP": "NRP",
    "FAC": "LOCATION",
    "LOC": "LOCATION",
    "GPE": "LOCATION",
    "ORG": "ORGANIZATION",
    "DATE": "DATE_TIME",
    "TIME": "DATE_TIME",
}
"""Presidio's default mapping of spaCy's labels; quantities, money and works of art stay."""

NAME_SCORE = 0.85
"""The score that Presidio gives all that spaCy finds, as spaCy itself gives none."""


MAIL_ADDRESS = r"\b[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}"
"""Bounded as RFC 5321 bounds it, so that no text takes quadratic time."""
_WHOLE = r"(?<![.,;:!?)'*])"
"""A sign that ends a sentence is no part of a web address before it."""

_LABEL = re.compile(r"[^\n:]{0,40}:")
"""What there may be of a label behind its first words."""


class Span(NamedTuple):
    """Personal data in a text.

    Attributes:
        start: The first character.
        end: The character behind the last.
        kind: Presidio's name of the kind.
        score: How sure Presidio is, in [0, 1].
    """

    start: int
    end: int
    kind: str
    score: float


def find(
    texts: Iterable[str], kinds: Sequence[str], threshold: float
) -> Iterator[list[Span] | None]:
    """Yield the personal data in each text, in order, as spans that do not overlap.

    Args:
        texts: Any texts, of any length.
        kinds: What to look for, in Presidio's words.
        threshold: Spans that score less are left out.

    Yields:
        The spans from left to right, or None if the text could not be searched in full.

    Raises:
        UnavailableError: The language model is not installed.
    """
    analyzer()
    for found in spread(functools.partial(_found, kinds, threshold), parts_of(texts, BATCH)):
        yield from found


def merge(spans: Iterable[Span]) -> list[Span]:
    """Join spans that overlap, so that every character found is covered once.

    A joined span has the kind and score of its surest part, of the longest among equals.
    """
    merged: list[Span] = []
    best: list[tuple[float, int]] = []
    for span in sorted(spans):
        weight = (span.score, span.end - span.start)
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            surer = span if weight > best[-1] else last
            end = max(last.end, span.end)
            merged[-1] = Span(last.start, end, surer.kind, surer.score)
            best[-1] = max(best[-1], weight)
        else:
            merged.append(span)
            best.append(weight)
    return merged


def windows(text: str, limit: int = PIECE) -> list[tuple[int, str]]:
    """Cut a long text into pieces, and add a piece around each cut so that no name is lost in it.

    Args:
        text: Any text.
        limit: The longest piece, in characters.

    Returns:
        Where each piece starts, and the piece.
    """
    from seethrough.text.english import pieces

    out = []
    start = 0
    for piece in pieces(text, limit):
        if start:
            seam = max(0, start - SEAM)
            out.append((seam, text[seam : start + SEAM]))
        out.append((start, piece))
        start += len(piece)
    return out


def _found(kinds: Sequence[str], threshold: float, texts: Sequence[str]) -> list[list[Span] | None]:
    try:
        return list(_search(texts, kinds, threshold))
    except Exception:
        return [_search_alone(text, kinds, threshold) for text in texts]


def _search_alone(text: str, kinds: Sequence[str], threshold: float) -> list[Span] | None:
    try:
        return next(_search([text], kinds, threshold))
    except Exception:
        return None


def _search(texts: Sequence[str], kinds: Sequence[str], threshold: float) -> Iterator[list[Span]]:
    """Yield the merged spans of each text; raises whatever the parts raise."""
    from seethrough.text.english import parser
    from seethrough.text.signs.composed import composed
    from seethrough.text.signs.typography import in_hyphens, in_plain_blanks

    # The recognisers know "ü" as one character, not as "u" with a mark behind it, hyphens, and
    # spaces that are no no-break ones.
    written = [composed(text) for text in texts]
    cut = [windows(in_plain_blanks(in_hyphens(own.text))) for own in written]
    nlp = parser()
    recogniser: Any = nlp.get_pipe("ner")
    blank = (nlp.make_doc(piece) for pieces_of_text in cut for _, piece in pieces_of_text)
    docs = recogniser.pipe(blank, batch_size=BATCH)
    for own, pieces_of_text in zip(written, cut, strict=True):
        spans = [
            Span(*own.place(start + s.start, start + s.end), s.kind, s.score)
            for start, _ in pieces_of_text
            for s in _spans(next(docs), kinds, threshold)
        ]
        yield merge(spans)


def _spans(doc: Doc, kinds: Sequence[str], threshold: float) -> list[Span]:
    """Return what Presidio finds in a parsed piece.

    Context words are compared with the words as written, in lower case: lemmas would need the
    tagger, which takes as long as the entity recogniser.
    """
    from presidio_analyzer.nlp_engine import NlpArtifacts

    names = [entity for entity in doc.ents if entity.label_ in KIND_OF_LABEL]
    for name in names:
        name.label_ = KIND_OF_LABEL[name.label_]
    engine = analyzer()
    artifacts = NlpArtifacts(
        entities=names,
        tokens=doc,
        tokens_indices=[token.idx for token in doc],
        lemmas=[token.lower_ for token in doc],
        nlp_engine=engine.nlp_engine,
        language="en",
        scores=[NAME_SCORE] * len(names),
    )
    with _Timeouts():
        results = engine.analyze(
            doc.text,
            "en",
            entities=list(kinds),
            score_threshold=threshold,
            nlp_artifacts=artifacts,
        )
    ends = ((r, _end(doc.text, r.start, r.end)) for r in results)
    return [Span(r.start, end, r.entity_type, r.score) for r, end in ends if end > r.start]


def _end(text: str, start: int, end: int) -> int:
    r"""Return where personal data end: before the label of the next line (*Ann Lee\nAge: 46*)."""
    above, _, below = text[start:end].rpartition("\n")
    if above and _LABEL.match(text, end) and not any(map(_may_be_a_name, below.split())):
        return start + len(above.rstrip())
    return end


def _may_be_a_name(word: str) -> bool:
    return not is_ordinary(word) or folded(word) in GIVEN or folded(word) in FAMILY


@functools.cache
def analyzer() -> AnalyzerEngine:
    """Return Presidio's analyzer for English with its default recognisers, offline.

    Its own recogniser of mail addresses checks domains against a list that it fetches from the
    network, and takes time that grows with the square of a word's length; a pattern of ours takes
    its place. Of a web address its own recogniser leaves letters that are not ASCII
    (``https://mü<URL>``), and hosts in less common domains; patterns of ours find these as well,
    and names of one initial (``R. Okonkwo``), of which spaCy misses some in short texts.
    """
    from seethrough.text.english import parser
    from seethrough.text.light_imports import light_imports

    with light_imports():
        from presidio_analyzer import AnalyzerEngine, Pattern, PatternRecognizer
        from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    engine = SpacyNlpEngine(
        ner_model_configuration=NerModelConfiguration(
            model_to_presidio_entity_mapping=KIND_OF_LABEL, default_score=NAME_SCORE
        )
    )
    engine.nlp = {"en": parser()}  # type: ignore[assignment]
    analyzer = AnalyzerEngine(nlp_engine=engine)
    analyzer.registry.remove_recognizer("EmailRecognizer")
    analyzer.registry.add_recognizer(
        PatternRecognizer(
            supported_entity="EMAIL_ADDRESS",
            patterns=[
                Pattern("mail address", MAIL_ADDRESS, 1.0),
                Pattern("mail address in words", SPELLED_EMAIL, 1.0),
            ],
            name="MailAddressRecognizer",
        )
    )
    analyzer.registry.add_recognizer(
        PatternRecognizer(
            supported_entity="URL",
            patterns=[
                Pattern("web address with its scheme", STARTED_URL + _WHOLE, 0.6),
                Pattern("web address without", BARE_URL + _WHOLE, 0.5),
            ],
            name="WebAddressRecognizer",
        )
    )
    analyzer.registry.add_recognizer(_initials())
    return analyzer


def _initials() -> EntityRecognizer:
    """Return the recogniser of names of one initial and a family name."""
    from presidio_analyzer import Pattern, PatternRecognizer

    class InitialRecognizer(PatternRecognizer):
        def invalidate_result(self, pattern_text: str) -> bool:
            return not is_family(pattern_text.split()[-1])

    return InitialRecognizer(
        supported_entity="PERSON",
        patterns=[Pattern("initial and family name", INITIALLED, NAME_SCORE)],
        global_regex_flags=re.MULTILINE,
    )


class _Timeouts(logging.Handler):
    """Turns Presidio's warning that it skipped a pattern that took too long into an error."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._logger = logging.getLogger("presidio-analyzer")
        self._timed_out = False

    def emit(self, record: logging.LogRecord) -> None:
        self._timed_out |= "timed out" in str(record.msg)

    def __enter__(self) -> None:
        self._logger.addHandler(self)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._logger.removeHandler(self)
        if self._timed_out and kind is None:
            raise TimeoutError("a pattern took too long")
