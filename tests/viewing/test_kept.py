"""What a run keeps for ``view``: all that was found, nothing that is stale, foreign or broken."""

from __future__ import annotations

import hashlib
import json
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.viewing._runs import (
    NAMES,
    PRIVATE,
    counts,
    kept,
    made_up,
    model_audit,
    person_with,
    rag_audit,
    text_audit,
)

from seethrough.engine.result import Audit
from seethrough.errors import InputError
from seethrough.report.page.exhibits import answer_view
from seethrough.storage.store import UNFINISHED
from seethrough.viewing.details import one_answer, one_person
from seethrough.viewing.form import ANSWERS, FINDINGS, FOLDER, FORM, PEOPLE
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.reading import Findings
from seethrough.viewing.writing import GROUP_ROWS, Person


@pytest.fixture(scope="module")
def originals() -> Audit:
    return text_audit(changed=False)


@pytest.fixture(scope="module")
def changed() -> Audit:
    return text_audit(changed=True)


def test_a_text_release_is_kept_person_by_person(
    originals: Audit, changed: Audit, tmp_path: Path
) -> None:
    findings = kept(tmp_path / "run", [("all", originals), ("less", changed)])
    assert findings.names.to_pylist() == ["p8", "p9", "p10", "p11"]
    for release, audit in enumerate((originals, changed)):
        for person in audit.people:
            place = findings.names.to_pylist().index(person.person)
            _, detail, own = findings.person(place)
            assert detail is not None
            assert own[release]["found"] == person.reidentified
            assert own[release]["claims"] == person.asked
            assert own[release]["leaked"] == person.leaked
            records = {row["record"]: row for row in detail["records"]}
            for record in person.records:
                kept_here = records[record.record]
                assert kept_here["text"] == PRIVATE.texts[PRIVATE.position[record.record]]
                side = kept_here["releases"][str(release)]
                assert side["released"] == audit.release.corpus.texts[int(record.record[1:])]
                assert side["finding"]["passage"] == record.passage
                assert side["finding"]["known"] == list(record.known)
                assert [c["grade"] for c in side["finding"]["claims"]] == [
                    c.rated.grade for c in record.claims
                ]
    _, _, own = findings.person(0)
    assert own[0]["standing"] == own[0]["identifiers"] > own[1]["standing"]
    shown = one_person(findings, 0)
    assert [len(record.sides) for record in shown.records] == [2, 2]
    names = [
        {row.identifier for row in side.standing[0].standing} for side in shown.records[0].sides
    ]
    assert NAMES[0] in names[0]
    assert NAMES[0] not in names[1]


def test_a_service_is_kept_answer_by_answer(tmp_path: Path) -> None:
    audit = rag_audit()
    findings = kept(tmp_path / "run", [("service", audit)])
    seen = [o.evidence for o in audit.cells[0].targets.outcomes if o.evidence is not None]
    assert len(findings.questions) == len(seen) == 6
    told = findings.asked["told"].tolist()
    assert told == sorted(told, reverse=True)
    texts = {findings.answer(n)["answer"] for n in range(6)}
    assert texts == {one.answer for one in seen}
    for place, name in enumerate(findings.names.to_pylist()):
        _, detail, own = findings.person(place)
        assert detail is not None
        assert own[0]["answers"] == len(detail["answers"])
        for number in detail["answers"]:
            records = findings.answer(number)["records"]
            assert name in {PRIVATE.persons[PRIVATE.position[r]] for r in records}
        assert {row["record"] for row in detail["records"]} <= set(PRIVATE.ids)
    shown = one_answer(findings, 0)
    assert "".join(s.text for s in shown.it.answer) == findings.answer(0)["answer"]
    assert any(0 in s.groups for s in shown.it.answer)
    assert {name for _, name in shown.people} <= set(PRIVATE.persons)


def test_a_model_is_kept_with_the_details_that_it_recites(tmp_path: Path) -> None:
    findings = kept(tmp_path / "run", [("model", model_audit())])
    assert findings.header.releases[0].kind == "ModelRelease"
    assert len(findings.questions) == 8
    marked = []
    for number in range(8):
        view = answer_view(findings.answer(number))
        marked += ["".join(s.text for s in view.answer if 0 in s.groups)]
    assert set(filter(None, marked)) <= {name[:6].strip() for name in NAMES} | set(NAMES)
    assert any(marked)
    everybody = [findings.person(place) for place in range(len(findings.names))]
    assert sum(own[0]["answers"] for *_, own in everybody) == sum(map(bool, marked))
    assert set(findings.names.to_pylist()) == set(PRIVATE.persons)  # also of whom nothing came


def test_the_worst_draw_decides_and_the_first_one_is_shown(
    originals: Audit, changed: Audit, tmp_path: Path
) -> None:
    doubtful = replace(changed, verdict=replace(changed.verdict, word="inconclusive"))
    failed = replace(originals, verdict=replace(originals.verdict, word="fail"))
    person, released = changed.people[0], changed.release.corpus
    (tmp_path / "report.json").write_text("{}")
    digest = hashlib.sha256(b"{}").hexdigest()
    differing = "3 draws: 2 fail, 1 inconclusive; the worst counts"
    for draws, told in (
        ([doubtful, failed, failed], f"fail ({differing}; people are of the first draw)"),
        ([doubtful, doubtful], "inconclusive (2 draws; people are of the first draw)"),
        ([doubtful], "inconclusive"),
    ):
        keep_view(tmp_path, "report.json", digest, [("drawn", draws)], text=True)
        findings = Findings(tmp_path)
        assert findings.header.releases[0].verdict == told
        place = findings.names.to_pylist().index(person.person)
        _, detail, counts = findings.person(place)
        assert counts[0]["leaked"] == person.leaked
        for record in detail["records"]:  # type: ignore[index]
            text = released.texts[released.position[record["record"]]]
            assert record["releases"]["0"]["released"] == text


def test_without_text_only_counts_are_kept(originals: Audit, tmp_path: Path) -> None:
    full = kept(tmp_path / "full", [("release.jsonl", originals)])
    bare = kept(tmp_path / "bare", [("the release", originals)], text=False)
    for name in (PEOPLE, FINDINGS, ANSWERS):
        content = (tmp_path / "bare" / FOLDER / name).read_bytes()
        table = str(pq.read_table(tmp_path / "bare" / FOLDER / name).to_pydict())
        for word in (*NAMES, "goats", "insulin", "p10", "r3", "release.jsonl", "bm25"):
            assert word.encode() not in content
            assert f"'{word}'" not in table
    assert bare.names.to_pylist() == [f"person {n}" for n in (1, 2, 3, 4)]
    assert bare.person(0)[1] is None
    assert not one_person(bare, 0).text

    def rows(findings: Findings) -> list[list[int]]:
        return sorted([*findings.person(i)[2][0].values()] for i in range(4))

    assert rows(bare) == rows(full)
    service = kept(tmp_path / "service", [("the release", rag_audit())], text=False)
    assert len(service.questions) == 0
    assert service.of(None)["answers"].sum() > 0


def test_only_their_owner_can_read_them(originals: Audit, tmp_path: Path) -> None:
    kept(tmp_path / "run", [("all", originals)])
    folder = tmp_path / "run" / FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes == {PEOPLE: 0o600, FINDINGS: 0o600, ANSWERS: 0o600}


def test_rows_of_many_groups_are_found_again(tmp_path: Path) -> None:
    size = 3 * GROUP_ROWS + 5
    long = "x" * 3_000_000
    people = [
        Person(f"p{n:05}", {0: counts(claims=n)}, {"n": n, "long": long if n < 4 else ""})
        for n in range(size)
    ]
    findings = made_up(tmp_path, people)
    assert findings._people._file.num_row_groups > 5
    for place in (0, 1, 2, 3, 4, GROUP_ROWS - 1, GROUP_ROWS, GROUP_ROWS + 4, size - 1):
        name, detail, own = findings.person(place)
        assert (name, detail and detail["n"], own[0]["claims"]) == (f"p{place:05}", place, place)


# What cannot be viewed: one line, and the exit status of bad input


def refused(run: Path) -> str:
    with pytest.raises(InputError) as told:
        Findings(run)
    assert str(told.value).startswith(f"{run}: no findings to view (")
    assert str(told.value).endswith("); run the audit, or the plan, again")
    return str(told.value).partition("(")[2].partition(")")[0]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    person, answer = person_with("text")
    made_up(tmp_path / "run", [person], [answer])
    return tmp_path / "run"


def test_what_is_not_there_is_said(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder; name that of a run"):
        Findings(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    assert refused(tmp_path / "empty") == "there are none"
    (tmp_path / "empty" / UNFINISHED).touch()
    assert refused(tmp_path / "empty") == "the run has not finished"
    (run / FOLDER / ANSWERS).unlink()
    assert refused(run) == "there are none"


def test_the_file_of_a_run_names_it_too(run: Path) -> None:
    assert Findings(run / "report.json").names.to_pylist() == ["text"]


def test_findings_of_another_report_are_refused(run: Path) -> None:
    (run / "report.json").write_text('{"another": "audit"}')
    assert refused(run) == "the run's report.json is of another time"
    (run / "report.json").unlink()
    assert refused(run) == "the run's report.json cannot be read"


def test_files_of_two_runs_are_refused(run: Path, tmp_path: Path) -> None:
    person, answer = person_with("other")
    made_up(tmp_path / "other", [person], [answer], releases=["erase"])
    shutil.copy(tmp_path / "other" / FOLDER / PEOPLE, run / FOLDER / PEOPLE)
    assert refused(run) == "they are of different runs"


def test_files_of_another_version_or_program_are_refused(run: Path, tmp_path: Path) -> None:
    person, answer = person_with("text")
    with pytest.raises(InputError, match="another version of seethrough wrote them"):
        made_up(tmp_path / "old", [person], [answer], form=0)
    table = pq.read_table(run / FOLDER / FINDINGS)
    bare = json.dumps({"form": FORM}).encode()
    for metadata in (None, {b"seethrough": b"[]"}, {b"seethrough": bare}, {b"x": b"y"}):
        pq.write_table(table.replace_schema_metadata(metadata), run / FOLDER / FINDINGS)
        assert refused(run) in ("they are damaged", "another program wrote them")
    older = table.drop_columns(["fitting"])  # another form may have other columns
    older = older.replace_schema_metadata({b"seethrough": b'{"form": 1}'})
    pq.write_table(older, run / FOLDER / FINDINGS)
    assert refused(run) == "another version of seethrough wrote them"
    (run / FOLDER / FINDINGS).write_text("no Parquet")
    assert refused(run) == "they are damaged"


def test_bytes_that_flipped_are_noticed(run: Path) -> None:
    file = run / FOLDER / PEOPLE
    whole = file.read_bytes()
    noticed = 0
    for place in range(4, len(whole) // 2, 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            assert Findings(run).person(0)[0] == "text"
        except InputError:
            noticed += 1
    assert noticed > 10


def test_a_column_of_bytes_that_should_be_text_is_noticed(run: Path) -> None:
    file = run / FOLDER / PEOPLE
    table = pq.read_table(file)
    types = [pa.field(f.name, pa.large_binary()) for f in table.schema]
    pq.write_table(table.cast(pa.schema(types, metadata=table.schema.metadata)), file)
    assert refused(run) == "they are damaged"


def test_half_of_a_file_is_noticed(run: Path) -> None:
    file = run / FOLDER / ANSWERS
    file.write_bytes(file.read_bytes()[:-100])
    assert refused(run) == "they are damaged"
