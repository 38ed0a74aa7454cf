"""What is made with --no-text can be passed on: no text, no name, no id, no file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from seethrough.cli import run
from seethrough.cli._unnamed import unnamed
from seethrough.notices import notice, noticed_by
from seethrough.report.hiding import hidden, masked, spec_string, without_files

FAST = ["--linker", "bm25", "--atomizer", "sentence", "--exit-zero", "--attack", "linkage"]
HIDDEN = ("keller", "quimby", "secretid", "ledermann", "harbour", "wordlist")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    towns = ["Ulm", "Kiel", "Bonn", "Jena", "Hof", "Aalen", "Celle", "Emden", "Fulda", "Gera"]
    rows = [
        {
            "secretid": f"secretid-{n}",
            "patient": f"Quimby {n}",
            "note": f"Mrs Quimby number {n} lives in {town} by the harbour. She has {n + 2} dogs.",
        }
        for n, town in enumerate(towns)
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    Path("keller-private.jsonl").write_text(lines)
    Path("keller-release.jsonl").write_text(lines)
    known = [{"person": f"Quimby {n}", "claims": [f"She has {n + 2} dogs."]} for n in range(10)]
    Path("ledermann.jsonl").write_text("".join(json.dumps(row) + "\n" for row in known))
    sidecar = {
        "sanitizer": {"name": "custext", "vectors": "wordlist.npz", "steps": ["/x/wordlist.txt"]},
        "aligned": True,
        "guarantee": {"epsilon": 1.0, "delta": 0.0, "unit": "token", "note": ""},
        "ledger": {},
        "details": {},
        "holdout": "keller-holdout.jsonl",
    }
    Path("keller-release.jsonl.release.json").write_text(json.dumps(sidecar))
    Path("keller-holdout.jsonl").write_text(lines.replace("secretid-", "secretid-9"))


def assert_hidden(told: str) -> None:
    found = [word for word in HIDDEN if word in told.lower()]
    assert found == []


def viewed(folder: str) -> str:
    """Return everything that a run keeps for ``view``."""
    files = sorted(Path(folder, "view").iterdir())
    assert len(files) == 3
    tables = [pq.read_table(file) for file in files]
    return str([[table.to_pydict(), table.schema.metadata] for table in tables])


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize("knowledge", [[], ["--knowledge", "file:path=ledermann.jsonl"]])
def test_an_audit(form: list[str], knowledge: list[str], capsys: Any) -> None:
    files = ["keller-private.jsonl", "keller-release.jsonl", "--id", "secretid"]
    command = ["audit", *files, "--release-id", "secretid", *FAST, *knowledge, *form]
    assert run([*command, "--no-text", "--run", "bare"]) == 0
    printed = capsys.readouterr()
    assert "linkage" in printed.out or "first guess" in printed.out
    assert_hidden(printed.out)
    assert_hidden(printed.err)
    for file in ("report.json", "report.html"):
        assert_hidden(Path("bare", file).read_text())
    assert_hidden(viewed("bare"))
    assert run([*command, "--run", "full"]) == 0
    assert "quimby 3" in viewed("full").lower()
    named = capsys.readouterr()
    assert "keller-private.jsonl" in named.out + named.err
    assert run(["report", "full", "--no-text", "-o", "page.html"]) == 0
    assert_hidden(Path("page.html").read_text())
    assert run([*command, "--no-text", "--run", "full"]) == 0  # what was kept before goes
    assert_hidden(viewed("full"))


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_comparison(form: list[str], capsys: Any) -> None:
    makers = ["--with", "identity", "--with", "erase"]
    command = ["compare", "keller-private.jsonl", *makers, *FAST[:-3], "--attack", "linkage"]
    assert run([*command, "--id", "secretid", "--no-text", *form]) == 0
    printed = capsys.readouterr()
    assert "linkage.top1" in printed.out
    assert_hidden(printed.out + printed.err)


def test_no_report_of_an_earlier_comparison_stays() -> None:
    plan = ['private = "keller-private.jsonl"', 'id = "secretid"', 'attacks = ["linkage"]']
    plan += ['linker = "bm25"', 'atomizer = "sentence"', 'run = "r"', "[[releases]]"]
    Path("plan.toml").write_text("\n".join([*plan, 'with = "identity"']))
    command = ["compare", "plan.toml"]
    assert run(command) in (1, 2)
    held = [file.read_text() for file in Path("r/reports").rglob("*.json")]
    assert any("quimby" in text.lower() for text in held)
    assert run([*command, "--no-text"]) in (1, 2)
    told = [*Path("r/reports").rglob("*")]
    assert len([file for file in told if file.is_file()]) == 2
    for file in told:
        assert_hidden(file.name if file.is_dir() else file.read_text())


AUDIT = ["audit", "keller-private.jsonl", "keller-release.jsonl", "--id", "secretid"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["audit", "keller-privat.jsonl", "keller-release.jsonl"], "the private records: no such"),
        (["audit", "keller-private.jsonl", "./keller/"], "the release: no such file"),
        (["audit", "keller-private.jsonl", "."], "the release: is a folder; "),
        (["audit", "keller-private.jsonl", "broken-keller.jsonl"], "the release, line 1: broken"),
        ([*AUDIT, "--control", "ledermann-.jsonl"], "the control: no such file"),
        ([*AUDIT, "--control", "ledermann.jsonl"], "the control: no column"),
        ([*AUDIT, "--ratings", "ledermann.jsonl"], "(a file), line 1: "),
        ([*AUDIT, "--knowledge", "file:path=ledermann2.jsonl"], "(a file): no such file"),
        ([*AUDIT, "--knowledge", 'file:path="no/keller 2"'], "(a file): no such file"),
        ([*AUDIT, "--classifier", "given:path=keller.csv"], "(a file): no such file"),
        (
            [*AUDIT[:2], "other-keller.jsonl", *AUDIT[3:], "--release-id", "secretid"],
            "no id of the release is an id of the private records; name the id columns with --id"
            " and --release-id, give a record and its released version the same id, or say",
        ),
        (["compare", "keller-private2.jsonl", "--with", "erase"], "the private records: no such"),
        (
            ["compare", "keller-private.jsonl", "--with", "sage:keep=ledermann.jsonl"],
            "(a file): already exists; name another output, or add --force",
        ),
        (
            ["compare", "keller-private.jsonl", "--with", "erase", "--shadow", "keller2.jsonl"],
            "(a file): no such file",
        ),
        (["report", "keller"], "the run"),
        (["report", "keller-private.jsonl"], "the run holds only text"),
    ],
)
def test_an_error_names_no_file(command: list[str], told: str, capsys: Any) -> None:
    Path("broken-keller.jsonl").write_text("{\n")
    Path("keller-release.jsonl.release.json").unlink()
    rows = [{"secretid": f"x{n}", "note": f"Somebody lives in town {n}."} for n in range(10)]
    Path("other-keller.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    more = [] if command[0] == "report" else FAST[:4]
    assert run([*command, *more, "--no-text"]) in (64, 65)
    last = capsys.readouterr().err.splitlines()[-1]
    assert told in last
    assert_hidden(last)
    run([*command, *more])  # without it, the file is named
    named = capsys.readouterr().err.splitlines()[-1].lower()
    assert [word for word in HIDDEN if word in named]


@pytest.mark.parametrize(("hide", "called"), [(True, "the private records"), (False, "k/keller")])
def test_a_notice_names_no_file(hide: bool, called: str) -> None:
    heard: list[str] = []
    with noticed_by(heard.append):
        with unnamed({"k/keller": "the private records"}, hide=hide):
            notice("k/keller: many words stay")
        notice("keller: another")
    assert heard == [f"{called}: many words stay", "keller: another"]


def test_the_control_that_a_sidecar_names_is_not_named(capsys: Any) -> None:
    Path("keller-holdout.jsonl").write_text("{\n")
    assert run([*AUDIT, *FAST, "--unaligned", "--no-text"]) == 65
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("seethrough: the control, line 1: broken JSON")
    assert_hidden(last)


def test_what_is_a_file_in_a_spec() -> None:
    given = {"name": "given", "path": "list"}
    spec = {
        "name": "spans",
        "detector": "openai/gpt-4.1",
        "detect_prompt": "mine",
        "abstract_prompt": "",
        "steps": [given, "a.jsonl.gz", "a sentence about a.txt"],
        "k": 3,
    }
    assert hidden(spec) == {
        "name": "spans",
        "detector": "openai/gpt-4.1",
        "detect_prompt": "(a file)",
        "abstract_prompt": "",
        "steps": [{**given, "path": "(a file)"}, "(a file)", "a sentence about a.txt"],
        "k": 3,
    }
    report = {"private": {"name": "keller.csv"}, "release": {"kind": "x"}, "seed": 0}
    assert without_files(report)["private"] == {"name": "the private records"}
    assert without_files(report)["release"] == {"kind": "x"}
    assert report["private"] == {"name": "keller.csv"}


def test_a_name_that_looks_like_no_file_is_hidden_too() -> None:
    report = {"private": {"name": "keller"}, "release": {"name": "keller.dat"}, "seed": 0}
    names = {"private": {"name": "the private records"}, "release": {"name": "the release"}}
    assert without_files(report) == {**names, "seed": 0}


def test_a_page_tells_no_setting_in_words_and_a_table_no_file():
    linker = {"name": "scored", "of": [{"name": "bm25", "k1": 2.0}], "by": "keller"}
    own = {"name": "made_up", "path": "keller.csv", "model": "openai/x", "k": 3, "linker": linker}
    assert (
        masked(own, text=False) == "made_up:path=…,model=…,k=3,linker=scored(of=bm25(k1=2.0),by=…)"
    )
    shown = 'made_up:path="(a file)",model=openai/x,k=3,linker=scored(of=bm25(k1=2.0),by=keller)'
    assert spec_string(own, text=False) == shown
    assert masked(own, text=True) == spec_string(own) == shown.replace('"(a file)"', "keller.csv")
