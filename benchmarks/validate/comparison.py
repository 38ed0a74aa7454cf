"""One figure of ours beside somebody else's."""

from __future__ import annotations

from typing import Literal, NamedTuple

Rule = Literal["within", "at least", "equal"]


class Comparison(NamedTuple):
    """One figure of ours beside somebody else's.

    Attributes:
        what: What is compared, and on what.
        source: Who published or computes theirs.
        theirs: Their figure.
        ours: Ours.
        rule: ``within``: the two differ by at most ``tolerance``; ``at least``: ours is at most
            ``tolerance`` below theirs, as a stronger attack needs no explanation; ``equal``: they
            are the same.
        tolerance: In the figures' own unit.
    """

    what: str
    source: str
    theirs: float
    ours: float
    rule: Rule
    tolerance: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether ours agrees with theirs by the rule."""
        if self.rule == "at least":
            return self.ours >= self.theirs - self.tolerance
        return abs(self.ours - self.theirs) <= self.tolerance

    @property
    def wanted(self) -> str:
        """The rule in words."""
        bounds = {"within": f"within {self.tolerance:g}", "equal": "equal"}
        return bounds.get(self.rule, f"at least theirs less {self.tolerance:g}")
