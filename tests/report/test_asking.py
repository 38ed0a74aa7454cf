"""What came out question by question: in the machine form, on the page and in the terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.report._reports import report, said_by

from seethrough.attacks.extraction import Extraction
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.asking import by_question, steps
from seethrough.report.page import render
from seethrough.report.page.asking import _even, asking_of
from seethrough.report.terminal.summary import along_questions
from seethrough.retrieval.opening import open_service
from seethrough.storage.store import MemoryStore


def attack(by_question: dict[str, list[float]] | None, **fields: Any) -> dict[str, Any]:
    base = report()["attacks"][0]
    return {**base, **said_by("extraction")} | {
        "component": {"name": "extraction", **fields},
        "parts": {},
        "facts": None,
        "by_question": by_question,
    }


def asked(*attacks: dict[str, Any]) -> dict[str, Any]:
    return report(attacks=list(attacks))


def test_the_line_rises_with_what_came_out() -> None:
    points = [1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 4.0]
    curves = {"extraction.records": points, "extraction.phone": points}
    (found,) = asking_of(asked(attack(curves)), text=True)
    assert [gain.label for gain in found.gains] == ["records recited"]
    assert (found.asked, found.most, found.by) == (12, 4, "")
    drawn = [tuple(map(float, p.split(","))) for p in found.gains[0].path.split()]
    assert drawn[0] == (0, 100)
    assert drawn[-1] == (100, 0)
    assert drawn[6] == pytest.approx((50, 25))
    assert found.rows == [(1, [1]), (3, [2]), (6, [3]), (9, [3]), (10, [3]), (12, [4])]
    assert found.sentence == (
        "Records recited: 3 after 10 questions, 4 after all 12. The second half of the questions"
        " brought 1 of them."
    )
    assert found.spoken.startswith("after 1: records recited 1; after 3: records recited 2")


def test_a_line_that_is_flat_says_so_and_many_questions_are_thinned() -> None:
    points = [7.0] * 10_007
    (found,) = asking_of(asked(attack({"extraction.targeted": points})), text=True)
    assert found.sentence.endswith("The second half of the questions brought nothing new.")
    drawn = found.gains[0].path.split()
    assert len(drawn) <= 202
    assert drawn[-1] == "100,12.5"


@pytest.mark.parametrize("asked_", [1, 2, 3, 10, 250])
def test_a_table_begins_with_the_first_question_and_ends_with_the_last(asked_: int) -> None:
    assert steps(asked_)[0] == 1
    assert steps(asked_)[-1] == asked_


@pytest.mark.parametrize(("most", "end"), [(1, 2), (3, 4), (9, 10), (32, 32), (41, 42), (815, 820)])
def test_an_axis_ends_at_an_even_number(most: float, end: int) -> None:
    assert _even(most) == end


def test_nothing_is_drawn_where_nothing_came_out() -> None:
    nothing = asked(attack({}), attack(None), attack({"extraction.url": [1.0]}))
    assert asking_of(nothing, text=True) == []
    assert "question by question" not in render(nothing)
    old = asked({k: v for k, v in attack({}).items() if k != "by_question"})
    assert asking_of(old, text=True) == []


def test_each_attack_has_its_drawing_with_a_table_beside_it() -> None:
    own = {"extraction.records": [1.0, 2.0], "extraction.rouge_contexts": [0.0, 1.0]}
    secret = attack({"extraction.targeted": [0.0, 3.0]}, information="zzqx.txt")
    html = render(asked(attack(own), secret))
    assert html.index('id="learned"') < html.index('id="asking"') < html.index('id="people"')
    assert html.count('<polyline class="line gain') == 3
    assert "zzqx.txt" in html
    assert "contact details and topics extracted (3)" in html
    assert re.search(r'role="img" aria-label="What had come out after 1: records recited 1', html)
    assert '<th scope="row">2</th><td>2</td><td>1</td>' in html
    assert "zzqx" not in render(asked(attack(own), secret), text=False)


def test_the_terminal_has_it_as_a_table() -> None:
    private = Corpus.from_texts([f"Record {i} of the baker who burned his hand." for i in range(4)])
    service = open_service(TextRelease(private), "model=fake,embedder=fake")
    setting = Setting(private, None, 0, MemoryStore())
    cell = run_attack(Extraction(questions=12, least=5), service, "s", setting)
    counted = by_question(cell)
    rows = along_questions({"records recited": counted["extraction.records"]})
    assert rows[0] == ("after so many questions", "1", "3", "6", "9", "10", "12")
    assert rows[1][0] == "records recited"
    assert rows[1][-1] == f"{counted['extraction.records'][-1]:.0f}"
    silent = open_service(TextRelease(private.take([])), "model=fake,embedder=fake")
    assert by_question(run_attack(Extraction(questions=3), silent, "e", setting)) == {}
