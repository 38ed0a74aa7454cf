"""Reconstruction: which word stood where this one stands?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome
from seethrough.records.release import TextRelease
from seethrough.strategies.markov import Markov
from seethrough.word_level.adversary_view import Strategy
from seethrough.word_level.counting import count, person_tokens
from seethrough.word_level.shadow import usable_shadow
from seethrough.word_level.token_evidence import Reader, TokenGuess, TokenKnowledge

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Reconstruction(Attack[TextRelease]):
    """Guess the original of every token that a word-level sanitizer replaced.

    The adversary knows the mechanism with its probabilities and, where the strategy uses one, a
    shadow set of texts of the same kind (section 4.1). In the control it does not see the target's
    own text and guesses the commonest replaceable word of the shadow set everywhere.

    The evidence of each target is ``{"tokens": [...]}``, in order, one entry for each token of the
    text: ``original`` and ``released`` always; for a replaced one also ``guess`` (a word),
    ``others`` (the next best, best first), ``confidence`` (0 to 1, None where the strategy has
    none) and ``recovered``. An entry without ``guess`` is a token that was kept. Where the
    adversary does not see the text, ``tokens`` is empty and ``blind guess`` is its one word.

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
    shadow: str = ""
    told: bool = True
    overlap: float = 0.01
    entities: bool = False

    example: ClassVar[str] = "reconstruction:shadow=shadow.jsonl,entities=true"
    needs_alignment: ClassVar[bool] = True
    token_for_token: ClassVar[bool] = True
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "reconstruction.asr",
            "lower_is_better",
            "Share of replaced tokens whose original the adversary names.",
            "It does not bound what a better prior over texts would recover.",
            ceiling=0.95,
            floor=lambda records: 0.1,
        ),
        Figure(
            "reconstruction.top5",
            "lower_is_better",
            "Share of replaced tokens whose original is among the adversary's five best guesses.",
            "It does not say that the adversary can tell which of the five it is.",
        ),
        Figure(
            "reconstruction.expected",
            "lower_is_better",
            "The success rate that the adversary expects by its own posterior.",
            "It agrees with the success rate only as far as the adversary's prior fits the texts.",
        ),
        Figure(
            "reconstruction.corpus_asr",
            "lower_is_better",
            "The success rate over replaced tokens whose replacement is a word of the texts.",
            "It is the count of the paper's protocol and leaves the other tokens out.",
        ),
        Figure(
            "reconstruction.names",
            "lower_is_better",
            "Share of tokens of people's names, kept ones included, that the adversary names.",
            "It finds names with a parser that misses some, most of all in lower-case text.",
        ),
        Figure(
            "reconstruction.emails",
            "lower_is_better",
            "Share of email addresses, kept ones included, that the adversary names.",
            "An address that is spelled out in words is not counted.",
        ),
        Figure(
            "reconstruction.numbers",
            "lower_is_better",
            "Share of tokens written in digits, kept ones included, that the adversary names.",
            "Numbers written in words are not counted.",
        ),
    )

    def __post_init__(self) -> None:
        if not 0 <= self.overlap <= 1:
            raise ValueError(f"overlap={self.overlap} must be in [0, 1]")

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
        reader = Reader(release, first.shadow, first.originals, self.told)
        seen = [
            k.record
            for k in knowledge
            if k.record in release.corpus.position and k.record not in k.unseen
        ]
        common = reader.commonest()
        answers = reader.answers(self.strategy, seen, rng)
        guesses = []
        for known in knowledge:
            guesses.append(
                TokenGuess(
                    known,
                    sanitizer=release.sanitizer,
                    flags=reader.flags(known.record),
                    fallback=common,
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
