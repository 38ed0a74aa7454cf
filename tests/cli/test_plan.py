"""``seethrough compare PLAN.toml`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.samples import path

pytestmark = pytest.mark.system

PLAN = """
private = "private.jsonl"
attacks = ["linkage"]
utilities = ["length_kept"]
linker = "bm25"
atomizer = "sentence"

[[releases]]
name = "as it is"
with = "identity"
{more}

[[releases]]
name = "nothing"
with = "erase"

[[releases]]
file = "vendor.jsonl"
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plans").mkdir()
    for name, other in (("private", "private"), ("release", "vendor")):
        lines = path(f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)[:25]
        Path("plans", f"{other}.jsonl").write_text("".join(lines), "utf-8")
    plan()


def plan(before: str = "", more: str = "") -> None:
    Path("plans/plan.toml").write_text(before + PLAN.format(more=more))


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(["compare", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_plan_in_one_table_with_differences_and_an_answer(capsys: Any) -> None:
    status, out, err = call(capsys, "plans/plan.toml")
    assert status == 1
    assert "p (Holm)" in out
    assert "Safest for this use: nothing.\nIt gives away less than as it is and vendor.jsonl" in out
    assert "\nvendor.jsonl: fail\n" in out
    folder = next(Path("seethrough-runs").iterdir())
    assert f"Reports: {folder}" in err
    assert sorted(f.name for f in (folder / "reports").iterdir()) == [
        "1-as-it-is", "2-nothing", "3-vendor-jsonl",
    ]  # fmt: skip
    report = json.loads((folder / "reports/3-vendor-jsonl/report.json").read_text())
    assert report["release"]["name"] == "vendor.jsonl"
    assert (folder / "reports/2-nothing/report.html").exists()
    machine = json.loads((folder / "comparison.json").read_text())
    assert [r["name"] for r in machine["releases"]] == ["as it is", "nothing", "vendor.jsonl"]
    assert machine["safest"]["safest"] == "nothing"
    found = {(d["first"], d["second"], d["name"]): d for d in machine["differences"]}
    assert found["nothing", "vendor.jsonl", "linkage.top1"]["better"] == "nothing"
    assert found["as it is", "nothing", "linkage.top1"]["better"] == "nothing"
    assert call(capsys, "plans/plan.toml", "--json")[1] == (folder / "comparison.json").read_text()


def test_only_releases_that_decide_set_the_exit_status(capsys: Any) -> None:
    plan('fail_below = { "utility.length_kept" = 0.5 }\n', "decides = false")
    content = Path("plans/plan.toml").read_text().replace("erase", "identity")
    Path("plans/plan.toml").write_text(content + "decides = false\n")
    assert call(capsys, "plans/plan.toml")[0] == 1
    plan(more="decides = false")
    Path("plans/plan.toml").write_text(Path("plans/plan.toml").read_text() + "decides = false\n")
    status, out, _ = call(capsys, "plans/plan.toml")
    assert (status, "\nnothing: inconclusive\n" in out) == (2, True)
    assert call(capsys, "plans/plan.toml", "--exit-zero")[0] == 0


def test_the_command_line_takes_the_place_of_what_the_plan_says(capsys: Any) -> None:
    plan("targets = 20\nseed = 4\n")
    given = ["--targets", "10", "--with", "erase", "--attack", "lexical", "--run", "here"]
    _, out, _ = call(capsys, "plans/plan.toml", *given, "--json")
    machine = json.loads(out)
    assert machine["seeds"] == [4]
    assert [r["name"] for r in machine["releases"]] == ["erase"]
    estimates = [e for c in machine["cells"] for e in c["estimates"]]
    assert {e["name"]: e["n"] for e in estimates} == {
        "lexical.distance": 10, "utility.length_kept": 25,
    }  # fmt: skip
    assert Path("here/reports/1-erase/report.json").exists()


def test_a_limit_fails_a_comparison_without_a_plan_too(capsys: Any) -> None:
    fast = ["--linker", "bm25", "--atomizer", "sentence", "--attack", "linkage"]
    command = ["plans/private.jsonl", "--with", "identity", *fast]
    assert call(capsys, *command)[0] == 0
    assert call(capsys, *command, "--fail-above", "linkage.top1=0.5")[0] == 1
    assert call(capsys, *command, "--fail-above", "linkage.top=0.5")[0] == 64
    for order in (("0.5", "0.99"), ("0.99", "0.5")):  # the strictest of several counts
        limits = [word for v in order for word in ("--fail-above", f"linkage.top1={v}")]
        status, told, _ = call(capsys, *command, *limits)
        assert (status, "is crossed" in told) == (1, True)


def test_a_release_that_cannot_be_read_fails_and_the_rest_goes_on(capsys: Any) -> None:
    Path("plans/vendor.jsonl").write_text("{broken\n")
    status, out, _ = call(capsys, "plans/plan.toml")
    assert status == 1
    assert "vendor.jsonl: FAILED\n  - plans/vendor.jsonl, line 1: broken JSON" in out
    assert "vendor.jsonl is left out: it could not be made or audited." in out
    _, hidden, err = call(capsys, "plans/plan.toml", "--no-text")
    assert "release 3: FAILED" in hidden
    assert "vendor" not in hidden + err


def test_without_text_a_release_keeps_the_name_that_the_plan_gives_it(capsys: Any) -> None:
    named = PLAN.format(more="").replace("file =", 'name = "what we sent"\nfile =')
    Path("plans/plan.toml").write_text(named)
    _, hidden, _ = call(capsys, "plans/plan.toml", "--no-text", "--run", "here")
    verdicts = [line for line in hidden.splitlines() if line.endswith((": fail", ": inconclusive"))]
    assert [line.partition(":")[0] for line in verdicts] == ["as it is", "nothing", "what we sent"]
    assert "vendor" not in hidden
    machine = json.loads(Path("here/comparison.json").read_text())
    assert [r["name"] for r in machine["releases"]] == ["as it is", "nothing", "what we sent"]
    page = Path("here/comparison.html").read_text()
    assert "what we sent" in page
    assert "vendor" not in page


@pytest.mark.parametrize("key", ["private", "control", "shadow", "questions", "file", "model"])
def test_a_file_of_a_plan_that_is_not_there_is_named_only_with_text(key: str, capsys: Any) -> None:
    missing = f'{key} = "keller.jsonl"\n'
    head = "" if key == "private" else 'private = "plans/private.jsonl"\n'
    of_release = key in ("file", "model")
    plan = ("", missing) if of_release else (missing, 'with = "erase"\n')
    Path("missing.toml").write_text(f"{head}{plan[0]}[[releases]]\n{plan[1]}")
    status, _, told = call(capsys, "missing.toml")
    assert status == 65
    assert f"{key}: no such file: keller.jsonl; name one relative to the plan's folder" in told
    status, _, told = call(capsys, "missing.toml", "--no-text")
    assert status == 65
    assert f"{key}: no such file" in told
    assert "keller" not in told


def _rows(name: str, rows: list[dict[str, Any]]) -> None:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))


def _lexical(capsys: Any, *releases: str) -> dict[str, float | None]:
    """Return the distance of each release, compared in that order."""
    entries = "".join(f"[[releases]]\nfile = {release}\n" for release in releases)
    head = 'private = "p.jsonl"\nattacks = ["lexical"]\n'
    Path("matched.toml").write_text(head + entries)
    cells = json.loads(call(capsys, "matched.toml", "--json", "--force")[1])["cells"]
    return {cell["release_name"]: cell["estimates"][0]["value"] for cell in cells}


def test_which_release_stands_first_does_not_choose_the_ids_of_the_others(capsys: Any) -> None:
    records = [json.loads(line) for line in Path("plans/private.jsonl").read_text().splitlines()]
    texts = [record["text"] for record in records]
    cases = [{"case": 100 + i, "text": text} for i, text in enumerate(texts)]
    _rows("p.jsonl", cases)
    _rows("shuffled.jsonl", cases[::-1])
    _rows("synthetic.jsonl", [{"text": text[:40]} for text in texts[::-1]][:20])
    both = ('"shuffled.jsonl"', '"synthetic.jsonl"\nunaligned = true')
    for order in (both, both[::-1]):
        assert _lexical(capsys, *order)["shuffled.jsonl"] == 0


def test_releases_by_different_ids_are_not_compared(capsys: Any) -> None:
    records = [json.loads(line) for line in Path("plans/private.jsonl").read_text().splitlines()]
    rows = [{"nr": i, "case": 24 - i, "text": record["text"]} for i, record in enumerate(records)]
    _rows("p.jsonl", rows)
    _rows("a.jsonl", [{"case": row["case"], "text": row["text"]} for row in rows])
    _rows("b.jsonl", [{"nr": row["nr"], "text": row["text"]} for row in rows])
    _rows("both.jsonl", rows)
    assert _lexical(capsys, '"a.jsonl"', '"both.jsonl"') == {"a.jsonl": 0, "both.jsonl": 0}
    assert _lexical(capsys, '"a.jsonl"', '"b.jsonl"') == {"a.jsonl": 0}
    told = call(capsys, "matched.toml")[1]
    assert (
        'b.jsonl: other releases are matched with the private records by the column "case"' in told
    )


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        (("linkage", "linkag"), 64, "plans/plan.toml: attacks: no attack is named 'linkag'"),
        (("length_kept", "nice"), 64, "plans/plan.toml: utilities: no utility is named 'nice'"),
        (("erase", "rub"), 64, "plans/plan.toml: release 2: with: no sanitizer is named 'rub'"),
        (("file", "flie"), 65, "plans/plan.toml: release 3: flie: no such key; did you mean"),
        (("vendor", "nobody"), 65, "release 3: file: no such file: plans/nobody.jsonl; name one"),
        (('"bm25"', '"bm25:k2=1"'), 64, "plans/plan.toml: attacks: "),
    ],
)
def test_a_wrong_plan_is_one_line(
    change: tuple[str, str], status: int, told: str, capsys: Any
) -> None:
    content = Path("plans/plan.toml").read_text()
    Path("plans/plan.toml").write_text(content.replace(*change))
    got, out, err = call(capsys, "plans/plan.toml")
    assert (got, out, err.count("\n")) == (status, "", 1)
    assert told in err
    assert not Path("seethrough-runs").exists()


@pytest.mark.long
def test_a_service_beside_texts(capsys: Any) -> None:
    plan(more='as = "rag"\nservice = "model=fake"')
    command = ["plans/plan.toml", "--attack", "linkage", "--attack", "extraction", "--json"]
    machine = json.loads(call(capsys, *command)[1])
    cells = [(c["release_name"], c["component"]["name"]) for c in machine["cells"]]
    assert cells == [
        ("as it is", "extraction"),
        ("nothing", "linkage"),
        ("nothing", "length_kept"),
        ("vendor.jsonl", "linkage"),
        ("vendor.jsonl", "length_kept"),
    ]
    whys = [cell["why"] for cell in machine["releases"][0]["left_out"]]
    assert whys == [
        "linkage attacks a text release, and this is a retrieval service",
        "length_kept measures a text release, and this is a retrieval service",
    ]


def test_each_plan_of_the_same_records_has_its_own_folder(capsys: Any) -> None:
    Path("plans/other.toml").write_bytes(Path("plans/plan.toml").read_bytes())
    folders = []
    for name in ("plans/plan.toml", "plans/other.toml", "plans/../plans/plan.toml"):
        _, _, err = call(capsys, name)
        folders.append(err.rpartition("Reports: ")[2])
    assert folders[0] != folders[1]
    assert folders[0] == folders[2]
