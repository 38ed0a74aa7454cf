"""A file without column names loses no record, and shows none in their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.errors import InputError
from seethrough.records.formats.headers import record_field
from seethrough.records.reading import read, read_pair

RECORDS = {
    "a sentence without a stop": "p1,Maria Keller is HIV positive\np2,John Ray broke his arm\n",
    "no verb": "p1,HIV positive since March\np2,a broken arm after a fall\np3,nothing to report\n",
    "one column": "Maria Keller has HIV\nJohn broke his arm last week\n",
    "one row": "p1,Maria Keller is HIV positive\n",
    "ids alike": "p1,Maria HIV\np2,John arm\n",
    "names alike": "Maria Keller,HIV\nJohn Ray,arm\nAnn Lee,flu\n",
    "a name each": "Keller,HIV\nRay,arm\nLee,flu\n",
    "a value again": "Maria,HIV,f\nJohn,arm,m\nAnn,flu,f\n",
    "a date": "Maria,2024-03-01\nJohn,2024-05-01\n",
    "an address": "m.keller@example.org,HIV\nj.ray@example.org,arm\n",
    "a telephone": "Maria,030 1234 5678\nJohn,030 8765 4321\n",
    "first person": "p1,I live with HIV\np2,my arm is broken\n",
    "small letters": "maria keller,live hiv\njohn ray,a arm\nann lee,the flu\n",
    "names alike in one row": "Maria Keller,HIV positive\nJohn Ray,lung cancer\n",
    "no spaces": "Maria,她是艾滋病毒阳性患者\nJohn,他患有肺癌多年\n",
    "semicolons": "p1;Maria Keller is HIV positive\np2;John Ray broke his arm\n",
}
HEADERS = [
    "id,text\n1,Maria Keller is HIV positive\n2,John Ray broke his arm\n",
    "patient,note\nMaria Keller,HIV\nJohn Ray,arm\nAnn Lee,flu\n",
    "Nr;Befund\n1;Maria Keller ist HIV-positiv getestet\n2;John Ray hat den Arm gebrochen\n",
    "Timestamp,How do you feel about your job?\n2024-01-01 10:00,I am tired of it all\n",
    "Date of birth,Reason for visit\n1970-01-01,HIV positive since March\n",
    "patient_name,chief_complaint\nMaria Keller,chest pain since last Monday evening\n",
    "First Name,Last Name,Free text\nMaria,Keller,HIV positive since March of last year\n",
    "user_query,chatgpt_response\nwrite to my landlord about the leak,Dear Sir or Madam\n",
    "foo,bar\nMaria Keller is HIV positive,1\nJohn Ray broke his arm again,2\n",
    "text\n",
    "text,label\nlabel,text\na,b\n",
    "编号,病历\n王芳,她是艾滋病毒阳性患者\n李伟,他患有肺癌多年\n",
    "q1,q2\nMaria lives near the station,yes\n",
]


@pytest.mark.parametrize("content", RECORDS.values(), ids=RECORDS)
def test_a_record_in_the_first_line_is_refused_and_not_shown(
    content: str, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "a.csv"
    file.write_text(content)
    with pytest.raises(InputError, match=r"line 1: no header; .* --no-header if it is one"):
        read(file)
    status = run(["sanitize", str(file), "--with", "erase", "-o", str(tmp_path / "o.jsonl")])
    printed = capsys.readouterr()
    assert status == 65
    for word in ("Maria", "Keller", "HIV", "030", "live"):
        assert word not in printed.out + printed.err.replace(str(tmp_path), "")


@pytest.mark.parametrize("content", RECORDS.values(), ids=RECORDS)
def test_no_header_keeps_every_record(content: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(content)
    rows = content.count("\n")
    width = len(content.splitlines()[0].replace(";", ",").split(","))
    done = read(file, header=False, text=f"column-{width}", id="", person="")
    assert len(done.corpus) == rows
    assert done.corpus.texts[0] == content.splitlines()[0].replace(";", ",").split(",")[-1]
    others = set(done.corpus[0].fields)
    assert others == {f"column-{n}" for n in range(1, width)}


@pytest.mark.parametrize("content", HEADERS)
def test_names_of_columns_are_taken(content: str) -> None:
    rows = [line.replace(";", ",").split(",") for line in content.splitlines()]
    assert record_field(rows[0], rows[1:]) is None


TABLE = "Fallnummer;Patient;Befund\n1;P1;Sie hat seit Tagen Fieber.\n2;P1;Er auch, seit gestern.\n"


@pytest.mark.parametrize(
    "title", ["Export;;", "Klinik Nord;Station 3;", "Export\n", "Report;;\n;;"]
)
def test_a_title_above_the_table_does_not_name_its_columns(title: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f"{title}\n{TABLE}")
    below = title.count("\n") + 2
    with pytest.raises(InputError, match=f"line 1: looks like a title, and line {below} like the"):
        read(file)
    file.write_text(f"Export,,\n{TABLE.replace(';', ',')}")
    with pytest.raises(InputError, match="line 1: looks like a title, and line 2"):
        read(file)


@pytest.mark.parametrize(
    "content",
    [
        "id,text,,\n1,name and age,date,age\n2,no name at all,date,age\n",
        "text\nName; Date; Age\nIt rained; we went out all the same\n",
        "id,text,,\nname,date,,\nb,It rained the whole day long,,\n",
        "Export,,\nred,green,blue\nIt rained the whole day,b,c\n",
    ],
)
def test_what_is_no_title(content: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(content)
    assert len(read(file, id="").corpus) == 2


def test_names_of_columns_that_come_again_are_no_record(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(TABLE + TABLE.replace("1;", "3;").replace("2;", "4;"))
    with pytest.raises(InputError, match="line 4: repeats the names of the columns"):
        read(file)
    assert read(file, header=True).corpus.texts[2] == "Befund"
    file.write_text("text\nIt rained.\ntext\n")
    assert read(file).corpus.texts == ["It rained.", "text"]


def test_the_user_may_say_that_it_is_a_header(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("p1,He is well\np2,John Ray broke his arm\n")
    with pytest.raises(InputError):
        read(file)
    assert read(file, header=True).corpus.texts == ["John Ray broke his arm"]


def test_each_file_of_a_pair_has_its_own_word(tmp_path: Path) -> None:
    private, release = tmp_path / "p.csv", tmp_path / "r.csv"
    private.write_text("p1,Maria Keller is HIV positive\np2,John Ray broke his arm\n")
    release.write_text("id,text\n1,somebody is ill\n2,somebody broke his arm\n")
    own, other = read_pair(private, release, header=False)
    assert own.corpus.texts[0] == "Maria Keller is HIV positive"
    assert own.columns.text == "column-2"
    assert other.corpus.ids == ["1", "2"]


def test_an_audit_of_a_file_without_header(tmp_path: Path, capsys: Any) -> None:
    private = tmp_path / "p.csv"
    rows = [f"p{n},Person{n} lives in town {n} with a sister\n" for n in range(12)]
    private.write_text("".join(rows))
    out = str(tmp_path / "o.jsonl")
    assert run(["sanitize", str(private), "--with", "identity", "-o", out, "--no-header"]) == 0
    assert "12 of 12 records released" in capsys.readouterr().err
    fast = ["--attack", "lexical", "--atomizer", "sentence", "--exit-zero"]
    audit = ["audit", str(private), out, "--no-header", *fast, "--run", str(tmp_path / "r")]
    assert run(audit) == 0
    assert 'text column "column-2"' in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Ann has HIV", "Keller", "HIV positive"])
def test_no_text_shows_no_column_that_may_be_a_record(
    name: str, tmp_path: Path, capsys: Any
) -> None:
    private = tmp_path / "Maria-Keller.csv"
    rows = [f"p{n},Person{n} lives in town {n} with a sister" for n in range(12)]
    private.write_text("\n".join([f"id,{name}", *rows]))
    options = ["--attack", "lexical", "--atomizer", "sentence", "--no-text", "--header"]
    run(
        [
            "audit",
            str(private),
            str(private),
            *options,
            "--release-header",
            "--run",
            str(tmp_path / "r"),
        ]
    )
    printed = capsys.readouterr()
    told = (printed.out + printed.err).replace(str(tmp_path), "")
    assert "text column (column 2)" in told
    assert name not in told
    assert "Maria-Keller" not in told
    status = run(["audit", str(private), str(private), *options, "--text", "nothing"])
    told = capsys.readouterr().err.replace(str(private), "")
    assert (status, name in told) == (64, False) or (status, name in told) == (65, False)
