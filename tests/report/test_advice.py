import importlib
import shlex
from typing import Any

import pytest
from tests.report._reports import claim, estimate, interval, person, reason, report

from seethrough import spec
from seethrough.report.page import render
from seethrough.report.page.advice import advise
from seethrough.sanitizers.scrub import Scrub


def crowd(found: int, leaks: list[int]) -> list[dict[str, Any]]:
    return [
        person(f"p{i}", [claim("It leaks.")] * leaked + [claim("Not.", 3)], hit=i < found)
        for i, leaked in enumerate(leaks)
    ]


def said(people: list[dict[str, Any]], text: bool = True, **changes: Any) -> str:
    advice = advise(report(people, **changes), text)
    return " ".join([advice.first, *advice.people, *(c for pair in advice.commands for c in pair)])


def test_what_stands_there_word_for_word_comes_first() -> None:
    advice = advise(report(), text=True)
    assert [k.kind for k in advice.kinds] == ["rare words", "everyday words", "ages"]
    assert advice.first.startswith("Look at rare words first: 80 of")
    assert advice.kinds[0].word_share == 40
    assert advice.kinds[2].leaked_share == 20


def test_few_found_people_are_to_be_withheld() -> None:
    text = said(crowd(2, [9, 9, *[0] * 18]))
    assert "Only 2 people of 20 can be found" in text
    assert "(p0 and p1)" in text
    assert "1 person of 20 holds half of all leaked facts." in text


def test_many_found_people_need_another_way() -> None:
    text = said(crowd(15, [1] * 20))
    assert "withholding a few of them will not fix this" in text
    assert "spread out: it takes 10 of 20 people" in text


def test_without_text_people_are_ranks_and_files_are_placeholders() -> None:
    text = said(crowd(2, [9, 9, *[0] * 18]), text=False)
    assert "number 1 and number 2" in text
    assert "p0" not in text
    assert "private.jsonl" not in text
    assert "seethrough compare PRIVATE --with scrub" in text


def test_this_sanitizer_is_compared_with_its_settings() -> None:
    found = report()
    scrub = Scrub(style="star", entities=("PERSON", "URL"))
    found["release"]["sanitizer"] = spec.to_json(scrub)
    words = shlex.split(advise(found, text=True).commands[0][1])
    made, *others = (words[place + 1] for place, word in enumerate(words) if word == "--with")
    assert spec.parse("sanitizers", made) == scrub
    assert others == ["custext", "santext"]
    assert "--with scrub --with custext" in advise(found, text=False).commands[0][1]


def test_nothing_leaked_and_nothing_sure() -> None:
    quiet = crowd(0, [0, 0])
    assert "No single fact that leaked could be found" in said(quiet, verdict="pass")
    assert "--knowledge random:k=8" in said(quiet, verdict="pass")
    assert "First fix what made this audit inconclusive" in said(quiet, verdict="inconclusive")


def test_who_fails_without_a_leaked_fact_is_sent_to_the_reasons() -> None:
    quiet = crowd(0, [0, 0])
    assert "First change what the reasons above name" in said(quiet, verdict="fail", reasons=[])
    recited = reason("recited", "fail", people=2, of=33, records=3, whole=0)
    told = said(quiet, verdict="fail", reasons=[recited])
    assert "whose wording comes out in answers (3 private records about 2 of 33 people)" in told
    page = render(report(quiet, verdict="fail", reasons=[recited]))
    assert "3 originals are in answers, whole or in long passages." in page


def test_original_wording_comes_first_only_where_it_bears_on_the_question() -> None:
    wording = reason("verbatim", "fail", people=2, of=9, records=3, whole=0)
    wording["questions"] = ["anonymous"]
    people = crowd(1, [3])
    assert "repeat original wording" in said(people, reasons=[wording])
    assert "repeat original wording" not in said(people, reasons=[wording], standard="identifiers")


def test_words_gone_and_facts_still_told() -> None:
    kinds = [{"kind": "ages", "claims": 5, "leaked": 3, "word_for_word": 0}]
    assert "said in other words" in said(crowd(1, [3]), leaks_by_kind=kinds)


def test_a_stricter_tolerance_is_proposed_where_special_facts_were_asked_for() -> None:
    estimates = [estimate("semantic.leak_rate.special", 0.5, 0.1), estimate("linkage.top1", 0.9, 0)]
    stricter = "--tolerance semantic.leak_rate.special=0.02"
    assert stricter in said(crowd(1, [1]), estimates=estimates)
    assert "--tolerance" not in said(crowd(1, [1]), estimates=estimates[1:])


def test_original_wording_comes_before_all_else_then_names_then_sensitive_facts() -> None:
    special = estimate("semantic.leak_rate.special", 0.5, 0.1)
    standing = estimate("identifiers.standing", 0.5, 0.0)
    wording = reason("verbatim", "fail", people=2, of=48, records=3, whole=1)
    ids = reason("names_in_ids", "fail", ids=2, persons=0, file=False, of=9)
    expected = (
        ("(from 3 private records about 2 of 48 people)", [ids, wording], [standing, special]),
        ("replace ids and file names", [ids], [standing, special]),
        ("remove the identifiers that remain", [], [standing, special]),
        ("First look at health and other special facts", [], [special]),
    )
    for told, reasons, estimates in expected:
        found = report(reasons=reasons, estimates=estimates)
        if standing in estimates:
            found["attacks"][0]["advice"] = "First remove the identifiers that remain."
        first = advise(found, text=True).first
        assert told in first


def test_every_class_that_is_given_away_has_its_advice() -> None:
    people = [person("a", [claim("She is ill.")]), person("b", [claim("He is well.", 3)])]
    for found, leaked in zip(people, (1, 0), strict=True):
        found["by_class"] = {"special": {"claims": 1, "leaked": leaked}}
    chance = interval(0.02, -0.1, 0.1)
    estimates = [
        estimate("semantic.leak_rate.quasi", 0.3, 0.28, excess=chance),
        estimate("semantic.leak_rate.special", 0.5, 0.1),
    ]
    (told, what), *others = advise(report(people, estimates=estimates), text=True).classes
    assert told.startswith("Health and other special facts of 1 of 2 people (50")
    assert what.startswith("Leave out diagnoses")
    assert others == []


def test_the_next_version_is_asked_through_the_same_service_and_control() -> None:
    found = report(verdict="fail")
    found["release"] |= {
        "readable": False,
        "service": {"name": "service", "k": 2, "model": "fake"},
        "retrieval": "the released records are searched",
    }
    found["attacks"] = [a | {"control": "held_out"} for a in found["attacks"]]
    ((_, command),) = advise(found, text=True).commands
    assert "--service k=2,model=fake" in command
    assert "--control CONTROL.jsonl" in command


def test_the_next_version_is_asked_where_it_runs() -> None:
    found = report(verdict="fail")
    found["release"] |= {
        "readable": False,
        "service": {"name": "served", "url": "http://127.0.0.1:8000/v1", "model": "rag"},
        "retrieval": "it runs already",
    }
    ((_, command),) = advise(found, text=True).commands
    assert "--service served:url=http://127.0.0.1:8000/v1,model=rag" in command


@pytest.mark.parametrize("verdict", ["pass", "fail"])
def test_the_same_question_decides_again(verdict: str) -> None:
    commands = advise(report(verdict=verdict, standard="sensitive"), text=True).commands
    assert all(" --standard sensitive" in command for _, command in commands)
    assert "--standard" not in said([person("p")], verdict=verdict)


def test_the_originals_are_not_audited_in_place_of_a_release_without_a_file() -> None:
    found = report(verdict="pass")
    found["release"]["name"] = found["private"]["name"]
    command = advise(found, text=True).commands[-1][1]
    assert command.startswith("seethrough audit private.jsonl RELEASE --knowledge")


def test_the_page_asks_for_the_options_that_no_report_holds() -> None:
    assert "Add the other options that this audit was given: columns" in render(report())


@pytest.mark.parametrize("verdict", ["pass", "fail"])
def test_records_that_correspond_to_nobody_are_audited_as_such_again(verdict: str) -> None:
    found = report(verdict=verdict)
    for aligned in (True, False):
        found["release"]["aligned"] = aligned
        compare, audit = (command for _, command in advise(found, text=True).commands)
        assert ("--unaligned" in audit) is not aligned
        assert "--unaligned" not in compare
    found["release"]["readable"] = False  # as a model, which has no records to correspond
    assert "--unaligned" not in str(advise(found, text=True).commands)


def test_the_commands_can_be_typed() -> None:
    odd = {"name": "my 'own' file.jsonl", "records": 1, "people": 1, "sha256": ""}
    for verdict in ("pass", "fail"):
        for _, command in advise(report(private=odd, verdict=verdict), text=True).commands:
            program, verb, private, *rest = shlex.split(command)
            assert (program, private) == ("seethrough", odd["name"])
            found = importlib.import_module(f"seethrough.cli.{verb}").command
            options = {option for parameter in found.params for option in parameter.opts}
            assert {r for r in rest if r.startswith("--")} <= options
