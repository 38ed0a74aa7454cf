"""The page of what ``sage`` kept: how each synthetic record came about, step by step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.report.labels.wording import count, inline, shown
from seethrough.report.page import BUDGET, environment, policy, source
from seethrough.storage.files import refuse_no_file, write_atomically

_NEEDED = frozenset(("id", "points", "drafts", "verdicts", "final", "problem"))


@dataclass(frozen=True)
class Draft:
    """A generated text and what the privacy agent said of it.

    Attributes:
        text: The text.
        safe: Whether it was declared safe; None where it was not assessed.
        suggestions: What was to be changed.
    """

    text: str
    safe: bool | None
    suggestions: str


@dataclass(frozen=True)
class Made:
    """One record on its way.

    Attributes:
        id: Its id.
        record: The private text; "" in files that do not hold it.
        points: The key information of each attribute.
        drafts: The generated text and each rewriting of it.
        problem: Why it was withheld; "" where it was released.
    """

    id: str
    record: str
    points: str
    drafts: Sequence[Draft]
    problem: str

    @property
    def assessed(self) -> int:
        """How many times the privacy agent assessed it."""
        return sum(draft.safe is not None for draft in self.drafts)

    @property
    def outcome(self) -> str:
        """What became of it, in a few words."""
        if self.problem:
            return f"withheld: {self.problem}"
        if not self.assessed:
            return "released after stage 1"
        return f"released after {count(self.assessed, 'assessment')}"


def write_steps_page(kept: Path, page: Path) -> None:
    """Write the page of a file that ``sage:keep=FILE`` wrote; readable by its owner alone.

    Args:
        kept: The file.
        page: Where to write.

    Raises:
        InputError: That is no such file.
    """
    attributes, records = _read(kept)
    write_atomically(page, render_steps(attributes, records).encode(errors="xmlcharrefreplace"))


def render_steps(attributes: Sequence[str], records: Sequence[Made]) -> str:
    """Return the page; records that were withheld are first, then those assessed most often."""
    made = environment()
    template = made.get_template("made.html")
    style, script = source("page.css"), source("page.js")
    blocks: list[str] = []
    room = BUDGET
    order = sorted(records, key=lambda r: (not r.problem, -r.assessed))
    for rank, record in enumerate(order, start=1):
        block = template.render(made=record, rank=rank)
        room -= len(block.encode(errors="replace"))
        if room > 0:
            blocks.append(block)
    html: str = made.get_template("steps.html").render(
        policy=policy(style, script),
        style=style,
        script=script,
        attributes=[inline(name) for name in attributes],
        summary=" ".join(_summary(records)),
        blocks=blocks,
        left_out=len(records) - len(blocks),
    )
    return html


def _summary(records: Sequence[Made]) -> Iterator[str]:
    problems = Counter(r.problem.partition(":")[0] for r in records if r.problem)
    released = len(records) - problems.total()
    yield f"{released:,} of {count(len(records), 'record')} released."
    if problems:
        why = ", ".join(f"{problem} {n:,}" for problem, n in problems.most_common())
        yield f"{problems.total():,} withheld ({why}): their text is empty in the release."
    assessed = [r.assessed for r in records if r.assessed]
    if assessed:
        times = Counter(assessed)
        often = ", ".join(f"{n} for {times[n]:,}" for n in sorted(times))
        mean = sum(assessed) / len(assessed)
        yield f"Assessments by the privacy agent: {mean:.1f} a record on average ({often})."


def _read(kept: Path) -> tuple[list[str], list[Made]]:
    refuse_no_file(kept)
    try:
        first, *rows = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
        if not all(row.keys() >= _NEEDED for row in rows):
            raise ValueError
        return [str(name) for name in first["attributes"]], [_made(row) for row in rows]
    except OSError as error:
        raise InputError(f"{kept}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{kept}: not a file that sage kept (keep=FILE.jsonl), nor the folder of a run; the"
            " last lines of an audit name it"
        ) from error


def _made(row: Mapping[str, Any]) -> Made:
    verdicts = [(bool(v["safe"]), shown(v["suggestions"])) for v in row["verdicts"]]
    unassessed = [(None, "")] * (len(row["drafts"]) - len(verdicts))
    drafts = [
        Draft(shown(text), safe, said)
        for text, (safe, said) in zip(row["drafts"], [*verdicts, *unassessed], strict=True)
    ]
    problem = inline(row["problem"]) or ("" if row["final"] is not None else "no text")
    return Made(
        inline(row["id"]), shown(row.get("record", "")), shown(row["points"]), drafts, problem
    )
