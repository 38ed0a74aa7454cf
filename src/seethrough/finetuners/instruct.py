"""Instruction tuning: the model is told to protect people, and shown answers that do."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.finetuning.instructed import Instructed


@dataclass(frozen=True)
class Instruct(Instructed):
    """Tells the model to protect people, and trains on answers with placeholders for names.

    The model is not taught to write what is protected, except what no tagger finds. Questions are
    read as they stand, names and all.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 5.4 (IT) and table 8; our wording.

    Attributes:
        template: Which of the two wordings.
    """
