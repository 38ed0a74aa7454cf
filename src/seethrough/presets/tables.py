"""A paper's table: which figure of ours stands in each cell, and what the paper prints there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Arm = Literal["own", "control", "baseline"]

NOTHING = "-"
"""What stands in a published row where the paper prints nothing."""


@dataclass(frozen=True)
class Column:
    """A column of a paper's table.

    Attributes:
        name: As the paper calls it.
        figures: The figure of ours; of several the first that was measured. None where the engine
            has none.
        component: Fields of the spec of the attack or utility that measures it.
        release: The preset's release, where columns are releases.
        arm: Of which arm the figure is.
        counts: Whether the paper counts what we give per question.
        against: The row from which the figure's relative change is meant, in per cent.
        digits: Decimals.
    """

    name: str
    figures: tuple[str, ...] = ()
    component: Mapping[str, Any] = field(default_factory=dict)
    release: str | None = None
    arm: Arm = "own"
    counts: bool = False
    against: str | None = None
    digits: int = 2


@dataclass(frozen=True)
class Row:
    """A row of a paper's table.

    Attributes:
        name: As the paper calls it.
        release: The preset's release, where rows are releases; None where the engine has none.
        published: What the paper prints, a text for each setting of the table: the numbers as
            printed, one for each column, with spaces between them.
        component: Fields of the spec of the attack or utility, where rows are attacks.
        arm: Of which arm its figures are, where not the columns' own.
    """

    name: str
    release: str | None = None
    published: tuple[str, ...] = ()
    component: Mapping[str, Any] = field(default_factory=dict)
    arm: Arm | None = None


@dataclass(frozen=True)
class Table:
    """A paper's table.

    Attributes:
        place: Where it stands, such as ``Table 1``.
        title: What it shows, in our words.
        settings: The data and models of the paper's figures, one for each published text.
        columns: Its columns, in the paper's order.
        rows: Its rows, in the paper's order.
        notes: What a reader must know, in sentences.
    """

    place: str
    title: str
    settings: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def published(self, row: str, setting: str) -> tuple[float | None, ...]:
        """Return what the paper prints in a row, None where it prints nothing.

        Raises:
            KeyError: There is no such row or setting.
        """
        found = {own.name: own for own in self.rows}[row].published
        texts = dict(zip(self.settings, found, strict=False))
        return tuple(map(value, texts[setting].split()))


def value(printed: str) -> float | None:
    """Return a printed number; None where nothing is printed."""
    return None if printed == NOTHING else float(printed)


@dataclass(frozen=True)
class Asked:
    """What the user has, on which the parts that can run depend.

    Attributes:
        columns: The columns of the private records beside text, id and person.
        model: Whether a language model is named.
        base: A model to train, with settings behind it (``NAME,steps=200``); empty for none.
        shadow: Whether there is public text of the same kind.
        questions: Whether there are questions with reference answers.
    """

    columns: frozenset[str] = frozenset()
    model: bool = False
    base: str = ""
    shadow: bool = False
    questions: bool = False


@dataclass(frozen=True)
class Fragment:
    """The part of a plan that a preset makes.

    Attributes:
        releases: Keys of a plan's ``[[releases]]``, each with a ``name``.
        attacks: Specs of attacks.
        utilities: Specs of utilities.
        left_out: What cannot run with what the user has, in sentences.
    """

    releases: Sequence[Mapping[str, Any]]
    attacks: Sequence[str]
    utilities: Sequence[str] = ()
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class Preset:
    """A paper's grid and its tables.

    Attributes:
        name: What ``--preset`` calls it.
        paper: Its title, and authors and year where its text names them.
        fragment: Takes what the user has and returns the part of a plan.
        tables: The paper's tables, in its order.
        needs: What it cannot do without, and how to give it, or None.
        held_out: The share of people who are held out of the training, in [0, 1).
    """

    name: str
    paper: str
    fragment: Callable[[Asked], Fragment]
    tables: tuple[Table, ...]
    needs: Callable[[Asked], str | None] = lambda asked: None
    held_out: float = 0.0
