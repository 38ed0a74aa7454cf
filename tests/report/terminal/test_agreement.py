import re
from collections.abc import Sequence
from dataclasses import dataclass

from seethrough.agreement.measuring import measure_agreement
from seethrough.agreement.ratings import RatedClaims
from seethrough.protocols import Judge, Rating
from seethrough.report.terminal.agreement import agreement_lines

PEOPLE = RatedClaims(
    "made up.jsonl",
    tuple(f"claim {i}" for i in range(12)),
    tuple(f"passage {i // 3}" for i in range(12)),
    ((1, 1), (2, 2, 2), (3, 3)) * 4,
    ("mine", "another's") * 6,
)


@dataclass(frozen=True)
class Shifted(Judge):
    """Says what people say, ``by`` grades higher, as far as there are grades."""

    by: int = 0

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        grades = [min(3, i % 3 + 1 + self.by) for i in range(len(claims))]
        ratings = [Rating(g, float(g)) for g in grades]
        if self.by:
            ratings[0] = Rating(None, float("nan"), "too long")
        return ratings


@dataclass(frozen=True)
class Same(Judge):
    """Says 1 to everything."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return [Rating(1, 1.0)] * len(claims)


def test_one_judge() -> None:
    lines = agreement_lines([measure_agreement(Shifted(), PEOPLE, 0)])
    assert lines[0] == "12 claims against 4 passages, 2 to 3 ratings each (made up.jsonl)."
    assert lines[1].startswith("The raters among themselves: Fleiss' kappa 1.00 (")
    assert "unjudged: " not in "\n".join(lines)


def test_large_numbers_and_single_ones_are_written_as_people_do() -> None:
    n = 1200
    many = RatedClaims("m", ("claim",) * n, ("p",) * n, ((1,),) * n, (None,) * n, ("t",) * n)
    text = "\n".join(agreement_lines([measure_agreement(Same(), many, 0)]))
    assert text.startswith("1,200 claims against 1 passage, 1 rating each (m).")
    assert text.splitlines()[5].endswith(" 1,200")
    assert "1 same 1,200 0 0 0" in re.sub(" +", " ", text)


def test_several_judges_stand_below_one_another() -> None:
    agreements = [measure_agreement(Shifted(by), PEOPLE, 0) for by in (0, 1)]
    text = "\n".join(agreement_lines(agreements))
    rows = [line for line in text.splitlines() if ":Shifted" in line]
    assert len(rows) == 3 * 2 + 2 * 2 + 2
    assert "unjudged: 1 x too long" in text
    assert "1 same 0 3 0 1" in re.sub(" +", " ", text)
    assert "By kind of passage." in text
    assert all(figure in text for figure in ("Spearman", "Share of claims", "commonest grade"))
