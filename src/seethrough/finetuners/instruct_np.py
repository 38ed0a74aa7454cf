"""Instruction tuning: an answer that protects nobody, then one that does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seethrough.finetuning.instructed import Instructed


@dataclass(frozen=True)
class InstructNP(Instructed):
    """Trains on both answers, first the original one, then the protected one.

    The model learns all that the answers hold. Only the second part of what it writes leaves, and
    whoever holds the weights can have the other. An answer that does not get there is withheld.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.4 and table 9 (IT NP 1 and 2); our wording.

    Attributes:
        template: Which of the two wordings.
    """

    wording: ClassVar[str] = "np"
