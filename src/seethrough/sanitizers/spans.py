"""Find self-disclosures sentence by sentence, and put each into more general words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from seethrough.fields import Between, ModelName, ReadFile
from seethrough.language_model import LanguageModel, Options
from seethrough.models.answers import Reading, ask, ask_each, json_values
from seethrough.models.resolve import resolve
from seethrough.models.rewriting import not_empty, put_back, whole
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.redaction.detection import Span, find, merge
from seethrough.redaction.disclosures import disclosures, general_words
from seethrough.redaction.language import tell_of_many_unread
from seethrough.text.english import PlacedSentence, placed_sentences

OFFLINE = "offline"
KINDS = (
    "PERSON", "LOCATION", "ORGANIZATION", "NRP", "DATE_TIME", "EMAIL_ADDRESS", "PHONE_NUMBER",
    "URL", "IP_ADDRESS", "US_SSN", "CREDIT_CARD", "IBAN_CODE",
)  # fmt: skip
"""What Presidio looks for, in addition to the patterns."""

THRESHOLD = 0.4
LONGEST = 80
"""The longest replacement of a span in characters: more is not an abstraction."""

_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"spans": {"type": "array", "items": {"type": "string"}}},
        "required": ["spans"],
        "additionalProperties": False,
    }
)


@dataclass(frozen=True)
class Spans:
    """Detects self-disclosure spans in each sentence and replaces each by an abstraction.

    Offline, spans are what Presidio finds and what patterns for self-disclosures find (age, sex,
    family, health, money and others), and the abstraction comes from a table: "a 43-year-old
    woman" becomes "a middle-aged person". It reads English, and takes some ordinary words for
    names ("mm Hg"). A model finds and words more. If the model gives no readable answer for a
    sentence or a span, the offline way replaces it, counted as ``sentences_offline`` and
    ``spans_offline``; where it names something that the sentence does not hold, the offline way is
    taken in addition, counted as ``spans_not_found``. A record that could not be searched is
    withheld: its text becomes empty and the ledger counts it.

    Source: Dou et al., "Reducing privacy risks in online self-disclosures with language models"
    (2024); A False Sense of Privacy, A.2. The paper's two fine-tuned models cannot be shipped;
    any model takes their place.

    Attributes:
        detector: ``offline`` or a model, ``provider/model``, that finds spans.
        abstraction: ``offline`` or a model that words the replacements.
        temperature: Randomness of the models' answers, 0 and up.
        detect_prompt: The user's own prompt file for finding; empty for the package's.
        abstract_prompt: The user's own prompt file for wording; empty for the package's.
    """

    detector: ModelName = OFFLINE
    abstraction: ModelName = OFFLINE
    temperature: Annotated[float, Between(0, 2)] = 0.0
    detect_prompt: ReadFile = ""
    abstract_prompt: ReadFile = ""

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the texts with every span abstracted, under their own ids.

        Args:
            private: The private records; may be empty.
            rng: Gives the seed of the models' sampling.

        Raises:
            UnavailableError: A model is not there.
            UsageError: A model is remote and that was not allowed.
        """
        options = Options(self.temperature, int(rng.integers(2**31)), 0, 512)
        tell_of_many_unread(private)
        texts = not_empty(private.texts)
        found = dict(zip(texts, find(texts.values(), KINDS, THRESHOLD), strict=True))
        ledger: Counter[str] = Counter(withheld=sum(spans is None for spans in found.values()))
        spans = {
            i: merge([*named, *disclosures(texts[i])])
            for i, named in found.items()
            if named is not None
        }
        if self.detector != OFFLINE and spans:
            spans = self._detect(resolve(self.detector), texts, spans, options, ledger)
        words: dict[tuple[int, Span], str] = {}
        if self.abstraction != OFFLINE and any(spans.values()):
            words = self._abstract(resolve(self.abstraction), texts, spans, options, ledger)
        new = {i: _rewritten(texts[i], i, own, words) for i, own in spans.items()}
        kinds = Counter(span.kind for own in spans.values() for span in own)
        return TextRelease(
            private.with_texts(put_back(private.texts, new)),
            ledger=occurred(ledger),
            details={"replaced": dict(sorted(kinds.items()))},
        )

    def _detect(
        self,
        model: LanguageModel,
        texts: Mapping[int, str],
        offline: Mapping[int, list[Span]],
        options: Options,
        ledger: Counter[str],
    ) -> dict[int, list[Span]]:
        """Return the spans that the model finds.

        In a sentence that it gives no answer about, or names something that is not there, also the
        offline ones.
        """
        sentences = list(placed_sentences({i: texts[i] for i in offline}))
        template = load("detect_spans", self.detect_prompt)
        prompts = [template.fill({"sentence": s.text}, schema=_SCHEMA) for s in sentences]
        readings: list[Reading[list[str]]] = ask(
            model, prompts, options, read_spans, 'Answer with JSON only: {"spans": ["..."]}.'
        )
        spans: dict[int, list[Span]] = {i: [] for i in offline}
        for sentence, reading in zip(sentences, readings, strict=True):
            end = sentence.start + len(sentence.text)
            located = [_located(sentence, surface) for surface in reading.value or ()]
            spans[sentence.owner] += [span for found in located for span in found]
            ledger["spans_not_found"] += sum(not found for found in located)
            ledger["sentences_offline"] += reading.value is None
            if reading.value is None or not all(located):
                own = offline[sentence.owner]
                spans[sentence.owner] += [
                    s for s in own if s.start < end and s.end > sentence.start
                ]
        return {i: merge(own) for i, own in spans.items()}

    def _abstract(
        self,
        model: LanguageModel,
        texts: Mapping[int, str],
        spans: Mapping[int, list[Span]],
        options: Options,
        ledger: Counter[str],
    ) -> dict[tuple[int, Span], str]:
        """Return the model's words for each span that it has some for."""
        template = load("abstract_span", self.abstract_prompt)
        prompts = {}
        for i, own in spans.items():
            for span in own:
                around = texts[i][max(0, span.start - 200) : span.end + 200]
                surface = texts[i][span.start : span.end]
                prompts[i, span] = template.fill({"sentence": around, "span": surface})
        form = "Return the new words for the span alone."
        words = {}
        for (i, span), reading in ask_each(model, prompts, options, _abstraction, form).items():
            surface = texts[i][span.start : span.end]
            if reading.value is None or surface.lower() in reading.value.lower():
                ledger["spans_offline"] += 1
            else:
                words[i, span] = reading.value
        return words


def read_spans(text: str) -> list[str] | None:
    """Return the spans in an answer, or None if it holds no list of them."""
    for value in json_values(text):
        spans = value.get("spans") if isinstance(value, dict) else value
        if isinstance(spans, list) and all(isinstance(s, str) for s in spans):
            return [s for s in spans if s.strip()]
    return None


def _abstraction(text: str) -> str | None:
    words = whole(text)
    if words is None:
        return None
    words = " ".join(words.strip("\"'“”‘’").split())
    return words if 0 < len(words) <= LONGEST else None


def _located(sentence: PlacedSentence, surface: str) -> list[Span]:
    """Return every place of a surface in a sentence, whatever its case, and signs between words."""
    words = r"\W+".join(map(re.escape, re.findall(r"\w+", surface))) or re.escape(surface)
    return [
        Span(sentence.start + match.start(), sentence.start + match.end(), "DISCLOSURE", 1.0)
        for match in re.finditer(words, sentence.text, re.IGNORECASE)
    ]


def _rewritten(
    text: str, owner: int, spans: Sequence[Span], words: Mapping[tuple[int, Span], str]
) -> str:
    out = []
    behind = 0
    for span in spans:
        surface = text[span.start : span.end]
        new = words.get((owner, span)) or general_words(span.kind, surface)
        out.append(text[behind : span.start])
        before = text[max(0, span.start - 3) : span.start].rstrip()
        opens = span.start == 0 or before[-1:] in (".", "!", "?")
        out.append(new[:1].upper() + new[1:] if opens and surface[:1].isupper() else new)
        behind = span.end
    return "".join([*out, text[behind:]])
