"""Our figures come to stand in the paper's cells, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

import seethrough as st
from seethrough.engine.comparing.candidates import of_sanitizer
from seethrough.engine.comparing.comparison import Comparison
from seethrough.engine.comparing.comparison import Row as Compared
from seethrough.estimates.relative import relative_change
from seethrough.presets.filling import filled
from seethrough.presets.tables import Column, Fragment, Preset, Row, Table
from seethrough.protocols import Tally
from seethrough.report.preset_tables import preset_lines, preset_markdown


def knowing(name: str, which: str, **more: Any) -> Column:
    wanted = {"name": "linkage", "knowledge": {"name": which}}
    return Column(name, ("linkage.top1",), wanted, **more)


TABLE = Table(
    "Table 9",
    "of a paper",
    ("GPT-9, Moon", "GPT-9, Mars"),
    (
        knowing("first", "first"),
        knowing("counted", "random", counts=True),
        knowing("change", "random", against="all", digits=0),
        Column("length", ("utility.length_kept",)),
        Column("theirs alone"),
    ),
    (
        Row("all", "as it is", ("0.12 3 - 0.90 7", "- - - - 1e-9")),
        Row("none", "nothing", ("0.50 1 -9 0.1 -",)),
        Row("broken", "failed"),
        Row("absent", "not made", ("1 1 1 1 1",)),
        Row("others", "as it is", arm="control"),
    ),
    ("Mind the moon | <b>.",),
)
LINKAGE = "linkage:linker=bm25,atomizer=sentence"
PRESET = Preset("moon", "Moon et al. (2099)", lambda asked: Fragment([], []), (TABLE,))


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    texts = [f"Person {i} likes the number {i * 37} and went to town {i}." for i in range(12)]
    found = st.compare(
        st.Corpus.from_texts(texts),
        [of_sanitizer("identity", "as it is"), of_sanitizer("erase", "nothing")],
        attacks=[f"{LINKAGE},knowledge=first", f"{LINKAGE},knowledge=random"],
        utilities=["length_kept"],
    )
    broken = Compared("failed", None, (), ValueError("no"))
    return filled(PRESET, ["No model."], Comparison([*found.rows, broken], found.seeds))


def cells(made: dict[str, Any], row: str) -> list[dict[str, Any]]:
    return next(r["cells"] for r in made["tables"][0]["rows"] if r["name"] == row)


def test_each_cell_has_its_figure(made: dict[str, Any]) -> None:
    first, counted, change, length, theirs = cells(made, "all")
    assert (first["value"], first["n"], first["figure"]) == (1.0, 12, "linkage.top1")
    assert first["low"] < 1.0 == first["high"]
    assert (counted["value"], counted["digits"]) == (12.0, 0)  # how often, not which share
    assert change["value"] is None  # nothing changes from itself
    assert length["value"] == 1.0
    assert theirs["value"] is None
    assert not theirs["failed"]
    assert [p["value"] for p in theirs["paper"]] == [7.0, 1e-9]
    nothing = cells(made, "none")
    by_chance = nothing[1]["value"]
    assert by_chance < 12
    assert nothing[2]["value"] == pytest.approx(100 * (by_chance / 12 - 1))
    assert [cell["value"] for cell in nothing[3:]] == [0.0, None]
    assert nothing[0]["paper"][1] == {"printed": "-", "value": None}
    others = cells(made, "others")[0]
    assert others["arm"] == "control"
    assert others["value"] < 0.5


def test_what_failed_is_not_what_was_not_measured(made: dict[str, Any]) -> None:
    assert [cell["failed"] for cell in cells(made, "broken")] == [True] * 4 + [False]
    assert [cell["value"] for cell in cells(made, "absent")] == [None] * 5
    assert not any(cell["failed"] for cell in cells(made, "absent"))


def test_the_paper_stands_below_ours(made: dict[str, Any]) -> None:
    lines = preset_lines(made)
    start = lines.index("Table 9: of a paper")
    assert lines[start + 1].split() == ["first", "counted", "change", "length", "theirs", "alone"]
    own, moon, mars, none = lines[start + 2 : start + 6]
    assert own.startswith("all ")
    assert "1.00 (0.76 to 1.00; 12)" in own
    assert "12 (9 to 12; 12)" in own
    assert moon.split() == ["paper:", "GPT-9,", "Moon", "0.12", "3", "-", "0.90", "7"]
    assert mars.split() == ["paper:", "GPT-9,", "Mars", "-", "-", "-", "-", "1e-9"]
    assert none.startswith("none ")
    broken = next(line for line in lines if line.startswith("broken"))
    assert broken.split() == ["broken", *["failed"] * 4, "-"]
    assert sum("paper: GPT-9, Mars" in line for line in lines) == 1  # nothing printed, no line
    assert lines[-1] == "No model."


def test_markdown_has_the_same_rows(made: dict[str, Any]) -> None:
    text = preset_markdown(made)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {7}
    assert "| all | 1.00 (0.76 to 1.00; 12) |" in text
    assert "<b>" not in text
    assert text.endswith("- No model.\n")


def test_it_says_which_draw_the_figures_are_of(made: dict[str, Any]) -> None:
    one = "Each release was made once (seed 0)"
    several = "(seed 0); --json has the values of seeds 0 to 2."
    for told in (preset_lines, preset_markdown):
        for seeds, sentence in (([0], one), ([0, 1, 2], several)):
            made_so = told(made | {"seeds": seeds})
            text = made_so if isinstance(made_so, str) else " ".join(made_so)
            assert sentence in " ".join(text.split())


def test_the_change_of_a_share_and_its_interval() -> None:
    half = [Tally(1, 10), Tally(2, 10), Tally(0, 0)]
    whole = [Tally(2, 10), Tally(4, 10), Tally(0, 0)]
    found = relative_change(half, whole, ["a", "b", "c"])
    assert found is not None
    assert found.value == pytest.approx(-50)
    assert found.low is not None
    assert found.high is not None
    assert -100 < found.low < -80 < 0 < found.high  # two people say little
    assert (found.n, found.people) == (2, 2)
    spread = relative_change([Tally(0, 10), Tally(4, 10)] * 20, [Tally(2, 10)] * 40,
                             [str(i) for i in range(40)])  # fmt: skip
    assert spread is not None
    assert spread.low is not None
    assert spread.high is not None
    assert spread.value == pytest.approx(0)
    # The reference, the same of everybody, is worth no more than 40 trials.
    assert -55 < spread.low < -40
    assert 80 < spread.high < 120
    clustered = relative_change([Tally(0, 10), Tally(4, 10)] * 20, [Tally(2, 10)] * 40,
                                ["a"] * 20 + ["b"] * 20)  # fmt: skip
    assert clustered is not None
    assert clustered.low is not None
    assert clustered.low < spread.low  # two people, however many records
    nobody = relative_change([Tally(0, 10)] * 9, [Tally(5, 10)] * 9, [str(i) for i in range(9)])
    assert nobody is not None
    assert (nobody.value, nobody.low) == (-100, -100)
    assert nobody.high is not None
    assert 20 < nobody.high < 40  # 0 of 9 people, over at least a fifth


@pytest.mark.parametrize(
    ("own", "reference"),
    [([], []), ([Tally(1, 2)], [Tally(0, 2)]), ([Tally(0, 0)], [Tally(1, 2)]),
     ([Tally(1, 2)], [Tally(1, 2)] * 2)],
)  # fmt: skip
def test_no_change_where_it_is_not_defined(own: list[Tally], reference: list[Tally]) -> None:
    assert relative_change(own, reference, ["a"] * len(own)) is None
