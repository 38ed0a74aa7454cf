from __future__ import annotations

from seethrough.engine.notebook import figures_table
from seethrough.estimates.estimate import Estimate, Interval


def estimate(value: float | None, control: Interval | None) -> Estimate:
    ends = (None, None) if value is None else (value - 0.25, value + 0.25)
    return Estimate("f.x", value, *ends, 9, "lower_is_better", "", control, None, None, {})


def test_a_table_has_a_row_for_each_figure_of_each_release() -> None:
    control = Interval(0.125, 0.0, 0.5, 9, "")
    table = figures_table(
        [
            ("a <b>", "pass", [estimate(0.5, control), estimate(None, None)]),
            ("c", "fail", [estimate(0.5, Interval(None, None, None, 0, ""))]),
        ]
    )
    head, *rows = table.replace("</tr>", "").split("<tr>")[1:]
    assert head.startswith("<th>release</th><th>verdict</th><th>figure</th>")
    cells = [row.partition("</tbody>")[0].strip("<td>/").split("</td><td>") for row in rows]
    own = "0.50 (0.25 to 0.75)"
    assert cells == [
        ["a &lt;b&gt;", "pass", "f.x", own, "0.12 (0.00 to 0.50)", "lower"],
        ["a &lt;b&gt;", "pass", "f.x", "not measured", "none", "lower"],
        ["c", "fail", "f.x", own, "not measured", "lower"],
    ]
    assert table.startswith("<table><thead><tr><th>")
    assert table.endswith("</td></tr></tbody></table>")
