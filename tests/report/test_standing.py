"""What is in the release: originals, identifiers; columns, encodings, linkers. All escaped."""

from __future__ import annotations

import copy
import re
from types import SimpleNamespace
from typing import Any

import pytest
from tests.report._reports import HOSTILE, claim, estimate, person, reason, report

from seethrough import spec
from seethrough.engine.runs.cells import Arm
from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.protocols import Knowledge, Outcome
from seethrough.records.corpus import Corpus
from seethrough.report.exhibits import PLACES, STANDING, exhibits
from seethrough.report.labels.entries import decoded, entry
from seethrough.report.page import render
from seethrough.report.page.attacked import linkers_of, read_of
from seethrough.report.page.verbatim import verbatim_of
from seethrough.report.terminal.summary import _found, _linkers


def exhibit(*standing: list[list[str]]) -> dict[str, Any]:
    """Return the exhibit of records of which these ``[identifier, released id, column]`` stand."""
    known = [Knowledge(f"p{i}", f"r{i}", ("Ann Lee", "Bo")) for i in range(len(standing))]
    seen = [StandingIdentifiers((), tuple(Place(*row) for row in rows)) for rows in standing]
    outcomes = [Outcome({}, {}, evidence) for evidence in seen]
    targets = Arm(known, outcomes)
    cell: Any = SimpleNamespace(attack=spec.parse("attacks", "identifiers"), targets=targets)
    found = exhibits([cell], Corpus.from_texts([]))
    return found[0] if found else {}


def verbatim(name: str = "r1", column: str = "text", records: int = 1) -> dict[str, Any]:
    row = {"record": name, "released": name, "where": column, "words": 12}
    private = {"people": [name], "records": [row]}
    return reason("verbatim", "fail", people=1, of=9, records=records, whole=0, private=private)


def columns(*names: str, missed: tuple[str, ...] = ()) -> dict[str, Any]:
    private = {"read": list(names), "missed": dict.fromkeys(missed, "bytes")}
    kind = "columns_missed" if missed else "columns_read"
    return reason(kind, "pass", read=len(names), missed=len(missed), private=private)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_records_of_which_most_identifiers_stand_are_first() -> None:
    found = exhibit([], [["Bo", "x1", "text"]], [["Bo", "x1", "text"], ["Ann Lee", "x1", "notes"]])
    assert [row["record"] for row in found["shown"]] == ["r2", "r1"]
    assert found["shown"][0]["standing"][1] == {
        "identifier": "Ann Lee", "places": [["x1", "notes"]], "more": 0,
    }  # fmt: skip
    assert exhibit([]) == {}


def test_a_part_of_a_name_is_listed_only_where_it_stands_alone() -> None:
    whole = ["Ann Lee", "x1", "text"]
    found = exhibit([whole, ["Ann", "x1", "text"], ["Lee", "x1", "text"], ["Lee", "x2", "text"]])
    assert [row["identifier"] for row in found["shown"][0]["standing"]] == ["Ann Lee", "Lee"]


def test_identifiers_that_stand_for_the_control_as_well_are_no_short_answer() -> None:
    """Nouns of another language, taken for names, stand in everybody's records."""
    found, said = (
        exhibit([["Bo Li", "x1", "text"]]),
        "Identifiers of 1 record remain, such as Bo Li",
    )

    def told(value: float, guessed: float) -> str:
        own = estimate("identifiers.standing", value, guessed, component=found["component"])
        own["excess"]["value"] = value - guessed
        return words(render(report(exhibits=[found], estimates=[*report()["estimates"], own])))

    assert said in told(0.8, 0.1)
    assert said not in told(0.8, 0.8)


def test_places_and_records_that_are_left_out_are_counted() -> None:
    places = [["Bo", f"x{i}", "text"] for i in range(PLACES + 4)]
    found = exhibit(*[places] * (STANDING + 5))
    assert found["shown"][0]["standing"][0]["more"] == 4
    said = words(render(report(exhibits=[found])))
    assert "x2 ( text ) and 4 more" in said
    assert "Left out: 5 more records of which an identifier is in" in said


def test_the_page_shows_which_identifiers_and_originals_stand_where() -> None:
    found = report(
        exhibits=[exhibit([["Bo Li", "x1", "notes"]])],
        reasons=[verbatim(records=3)],
        estimates=[estimate("identifiers.standing", 0.5, 0.0)],
    )
    said = words(render(found))
    assert "r0 p0 Bo Li x1 ( notes )" in said
    assert "Original wording that is in the release" in said
    assert "r1 r1 the text 12" in said
    assert "Left out: 2 more records." in said
    assert "3 originals are in the release" in said
    assert "remain, such as Bo Li" in said


def test_without_original_wording_there_is_no_such_list() -> None:
    assert verbatim_of(report()) is None
    assert "Original wording that stands" not in render(report())


def test_facts_show_their_class_the_most_sensitive_first() -> None:
    claims = [claim("She plays the harp."), claim("She is ill.") | {"class": "special"}]
    found = person("p1", claims)
    found["by_class"] = {n: {"claims": 1, "leaked": 1} for n in ("quasi", "special")}
    html = render(report([found]))
    said = words(html)
    assert said.index("She is ill. special category") < said.index("She plays the harp. quasi-id")
    assert "facts leaked 1 special category" in said
    found["by_class"] = {"identifier": {"claims": 3, "leaked": 2}}
    assert "facts leaked 2 identifiers" in words(render(report([found])))


def test_a_fact_told_without_what_identifies_is_called_that_and_comes_last() -> None:
    gone = claim("Ann.") | {"class": "identifier", "also": None, "spared": True}
    plays = claim("She plays the harp.") | {"class": "quasi", "also": None, "spared": False}
    ill = claim("Ann is ill.") | {"class": "identifier", "also": "special", "spared": True}
    said = words(render(report([person("p1", [gone, plays, ill])])))
    assert (
        said.index("Ann is ill. special category, without its identifier")
        < said.index("She plays the harp. quasi-id")
        < said.index("Ann. without its identifier")
    )


@pytest.mark.parametrize("text", [True, False])
def test_hostile_names_columns_and_identifiers_run_nowhere(text: bool) -> None:
    hostile = f"zzqx{HOSTILE}"
    rows = exhibit([[hostile, hostile, hostile]])
    rows["shown"][0] |= {"record": hostile, "person": hostile}
    exposed = reason("exposed_people", "fail", "semantic.leak_rate", people=1, of=9, level=0.01,
                     private={"people": [hostile]})  # fmt: skip
    ids = reason("names_in_ids", "fail", ids=1, persons=0, file=True, of=9,
                 private={"values": [hostile], "file": hostile})  # fmt: skip
    found = report(
        [person(hostile, [claim(hostile) | {"class": "special"}])],
        exhibits=[rows],
        reasons=[verbatim(hostile, hostile), columns(hostile, missed=(hostile,)), exposed, ids],
        estimates=[estimate("identifiers.standing", 0.5, 0.0)],
    )
    html = render(found, text=text)
    assert html.count("<script") == 1
    assert "<img" not in html
    assert "\x00" not in html
    # Record text has an isolated direction of its own; elsewhere nothing turns what follows.
    outside = re.sub(r"<(bdi|li|blockquote)[^>]*>.*?</\1>", "", html, flags=re.DOTALL)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", outside)
    assert ("zzqx" in html) == text


def test_a_page_without_text_is_the_same_whatever_the_names_are() -> None:
    def page(name: str) -> str:
        reasons = [verbatim(name, name), columns(name, missed=(name,))]
        return render(report(reasons=reasons, exhibits=[exhibit([[name] * 3])]), text=False)

    assert page("Ann Lee") == page("somebody else")
    assert "1 further released column was read, too." in words(page("Ann Lee"))


def test_what_was_decoded_and_read_is_said() -> None:
    coverage = {"released_records_deobfuscated (base64)": 1_200, "released_records_rejoined": 9}
    found = report(coverage=coverage | report()["coverage"], reasons=[columns("city", "notes")])
    said = " ".join(read_of(found, text=True))
    assert "2 further released columns (city and notes) were read, too." in said
    assert "decoded before the attacks: base64 in 1,200." in said
    assert "9 released pieces of longer records were read as one each." in said
    assert "city" not in " ".join(read_of(found, text=False))
    assert entry(next(iter(coverage))) == "released records decoded before the attacks (base64)"
    assert decoded("people") == ""


def test_the_linkers_that_were_tried_and_chosen_are_named_in_a_sentence() -> None:
    uses = [
        {"component": {"name": n}, "targets": t, "found": f, "of": 60}
        for n, t, f in (("bm25", 0, 54), ("dense", 10, 48), ("assignment", 50, 60))
    ]
    said = linkers_of({"linkers": uses}, text=False)
    assert "Of 60 records, 54 (bm25), 48 (dense) and 60 (assignment) are found" in said
    by_the_last = "attacked by the last one, unless another clearly finds more of the other people"
    assert said.endswith(f"{by_the_last}: dense for 10 and assignment for 50.")
    assert linkers_of({"linkers": uses[:1]}, text=False).endswith("bm25 finds 54 of 60 records.")
    told = _linkers({"linkers": uses})
    assert "with the last one, unless another clearly found more of the other people: bm25" in told
    assert told.endswith("assignment found 60 of 60 (used for 50).")
    assert _linkers({"linkers": uses[:1]}) == "The linker bm25 found 54 of 60 records."
    assert _linkers({"linkers": []}) == ""
    assert linkers_of({}, text=False) == ""


def test_of_several_attacks_each_says_which_linkers_it_tried() -> None:
    made = report(estimates=[estimate("linkage.top1", 0.9, 0.0)])
    one = made["attacks"][0] | {
        "component": {"name": "linkage"},
        "linkers": [{"component": {"name": "bm25"}, "found": 5, "of": 9}],
    }
    other = one | {"linkers": [{"component": {"name": "lines"}, "found": 2, "of": 9}]}
    attacks = [one, other | {"component": {"name": "same_person"}}]
    said = " ".join(" ".join(_found(made | {"attacks": attacks})).split())
    assert "linkage: The linker bm25 found 5 of 9 records." in said
    assert "same_person: The linker lines found 2 of 9 records." in said
    alone = " ".join(" ".join(_found(made | {"attacks": [one, one]})).split())
    assert "The linker bm25 found" in alone
    assert "linkage: The linker" not in alone


def test_making_a_page_leaves_the_report_as_it_was() -> None:
    found = report(reasons=[verbatim()], exhibits=[exhibit([["Bo", "x", "text"]])])
    before = copy.deepcopy(found)
    render(found)
    assert found == before
