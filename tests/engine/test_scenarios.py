"""Releases that are not private, and must not pass, whatever they are dressed up as."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seethrough import audit, read
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.samples import path as sample

pytestmark = pytest.mark.system

TREES = ("ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine")
LINKAGE = ["linkage:linker=bm25,atomizer=sentence"]


@pytest.fixture(scope="module")
def private() -> Corpus:
    return read(str(sample("private.jsonl")))


@pytest.fixture(scope="module")
def quiet() -> list[str]:
    return ["Nothing to report."] * 60


def attack(private: Corpus, release: Corpus | TextRelease, **more: Any) -> Any:
    return audit(private, release, attacks=more.pop("attacks", LINKAGE), **more)


def reasons(result: Any, kind: str) -> Any:
    return [r for r in result.verdict.reasons if r.kind == kind]


def named(texts: list[str], ids: list[str], **more: Any) -> Corpus:
    return Corpus.from_texts(texts, ids=ids, name="release", **more)


def test_the_originals_under_new_ids_beside_empty_words(private: Corpus, quiet: list[str]) -> None:
    ids = [*private.ids, *(f"x{i}" for i in range(60))]
    result = attack(private, named([*quiet, *private.texts], ids))
    (found,) = reasons(result, "verbatim")
    assert (found.word, found.facts["people"], found.facts["whole"]) == ("fail", 48, 60)
    assert result.verdict.word == "fail"


def test_every_record_holds_its_own_original_and_all_the_others(private: Corpus) -> None:
    few = private.take(range(20))
    everything = "\n".join(few.texts)
    result = attack(few, few.with_texts([f"{t}\n{everything}" for t in few.texts]))
    assert reasons(result, "verbatim")[0].facts["records"] == 20
    assert result.verdict.word == "fail"


def test_nearly_all_ids_renamed(private: Corpus) -> None:
    ids = [*private.ids[:3], *(f"new{i}" for i in range(57))]
    result = attack(private, named(list(private.texts), ids))
    (renamed,) = reasons(result, "ids_renamed")
    assert (renamed.word, renamed.facts["missing"]) == ("inconclusive", 57)
    assert result.verdict.word == "fail"
    other = attack(private, named([f"Report {i} says nothing new." for i in range(60)], ids))
    assert reasons(other, "ids_renamed")
    assert other.verdict.word != "pass"


def test_the_original_in_a_second_column(private: Corpus, quiet: list[str]) -> None:
    fields = [{"remarks": text} for text in private.texts]
    result = attack(private, named(quiet, private.ids, fields=fields))
    assert result.verdict.word == "fail"
    assert result["linkage.top1"].value > 0.9  # the column is linked to, too
    (read_too,) = reasons(result, "columns_read")
    assert read_too.facts["private"]["read"] == ["remarks"]


DISGUISES: dict[str, Callable[[str], str]] = {
    "base64": lambda t: base64.b64encode(t.encode()).decode(),
    "base32": lambda t: base64.b32encode(t.encode()).decode(),
    "hex": lambda t: t.encode().hex(),
    "escapes": lambda t: "".join(f"\\u{ord(c):04x}" for c in t),
    "entities": lambda t: "".join(f"&#{ord(c)};" for c in t),
    "escaped markup": html.escape,
    "reversed": lambda t: t[::-1],
    "doubled": lambda t: "".join(c * 2 for c in t),
    "zero width": lambda t: "\u200b".join(t),
    "upper case": str.upper,
    "spaced": lambda t: " ".join(t),
}


@pytest.mark.parametrize("name", DISGUISES)
def test_disguised_originals(name: str, private: Corpus) -> None:
    result = attack(private, private.with_texts([DISGUISES[name](t) for t in private.texts]))
    assert reasons(result, "verbatim")[0].facts["people"] >= 45
    assert result["linkage.top1"].value > 0.9
    assert result.verdict.word == "fail"


def test_one_record_cut_over_several(private: Corpus) -> None:
    texts, ids = [], []
    for record in private:
        words = record.text.split()
        for part in range(3):
            texts.append(" ".join(words[part * len(words) // 3 : (part + 1) * len(words) // 3]))
            ids.append(f"{record.id}-{part + 1}")
    result = attack(private, named(texts, ids))
    assert reasons(result, "verbatim")[0].facts["people"] >= 45
    assert result.verdict.word == "fail"


def test_a_column_with_one_writer_is_not_the_person(tmp_path: Path) -> None:
    from seethrough.cli import run

    rows = ["case,author,text"]
    rows += [
        f'{i},Dr Lund,"Case {i}: the {w} keeper sold {i} boxes of {w} to her aunt in {w}by."'
        for i, w in enumerate([*TREES] * 3)
    ]
    file = tmp_path / "notes.csv"
    file.write_text("\n".join(rows), "utf-8")
    status = run(
        ["audit", str(file), str(file), "--attack", LINKAGE[0], "--run", str(tmp_path / "r")]
    )
    assert status == 1
    report = json.loads((tmp_path / "r" / "report.json").read_text("utf-8"))
    assert report["private"]["people"] == 30


def test_ids_that_are_full_names(private: Corpus, quiet: list[str]) -> None:
    first = ["Ann", "Bertha", "Carla", "Doris", "Emma", "Frida", "Greta", "Hanna", "Irma", "Julia"]
    last = ["Miller", "Baker", "Cooper", "Fisher", "Turner", "Walker"]
    ids = [f"{a} {b}" for a in first for b in last]
    own = Corpus.from_texts(list(private.texts), ids=ids, persons=list(private.persons))
    result = attack(own, named(quiet, ids))
    (found, *_) = reasons(result, "names_in_ids")
    assert found.facts["ids"] > 50
    assert result.verdict.word != "pass"
    assert not reasons(attack(private, private), "names_in_ids")


def test_control_people_who_are_in_a_file(private: Corpus) -> None:
    free = TextRelease(private.with_texts(private.texts), aligned=False)
    result = attack(private, free, control=private, attacks=["lexical:atomizer=sentence"])
    assert reasons(result, "control_in_private")
    assert reasons(result, "control_in_release")
    assert result.verdict.word != "pass"


GERMAN = (
    "Die Frau wohnt seit vielen Jahren in der Stadt und arbeitet dort als Lehrerin."
    " Ihr Mann ist krank und bleibt meistens zu Hause, weil er nicht gut laufen kann. Nummer {}"
)


def test_a_translated_release_is_inconclusive(private: Corpus) -> None:
    result = attack(private, private.with_texts([GERMAN.format(i) for i in range(60)]))
    (unread,) = reasons(result, "unreadable")
    assert unread.facts["unread"] == 60
    assert result.verdict.word == "inconclusive"


def test_a_control_that_leaks_as_much(private: Corpus) -> None:
    few = private.take(range(30))
    shared = " ".join(few.texts)
    result = attack(few, few.with_texts([shared] * 30), attacks=["lexical:atomizer=sentence"])
    assert reasons(result, "control_shares")
    assert result.verdict.word == "fail"  # and the originals stand there
