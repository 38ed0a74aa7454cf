"""The command line as a user meets it: exit status, one-line errors, what is written."""

from __future__ import annotations

import csv
import json
import os
import random
import stat
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seethrough.cli import VERBS, run, verbs
from seethrough.samples import path

FAST = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def few(tmp_path: Path) -> tuple[str, str]:
    """The first 15 sample records and their release."""
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:15]
        (tmp_path / name).write_text("".join(lines), "utf-8")
    return "private.jsonl", "release.jsonl"


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_an_audit_prints_a_summary_and_keeps_a_report(few: Any, capsys: Any) -> None:
    status, out, err = call(capsys, "audit", *few, *FAST, "--run", "here")
    assert status == 1
    assert call(capsys, "audit", *few, *FAST, "--run", "here", "--exit-zero")[0] == 0
    assert "VERDICT: FAIL" in out
    assert max(map(len, out.splitlines())) <= 100
    report = json.loads(Path("here/report.json").read_text())
    assert report["schema"] == 4
    assert {e["name"] for e in report["estimates"]} >= {"linkage.top1", "semantic.distance"}
    assert "here/report.json" in err
    assert stat.S_IMODE(Path("here").stat().st_mode) == 0o700


def test_the_machine_form_alone_goes_to_standard_output(few: Any, capsys: Any) -> None:
    _, out, _ = call(capsys, "audit", *few, *FAST, "--json")
    report = json.loads(out)
    for estimate in report["estimates"]:
        assert set(estimate) >= {
            "name", "value", "low", "high", "n", "direction", "method", "control", "baseline",
            "component",
        }  # fmt: skip
    again = call(capsys, "audit", *few, *FAST, "--json", "--run", "elsewhere")[1]
    assert again == out


def test_ratings_of_a_run_correct_the_same_run(few: Any, capsys: Any) -> None:
    arguments = ["audit", *few, *FAST, "--attack", "inference", "--run", "here"]
    _, before, _ = call(capsys, *arguments)
    assert "The judge itself said" in " ".join(before.split())
    drawn = json.loads(Path("here/report.json").read_text())["to_rate"]
    rows = [
        {"claim": claim, "passage": drawn["passages"][place], "ratings": [3 - 2 * (n % 9 == 0)]}
        for n, (claim, place, _) in enumerate(drawn["claims"])
    ]
    Path("mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    _, after, _ = call(capsys, *arguments, "--ratings", "mine.jsonl")
    assert "corrected by" in " ".join(after.split())
    assert "ratings of your own (11 people)" in " ".join(after.split())
    assert json.loads(Path("here/report.json").read_text())["run"]
    status, _, err = call(capsys, *arguments, "--ratings", "none.jsonl")
    assert (status, err.count("\n")) == (65, 1)


def test_no_text_keeps_the_records_out(few: Any, capsys: Any) -> None:
    _, out, _ = call(capsys, "audit", *few, *FAST, "--json", "--no-text", "--run", "x")
    for line in path("private.jsonl").read_text("utf-8").splitlines()[:15]:
        for sentence in json.loads(line)["text"].split(". "):
            assert sentence not in out
    assert '"known"' not in Path("x/report.json").read_text()


@pytest.mark.parametrize(
    ("limit", "status"),
    [("linkage.top1=0.01", 1), ("linkage.top1=1", 64), ("nothing.at_all=1", 64), ("linkage", 64)],
)
def test_limits_set_the_exit_status(few: Any, capsys: Any, limit: str, status: int) -> None:
    assert call(capsys, "audit", *few, *FAST, "--fail-above", limit)[0] == status


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["audit"], 64, "PRIVATE"),
        (["adit"], 64, "did you mean 'audit'?"),
        (["audit", "private.jsonl", "nowhere.jsonl"], 65, "nowhere.jsonl"),
        (["audit", "private.jsonl", "release.jsonl", "--text", "txet"], 65, "did you mean"),
        (["audit", "private.jsonl", "release.jsonl", "--attack", "linkag"], 64, "linkage"),
        (["audit", "private.jsonl", "release.jsonl", "--linker", "bm25:k2=1"], 64, "k1"),
        (["sanitize", "private.jsonl", "--with", "scrubb", "--out", "o.jsonl"], 64, "'scrub'?"),
        (["sanitize", "private.jsonl", "--with", "erase", "--out", "o.xyz"], 64, "o.xyz"),
        (["sanitize", "private.jsonl", "--with", "erase", "--out", "o.csv", "--holdout", "99"], 64,
         "only"),
        (["compare", "private.jsonl"], 64, "--with"),
        (["audit", "private.jsonl", "release.jsonl", "--text", "text", "--text", "id"], 64,
         "--text is given 2 times"),
        (["sanitize", "private.jsonl", "--with", "scrub", "--with", "erase", "-o", "o.csv"], 64,
         "--with is given 2 times"),
        (["audit", "private.jsonl", "release.jsonl", "--no-text", "--no-text", "--id", "no"], 65,
         "no column"),
        (["agree", "private.jsonl"], 65, "line 1"),
        (["audit", "a", "b", "--targets", "five"], 64, "'five' is not a whole number"),
        (["audit", "a", "b", "--model-timeout", "soon"], 64, "'soon' is not a number"),
    ],
)  # fmt: skip
def test_bad_use_gets_one_line_and_writes_nothing(
    few: Any, capsys: Any, arguments: list[str], status: int, said: str
) -> None:
    before = sorted(os.listdir())
    got, out, err = call(capsys, *arguments)
    assert got == status
    assert said in err
    assert out == ""
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("seethrough: ")
    assert sorted(os.listdir()) == before


def test_a_bug_shows_no_private_text(
    few: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seethrough.records.reading.read_pair", _broken)
    status, out, err = call(capsys, "audit", *few)
    assert status == 70
    assert "patient's secret" not in out + err


def test_a_component_that_leaves_has_not_passed(
    few: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seethrough.attacks.linkage.Linkage.learn", _leaving)
    status, out, _ = call(capsys, "audit", *few, "--attack", "linkage")
    assert status == 2
    assert "The attack linkage failed: SystemExit in test_cli.py." in out


def test_a_signal_ends_the_command_with_its_own_status(
    few: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seethrough.attacks.linkage.Linkage.learn", _struck)
    monkeypatch.setattr("seethrough.sanitizers.erase.Erase.sanitize", _struck)
    for words in (["audit", *few, "--attack", "linkage"], ["sanitize", few[0], "--with", "erase"]):
        with pytest.raises(SystemExit) as left:
            run([*words, *(["-o", "out.csv"] if words[0] == "sanitize" else [])])
        assert left.value.code == 143


def _struck(*args: Any, **kwargs: Any) -> None:
    raise SystemExit(143)


def _leaving(*args: Any, **kwargs: Any) -> None:
    raise SystemExit(0)


def _broken(*args: Any, **kwargs: Any) -> None:
    raise RuntimeError("the patient's secret")


def test_sanitize_writes_the_release_and_its_sidecar(few: Any, capsys: Any) -> None:
    status, _, err = call(
        capsys, "sanitize", few[0], "--with", "erase", "-o", "out.csv", "--holdout", "3"
    )
    assert status == 0
    sidecar = json.loads(Path("out.csv.release.json").read_text())
    assert sidecar["sanitizer"] == {"name": "erase"}
    assert sidecar["aligned"] is True
    assert "held out" in err
    released = Path("out.csv").read_text().splitlines()
    held = Path("out.csv.holdout.jsonl").read_text().splitlines()
    assert len(released) - 1 + len(held) == 15
    sidecar_words = Path("out.csv.release.json").read_text()
    assert sidecar["seeded"] is False
    assert json.loads(held[0])["text"] not in sidecar_words


def test_an_audit_reads_the_sidecar_and_the_people_held_out(few: Any, capsys: Any) -> None:
    call(capsys, "sanitize", few[0], "--with", "identity", "--out", "o.jsonl", "--holdout", "4")
    _, out, _ = call(capsys, "audit", few[0], "o.jsonl", *FAST, "--unaligned", "--json")
    report = json.loads(out)
    assert report["release"]["sanitizer"] == {"name": "identity"}
    assert report["release"]["aligned"] is False
    # Of some classes of facts four people may have none.
    whole = [e for e in report["estimates"] if "leak_rate." not in e["name"]]
    assert whole
    assert all(e["control"]["n"] for e in whole)


def test_standard_input_is_a_file_too(few: Any, capsys: Any, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "seethrough", "sanitize", "-", "--with", "erase", "--out", "-"],
        input=Path(few[0]).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 15
    assert json.loads(done.stdout.splitlines()[0])["text"] == ""


def test_a_sanitizer_that_is_named_twice_with_the_same_settings_is_told(
    few: Any, capsys: Any
) -> None:
    asked = ("--with", "scrub", "--with", "scrub:style=tag", "--with", "erase")
    err = call(capsys, "compare", few[0], *asked, "--attack", "identifiers")[2]
    assert "scrub: named 2 times with the same settings" in err
    assert "erase: named" not in err


def test_compare_prints_one_cell_per_release_and_component(few: Any, capsys: Any) -> None:
    status, out, _ = call(
        capsys, "compare", few[0], "--with", "identity", "--with", "erase", *FAST, "--json"
    )
    cells = json.loads(out)["cells"]
    assert status == 0
    assert [(c["release"]["name"], c["component"]["name"]) for c in cells] == [
        (r, a)
        for r in ("identity", "erase")
        for a in ("linkage", "inference", "lexical", "identifiers")
    ]
    table = call(capsys, "compare", few[0], "--with", "erase", "--attack", "linkage", *FAST[:2])[1]
    assert "linkage.top1" in table


def test_two_settings_of_one_attack_are_told_apart(few: Any, capsys: Any) -> None:
    asked = ["compare", few[0], "--with", "identity", *FAST[:4], "--attack", "linkage"]
    asked += ["--attack", "linkage:linker=bm25"]
    table = call(capsys, *asked)[1].splitlines()
    for name in ("linkage.top1", "linkage.top1 (linker=bm25)"):
        assert sum(line.startswith(f"{name}  ") for line in table) == 1
    told = call(capsys, *asked, "--format", "markdown")[1]
    assert told.count("Found at the first guess") > told.count("guess (linker=bm25)") > 0
    cases = ET.fromstring(call(capsys, *asked, "--format", "junit")[1]).iter("testcase")
    names = [case.get("name") for case in cases]
    assert len(names) == len(set(names)) > 4


def test_a_file_that_an_attack_reads_must_be_there(few: Any, capsys: Any) -> None:
    status, out, err = call(
        capsys, "compare", few[0], "--with", "identity",
        "--attack", "linkage:knowledge=file(path=nowhere.jsonl)",
    )  # fmt: skip
    assert (status, out) == (65, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("seethrough: nowhere.jsonl: no such file; did you mean")


def test_people_held_out_are_said_to_be_unused_where_ids_correspond(few: Any, capsys: Any) -> None:
    Path("others.jsonl").write_bytes(Path(few[0]).read_bytes())
    asked = [*few, "--control", "others.jsonl", "--attack", "linkage", *FAST]
    told = json.loads(call(capsys, "audit", *asked, "--json")[1])
    kinds = {reason["kind"] for reason in told["reasons"]}
    assert "control_unused" in kinds
    assert "control_in_private" not in kinds, "what is not used bars nothing"
    loose = json.loads(call(capsys, "audit", *asked, "--unaligned", "--json")[1])
    kinds = {reason["kind"] for reason in loose["reasons"]}
    assert "control_unused" not in kinds
    assert "control_in_private" in kinds
    beside = ("compare", few[0], "--with", "identity", *asked[2:])
    assert "others.jsonl: not used: each released record" in call(capsys, *beside)[2]


def test_a_control_that_is_under_attack_is_refused(few: Any, capsys: Any) -> None:
    Path("link.jsonl").symlink_to(few[1])
    for control, what in ((few[0], "the private file"), ("link.jsonl", "a release")):
        status, out, err = call(capsys, "audit", *few, "--control", control)
        assert (status, out) == (64, "")
        assert err.startswith(f"seethrough: --control {control}: is {what}; name records of people")
    status, _, err = call(capsys, "compare", few[0], "--with", "erase", "--control", few[0])
    assert (status, len(err.splitlines())) == (64, 1)


def test_a_private_file_that_was_made_from_the_release_is_refused(few: Any, capsys: Any) -> None:
    assert call(capsys, "sanitize", few[0], "--with", "erase", "--out", "erased.jsonl")[0] == 0
    status, out, err = call(capsys, "audit", "erased.jsonl", few[0])
    told = f"seethrough: erased.jsonl: was made from {few[0]}, as its sidecar shows: name"
    assert (status, out) == (64, "")
    assert err.splitlines()[-1].startswith(told)
    Path("erased.jsonl.release.key").unlink()
    assert call(capsys, "audit", "erased.jsonl", few[0], *FAST, "--attack", "linkage")[0] != 64


@pytest.mark.parametrize("swapped", [True, False])
def test_private_texts_with_placeholders_look_swapped(capsys: Any, swapped: bool) -> None:
    texts = {"a.jsonl": "Ann Lee saw her doctor in May.", "b.jsonl": "<PERSON> saw her doctor."}
    for file, text in texts.items():
        rows = [json.dumps({"id": n, "text": f"{text} Visit {n}."}) for n in range(3)]
        Path(file).write_text("\n".join(rows), "utf-8")
    files = reversed(texts) if swapped else texts
    err = call(capsys, "audit", *files, *FAST, "--attack", "linkage")[2]
    assert ("if the two files are swapped, name the private one first" in err) == swapped


def test_a_model_and_a_plan_that_is_not_there_are_told_from_records(few: Any, capsys: Any) -> None:
    Path("tuned").mkdir()
    Path("tuned/seethrough.json").write_text("{}")
    Path("gate.toml").write_text("")
    for command, told in (
        (("audit", few[0], "tuned"), "tuned: is the folder of a model; audit it with --as model"),
        (("compare", "gate.tml"), "gate.tml: no such file; did you mean gate.toml?"),
    ):
        assert call(capsys, *command)[1:] == ("", f"seethrough: {told}\n")


@pytest.mark.parametrize("kinds", [["linkers"], ["utilities", "linkers"]])
def test_one_kind_of_component_can_be_listed(kinds: list[str], capsys: Any) -> None:
    assert list(json.loads(call(capsys, "list", *kinds, "--json")[1])) == kinds
    assert call(capsys, "list", *kinds)[1].splitlines()[0] == kinds[0]
    status, _, err = call(capsys, "list", "linker")
    assert (status, err.startswith("seethrough: no kind 'linker'; the kinds are ")) == (64, True)


def test_a_kind_that_is_named_says_what_each_field_means(capsys: Any) -> None:
    means = "How much long documents are penalized; 0 to 1."
    assert f"{' ' * 21}b = 0.4\n{' ' * 25}{means}\n" in call(capsys, "list", "linkers")[1]
    assert means not in call(capsys, "list")[1]
    listed = json.loads(call(capsys, "list", "--json")[1])
    fields = [f for kind in listed.values() for component in kind for f in component["fields"]]
    assert all(field["meaning"] for field in fields)


def test_list_names_every_kind(capsys: Any) -> None:
    listed = json.loads(call(capsys, "list", "--json")[1])
    kinds = {"sanitizers", "attacks", "utilities", "judges", "linkers", "atomizers"}
    assert kinds <= set(listed)
    bm25 = next(c for c in listed["linkers"] if c["name"] == "bm25")
    assert {f["name"]: f["default"] for f in bm25["fields"]} == {"k1": 0.9, "b": 0.4}
    assert bm25["summary"]


def test_every_option_says_what_it_does() -> None:
    context = click.Context(verbs)
    commands = [verbs.get_command(context, name) for name in verbs.list_commands(context)]
    options = [o for c in commands if c for o in c.params if isinstance(o, click.Option)]
    assert len(options) > 100
    assert [o.opts for o in options if not (o.help or o.hidden)] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, capsys: Any) -> None:
    status, out, err = call(capsys, verb, "--help")
    assert (status, err) == (0, "")
    assert "Usage: seethrough" in out


def test_the_command_line_starts_at_once() -> None:
    heavy = "numpy spacy onnxruntime pyarrow scipy presidio_analyzer Stemmer rich torch openai"
    loaded = f"[m for m in {[*heavy.split(), 'faiss']} if m in sys.modules]"
    code = f"import sys, seethrough.cli as c; c.run(['--help']); print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


def test_records_that_a_sanitizer_withheld_are_not_called_released(few: Any, capsys: Any) -> None:
    status, _, err = call(
        capsys, "sanitize", few[0], "--with", "excerpt:model=fake/refuse", "--out", "out.jsonl"
    )
    n = len(Path("out.jsonl").read_text().splitlines())
    assert status == 0
    assert f"out.jsonl: 0 of {n} records released; {n} withheld, left empty" in err


def test_columns_that_are_not_released_are_named(tmp_path: Path, capsys: Any) -> None:
    file, out = tmp_path / "p.csv", tmp_path / "o.csv"
    file.write_text(
        "Fallnummer;Patient;Gewicht;Befund\n1;Ann;72,5;Sie hatte Fieber am Montag.\n"
        "2;Bo;80,1;Er klagt seit Tagen.\n"
    )
    made = ["sanitize", str(file), "--with", "identity", "-o", str(out)]
    _, _, err = call(capsys, *made)
    assert f"{out}: columns that are not released: Patient, Gewicht\n" in err
    assert out.read_text().startswith("id,text")
    _, _, err = call(capsys, "sanitize", str(out), "--with", "identity", "-o", f"{out}.jsonl")
    assert "not released" not in err


def test_texts_that_stand_for_nobody_are_not_counted_among_the_records(
    few: Any, capsys: Any
) -> None:
    n = len(Path(few[0]).read_text().splitlines())
    maker = f"few_shot:model=fake,records={n + 3}"
    status, _, err = call(capsys, "sanitize", few[0], "--with", maker, "--out", "out.jsonl")
    assert status == 0
    assert f"out.jsonl: {n + 3} new records released, made from {n} records" in err


def a_first_table() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """What an office exports: an empty column with a text's name, one clerk for everybody."""
    rng = random.Random(7)
    words = [f"{a}{b}" for a in ("bo", "ka", "lu", "mi", "ro") for b in ("ler", "ten", "sor")]
    private = [
        {
            "Case No": f"C-{1000 + 7 * i}",
            "Notes": "",
            "User Request": " ".join(rng.choices(words, k=30)) + ".",
            "author": "Dr Smith",
        }
        for i in range(15)
    ]
    release = [{name: row[name] for name in ("Case No", "User Request")} for row in private]
    rng.shuffle(release)
    return private, release


def store(rows: list[dict[str, str]], name: str) -> str:
    kind = name.rpartition(".")[2]
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), name)
    elif kind == "jsonl":
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        with open(name, "w", newline="") as file:
            table = csv.DictWriter(file, rows[0], delimiter="\t" if kind == "tsv" else ",")
            table.writeheader()
            table.writerows(rows)
    return name


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet"])
def test_the_first_table_of_a_new_user_is_read_as_it_is_meant(kind: str, capsys: Any) -> None:
    private, release = a_first_table()
    files = store(private, f"private.{kind}"), store(release, f"release.{kind}")
    status, out, err = call(
        capsys, "audit", *files, *FAST, "--attack", "linkage", "--json", "--run", "run"
    )
    assert status in (0, 1, 2)
    text, doubt, released = err.splitlines()[:3]
    assert text.startswith(f'private.{kind}: text column "User Request" (the only text, ')
    shared = 'id column "Case No" (in both files, all different)'
    assert shared in text
    assert "person column none, each record is its own person" in text
    assert text.endswith("; other columns: --text NAME --id NAME --person NAME")
    assert doubt == (
        f'private.{kind}: "author" was not taken for the person (it may name the author, not the '
        "person described); name it with --person"
    )
    assert released.startswith(
        f'release.{kind}: text column "User Request" (as in the private file, '
    )
    assert shared in released
    assert released.endswith("; other columns: --release-text NAME --release-id NAME")
    estimates = {e["name"]: e for e in json.loads(out)["estimates"]}
    assert estimates["linkage.top1"]["value"] > 0.9
    assert estimates["linkage.top1"]["n"] == 15


def test_columns_that_are_named_are_not_guessed(capsys: Any) -> None:
    private, release = a_first_table()
    files = store(private, "private.csv"), store(release, "release.csv")
    named = ["--text", "User Request", "--id", "Case No", "--person", "Case No"]
    named += ["--release-text", "User Request", "--release-id", "Case No"]
    _, _, err = call(capsys, "audit", *files, *named, *FAST, "--attack", "linkage")
    assert " column" not in err


def test_an_erased_table_is_read_like_its_original(capsys: Any) -> None:
    private, release = a_first_table()
    erased = [row | {"User Request": "", "Office": "North of town"} for row in release]
    for row in private:
        row["Office"] = "North of town"
    files = store(private, "private.csv"), store(erased, "release.csv")
    _, _, err = call(capsys, "audit", *files, *FAST, "--attack", "linkage")
    assert 'release.csv: text column "User Request" (as in the private file, empty)' in err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--service", "k=1"], "--service needs --as rag or --as model"),
        (["--lookup"], "--lookup needs --as rag"),
        (["--questions", "none.jsonl"], "--questions needs --as rag or --as model"),
        (["--as", "model", "--lookup"], "--lookup needs --as rag"),
    ],
)
def test_options_of_another_kind_of_release_are_refused(
    options: list[str], told: str, capsys: Any
) -> None:
    files = [str(path("private.jsonl")), str(path("release.jsonl"))]
    assert run(["audit", *files, *options]) == 64
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (["--questions", "none.jsonl"], 65, "none.jsonl: no such file"),
        (["--questions", "half.jsonl", "--utility", "bleu"], 65, "half.jsonl, line 1: no question"),
        (["--questions", "asked.jsonl", "--utility", "bertscore"], 64, "name the folder of one"),
        (["--attack", "extraction:information=none.txt"], 65, "none.txt: no such file"),
    ],
)
def test_no_question_is_asked_where_a_file_is_missing(
    options: list[str], status: int, told: str, capsys: Any
) -> None:
    Path("half.jsonl").write_text('{"question": "Who?"}\n')
    Path("asked.jsonl").write_text('{"question": "Who?", "answer": "Anna"}\n')
    files = [str(path("private.jsonl")), str(path("release.jsonl"))]
    audit = ["audit", *files, "--as", "rag", "--attack", "extraction:questions=2"]
    left, _, err = call(capsys, *audit, "--service", "model=fake,embedder=fake", *options)
    assert (left, told in err) == (status, True)
    assert "Model fake: " not in err


def test_a_reader_that_stops_early_is_no_bug() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        command = [sys.executable, "-m", "seethrough", "list"]
        ended = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (141, b"")
