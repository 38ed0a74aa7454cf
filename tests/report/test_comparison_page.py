"""The page of a comparison: the answer, the verdicts, the chart and every number; all escaped."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from tests.report._reports import HOSTILE

from seethrough.engine.compare import compare
from seethrough.records.corpus import Corpus
from seethrough.report.charts import saving
from seethrough.report.comparison_page import render
from seethrough.report.labels.draws import of_draws
from seethrough.report.labels.frontier import frontier_sentences
from seethrough.report.labels.safest import safest_sentences
from seethrough.report.machine import to_json
from seethrough.report.pipeline.judged import Judged
from seethrough.report.terminal.comparison import names_of

NAMES = ("lexical.distance", "utility.length_kept")
TEXTS = [f"Person {i} keeps {n} bees in the {place}." for i, (n, place) in enumerate(
    [(3, "garden"), (40, "attic"), (7, "yard"), (12, "field"), (90, "barn"), (1, "shed")] * 2
)]  # fmt: skip


@pytest.fixture(scope="module")
def found() -> Any:
    private = Corpus.from_texts(TEXTS, name="private")
    return compare(
        private, ["identity", "erase"], attacks=["lexical"], utilities=["length_kept"],
        frontiers=[NAMES], seed=1,
    )  # fmt: skip


def page(found: Any, names: list[str] | None = None, links: dict[str, str] | None = None) -> str:
    names = names or names_of(found, text=True)
    judged = [
        Judged(n, to_json(r.audits[0]), draws=of_draws(r.words))
        for n, r in zip(names, found.rows, strict=True)
    ]
    answer = safest_sentences(found, names) + frontier_sentences(found.frontiers, names)
    machine = json.loads(json.dumps(found.to_json(True, names)))
    return render(machine, judged, links or {}, answer)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_it_says_the_answer_each_verdict_and_every_number(found: Any) -> None:
    html = page(found, links={"erase": "reports/2-erase/report.html"})
    said = words(html)
    assert "2 releases compared" in said
    assert safest_sentences(found, names_of(found, text=True))[0] in said
    assert "identity Fail" in said
    assert "erase Inconclusive (this is not a pass)" in said
    assert '<a href="reports/2-erase/report.html"><bdi>erase</bdi></a>' in html
    assert (
        "On the frontier of lexical.distance and utility.length_kept: erase. identity is left out:"
        " its figures do not show all that it gives away." in said
    )
    assert "Distance by wording lexical.distance , higher is better" in said
    low, high = found.audits[1]["lexical.distance"].low, found.audits[1]["lexical.distance"].high
    assert f"erase 1.00 ({low:.2f} to {high:.2f})" in said
    assert said.count("identity minus erase") == len(found.differences) == 2
    assert "not tested" in said
    assert re.search(
        r"Length kept identity minus erase -?[0-9]+ points \([^)]+\) 12 not tested", said
    )
    base = found.audits[1]["lexical.distance"].baseline
    assert f"{base.value:.2f} ({base.low:.2f} to {base.high:.2f})" in said
    assert page(found, links={"erase": "reports/2-erase/report.html"}) == html


def test_it_says_what_a_release_was_not_held_to(found: Any) -> None:
    names, why = (
        names_of(found, text=True),
        "the limit linkage.top1 above 0.1: <b>not measured</b> on it",
    )
    judged = [Judged(names[0], to_json(found.audits[0]), left_out=[why])]
    html = render(json.loads(json.dumps(found.to_json(True, names))), judged, {}, ["Answer."])
    assert "left out: the limit linkage.top1 above 0.1: &lt;b&gt;not measured&lt;/b&gt;" in html


def test_it_says_which_draw_each_number_and_verdict_is_of(found: Any) -> None:
    assert "Each release was made once (seed 1)" in words(page(found))
    there = compare(Corpus.from_texts(TEXTS), [Corpus.from_texts(TEXTS)], attacks=["lexical"])
    assert "seed" not in words(page(there))
    private = Corpus.from_texts(TEXTS, name="private")
    drawn = compare(private, ["custext:epsilon=5", "erase"], attacks=["lexical"], seeds=3)
    audits = [
        replace(audit, verdict=replace(audit.verdict, word=word))
        for audit, word in zip(drawn.rows[0].audits, ("pass", "fail", "fail"), strict=True)
    ]
    rows = [replace(drawn.rows[0], audits=audits), drawn.rows[1]]
    said = words(page(replace(drawn, rows=rows)))
    assert "of each release (seed 0); a verdict, and a release&#39;s own page, are of the" in said
    assert "3 draws: 2 fail, 1 pass; the worst counts" in said
    values = [audit["lexical.distance"].value for audit in audits]
    assert f"; {min(values):.2f} to {max(values):.2f} over 3 seeds" in said
    assert said.count("over 3 seeds") == 1


@pytest.mark.parametrize(
    ("adjusted", "better", "told"),
    [
        (0.002, "erase", "beyond chance: erase is better"),
        (0.002, None, "undecided: the interval holds 0"),
        (0.05, None, "undecided: the interval holds 0"),
        (0.2, None, "within chance"),
        (None, None, "not tested"),
    ],
)
def test_a_small_p_is_not_called_chance(
    found: Any, adjusted: float | None, better: str | None, told: str
) -> None:
    machine = json.loads(json.dumps(found.to_json(True, names_of(found, text=True))))
    machine["differences"] = [
        machine["differences"][0] | {"adjusted": adjusted, "better": better, "low": -0.1}
    ]
    assert words(render(machine, [], {}, [])).endswith(told)


def test_the_chart_is_in_the_page_and_nothing_else_may_load(found: Any) -> None:
    html = page(found)
    (image,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    drawn = base64.b64decode(image).decode()
    assert drawn.startswith("<svg")
    assert "identity" in drawn
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', html)
    assert "default-src &#39;none&#39;" in policy
    assert "img-src data:" in policy
    assert not re.search(r'(?:src|href)="(?!data:|reports/)', html)
    assert 'alt="Distance by wording and Length kept of each release' in html


def test_without_the_library_it_says_what_to_install(
    found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(saving.__dict__, "altair", lambda: missing())

    def missing() -> Any:
        from seethrough.errors import MissingExtraError

        raise MissingExtraError("charts", "altair")

    html = page(found)
    assert "data:image" not in html
    assert "pip install &#39;seethrough[charts]&#39;" in html


def test_names_are_text(found: Any) -> None:
    html = page(found, names=[HOSTILE, "b"])
    assert "<script>alert" not in html
    assert HOSTILE not in html


def test_a_control_character_in_a_name_does_not_abort_the_process(found: Any) -> None:
    (image,) = re.findall(
        r"svg\+xml;base64,([^\"]+)", page(found, names=["a\x00\x1b[31m\x07b", "c"])
    )
    drawn = base64.b64decode(image)
    assert not re.search(rb"[\x00-\x08\x0b-\x1f]", drawn)
    assert b"c</text>" in drawn
