"""Evidence of attacks that guess replaced words back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from seethrough.evidence.evidence import Evidence


class GuessedWord(NamedTuple):
    """One token of a text on its way through sanitization and reconstruction.

    Attributes:
        original: What stood there.
        released: What was released.
        guess: What the adversary says stood there; None for a token that was kept.
        others: Its next best guesses, best first.
        confidence: How sure it is of the first, in [0, 1]; None where it does not say.
        recovered: Whether the first is right.
    """

    original: str
    released: str
    guess: str | None = None
    others: tuple[str, ...] = ()
    confidence: float | None = None
    recovered: bool = False


@dataclass(frozen=True, slots=True)
class GuessedText(Evidence):
    """One text, token by token.

    Attributes:
        tokens: The tokens in order; none where the adversary does not see the text.
        blind: The one word that it then guesses everywhere.
    """

    tokens: tuple[GuessedWord, ...] = ()
    blind: str = ""

    @property
    def replaced(self) -> int:
        """How many tokens were replaced."""
        return sum(token.guess is not None for token in self.tokens)

    @property
    def recovered(self) -> int:
        """How many of them came back."""
        return sum(token.recovered for token in self.tokens)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return what was kept."""
        rows = (
            GuessedWord(o, r, guess, tuple(others), sure, right)
            for o, r, guess, others, sure, right in kept["tokens"]
        )
        return cls(tuple(rows), kept["blind"])
