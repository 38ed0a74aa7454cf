"""Where nobody may be named, one number means one person in all files of a run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.viewing._runs import kept

import seethrough as st
from seethrough.engine.result import Audit
from seethrough.report.machine import to_json
from seethrough.report.numbering import numbers, ranked
from seethrough.report.pipeline.frame import to_frame
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.reading import Findings

PARTS = "linker=bm25,atomizer=sentence,knowledge=first(k=1)"
ATTACKS = [f"linkage:{PARTS}", f"inference:judge=rouge,{PARTS}"]
PEOPLE = [f"p{n}" for n in range(12)]
PRIVATE = st.Corpus.from_texts(
    [
        f"Somebody keeps {n} bees in the hive. " + " ".join(f"They own {n * 100 + k} hats."
        for k in range(n % 5 + 1)) for n in range(24)
    ],
    [f"r{n}" for n in range(24)],
    [PEOPLE[n // 2] for n in range(24)],
    name="private.jsonl",
)  # fmt: skip


def audited(gone: int) -> Audit:
    """Attack a release that lacks the texts of the first people."""
    texts = ["Nothing."] * gone + [*PRIVATE.texts[gone:]]
    return st.audit(PRIVATE, PRIVATE.with_texts(texts, "release.jsonl"), attacks=ATTACKS)


@pytest.fixture(scope="module")
def found() -> Audit:
    return audited(14)


def found_of(audit: Audit) -> dict[str, bool]:
    """Return who was found, by the number in the table."""
    rows = to_frame(audit, text=False).to_pylist()
    own = [r for r in rows if (r["figure"], r["arm"]) == ("linkage.top1", "targets")]
    return {name: any(r["value"] for r in own if r["person"] == name) for name in _people(own)}


def _people(rows: Sequence[dict[str, Any]]) -> set[str]:
    return {row["person"] for row in rows}


def test_a_number_is_the_rank_in_the_report_in_the_table_and_the_view(
    found: Audit, tmp_path: Path
) -> None:
    report = to_json(found, text=False)["findings"]
    named = {f"person {rank}": p.person for rank, p in enumerate(ranked(found), 1)}
    assert [p.exposure for p in ranked(found)] == [p.exposure for p in found.people]
    assert [p["person"] for p in report] == [*named]
    assert [*named.values()] != PEOPLE  # else the order of the file would do as well
    bare, whole = (to_frame(found, text=text).to_pylist() for text in (False, True))
    told = ("attack", "figure", "arm", "value", "of")

    def rows(table: list[dict[str, Any]], called: dict[str, str]) -> list[str]:
        shown = ([called.get(r["person"], r["person"]), *(r[name] for name in told)] for r in table)
        return sorted(map(json.dumps, shown))

    assert rows(bare, named) == rows(whole, {})
    findings = kept(tmp_path / "run", [("the release", found)], text=False)
    for place, name in enumerate(findings.names.to_pylist()):
        (own,) = (p for p in report if p["person"] == name)
        counts = findings.person(place)[2][0]
        assert (counts["leaked"], counts["claims"]) == (own["leaked"], own["claims"])
        assert counts["found"] == own["reidentified"] == found_of(found)[name]


def test_over_releases_people_have_other_numbers_than_in_the_reports(tmp_path: Path) -> None:
    compared = st.compare(PRIVATE, ["erase", "identity"], attacks=ATTACKS)
    audits = [(row.name, row.audits) for row in compared.rows]
    table = to_frame(compared, text=False).to_pylist()
    assert {row["person"].split()[0] for row in table} == {"individual"}
    (tmp_path / "comparison.json").write_text("{}")
    digest = hashlib.sha256(b"{}").hexdigest()
    keep_view(tmp_path, "comparison.json", digest, audits, text=False)
    findings = Findings(tmp_path)
    assert set(findings.names.to_pylist()) == {f"individual {n}" for n in range(1, 13)}
    number = numbers([audit for _, (audit,) in audits])
    for release, (_, (audit,)) in enumerate(audits):
        for person in audit.people:
            place = findings.names.to_pylist().index(f"individual {number[person.person]}")
            counts = findings.person(place)[2][release]
            assert (counts["leaked"], counts["claims"]) == (person.leaked, person.asked)


def test_the_equally_exposed_are_not_in_the_order_of_the_records() -> None:
    names = [f"p{n:02}" for n in range(12)]
    texts = [f"Somebody has {n + 1} goats. " + "They are old. " * (n + 1) for n in range(12)]
    private = st.Corpus.from_texts(texts, names, names)
    released = private.with_texts(["Nothing."] * 12, "release.jsonl")
    found = st.audit(private, released, attacks=ATTACKS)
    alike = [p for p in found.people if p.exposure == found.people[-1].exposure]
    report = to_json(found, text=False)["findings"][-len(alike) :]
    assert len(alike) > 5
    number = numbers([found])
    assert [number[p.person] for p in alike] != sorted(number[p.person] for p in alike)
    told = {p["person"]: p["claims"] for p in report}
    assert told == {f"person {number[p.person]}": p.asked for p in alike}


def test_neither_numbers_nor_rows_tell_the_order_of_the_records(tmp_path: Path) -> None:
    names = [f"Ms {n:02}" for n in range(12)]
    texts = [" ".join(f"Mail {n}.{k}@x.org." for k in range(n + 1)) for n in range(12)]
    private = st.Corpus.from_texts(texts, names, names)
    found = st.audit(private, private, attacks=["identifiers"])
    assert not found.people  # nobody has a rank
    number = numbers([found])
    assert sorted(number.values()) == [*range(1, 13)]
    assert [*number] != names
    rows = [r for r in to_frame(found, text=False).to_pylist() if r["arm"] == "targets"]
    share = {r["person"]: r["value"] for r in rows if r["figure"] == "identifiers.share"}
    assert [*share] == [f"person {n}" for n in range(1, 13)]
    assert {name: share[f"person {number[name]}"] - 1 for name in names} == {
        name: n for n, name in enumerate(names)
    }
    findings = kept(tmp_path / "run", [("the release", found)], text=False)
    assert {
        name: findings.person(place)[2][0]["standing"]
        for place, name in enumerate(findings.names.to_pylist())
    } == share
    assert numbers([]) == {}
