"""A statement under construction, and the times that end its lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from seethrough.atomizers.clauses.tags import FINITE, TIME, VERB
from seethrough.atomizers.clauses.tokens import Phrase, Token


@dataclass
class Statement:
    """A statement under construction: one line per item of its lists."""

    subject: int
    line: Phrase
    lines: list[Phrase] = field(default_factory=list)
    run: list[int] = field(default_factory=list)
    anchor: int = -1

    def __post_init__(self) -> None:
        self.lines.append(self.line)
        self.run = [len(self.lines) - 1]

    def append(self, lead: Sequence[Token], body: Sequence[Token]) -> None:
        """Leave words where they stood."""
        self.line.extend(lead)
        self.line.extend(body)

    def branch(self, at: int, body: Sequence[Token], same_list: bool) -> None:
        """Start one more line that shares the first ``at`` words."""
        if not same_list or at != self.anchor:
            self.spread()
            self.run = [len(self.lines) - 1]
        self.line = [*self.line[:at], *body]
        self.lines.append(self.line)
        self.run.append(len(self.lines) - 1)
        self.anchor = at

    def extend(self, prefix: Phrase, body: Phrase) -> Statement:
        """Start one more line with another verb behind ``prefix``, and a list of its own."""
        self.spread()
        self.line = [*prefix, *body]
        self.lines.append(self.line)
        self.run = [len(self.lines) - 1]
        self.anchor = -1
        return self

    def spread(self) -> None:
        """Give a time that ends a list (*for three days*) to every item of the list."""
        tail = time_tail(self.line)
        if tail and len(self.run) > 1:
            for k in self.run[:-1]:
                if not time_tail(self.lines[k]):
                    self.lines[k].extend(tail)
        self.run = []


def time_tail(line: Phrase) -> Phrase:
    """Return the time that ends a line (*for three days*, *2 weeks ago*), or nothing."""
    end = len(line)
    while end > 0 and line[end - 1].text in ".,;":
        end -= 1
    if end < 3 or line[end - 1].lower not in TIME | {"ago"}:
        return []
    for k in range(end - 2, max(0, end - 9), -1):
        if line[k].lower == "since":
            return line[k:end]
        if line[k].tag in VERB:
            break
    for k in range(end - 2, max(0, end - 7), -1):
        if line[k].lower in ("for", "over", "since", "during", "within", "in"):
            return line[k:end]
        if line[k].tag == "CD" and line[end - 1].lower == "ago":
            return line[k:end]
        if line[k].tag in FINITE:
            break
    return []
