from __future__ import annotations

import fcntl
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import ANY
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.agreement.annotating import Session
from seethrough.agreement.pairs_to_rate import Pair, draw, read_pairs
from seethrough.agreement.rating_file import RatingFile, check_rater
from seethrough.agreement.rating_page import FILES, Page
from seethrough.agreement.ratings import read_ratings
from seethrough.cli import run
from seethrough.errors import InputError, UsageError

PAIRS = [
    Pair("She has two goats.", "A beekeeper.", "own record"),
    Pair('<script>alert("1")</script> 🐥 \u2028', "<b>bold</b>\nNa+ 131 | K+ 4.1", None),
    Pair("Er raucht nicht.", "A beekeeper.", "own record"),
]


@pytest.fixture
def file(tmp_path: Path) -> Iterator[RatingFile]:
    made = RatingFile(tmp_path / "ratings.jsonl")
    yield made
    made.close()


# The file


def test_ratings_of_two_people_are_what_agree_reads(file: RatingFile) -> None:
    for rater, grades in (("Ann", (1, 2, 3)), ("Bo", (1, 3, 3))):
        for pair, grade in zip(PAIRS, grades, strict=True):
            file.rate(rater, pair, grade)
    rated = read_ratings(file.path)
    assert rated.claims == tuple(pair.claim for pair in PAIRS)
    assert rated.passages == tuple(pair.passage for pair in PAIRS)
    assert rated.ratings == ((1, 1), (2, 3), (3, 3))
    assert rated.kinds == ("own record", None, "own record")
    assert file.counts() == {"Ann": 3, "Bo": 3}
    assert file.path.stat().st_mode & 0o077 == 0


def test_a_second_rating_replaces_the_first_and_one_can_be_taken_back(file: RatingFile) -> None:
    file.rate("Ann", PAIRS[0], 1)
    file.rate("Ann", PAIRS[0], 3)
    file.rate("Bo", PAIRS[0], 2)
    assert read_ratings(file.path).ratings == ((3, 2),)
    file.withdraw("Ann", PAIRS[0])
    file.withdraw("Ann", PAIRS[1])
    assert file.given("Ann") == {}
    assert read_ratings(file.path).ratings == ((2,),)
    file.withdraw("Bo", PAIRS[0])
    assert file.path.read_bytes() == b""
    file.close()
    again = RatingFile(file.path)
    again.rate("Bo", PAIRS[2], 2)
    assert again.counts() == {"Bo": 1}
    with pytest.raises(ValueError, match="grade=4"):
        again.rate("Bo", PAIRS[2], 4)
    again.close()


def test_it_goes_on_with_an_old_file_and_keeps_what_is_not_shown_now(file: RatingFile) -> None:
    file.rate("Ann", PAIRS[0], 1)
    file.rate("Ann", PAIRS[1], 2)
    file.close()
    again = RatingFile(file.path)
    session = Session(PAIRS[1:], again)
    assert session.next_place("Ann") == 1
    assert session.next_place("Bo") == 0
    assert session.progress("Ann") == (1, 2)
    again.rate("Ann", PAIRS[2], 3)
    assert session.next_place("Ann") is None
    assert len(read_ratings(again.path)) == 3
    again.close()


def test_what_was_shown_and_not_rated_is_kept_as_skipped(file: RatingFile) -> None:
    session = Session(PAIRS, file)
    session.rate("Ann", 1, 2)
    first, second, third = ((pair.claim, pair.passage) for pair in PAIRS)
    rated = read_ratings(file.path)
    assert (rated.claims, rated.ratings, rated.skipped) == (second[:1], ((2,),), {first})
    file.close()
    again = RatingFile(file.path)
    assert again.counts() == {"Ann": 1}
    session = Session(PAIRS, again)
    assert session.next_place("Ann") == 0
    session.rate("Bo", 0, 3)
    assert read_ratings(file.path).skipped == frozenset()
    session.withdraw("Bo", 0)  # before a claim that is rated
    assert read_ratings(file.path).skipped == {first}
    session.rate("Ann", 2, 1)
    session.withdraw("Ann", 2)
    assert third not in read_ratings(file.path).skipped
    again.close()


def test_a_known_answer_goes_to_the_file_and_not_to_the_page(file: RatingFile) -> None:
    session = Session([Pair("a", "p", known=3), PAIRS[0], PAIRS[1]], file)
    assert set(session.show("Ann", 0)) == set(session.show("Ann", 1))
    session.rate("Ann", 1, 1)  # the first is skipped
    session.rate("Ann", 0, 3)
    first, second = map(json.loads, file.path.read_text().splitlines())
    assert (first["known"], first["raters"], "known" in second) == (3, {"Ann": 3}, False)
    file.close()
    again = RatingFile(file.path)
    again.withdraw("Ann", Pair("a", "p", known=3), [PAIRS[0]])
    assert json.loads(file.path.read_text().splitlines()[0])["known"] == 3
    assert read_ratings(file.path).skipped == frozenset()
    again.close()


def joined(path: Path, *given: tuple[str, int, str | None]) -> bytes:
    rows = [
        {"claim": pair.claim, "passage": pair.passage, "raters": {who: grade}, "ratings": [grade]}
        | ({} if kind is None else {"kind": kind})
        for who, grade, kind in given
        for pair in PAIRS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path.read_bytes()


def test_joined_files_of_two_raters_keep_the_ratings_of_both(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    joined(path, ("anna", 1, None), ("ben", 3, "kept"))
    file = RatingFile(path)
    assert file.counts() == {"anna": 3, "ben": 3}
    file.rate("cy", PAIRS[0], 2)
    file.close()
    rated = read_ratings(path)
    assert rated.ratings == ((1, 3, 2), (1, 3), (1, 3))
    assert rated.kinds[1:] == ("kept", "kept")
    assert len(path.read_text().splitlines()) == 3


def test_another_rating_keeps_what_a_line_says_besides(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    besides = {"id": "t1", "set": "notes", "text": "She has two goats.", "kind": "cut"}
    line = {"claim": "c", "passage": "p", "ratings": [1], "raters": {"Ann": 1}, **besides}
    path.write_text(json.dumps(line) + "\n")
    file = RatingFile(path)
    file.rate("Bo", Pair("c", "p"), 2)
    both = {"ratings": [1, 2], "raters": {"Ann": 1, "Bo": 2}}
    assert json.loads(path.read_text()) == {**line, **both}
    file.withdraw("Bo", Pair("c", "p"))
    assert json.loads(path.read_text()) == line
    file.close()


def test_two_grades_of_one_rater_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    before = joined(path, ("anna", 1, None), ("anna", 3, None))
    with pytest.raises(InputError, match="line 4: a rater of line 1 gives the same claim") as told:
        RatingFile(path)
    assert "goats" not in str(told.value)
    assert path.read_bytes() == before
    joined(path, ("anna", 1, None))
    RatingFile(path).close()  # is not held by the one that was refused


def test_one_page_at_a_time_writes_to_a_file(file: RatingFile, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="another page writes to it"):
        RatingFile(file.path)
    with pytest.raises(UsageError, match="cannot be written"):
        RatingFile(tmp_path / "none" / "ratings.jsonl")


def test_a_closed_file_leaves_no_lock_and_one_removed_meanwhile_locks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ratings.jsonl"
    first = RatingFile(path)
    lock, locked = tmp_path / "ratings.jsonl.lock", fcntl.flock

    def closed_meanwhile(*of: Any) -> None:
        first.close()
        locked(*of)

    monkeypatch.setattr(fcntl, "flock", closed_meanwhile)
    second = RatingFile(path)
    assert lock.exists()
    with pytest.raises(UsageError, match="another page writes to it"):
        RatingFile(path)
    second.close()
    assert not lock.exists()


@pytest.mark.parametrize(
    "line",
    [
        '{"claim": "a", "passage": "b", "ratings": [1]}',
        '{"claim": "a", "passage": "b", "raters": {"x": 4}}',
        '{"claim": "a", "passage": "b", "raters": {"x": 1}, "ratings": [2]}',
        '{"claim": "a", "passage": "b", "raters": {"x": 1}, "ratings": [1, 1]}',
        '{"claim": "a", "raters": {"x": 1}}',
        "not json",
    ],
)
def test_a_file_of_something_else_is_left_alone(line: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match="line 1"):
        RatingFile(path)
    assert path.read_text() == line + "\n"


def test_threads_that_rate_at_once_lose_nothing(file: RatingFile) -> None:
    pairs = [Pair(f"claim {i}", "p") for i in range(10)]

    def work(rater: str) -> None:
        for pair in pairs:
            file.rate(rater, pair, 2)

    threads = [threading.Thread(target=work, args=(f"rater {i}",)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read_ratings(file.path).ratings == ((2,) * 4,) * 10


# What is rated


def test_of_a_comparison_one_release_is_to_be_named(tmp_path: Path) -> None:
    (tmp_path / "comparison.json").write_text("{}")
    with pytest.raises(InputError, match=rf"^{tmp_path}: a comparison; name a folder in .*reports"):
        read_pairs(tmp_path)


def test_pairs_of_a_run_without_what_the_judge_said(tmp_path: Path) -> None:
    claims = [["a", 1, "own record"], ["b", 0, None], ["a", 1, "own record"]]
    report = {"to_rate": {"claims": claims, "passages": ["q", "p"]}, "findings": []}
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert read_pairs(tmp_path) == [Pair("a", "p", "own record"), Pair("b", "q", None)]
    assert read_pairs(tmp_path / "report.json") == read_pairs(tmp_path)
    (tmp_path / "report.json").write_text('{"to_rate": {"claims": [], "passages": []}}')
    with pytest.raises(InputError, match=r"holds no claims to rate; .*--no-text"):
        read_pairs(tmp_path)
    for wrong in (
        {},
        {"to_rate": {"claims": [["a", 1, None]], "passages": ["p"]}},
        {"to_rate": {"claims": [[5, 0, None]], "passages": ["p"]}},
        {"to_rate": {"claims": [["a", 0, None]], "passages": [None]}},
    ):
        (tmp_path / "report.json").write_text(json.dumps(wrong))
        with pytest.raises(InputError, match="not the report of an audit"):
            read_pairs(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_pairs(tmp_path / "none")


def test_pairs_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"claim": p.claim, "passage": p.passage, "kind": p.kind, "mode": 1} for p in PAIRS]
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, rows[0]]))
    assert read_pairs(path) == PAIRS
    path.write_text('{"claim": "a"}\n')
    with pytest.raises(InputError, match="line 1"):
        read_pairs(path)


@given(st.integers(0, 40), st.integers(1, 50), st.integers(0, 2**31))
def test_a_draw_keeps_passages_together(n: int, most: int, seed: int) -> None:
    pairs = [Pair(f"{i}", f"p{i % 5}") for i in range(n)]
    drawn = draw(pairs, most, seed)
    assert drawn == draw(pairs, most, seed)
    assert len(set(drawn)) == len(drawn) == min(n, most)
    passages = [pair.passage for pair in drawn]
    changes = sum(a != b for a, b in pairwise(passages))
    assert changes == max(0, len(set(passages)) - 1)


def test_whoever_stops_early_has_not_rated_the_passages_with_many_claims() -> None:
    pairs = [Pair(f"{i}", f"p{i if i < 5 else 5 + i // 20}") for i in range(45)]
    first = [draw(pairs, 45, seed)[0].passage for seed in range(300)]
    alone = sum(passage in {f"p{i}" for i in range(5)} for passage in first)
    assert alone / 300 > 0.5  # five of the eight passages have one claim each


def test_names_of_raters() -> None:
    assert check_rater("  Ann  Ünal-2. ") == "Ann Ünal-2."
    assert check_rater("Ann U\u0308nal") == "Ann Ünal"
    for name in ("O'Brien", "अनिता", "สมชาย"):
        assert check_rater(name) == name
    for name in ("", " ", "<b>", "a" * 41, "a\x00", "../x", "."):
        with pytest.raises(UsageError):
            check_rater(name)


# The page


@pytest.fixture
def page(file: RatingFile) -> Iterator[Page]:
    made = Page(Session(PAIRS, file))
    thread = threading.Thread(target=made.serve)
    thread.start()
    yield made
    made.stop()
    thread.join()
    made.close()


def ask(page: Page, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
    parts = urlsplit(page.url)
    connection = HTTPConnection(parts.hostname or "", parts.port or 0, timeout=10)
    if body is not None:
        headers = {"Content-Type": "application/json", **headers}
    content = body if body is None or isinstance(body, str) else json.dumps(body)
    where = f"/{page.token if token is None else token}/{path}"
    connection.request("GET" if body is None else "POST", where, content, headers)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer, said


def test_a_rater_sees_a_claim_rates_it_and_sees_the_next(page: Page, file: RatingFile) -> None:
    first = json.loads(ask(page, "pair?rater=Ann")[1])
    assert first == {
        "rater": "Ann", "done": 0, "total": 3, "place": 0, "given": None,
        "claim": PAIRS[0].claim, "passage": PAIRS[0].passage,
    }  # fmt: skip
    rating = {"rater": "Ann", "place": 0, "grade": 2}
    assert ask(page, "rate", rating)[0].status == 200
    assert read_ratings(file.path).ratings == ((2,),)
    assert json.loads(ask(page, "pair?rater=Ann")[1])["place"] == 1
    assert json.loads(ask(page, "pair?rater=Ann&place=0")[1])["given"] == 2
    other = json.loads(ask(page, "pair?rater=Bo&place=0")[1])
    assert (other["given"], other["done"]) == (None, 0)  # nobody sees what others gave
    ask(page, "rate", {**rating, "grade": None})
    assert file.counts() == {}
    for place in range(3):
        ask(page, "rate", {"rater": "Ann", "place": place, "grade": 1})
    done = json.loads(ask(page, "pair?rater=Ann")[1])
    assert done == {"rater": "Ann", "done": 3, "total": 3, "place": None}


def test_the_page_grades_as_the_judge_s_ratings_were_graded(page: Page) -> None:
    said = " ".join(ask(page, "")[1].decode().split())
    assert said.count("Part of it, or something close: more general, or different in") == 2


def test_the_files_of_the_page(page: Page) -> None:
    for path, (_, kind) in FILES.items():
        answer, content = ask(page, path)
        assert (answer.status, answer.getheader("Content-Type")) == (200, kind)
        policy = answer.getheader("Content-Security-Policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.getheader("Cache-Control") == "no-store"
        assert answer.getheader("Referrer-Policy") == "no-referrer"
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("X-Frame-Options") == "DENY"
        assert "frame-ancestors 'none'" in policy
        assert b"http://" not in content.replace(b"http://www.w3.org", b"")
        assert b"https://" not in content
    html = ask(page, "")[1]
    assert b"<script>" not in html
    assert b"style=" not in html
    script = ask(page, "page.js")[1]
    assert b"innerHTML" not in script  # texts go in as text
    assert b"eval" not in script


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"token": "wrong"}, 404),
        ({"token": ""}, 404),
        ({"token": "é"}, 404),
        ({"path": "../etc/passwd"}, 404),
        ({"path": "page.py"}, 404),
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"path": "pair?rater="}, 400),
        ({"path": "pair?rater=Ann&place=x"}, 400),
    ],
)
def test_what_is_not_for_us_is_refused(change: dict[str, str], status: int, page: Page) -> None:
    change = {"path": "pair?rater=Ann", **change}
    if change.get("token") == "é":
        change["token"] = "%C3%A9"
    answer, content = ask(page, change.pop("path"), **change)
    assert answer.status == status
    assert PAIRS[0].claim.encode() not in content


def test_a_rater_whose_name_is_typed_in_other_letters_goes_on(page: Page, file: RatingFile) -> None:
    ask(page, "rate", {"rater": "Ann", "place": 0, "grade": 2})
    again = json.loads(ask(page, "pair?rater=ann&place=0")[1])
    assert (again["rater"], again["given"], again["done"]) == ("Ann", 2, 1)
    ask(page, "rate", {"rater": "ANN", "place": 0, "grade": 3})
    assert file.counts() == {"Ann": 1}
    assert read_ratings(file.path).ratings == ((3,),)


@pytest.mark.parametrize(
    "body",
    [
        {"rater": "Ann", "place": 3, "grade": 1},
        {"rater": "Ann", "place": -1, "grade": 1},
        {"rater": "Ann", "place": True, "grade": 1},
        {"rater": "Ann", "place": 0, "grade": 4},
        {"rater": "Ann", "place": 0, "grade": True},
        {"rater": "Ann", "place": 0, "grade": "1"},
        {"rater": "<b>", "place": 0, "grade": 1},
        {"rater": 3, "place": 0, "grade": 1},
        {"place": 0, "grade": 1},
        [],
        "{",
        "",
        "[" * 4_096,
        '{"rater":' * 400,
    ],
)
def test_a_rating_that_is_none_is_not_kept(body: Any, page: Page, file: RatingFile) -> None:
    answer, said = ask(page, "rate", body)
    assert answer.status == 400
    assert json.loads(said)["error"].startswith("not kept")
    assert file.counts() == {}


def test_other_sites_cannot_rate(page: Page, file: RatingFile) -> None:
    rating = json.dumps({"rater": "Ann", "place": 0, "grade": 1})
    kind = "text/plain"
    assert ask(page, "rate", rating, **{"Content-Type": kind})[0].status == 415
    assert ask(page, "rate", rating, Origin="http://evil.example")[0].status == 403
    assert ask(page, "rate", rating, Origin="null")[0].status == 403
    for other in ("https://127.0.0.1", "http://localhost:1", page.url.replace("127", "128")):
        assert ask(page, "rate", rating, Origin=other)[0].status == 403
    assert ask(page, "rate", " " * 5_000)[0].status == 413
    assert file.counts() == {}
    own = page.url.partition(f"/{page.token}")[0]
    assert ask(page, "rate", rating, Origin=own)[0].status == 200
    file.withdraw("Ann", PAIRS[0])
    assert file.counts() == {}


def test_two_pages_have_two_tokens_and_a_taken_port_is_said(file: RatingFile) -> None:
    first, second = Page(Session(PAIRS, file)), Page(Session(PAIRS, file))
    assert first.token != second.token
    assert len(first.token) >= 32
    port = urlsplit(first.url).port or 0
    with pytest.raises(UsageError, match=f"port {port} cannot be used"):
        Page(Session(PAIRS, file), port)
    first.close()
    second.close()


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    rows = [{"claim": p.claim, "passage": p.passage} for p in PAIRS]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "ratings.jsonl"
    code = "import sys; from seethrough.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "annotate", str(pairs), "--out", str(out)]
    for place in range(2):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            url = urlsplit(process.stderr.readline().split()[-1])
            connection = HTTPConnection(url.hostname or "", url.port or 0, timeout=10)
            connection.request("GET", f"{url.path}pair?rater=Ann")
            shown = json.loads(connection.getresponse().read())
            assert (shown["place"], shown["done"]) == (place, place)
            connection.close()
            headers = {"Content-Type": "application/json"}
            for rater in ("Ann", "Bob")[: place + 1]:
                rating = json.dumps({"rater": rater, "place": place, "grade": 3})
                connection = HTTPConnection(url.hostname or "", url.port or 0, timeout=10)
                connection.request("POST", f"{url.path}rate", rating, headers)
                assert connection.getresponse().status == 200
                connection.close()
            process.send_signal(signal.SIGKILL if place == 0 else signal.SIGINT)
            rest = process.stderr.read()
    assert read_ratings(out).ratings == ((3,), (3, 3))
    assert "2 claims rated by Ann" in rest
    assert "1 claim rated by Bob" in rest
    assert f"seethrough agree {out}" in rest


def test_it_is_said_where_no_claim_has_a_known_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, told = tmp_path / "pairs.jsonl", []
    pairs.write_text('{"claim": "She has 7.", "passage": "A baker."}\n')

    def served(page: Any, held: str, *_: Any) -> None:
        told.append(held)
        page.close()

    monkeypatch.setattr("seethrough.cli.annotate.serve", served)
    assert run(["annotate", str(pairs), "--out", str(tmp_path / "ratings.jsonl")]) == 0
    assert told[0].startswith("1 claim to rate (none with a known answer, as they are too few")


def test_claims_with_a_known_answer_are_mixed_in_and_show_who_does_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, out = tmp_path / "pairs.jsonl", tmp_path / "ratings.jsonl"
    rows = [
        {"claim": f"She trained as a glazier in Graz for {i} weeks.", "passage": f"A baker, {i}."}
        for i in range(100, 130)
    ]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def rated(page: Any, held: str, *_: Any) -> None:
        assert held == "50 claims to rate (20 with a known answer, to check the raters)"
        session = page._session
        for place, pair in enumerate(session.pairs):
            session.rate("Ann", place, pair.known or 2 + place % 2)
            session.rate("Bo", place, 3 - (place % 25 == 0))
        page.close()

    monkeypatch.setattr("seethrough.cli.annotate.serve", rated)
    assert run(["annotate", str(pairs), "--out", str(out)]) == 0
    assert "50 claims rated by Ann" in capsys.readouterr().err
    assert run(["agree", str(out), "--judge", "rouge"]) == 0
    said = capsys.readouterr().out
    assert "30 claims against 30 passages, 1 rating each" in said
    assert run(["agree", str(out), "--judge", "rouge", "--json"]) == 0
    (left_out,) = json.loads(capsys.readouterr().out)["left_out"].items()
    assert left_out == ("Bo", {"disclosed": 10, "found": ANY, "other": 10, "false": ANY})
    assert re.search(r"\nBo: all ratings left out, .* by chance \(\d+ of 20 right\)\.\n$", said)


BUSY = """
import itertools, sys
from pathlib import Path
from seethrough.agreement.pairs_to_rate import Pair
from seethrough.agreement.rating_file import RatingFile

file = RatingFile(Path(sys.argv[1]))
for i in itertools.count():
    file.rate("Ann", Pair(f"claim {i} of process {sys.argv[2]}", "p"), 1 + i % 3)
    print(i, flush=True)
"""


def test_kills_between_and_within_writes_lose_nothing_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    kept = 0
    for number in range(4):
        command = [sys.executable, "-c", BUSY, str(path), str(number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(3 + 5 * number):
                process.stdout.readline()
            process.kill()
            said = 3 + 5 * number + len(process.stdout.readlines())
        rated = read_ratings(path)
        own = [
            r for c, r in zip(rated.claims, rated.ratings, strict=True) if c.endswith(f" {number}")
        ]
        assert said <= len(own) <= said + 1  # the last one may be on disk and not yet said
        assert own == [(1 + i % 3,) for i in range(len(own))]
        kept += len(own)
        assert len(rated) == kept
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".jsonl"] == ["ratings.jsonl"]
