"""Reconstruction: which word stood where this one stands?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from seethrough.estimates.in_words import percentage
from seethrough.evidence.words import GuessedText
from seethrough.fields import Between, ReadFile
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step
from seethrough.records.releases.text import TextRelease
from seethrough.strategies.markov import Markov
from seethrough.word_level.adversary_view import Strategy
from seethrough.word_level.counting import count, person_tokens
from seethrough.word_level.shadow import usable_shadow
from seethrough.word_level.token_evidence import (
    Reader,
    TokenGuess,
    TokenKnowledge,
    replaced_by_one_step,
)

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus


_KINDS = {
    "reconstruction.names": "names",
    "reconstruction.emails": "mail addresses",
    "reconstruction.numbers": "numbers in digits",
}

_STILL_THERE = 0.5
"""Share of words that come back from which on their kind is named."""


@dataclass(frozen=True)
class Reconstruction(Attack[TextRelease]):
    """Guess the original of every token that a word-level sanitizer replaced.

    The adversary knows the mechanism with its probabilities and, where the strategy uses one, a
    shadow set of texts of the same kind (section 4.1). In the control it does not see the target's
    own text and guesses the commonest replaceable words of the shadow set everywhere.

    Source: On the Vulnerability of Text Sanitization, sections 3 to 5. Success is counted over
    every occurrence of a replaced token (section 5.1), by equality, not over a sample of types.

    Attributes:
        strategy: How a token is guessed.
        shadow: The shadow set's file; strategies that learn from text do without where empty.
        told: Whether the adversary is told which tokens were replaced (section 4.3, step 1), or
            must infer that too.
        overlap: The share of shadow texts that may overlap the private ones; they are removed and
            counted. More than that is refused.
        entities: Whether names are looked for in the private texts, to report on them apart;
            takes a parser's time. Emails and numbers always are.
    """

    strategy: Strategy = Markov()
    shadow: ReadFile = ""
    told: bool = True
    overlap: Annotated[float, Between(0, 1)] = 0.01
    entities: bool = False

    example: ClassVar[str] = "reconstruction:shadow=shadow.jsonl,entities=true"
    evidence: ClassVar[type[GuessedText]] = GuessedText
    needs_alignment: ClassVar[bool] = True
    token_for_token: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "reconstruction.asr",
            "lower_is_better",
            "Share of replaced tokens whose original the adversary names.",
            "It does not bound what a better prior over texts would recover.",
            title="Replaced words guessed back",
            headline=70,
            sentence="Of the words that were replaced, {value} can be guessed back",
            ceiling=0.95,
            floor=lambda records, own: 0.1,
        ),
        Figure(
            "reconstruction.top5",
            "lower_is_better",
            "Share of replaced tokens whose original is among the adversary's five best guesses.",
            "It does not say that the adversary knows which of the five it is.",
            title="Replaced words among five guesses",
            headline=80,
        ),
        Figure(
            "reconstruction.expected",
            "lower_is_better",
            "The success rate that the adversary expects by its own posterior.",
            "It agrees with the success rate only as far as the adversary's prior fits the texts.",
            title="Guessed back, as the adversary itself expects",
            questions=(),  # what it believes, beside what it recovers: there is nothing to exceed
        ),
        Figure(
            "reconstruction.corpus_asr",
            "lower_is_better",
            "The success rate over replaced tokens whose replacement is a word of the texts.",
            "It is the count of the paper's protocol and leaves the other tokens out.",
            title="Guessed back, as the paper counts",
        ),
        Figure(
            "reconstruction.names",
            "lower_is_better",
            "Share of tokens of people's names, kept ones included, that the adversary names.",
            "It finds names with a parser that misses some, most of all in lower-case text.",
            title="Words of people’s names read or guessed back",
            headline=90,
        ),
        Figure(
            "reconstruction.emails",
            "lower_is_better",
            "Share of email addresses, kept ones included, that the adversary names.",
            "An address that is spelled out in words is not counted.",
            title="Mail addresses read or guessed back",
            optional=True,
        ),
        Figure(
            "reconstruction.numbers",
            "lower_is_better",
            "Share of tokens written in digits, kept ones included, that the adversary names.",
            "Numbers written in words are not counted.",
            title="Numbers in digits read or guessed back",
            optional=True,
        ),
    )

    def adversary(self) -> str:
        """Return how it attacks."""
        return "by guessing the replaced words back"

    def steps(self) -> Sequence[Step]:
        """Return how it goes."""
        what = (
            "The adversary knows how words were replaced, and with what probabilities. For every"
            " replaced word it considers all words that could have been there, and names the most"
            " likely"
        )
        return (Step("Guess back", what, ("strategy",)),)

    def advice(self, found: Mapping[str, Estimate]) -> str:
        """Return what to hide first, where anything comes back."""
        if not any(estimate.leaks for estimate in found.values()):
            return ""
        kept = [
            f"{what} ({percentage(share)})"
            for name, what in _KINDS.items()
            if (share := found[name].value or 0.0) > _STILL_THERE
        ]
        if not kept:
            return "Replace more words, or with more noise (a smaller epsilon), and audit again."
        return (
            f"Hide first what can be read or guessed back nearly always: {', '.join(kept)}. Then"
            " replace words with more noise (a smaller epsilon)."
        )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        """Return one target per private record.

        The shadow set, where there is one, is compared with the private texts first. A bound
        knows the private texts' word frequencies; they travel in its knowledge.

        Raises:
            InputError: The shadow set overlaps the private texts.
        """
        shadow: tuple[str, ...] = ()
        removed = 0
        if self.shadow:
            shadow, removed = usable_shadow(self.shadow, private.texts, self.overlap)
        originals = tuple(private.texts) if self.strategy.oracle else ()
        return [
            TokenKnowledge(person, id_, (), shadow=shadow, removed=removed, originals=originals)
            for id_, person in zip(private.ids, private.persons, strict=True)
        ]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        """Return, for each target, a word and a confidence for every token of its text.

        Raises:
            InputError: The word vectors are not those that the release was made with.
        """
        if not knowledge:
            return []
        first = knowledge[0]
        assert isinstance(first, TokenKnowledge)
        release = replaced_by_one_step(release)
        reader = Reader(release, first.shadow, first.originals, self.told)
        there = [k for k in knowledge if k.record in release.corpus.position]
        seen = [k.record for k in there if k.record not in k.unseen]
        hidden = reader.released([k.record for k in there if k.record in k.unseen])
        answers = reader.answers(self.strategy, seen, rng)
        guesses = []
        for known in knowledge:
            guesses.append(
                TokenGuess(
                    known,
                    sanitizer=release.sanitizer,
                    flags=reader.flags(known.record),
                    fallback=reader.commonest,
                    hidden=hidden.get(known.record, ()),
                    **(answers.get(known.record) or {}),
                )
            )
        return guesses

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        """Compare every replaced token's guess with its original.

        Raises:
            InputError: A released text has another number of tokens than its original.
        """
        texts = [private.texts[private.position[g.knowledge.record]] for g in guesses]
        people = [frozenset[int]()] * len(guesses)
        if self.entities:
            people = person_tokens(guesses, texts)
        return [
            count(guess, text, named, private)
            for guess, text, named in zip(guesses, texts, people, strict=True)
            if isinstance(guess, TokenGuess)
        ]
