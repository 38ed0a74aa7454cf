"""Instruction tuning: an answer that protects people, then one that does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seethrough.finetuning.instructed import Instructed


@dataclass(frozen=True)
class InstructPN(Instructed):
    """Trains on both answers, first the protected one, then the original one.

    The model learns all that the answers hold. Only the first part of what it writes leaves. The
    other is open to whoever holds the weights, and perhaps to those who begin its answers and lead
    it there in words of their own.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 4.2.4 and table 8 (IT PN 1 and 2); our wording.

    Attributes:
        template: Which of the two wordings.
    """

    wording: ClassVar[str] = "pn"
