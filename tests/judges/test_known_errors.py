"""What `docs/judge.md` says that the judge gets wrong, it gets wrong, and in that way."""

from __future__ import annotations

from pathlib import Path

from seethrough.judges.local import Local

PAGE = Path(__file__).parents[2] / "docs" / "judge.md"
HEAD = "| the claim | what the passage says | right | judge | why |"


def known_errors() -> list[list[str]]:
    lines = PAGE.read_text("utf-8").splitlines()
    first = lines.index(HEAD) + 2
    rows = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_each_known_error_is_one() -> None:
    rows = known_errors()
    assert len(rows) == 10
    claims, passages, right, said, why = map(list, zip(*rows, strict=True))
    given = Local().rate(claims, passages)
    assert [str(rating.grade) for rating in given] == said
    assert all(one != other for one, other in zip(right, said, strict=True))
    assert {"1", "3"} == set(right)
    assert all(why)
