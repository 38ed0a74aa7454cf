"""What a run shows of how many people fit each record."""

from __future__ import annotations

import html
import urllib.request
from pathlib import Path

import pytest
from tests.viewing._runs import kept

from seethrough.attacks.uniqueness import Uniqueness
from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.records.corpus import Corpus
from seethrough.viewing.choosing import Chooser
from seethrough.viewing.details import Fits, one_person
from seethrough.viewing.listing import fields_of, people_page, release_lines
from seethrough.viewing.server import Viewer
from seethrough.viewing.wish import Wish

TABLE = "place,sex,age,count\nLyon,female,40-44,1000\n<b>Nice</b>|Nice,male,40-44,2\n"


@pytest.fixture
def run(tmp_path: Path) -> Audit:
    (tmp_path / "people.csv").write_text(TABLE, "utf-8")
    private = Corpus.from_texts(
        ["A 43-year-old woman in Lyon.", "He is in Nice."], persons=["a", "b"]
    )
    release = private.with_texts(["A 43-year-old man in Lyon.", "He is in Nice."])
    return audit(private, release, attacks=[Uniqueness(str(tmp_path / "people.csv"))])


def test_each_record_shows_who_fits_and_what_does_not_count(run: Audit, tmp_path: Path) -> None:
    findings = kept(tmp_path / "run", [("all", run)])
    fits = [
        one_person(findings, place).records[0].sides[0].fitting
        for place in range(len(findings.names))
    ]
    assert fits[0] == [
        (
            "",
            Fits(
                "200.8 (175 to 226)",
                "under 0.1\u00a0%",
                [("place", "Lyon", True), ("sex", "male", False), ("age", "43-43", True)],
            ),
        )
    ]
    said = [("place", "<b>Nice</b>", True), ("sex", "male", True)]
    assert fits[1] == [("", Fits("2", "0\u00a0%", said))]


def test_who_fits_few_people_is_somebody_of_whom_something_comes_out(
    run: Audit, tmp_path: Path
) -> None:
    findings = kept(tmp_path / "run", [("all", run)])
    (line,) = release_lines(findings)
    assert (line.people, line.found, line.exposed) == (2, None, 1)
    chooser = Chooser(findings)
    listed = {
        given: [findings.names[int(findings.of(0)["person"][row])].as_py() for row in page.rows]
        for given in ("something", "nothing")
        for page in [chooser.people(Wish(given=given))]
    }
    assert listed == {"something": ["b"], "nothing": ["a"]}
    rows = people_page(findings, chooser, Wish(sort="fitting")).rows
    assert [(row.name, row.told.more) for row in rows] == [
        ("b", ["1 of 1 records fit few people"]),
        ("a", ["0 of 1 records fit few people"]),
    ]
    assert ("fitting", "records that fit few people") in fields_of(findings).sorts


def test_the_page_escapes_what_the_table_says(run: Audit, tmp_path: Path) -> None:
    findings = kept(tmp_path / "run", [("all", run)])
    with Viewer(findings) as viewer:
        page = (
            urllib.request.urlopen(
                f"{viewer.url.partition(viewer.token)[0]}{viewer.token}/person/1"
            )
            .read()
            .decode()
        )
    assert "People of the population who fit: 2<" in page
    assert "<b>Nice" not in page
    assert html.escape("<b>Nice</b>") in page


def test_nothing_is_kept_without_text(run: Audit, tmp_path: Path) -> None:
    kept(tmp_path / "run", [("all", run)], text=False)
    files = b"".join(f.read_bytes() for f in (tmp_path / "run").rglob("*") if f.is_file())
    assert b"Lyon" not in files
