"""The papers' figures, written down here by hand from their texts a second time."""

from __future__ import annotations

import pytest

from seethrough import spec
from seethrough.presets import cpplm, false_sense, sage, vulnerability
from seethrough.presets.named import PRESETS
from seethrough.presets.tables import Asked, Table

TABLES = [(name, table) for name, preset in PRESETS.items() for table in preset.tables]

SPOTS = [
    (false_sense.TABLE_1, "No Sanitization", 0, (0.08, 0.04, 0.69, 3.79)),
    (false_sense.TABLE_1, "Remove All Info", 0, (None, None, 0.44, None)),
    (false_sense.TABLE_1, "Azure AI PII tool", 1, (0.17, 0.21, 0.99, 3.68)),
    (false_sense.TABLE_1, "Dou et al. (2024)", 0, (0.61, 0.34, 0.61, 2.84)),
    (false_sense.TABLE_1, "Data Synthesis", 1, (0.86, 0.83, 0.93, 3.28)),
    (false_sense.TABLE_2, "epsilon = 1024", 0, (0.79, 0.92, 0.40, 2.25)),
    (false_sense.TABLE_2, "epsilon = 3", 1, (0.89, 0.89, 0.70, 1.64)),
    (false_sense.TABLE_3, "Scrubbing", 0, (0.81, 0.91, 0.94)),
    (false_sense.TABLE_3, "Dou et al. (2024)", 1, (0.88, 0.88, 0.83)),
    (false_sense.TABLE_3, "Staab et al. (2024)", 1, (0.66, 0.69, 0.68)),
    (false_sense.TABLE_4, "GPT-4o, Spearman Correlation", 0, (0.9567, 5.37e-312)),
    (false_sense.TABLE_4, "ROUGE-L recall, Spearman Correlation", 0, (-0.8057, 1.48e-133)),
    (false_sense.TABLE_5, "Staab et al. (2024)", 0, (0.33, 0.57)),
    (false_sense.TABLE_5, "Azure AI PII tool", 1, (0.21, 0.30)),
    (vulnerability.TABLE_1, "Contextual Bound", 0, (0.499, 0.520, 0.525, 0.525, 0.525)),
    (vulnerability.TABLE_1, "Contextual Attack", 0, (0.470, 0.497, 0.503, 0.503, 0.503)),
    (vulnerability.TABLE_2, "Context-free Attack", 0, (0.492, 0.494, 0.496, 0.506)),
    (vulnerability.TABLE_2, "Contextual Attack", 0, (0.473, 0.487, 0.505, 0.508)),
    (cpplm.TABLE_1, "Vanilla", 0, (0.463, 0.310, 0.394, 0.900, 0.023, None)),
    (cpplm.TABLE_1, "IT_NP 1", 1, (0.466, 0.312, 0.397, 0.898, 0.012, -47.0)),
    (cpplm.TABLE_1, "IT_NP 2", 0, (0.453, 0.295, 0.383, 0.893, 0.012, -48.4)),
    (cpplm.TABLE_2, "Penalty", 0, (0.195, 0.071, 0.153, 0.821, 0.017, -35.6)),
    (cpplm.TABLE_2, "Classifier", 1, (0.185, 0.067, 0.145, 0.832, 0.022, -19.2)),
    (cpplm.TABLE_3, "DPO", 0, (0.260, 0.109, 0.207, 0.850, 0.013, -5.7)),
    (cpplm.TABLE_3, "IT_PN 2", 1, (0.273, 0.118, 0.215, 0.869, 0.009, -26.8)),
    (
        cpplm.TABLE_4,
        "IT_PN 1",
        0,
        (0.6497, 0.5591, 0.6346, 0.8696, 0.0395, -49.23, 0.0397, -47.21, 0.0419, -46.42, 0.0411,
         -43.23),
    ),
    (
        cpplm.TABLE_4,
        "IT_NP 2",
        0,
        (0.6335, 0.5761, 0.6201, 0.8657, 0.0406, -47.81, 0.0408, -45.74, 0.0412, -47.31, 0.0416,
         -42.54),
    ),
    (sage.TABLE_1, "0-shot", 0, (0.081, 0.0765)),
    (sage.TABLE_1, "Stage-2", 0, (0.113, 0.0943)),
    (
        sage.TABLE_2,
        "AttrPrompt",
        0,
        (0.0061, 0.0107, 0.006, 0.0108, 0.006, 0.0110, 0.00624, 0.0111),
    ),
    (sage.TABLE_3, "origin", 0, (25, 12, 7, 23)),
    (sage.TABLE_3, "origin", 1, (167, 64, 75, 132)),
    (sage.TABLE_3, "Stage-2", 1, (0, 7, 0, 0)),
    (sage.TABLE_4, "para", 0, (23, 13, 22, 11)),
    (sage.TABLE_4, "para", 1, (45, 63, 33, 50)),
    (sage.TABLE_4, "Stage-1", 1, (1, 0, 1, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("table", "row", "setting", "printed"), SPOTS)
def test_what_the_papers_print(
    table: Table, row: str, setting: int, printed: tuple[float | None, ...]
) -> None:
    assert table.published(row, table.settings[setting]) == printed


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{n} {t.place}" for n, t in TABLES])
def test_every_published_row_fills_the_papers_columns(name: str, table: Table) -> None:
    assert len({row.name for row in table.rows}) == len(table.rows)
    for row in table.rows:
        assert len(row.published) <= len(table.settings)
        for text in row.published:
            assert len(text.split()) == len(table.columns), (name, table.place, row.name)


def test_the_change_is_that_of_the_printed_shares() -> None:
    """A slip of a digit in S_Priv or its change would show; the paper rounded both."""
    for table in (cpplm.TABLE_1, cpplm.TABLE_2, cpplm.TABLE_3):
        for setting in table.settings:
            vanilla = table.published("Vanilla", setting)[4]
            for row in table.rows[1:]:
                *_, share, change = table.published(row.name, setting)
                assert vanilla is not None
                assert share is not None
                assert change is not None
                least = 100 * ((share - 0.0005) / (vanilla + 0.0005) - 1)
                most = 100 * ((share + 0.0005) / (vanilla - 0.0005) - 1)
                slack = 17 if (table.place, row.name) in MISPRINTS else 0.1
                assert least - slack <= change <= most + slack, (table.place, row.name, setting)


MISPRINTS = {("Table 3", "Penalty")}
"""Where the paper's own two numbers do not agree."""

ALL = Asked(frozenset({"options", "answer_idx"}), True, "", True, True)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("asked", [Asked(), ALL], ids=["little", "much"])
def test_every_part_of_a_grid_can_be_made_and_stands_in_a_table(name: str, asked: Asked) -> None:
    preset = PRESETS[name]
    made = preset.fragment(asked)
    for kind, specs in (("attacks", made.attacks), ("utilities", made.utilities)):
        assert all(spec.parse(kind, text) for text in specs)
    figures = {
        figure.name
        for kind, specs in (("attacks", made.attacks), ("utilities", made.utilities))
        for text in specs
        for figure in spec.parse(kind, text).figures
    }
    shown = {f for table in preset.tables for c in table.columns for f in c.figures}
    if asked is ALL:
        assert shown - figures <= {"utility.label_distribution"}
    cells = [(row, column) for t in preset.tables for row in t.rows for column in t.columns]
    named = {row.release or column.release for row, column in cells}
    for release in made.releases:
        assert release["name"] in named
        kind = "sanitizers" if "with" in release else "finetuners"
        assert spec.parse(kind, release.get("with") or release["finetune"])


def test_a_reference_does_not_decide() -> None:
    for name, reference in (("false-sense", "No Sanitization"), ("cpplm", "Vanilla"),
                            ("sage", "Origin")):  # fmt: skip
        made = PRESETS[name].fragment(ALL)
        assert [r["name"] for r in made.releases if r.get("decides") is False] == [reference]


def test_what_the_user_lacks_is_left_out_and_said() -> None:
    little = false_sense.PRESET.fragment(Asked())
    assert "Sanitize & Paraphrase" not in [release["name"] for release in little.releases]
    assert "Without --model" in little.left_out[0]
    assert "Without --base" in little.left_out[1]
    asked = Asked(model=True, base="tiny,epochs=1")
    much = false_sense.PRESET.fragment(asked)
    assert much.left_out == []
    assert "mcq_accuracy" not in much.utilities
    assert [r["with"] for r in much.releases[-4:]] == [
        f"synthesize:epsilon={e},base=tiny,epochs=1" for e in ("inf", "1024", "64", "3")
    ]
    assert "mcq_accuracy" in false_sense.PRESET.fragment(ALL).utilities
    encoders = vulnerability.PRESET.fragment(Asked(base="bert", shadow=True)).attacks
    assert "reconstruction:strategy=contextual_bound(encoder=bert)" in encoders
