"""Who may read the findings: whoever has the address, from this machine, and no foreign page."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.report._reports import HOSTILE
from tests.viewing._runs import (
    LINKED,
    PRIVATE,
    counts,
    kept,
    made_up,
    model_audit,
    person_with,
    rag_audit,
)

from seethrough.cli import run
from seethrough.engine.audit import audit
from seethrough.errors import UsageError
from seethrough.records.releases.text import TextRelease
from seethrough.viewing.details import RECORDS
from seethrough.viewing.form import FOLDER, PEOPLE
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.pages import Pages
from seethrough.viewing.reading import Findings
from seethrough.viewing.server import POLICY, Viewer
from seethrough.viewing.wish import Wish
from seethrough.viewing.writing import Person

ADDRESSES = ("", "person/0", "answers", "answer/0", "style.css", "?sort=name&page=1")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """A run in which every text that there can be tries to be more than text."""
    person, answer = person_with(HOSTILE)
    findings = made_up(
        tmp_path_factory.mktemp("hostile"), [person], [answer], attacks=[HOSTILE],
        releases=[HOSTILE, "other"],
    )  # fmt: skip
    with Viewer(findings) as viewer:
        yield viewer


def ask(
    viewer: Viewer, path: str, method: str = "GET", token: str = "", **headers: str
) -> tuple[HTTPResponse, str]:
    place = urlsplit(viewer.url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
    own = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"/{token or viewer.token}/{path}", headers=own)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer, body


@pytest.mark.parametrize("path", ADDRESSES)
def test_without_the_token_nothing_is_there(hostile: Viewer, path: str) -> None:
    for token in ("x" * len(hostile.token), hostile.token[:-1], "%C3%A9", f"{hostile.token}x"):
        answer, body = ask(hostile, path, token=token)
        assert (answer.status, body) == (404, '{"error": "Not Found"}')
    assert len(hostile.token) >= 32


@pytest.mark.parametrize("path", ADDRESSES)
def test_other_sites_are_refused(hostile: Viewer, path: str) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "", "0.0.0.0"):
        assert ask(hostile, path, Host=host)[0].status == 403
    own = f"http://127.0.0.1:{hostile.port}"
    for origin in ("http://evil.example", "null", own.replace("http", "https")):
        assert ask(hostile, path, Origin=origin)[0].status == 403
    assert ask(hostile, path, Origin=own)[0].status == 200
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert ask(hostile, path, method, Content_Type="application/json")[0].status == 405


@pytest.mark.parametrize("path", [*ADDRESSES, "nothing", "person/1"])
def test_every_answer_forbids_all_but_its_own_style(hostile: Viewer, path: str) -> None:
    answer, _ = ask(hostile, path)
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "script" not in POLICY
    assert "default-src 'none'" in POLICY
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["", "person/0", "answers", "answer/0"])
def test_no_record_becomes_markup(hostile: Viewer, path: str) -> None:
    """Whatever a record holds, the page has no other tags and addresses than its own."""
    answer, html = ask(hostile, path)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "pwned" in html
    assert not re.search(r"<(script|img|iframe|object|style|base|meta http-equiv)", html)
    assert not re.search(r"<[^>]*\son\w+=", html.replace("&#39;", "").replace("&#34;", ""))
    if path in ("person/0", "answer/0"):  # where texts are shown in full
        assert "{{ 7 * 7 }}" in re.sub(r"<[^>]*>", "", html)
    assert "\x00" not in html
    assert "\x07" not in html
    links = re.findall(r'(?:href|src|action)="([^"]*)"', html)
    assert len(links) > 3
    assert all(link.startswith((f"/{hostile.token}/", "#main")) for link in links)
    names = re.findall(r"<bdi>([^<]*)</bdi>", html)
    assert names
    assert not any("\u202e" in name for name in names if name.endswith("…"))


def test_each_class_of_facts_is_explained_where_it_is_chosen(hostile: Viewer) -> None:
    html = ask(hostile, "")[1]
    assert ">quasi-identifier: age, place, work, family, dates</option>" in html


def test_a_search_is_escaped_where_it_is_repeated(hostile: Viewer) -> None:
    query = "?search=%22%3E%3Cscript%3E&sort=name"
    html = ask(hostile, query)[1]
    assert "<script" not in html
    assert 'value="&#34;&gt;&lt;script&gt;"' in html
    assert "Nobody fits" in html


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("person/1", 404), ("person/-1", 404), ("person/x", 404), ("person/" + "9" * 5000, 404),
        ("person/٠", 404), ("answer/1", 404), ("nothing", 404), ("style.css/", 404),
        ("person/0/", 404), ("../", 404), ("?release=7", 400), ("?page=0", 400), ("?sort=x", 400),
        ("?search=" + "x" * 201, 400), ("?unknown=1", 200), ("?page=999", 200),
        ("person/0?page=1000000", 200),
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_no_bug(hostile: Viewer, path: str, status: int) -> None:
    from urllib.parse import quote

    answer, body = ask(hostile, quote(path, safe="/?=&"))
    assert answer.status == status
    assert "a bug" not in body
    assert "Traceback" not in body


def test_neighbours_are_those_of_the_list(tmp_path: Path) -> None:
    people = [Person(f"p{n}", {0: counts(leaked=n, claims=9)}, None) for n in range(120)]
    with Viewer(made_up(tmp_path, people, text=False)) as viewer:
        html = ask(viewer, "?sort=facts&page=2")[1]
        first = re.search(r'href="/[^/]*/(person/[^"]*)"', html)
        assert first is not None
        assert first[1] == "person/69?sort=facts&amp;page=51"
        html = ask(viewer, first[1].replace("&amp;", "&"))[1]
        around = re.findall(r'href="/[^/]*/(person/\d+)\?sort=facts&amp;page=(\d+)"', html)
        assert around == [("person/70", "50"), ("person/68", "52")]
        assert f'href="/{viewer.token}/?sort=facts&amp;page=2"' in html
        assert "This run was made without text" in html
        last = ask(viewer, "person/0?sort=facts&page=120")[1]
        assert re.findall(r"person/(\d+)\?", last) == ["1"]


def test_a_person_with_many_records_has_them_in_parts(tmp_path: Path) -> None:
    person, _ = person_with("text")
    assert person.detail is not None
    record = person.detail["records"][0]
    records = [{**record, "record": f"r{n}."} for n in range(2 * RECORDS + 1)]
    many = person._replace(detail={"records": records, "answers": []})
    with Viewer(made_up(tmp_path, [many])) as viewer:
        seen = []
        for part in (1, 2, 3, 99):
            html = ask(viewer, f"person/0?part={part}&sort=name")[1]
            seen.append(re.findall(r"<h2[^>]*>Record <bdi>(r\d+)\.</bdi>", html))
            assert f"Part {min(part, 3)} of 3 of {len(records)} records" in html
        assert [name for part in seen[:3] for name in part] == [
            f"r{n}" for n in range(len(records))
        ]
        assert seen[3] == seen[2]
        assert f'href="/{viewer.token}/person/0?sort=name&amp;part=2"' in html


def test_damage_that_shows_late_is_said_and_quotes_nothing(tmp_path: Path) -> None:
    person, answer = person_with("a private sentence")
    findings = made_up(tmp_path, [person], [answer])
    with Viewer(findings) as viewer:
        file = tmp_path / FOLDER / PEOPLE
        content = bytearray(file.read_bytes())
        content[30:200] = bytes(170)
        with file.open("r+b") as same:
            same.write(content)
        told, body = ask(viewer, "person/0")
        assert told.status == 500
        assert "they are damaged" in body
        assert "private sentence" not in body


@pytest.mark.parametrize("kind", ["service", "model"])
def test_what_came_back_word_for_word_is_marked(kind: str, tmp_path: Path) -> None:
    audit = rag_audit() if kind == "service" else model_audit()
    findings = kept(tmp_path / "run", [(kind, audit)])
    with Viewer(findings) as viewer:
        listed = ask(viewer, "answers")[1]
        assert f"1 to {len(findings.questions)} of {len(findings.questions)} answers" in listed
        detail = findings.answer(0)
        html = ask(viewer, "answer/0")[1]
        marked = re.findall(r'<mark class="told[^"]*">([^<]*)</mark>', html)
        letters = re.sub(r"\W", "", "".join(marked[1:]).lower())
        assert letters == re.sub(r"\W", "", "".join(detail["excerpts"]).lower())
        place = detail["people"][0][0]
        assert f'href="/{viewer.token}/person/{place}"' in html
        about = ask(viewer, f"person/{place}")[1]
        assert f'href="/{viewer.token}/answer/0"' in about
        assert "Private text" in about


def test_two_viewers_have_two_tokens_and_a_taken_port_is_said(tmp_path: Path) -> None:
    findings = made_up(tmp_path, [])
    first, second = Viewer(findings), Viewer(findings)
    assert first.token != second.token
    with pytest.raises(UsageError, match=f"port {first.port} cannot be used"):
        Viewer(findings, first.port)
    first.close()
    second.close()


def test_a_run_that_says_nothing_of_single_people_has_a_page(tmp_path: Path) -> None:
    with Viewer(made_up(tmp_path, [])) as viewer:
        listed = ask(viewer, "")[1]
        assert "The attacks of this run say nothing of single people" in listed
        assert "Nobody fits" not in listed
        assert "No answer fits" in ask(viewer, "answers")[1]


def test_the_command_says_in_one_line_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made_up(tmp_path / "run", [])
    (tmp_path / "run" / "report.json").write_text("{ }")
    never_run = "no findings to view", "run the audit, or the plan, again"
    (tmp_path / "data.jsonl").write_text("{}\n")
    wrong = {
        "run": never_run,
        "run/report.json": never_run,
        "none": ("no such folder",),
        "data.jsonl": ("data.jsonl: not the folder of a run; the last lines of an audit name it",),
    }
    for given, told in wrong.items():
        assert run(["view", str(tmp_path / given)]) == 65
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("seethrough: ")
        assert err.count("\n") == 1
        assert all(words in err for words in told)


def test_the_command_serves_until_it_is_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up(tmp_path / "run", [Person("p", {0: counts()}, None)])
    seen: list[str] = []

    def interrupted(viewer: Viewer) -> None:
        seen.append(viewer.url)
        raise KeyboardInterrupt

    monkeypatch.setattr(Viewer, "serve", interrupted)
    assert run(["view", str(tmp_path / "run")]) == 0
    err = capsys.readouterr().err
    assert f"1 person in 1 release at {seen[0]}" in err
    assert "nobody else can" in err


def test_no_import_of_a_dependency_loses_an_interrupt(tmp_path: Path) -> None:
    """Arrow imports pandas in passing, and takes whatever is raised meanwhile for its absence."""
    person, answer = person_with("text")
    made_up(tmp_path / "run", [person], [answer], releases=["a", "b"])
    code = (
        "import sys; from pathlib import Path; from seethrough.viewing.reading import Findings;"
        " from seethrough.viewing.server import Viewer;"
        " Viewer(Findings(Path('run'))).close(); print('pandas' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "False\n"


def test_nothing_is_written_while_it_is_viewed(tmp_path: Path) -> None:
    person, answer = person_with("text")
    made_up(tmp_path / "run", [person], [answer])
    before = {f: f.stat().st_mtime_ns for f in tmp_path.rglob("*")}
    with Viewer(Findings(tmp_path / "run")) as viewer:
        for path in ADDRESSES:
            assert ask(viewer, path)[0].status == 200
    assert {f: f.stat().st_mtime_ns for f in tmp_path.rglob("*")} == before


def test_where_no_fact_was_asked_for_none_is_said_to_be_kept(tmp_path: Path) -> None:
    found = audit(PRIVATE, TextRelease(PRIVATE), attacks=[f"linkage:{LINKED}"])
    (tmp_path / "report.json").write_bytes(b"{}")
    digest = hashlib.sha256(b"{}").hexdigest()
    keep_view(tmp_path, "report.json", digest, [("release", [found])], text=True)
    page = Pages(Findings(tmp_path), "/").person(0, Wish())
    assert "No further fact was asked for." in page
    assert "gives away no" not in page


def test_where_nobody_was_attacked_nothing_is_said_to_be_undisclosed(tmp_path: Path) -> None:
    person, answer = person_with("text")
    findings = made_up(tmp_path / "run", [person], [answer], releases=["scrub", "shuffled"])
    cells = re.findall(
        r'data-label="Anything disclosed">([^<]*)<', Pages(findings, "/").people(Wish())
    )
    assert cells == ["1", "not tried"]
