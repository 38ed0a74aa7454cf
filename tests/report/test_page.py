"""The page as text: whole, safe, small, and the same for the same report."""

import base64
import copy
import hashlib
import json
import re
import stat
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.report._reports import (
    HOSTILE,
    claim,
    estimate,
    interval,
    leak,
    limit,
    many,
    person,
    reason,
    report,
)

from seethrough import components
from seethrough.cli import run as seethrough
from seethrough.engine.audit import audit
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.report.machine import to_json
from seethrough.report.page import drawing, render, write_page
from seethrough.samples import path as sample
from seethrough.storage.seals import with_checksum

TOO_MUCH = 5_000_000


class Outline(HTMLParser):
    """What a screen reader goes by."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[int] = []
        self.tables = 0
        self.captions = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def words(html: str) -> str:
    """Return what is read on a page, in one line."""
    body = re.sub(r"<(style|script)>.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).replace("\u00a0", " ").split())


def small_audit() -> Any:
    players = (("Ada", "harp"), ("Bo", "lute"), ("Cy", "oboe"), ("Di", "gong"))
    texts = [
        f"Person {name} keeps {n} bees. She plays the {what}. She lives alone."
        for n, (name, what) in enumerate(players, start=11)
    ]
    private = Corpus.from_texts(texts, persons=["a", "b", "c", "d"], name="private.jsonl")
    released = Corpus.from_texts([t.partition("keeps")[2] for t in texts], name="out.jsonl")
    rest = "atomizer=sentence,knowledge=random(k=1)"
    attacks = [f"linkage:{rest}", f"inference:judge=rouge,{rest}", f"lexical:{rest}"]
    return audit(private, released, attacks=attacks)


def test_the_page_of_an_audit_is_made_from_its_machine_form_alone() -> None:
    found = small_audit()
    machine = json.loads(json.dumps(to_json(found)))
    html = render(machine)
    assert html == render(machine) == render(to_json(found))
    for figure in (f for attack in found.cells for f in attack.attack.figures):
        assert figure.name in html
        assert figure.means.replace("'", "&#39;") in html
        assert figure.does_not_mean.replace("'", "&#39;") in html
    assert "plays the" in html
    assert "Ada" not in render(to_json(found, text=False))
    assert "harp" not in render(to_json(found, text=False))


def test_nothing_is_loaded_and_nothing_else_may_run() -> None:
    html = render(report())
    style, script = (
        re.search(f"<{t}>(.*?)</{t}>", html, re.DOTALL)[1]  # type: ignore[index]
        for t in ("style", "script")
    )
    policy = re.search('Security-Policy" content="([^"]*)"', html)[1]  # type: ignore[index]
    policy = policy.replace("&#39;", "'")
    assert policy.startswith("default-src 'none';")
    for kind, source in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert html.count("<script") == html.count("<style") == 1
    outline = Outline(html)
    assert all((a["href"] or "").startswith("#") for a in outline.named("a"))
    for _, attributes in outline.tags:
        assert not {"src", "style", "srcset", "action", "background"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
    assert "url(" not in style
    assert "@import" not in style


def test_figures_are_drawn_with_control_and_baseline() -> None:
    html = render(report())
    for value, spread in (("90 %", "80 to 100"), ("5 %", "0 to 15"), ("0 %", "0 to 10")):
        assert f'{value}</b> <span class="spread">{spread}' in html.replace("\u00a0", " ")
    # five figures with a dot each for release, control and baseline, two of them beside the
    # verdict as well; the key of those; two lines of eight dots
    assert html.count("<circle") == 5 * 3 + 2 * 3 + 3 + 2 * 8
    assert html.count('<polygon class="band') == 2
    assert 'cx="90.0%"' in html
    assert "Judged by its wording alone the release looks 0.11 safer" in words(html)


def test_a_person_is_shown_with_knowledge_record_and_marked_words() -> None:
    html = render(report())
    assert "She is a beekeeper." in html
    assert "record of p1" in html
    assert "<b>right</b>, it is about this person" in html
    assert "<b>wrong</b>, it is about somebody else" in html
    assert re.search(r'<mark class="k1 told">ninety hives</mark>', html) or re.search(
        r'<mark class="k1 told">keeps ninety hives</mark>', html
    )
    assert '<mark class="k0">beekeeper</mark>' in html
    assert "recognized by <bdi>beekeeper</bdi>" in html


@pytest.mark.parametrize(
    ("grades", "note", "summary"),
    [
        ([], "No further fact was asked for.", None),
        (
            [None, None],
            "Whether this record gives away a further fact could not be judged.",
            "2 facts that could not be judged",
        ),
        (
            [3, None],
            "This record gives away no further fact that could be judged.",
            "1 fact that did not leak, 1 fact that could not be judged",
        ),
        ([3], "This record gives away no further fact.", "1 fact that did not leak"),
        ([1, None], None, "1 fact that could not be judged"),
    ],
)
def test_a_fact_that_nobody_judged_is_not_said_to_be_kept(
    grades: list[int | None], note: str | None, summary: str | None
) -> None:
    claims = [claim(f"Fact {place}.", grade) for place, grade in enumerate(grades)]
    html = render(report([person("p", claims)]))
    notes = ["gives away no", "could not be judged.</p>", "was asked for.</p>"]
    assert f'<p class="note">{note}</p>' in html if note else not any(n in html for n in notes)
    told = f'<details class="data"><summary>{summary}</summary>'
    assert told in html if summary else "that did not leak" not in html
    assert "0 of 0 facts" not in html


def test_a_step_names_the_component_that_does_it_by_its_kind() -> None:
    said = words(render(report()))
    assert "Every private record is split into single facts (atomizer: " in said


def test_the_five_questions_are_answered_at_the_top() -> None:
    said = words(render(report()))
    start = said[: said.index("What was attacked, and how?")]
    assert "Not fit to publish as it is." in start
    assert "Most exposed: p1 and p2." in start
    assert "55 % of the records are found by it." in start
    assert "Self-test: 4 of 4 checks passed; 60 of 60 records attacked" in start
    assert "80 of the 2 leaked facts" in start
    assert "54 of 60 cases (90 %); guessing alone would give 5 %" in start


BOUNDED = reason(
    "bounded", "pass", "linkage.top1", value=0.06, excess=interval(0.01, -0.02, 0.04),
    tolerance=0.05, smallest_visible=0.09,
)  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "found", "expected"),
    [
        ("pass", BOUNDED, "These attacks found no leak beyond the tolerance."),
        (
            "pass",
            {**BOUNDED, "facts": {**BOUNDED["facts"], "tolerance": 0.3}},
            "beyond the tolerance. That is at a tolerance of 30 %, where 5 % is usual.",
        ),
        (
            "pass",
            BOUNDED,
            "Found at the first guess: at most 4 % beyond what is guessed anyway, under the"
            " tolerance of 5 %.",
        ),
        (
            "inconclusive",
            reason("no_control", "inconclusive", "linkage.top1"),
            "Inconclusive: do not publish on the strength of this audit.",
        ),
        ("fail", leak(), "90 %, which is 85 points (75 to 95) beyond what is guessed anyway"),
        (
            "fail",
            limit("limit_crossed", "fail", "linkage.top1", 0.9, 0.1),
            "Found at the first guess: 90 % (85 to 94); the limit that was set, at most 10 %, is"
            " crossed.",
        ),
        (
            "fail",
            limit("limit_crossed", "fail", "utility.numbers_kept", 0.1, 0.5, above=False),
            "Numbers kept: 10 % (5 to 14); the limit that was set, at least 50 %, is crossed.",
        ),
        (
            "pass",
            limit("limit_kept", "pass", "linkage.top1", 0.9, 0.95),
            "the limit that was set, at most 95 %, is kept.",
        ),
        (
            "inconclusive",
            limit("limit_undecided", "inconclusive", "linkage.top1", 0.9, 0.92),
            "lies within that interval, so it may be crossed or kept.",
        ),
    ],
)
def test_every_verdict_is_said_in_words(verdict: str, found: Any, expected: str) -> None:
    said = words(render(report(verdict=verdict, reasons=[found])))
    assert expected in said
    assert ("no proof of privacy" in said) == (verdict == "pass")


def test_a_limit_is_drawn_and_said_as_it_was_set() -> None:
    found = limit("limit_crossed", "fail", "linkage.top1", 0.9, 0.025)
    page = render(report(verdict="fail", reasons=[found]))
    assert "limit 2.5\u00a0%" in page
    assert "at most 2.5 %" in words(page)


def test_the_three_answers_stand_first() -> None:
    answers = [
        {"question": "identifiers", "word": "pass"},
        {"question": "sensitive", "word": "inconclusive"},
        {"question": "anonymous", "word": "fail"},
    ]
    said = words(render(report(answers=answers)))
    places = [
        said.index(part)
        for part in (
            "Identifiers pass Required: no names",
            "Sensitive facts inconclusive Required: none",
            "Anonymity (decides) fail Required: nobody",
        )
    ]
    assert places == sorted(places)
    assert places[-1] < said.index("Why this verdict")


def test_facts_are_split_by_how_sensitive_they_are() -> None:
    split = [
        estimate("semantic.leak_rate.quasi", 0.5, 0.1),
        estimate("semantic.leak_rate.special", 0.3, 0.28, excess=interval(0.02, -0.1, 0.1)),
        estimate("semantic.leak_rate.identifier", None, 0.0, baseline=interval(None)),
        estimate("semantic.leak_rate.private", None, 0.0),
    ]
    html = render(report(estimates=[*report()["estimates"], *split]))
    said = words(html)
    assert said.index("health and other special facts") < said.index("age, place, work")
    assert "semantic.leak_rate.identifier no such fact" in said
    assert "semantic.leak_rate.private none judged" in said
    assert "<b>40\u00a0% (30 to 50)</b>" in html
    assert "<b>2\u00a0%" not in html


def test_a_release_is_named_also_where_nothing_is_said_of_single_people() -> None:
    found = report([])
    assert 'What does <bdi class="what">release.jsonl</bdi> still give away?' in render(found)
    without = {**found, "private": found["private"] | {"sha256": None}}
    assert "release.jsonl" not in render(without)


def test_no_record_reaches_a_page_without_text(tmp_path: Path) -> None:
    secret = "zzqx"
    people = [
        person(
            f"{secret}person{i}",
            [
                claim(f"{secret}claim told"),
                claim(f"{secret}kept", 3),
                claim("x", None, note=secret),
            ],
            passage=f"{secret}passage told",
            known=(f"{secret}known",),
        )
        for i in range(3)
    ]
    full = report(people)
    full["private"]["name"] = f"{secret}.jsonl"
    full["release"]["name"] = f"{secret}.csv"
    full["release"]["sanitizer"] = {"name": "scrub", "path": f"/home/{secret}"}
    full["attacks"][0]["parts"]["knowledge"]["component"] = {"name": "file", "path": secret}
    assert secret in render(full)
    assert "how sensitive it is (identifier: names, contact data, numbers; special" in render(full)
    html = render(full, text=False)
    assert "seethrough reproduce RUN" in render(full)
    assert "seethrough reproduce" not in html
    assert "The tag after a fact" not in html
    assert secret not in html
    other = copy.deepcopy(full)
    for found in other["findings"]:
        del found["records"]
        found["person"] = "somebody"
    assert html == render(other, text=False)
    assert "no ids" in html


def test_no_word_of_the_samples_reaches_a_page_without_text() -> None:
    """Words of more than four letters that the page's own sources or figures do not use."""
    records = [
        json.loads(line)
        for name in ("private.jsonl", "release.jsonl")
        for line in sample(name).read_text("utf-8").splitlines()
    ]
    people = [
        person(r["person"], [claim(s) for s in r["text"].split(". ")], passage=r["text"])
        for r in records
    ]
    html = render(report(people), text=False)
    folder = Path(drawing.__file__).parent
    own = " ".join(f.read_text("utf-8") for f in folder.iterdir() if f.is_file())
    own += json.dumps(report([]))
    usual = set(re.findall(r"[^\W\d_]{5,}", own.lower()))
    theirs = {w for r in records for w in re.findall(r"[^\W\d_]{5,}", r["text"].lower())}
    assert len(theirs - usual) > 1000
    assert not (theirs - usual) & set(re.findall(r"[^\W\d_]{5,}", html.lower()))


@pytest.mark.system
def test_no_private_word_of_a_real_audit_reaches_a_page_without_text() -> None:
    """Every word of six letters or more, less those that the page of other records has as well."""
    private, released = (read_corpus(str(sample(f"{n}.jsonl"))) for n in ("private", "release"))
    rest = "atomizer=sentence,knowledge=random(k=1)"
    attacks = [f"linkage:{rest}", f"inference:judge=rouge,{rest}"]
    found = to_json(audit(private, released, attacks=attacks, targets=12))
    ids = {*private.ids, *private.persons, *released.ids}
    theirs = {w for c in (private, released) for t in c.texts for w in _long_words(t)} | ids
    usual = _long_words(render(to_json(small_audit()), text=False))
    usual |= _long_words(" ".join(f["means"] + f["does_not_mean"] for f in found["figures"]))
    folder = Path(drawing.__file__).parent
    usual |= _long_words(" ".join(f.read_text("utf-8") for f in folder.glob("*.*")))
    assert len(theirs - usual) > 1000
    told, bare = render(found), render(found, text=False)
    assert len(theirs & _long_words(told)) > 100
    assert theirs & _long_words(bare) <= usual
    assert not ids & set(re.findall(r"[\w-]+", bare))
    assert ".jsonl" in told
    assert "private.jsonl" not in bare
    assert "release.jsonl" not in bare


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{6,}", text.lower()))


def test_what_a_failed_attack_said_stays_out_of_a_page_without_text() -> None:
    why = reason(
        "attack_failed",
        "inconclusive",
        attack="inference",
        private={"error": "no /home/zzqx/model"},
    )
    failed = report(verdict="inconclusive", reasons=[why])
    failed["attacks"][0]["error"] = "no /home/zzqx/model"
    assert "The attack inference failed: no /home/zzqx/model." in words(render(failed))
    bare = words(render(failed, text=False))
    assert "zzqx" not in bare
    assert "The attack inference failed: the full report says why." in bare
    assert "did not run; the full report says why." in bare


def test_a_failed_self_test_is_said_first_and_last() -> None:
    failed = report(
        verdict="inconclusive",
        reasons=[
            reason(
                "self_test",
                "inconclusive",
                "linkage.top1",
                name="linkage.top1",
                title="Found at the first guess",
                unit="share",
                tests="attack",
                value=0.1,
                release="identity",
                expected=0.8,
                bound="at least",
                tested=True,
                low=0.05,
                high=0.2,
            )
        ],
    )
    failed["self_test"][0]["passed"] = False
    said = words(render(failed))
    assert (
        "Why this verdict Self-test failed: “Found at the first guess” is 10 % (5 to 20) on the"
        " originals, expected at least 80 %." in said
    )
    assert "Self-test: 3 of 4 checks passed" in said
    assert "Not sure: the audit failed its self-test on these data" in said
    assert "First fix what made this audit inconclusive" in said


def test_luck_is_not_called_exposure() -> None:
    people = [person("p1", []), person("p2", [], hit=False)]
    lucky = report(
        people,
        verdict="pass",
        reasons=[BOUNDED],
        estimates=[estimate("linkage.top1", 0.05, 0.05, excess=interval(0.0, -0.1, 0.1))],
    )
    said = words(render(lucky))
    assert "Nobody stands out. 1 of 2 people was found at the first guess, which chance" in said
    assert "Most exposed" not in said
    assert "can be enough" not in said
    assert "withhold" not in said


def test_people_whom_a_reason_names_stand_out_whatever_the_figures_say() -> None:
    people = [person("p1", []), person("p2", [], hit=False)]
    whole = {
        "kind": "verbatim", "word": "fail", "questions": ["anonymous"], "figure": None,
        "facts": {"people": 1, "of": 2, "records": 1, "whole": 1, "private": {"people": ["p2"]}},
    }  # fmt: skip
    lucky = [estimate("linkage.top1", 0.05, 0.05, excess=interval(0.0, -0.1, 0.1))]
    failed = report(people, verdict="fail", reasons=[whole], estimates=lucky)
    said = words(render(failed))
    assert "Nobody stands out" not in said
    assert "Most exposed" not in said
    assert "The reasons above name p2." in said


def test_most_exposed_are_those_whom_the_list_begins_with() -> None:
    wording = {
        "kind": "verbatim", "word": "fail", "questions": ["anonymous"], "figure": None,
        "facts": {"people": 2, "of": 8, "records": 2, "whole": 0,
                  "private": {"people": ["p7", "p1"]}},
    }  # fmt: skip
    people = [person(f"p{i}", [claim("It leaks.")]) for i in range(8)]
    said = words(render(report(people, verdict="fail", reasons=[wording])))
    assert "Most exposed: p0, p1, p2, p3 and p4. The reasons above also name p7." in said


def test_a_leak_that_another_attack_finds_is_not_called_chance() -> None:
    people = [person("p1", []), person("p2", [], hit=False)]
    both = [
        estimate("linkage.top1", 0.05, 0.05, excess=interval(0.0, -0.1, 0.1)),
        estimate("linkage.top1", 0.5, 0.05, excess=interval(0.45, 0.2, 0.7)),
    ]
    said = words(render(report(people, verdict="fail", estimates=both)))
    assert "no more than chance" not in said
    assert "1 of 2 people can be found at the first guess." in said


def test_what_a_judge_remarks_and_what_its_model_is_worth_is_said() -> None:
    people = [person("p", [claim("A.", note="very long passage (900 words)")] * 3)]
    small = {"component": {"name": "llm", "model": "tiny"}, "agreement": None}
    said = words(render(report(people, judges=[small], caveats=["judged by a small model"])))
    assert "Part of this was judged by a small model." in said
    assert "very long passage (… words) (3)" in said
    assert "How far it agrees with other ratings was not measured" in said


def test_how_a_judge_was_calibrated_is_said() -> None:
    rates = {"found": 0.9, "false": 0.25, "found_error": 0.1, "false_error": 0.1}
    measured = {
        "n": 300, "accuracy": 0.8, "spearman": None, "how": "ten folds", "data": "300 ratings",
        "confusion": [[9, 0, 1, 0]] * 3,
        "errors": {"rewritten": {**rates, "disclosed": 200, "other": 100, "texts": 20}},
        "ratings": {"file": "<r>.jsonl", "sha256": "ab" * 32, "rated_by": "nurses", "passes": "2"},
    }  # fmt: skip
    llm = {"component": {"name": "llm", "model": "x"}, "agreement": measured, "uncalibrated": ""}
    said = words(render(report(judges=[llm])))
    assert "the ratings in &lt;r&gt;.jsonl (SHA-256 abababababababab, by nurses, 2 ratings" in said
    assert "Own record, in other words: 10 % missed, 25 % false" in said
    assert "The ratings against those of llm" in said
    assert "not calibrated" not in said
    without = {**llm, "agreement": None, "uncalibrated": "not calibrated: no cuts"}
    assert "This judge is not calibrated: no cuts." in words(render(report(judges=[without])))


def test_what_is_still_useful_stands_apart() -> None:
    kept = estimate("utility.numbers_kept", 0.6, 0.0, control=None, excess=None)
    said = words(render(report(estimates=[*report()["estimates"], kept])))
    assert "What is it still good for? Numbers kept" in said


def test_every_figure_of_every_component_has_a_title_in_plain_words() -> None:
    figures = {
        figure
        for kind in ("attacks", "utilities")
        for name in components.names(kind)
        for figure in getattr(components.component_class(kind, name), "figures", ())
    }
    assert len(figures) > 20
    assert not {figure.name for figure in figures if not figure.title}


@pytest.mark.parametrize(
    "odd", ["\u202egnp.exe", "a\x00b\x1b[2J", "x" * 500, "\u2067\u2066", "\ud83d"]
)
def test_an_odd_name_does_not_turn_what_stands_beside_it(odd: str) -> None:
    found = report([person(odd)])
    found["release"]["name"] = found["private"]["name"] = odd
    html = render(found)
    assert not re.search("[\x00-\x08\x0e-\x1f\x7f]", html)
    body = re.sub(r'<(li|blockquote|bdi)[^>]*dir="auto".*?</\1>', "", html, flags=re.DOTALL)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", body)
    assert "x" * 100 not in body


def test_a_hostile_record_is_escaped() -> None:
    people = [
        person(HOSTILE, [claim(HOSTILE), claim(HOSTILE, 3)], passage=HOSTILE, known=(HOSTILE,))
    ]
    html = render(report(people, run=HOSTILE))
    assert html.count("<script") == 1
    assert "<img" not in html
    assert "{{ 7 * 7 }}" in html
    assert "onerror=&#39;" in html


def test_half_a_surrogate_pair_does_not_stop_the_page(tmp_path: Path) -> None:
    write_page(report([person("p\ud83d", passage="broken \udc00 text")]), tmp_path / "page.html")
    assert "broken &#56320; text" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize("detailed", [200, 1_500])
def test_ten_thousand_people_fit_and_what_is_left_out_is_said(detailed: int) -> None:
    html = render(many(10_000, detailed))
    assert len(html.encode()) < TOO_MUCH
    shown = html.count('<details class="person"')
    assert 100 < shown < 10_000
    assert f"Left out of this page: {10_000 - shown - 500:,} less exposed people." in html


def test_a_very_long_record_is_cut_and_that_is_said() -> None:
    html = render(report([person("p", passage="word " * 10_000)]))
    assert "44,000 more characters are left out" in html
    assert len(html) < 100_000


@pytest.mark.parametrize(
    "changes",
    [
        {"curves": []},
        {"estimates": [], "curves": [], "findings": [], "self_test": [], "judges": []},
        {"leaks_by_kind": []},
        {"judges": [{"component": {"name": "llm", "model": "x"}, "agreement": None}]},
        {"estimates": [estimate("linkage.top1", None, 0.1)]},
        {"estimates": [estimate("utility.coherence", 4.2, 3.0, control=None, excess=None)]},
        {"estimates": [{**estimate("semantic.leak_rate", 0.4, 0.1), **interval(0.4)}] * 2},
        {"findings": [person("p", claims=[])]},
        {"findings": [{**person("p"), "records": []}]},
    ],
    ids=str,
)
def test_a_report_may_lack_parts(changes: dict[str, Any]) -> None:
    html = render(report(**changes))
    assert "How certain is this?" in html


def test_the_curve_over_candidates_is_drawn_beside_chance() -> None:
    chance = [interval(1 / n, 1 / n, 1 / n) for n in (2, 60)]
    steps = [
        {"candidates": n, "estimates": [estimate("linkage.top1", 0.7, 0.0, baseline=own)]}
        for n, own in zip((2, 60), chance, strict=True)
    ]
    html = render(report(pools=steps))
    assert 'aria-labelledby="pool"' in html
    said = words(html)
    assert "Found at the first guess: 70 % among 2 candidates" in said
    assert "across: candidates; up: found at the first guess" in said
    assert "Found at the first guess, by the number of candidates" in said
    assert 'id="pool"' not in render(report())


def test_figures_of_the_same_name_are_all_shown_with_their_attack() -> None:
    twice = [estimate("linkage.top1", v, 0.1, component={"name": "linkage", "linker": {"name": n}})
             for v, n in ((0.5, "dense"), (0.7, "rouge"))]  # fmt: skip
    said = words(render(report(estimates=twice)))
    assert "(linkage:linker=dense)" in said
    assert "(linkage:linker=rouge)" in said


def test_a_page_can_be_read_without_seeing_it() -> None:
    html = render(report())
    outline = Outline(html)
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    for before, after in zip(outline.headings, outline.headings[1:], strict=False):
        assert after <= before + 1
    ids = [a["id"] for _, a in outline.tags if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attributes in outline.tags:
        assert (attributes.get("aria-labelledby") or ids[0]) in ids
        if (attributes.get("href") or "").startswith("#"):
            assert (attributes["href"] or "")[1:] in ids
    assert len(outline.named("table")) == len(outline.named("caption")) > 5
    for svg in outline.named("svg"):
        nested = "viewbox" in svg
        assert nested or svg.get("aria-hidden") or (svg["role"] == "img" and svg["aria-label"])
    assert {"header", "main", "nav", "footer"} <= {tag for tag, _ in outline.tags}
    assert dict(outline.named("html")[0]) == {"lang": "en"}


def test_colours_have_contrast() -> None:
    """WCAG 2.2, success criterion 1.4.3: text has a contrast of at least 4.5 to 1."""
    css = (Path(drawing.__file__).parent / "page.css").read_text("utf-8")
    themes = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    assert len(themes) == 3
    for theme in themes:
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", theme))
        for ground in ("paper", "card"):
            for text in ("ink", "soft", "accent", "fail", "pass", "inconclusive"):
                assert _contrast(colours[text], colours[ground]) >= 4.5, (text, ground, theme)
        assert _contrast(colours["mark-ink"], colours["mark"]) >= 4.5
        assert _contrast(colours["led-ink"], colours["led"]) >= 4.5
        assert _contrast(colours["control"], colours["card"]) >= 3


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) > 4 else "".join(2 * d for d in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [([], "not a report"), ({"schema": 1}, "not a report"), ({"schema": 4}, "not a whole report")],
)
def test_what_is_no_report_is_refused(wrong: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        render(wrong)


def test_the_command_makes_the_page_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.json").write_text(json.dumps(report()), "utf-8")
    assert seethrough(["report", str(tmp_path)]) == 0
    page = tmp_path / "report.html"
    assert capsys.readouterr().out == f"{page}\n"
    assert page.read_text("utf-8") == render(report())
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    other = tmp_path / "passed on.html"
    arguments = ["report", str(tmp_path / "report.json"), "--no-text", "--out", str(other)]
    assert seethrough(arguments) == 0
    assert other.read_text("utf-8") == render(report(), text=False)
    # One that may be passed on is another file: an audit writes report.html anew, with text.
    assert seethrough(["report", str(tmp_path), "--no-text"]) == 0
    assert (tmp_path / "report-no-text.html").read_text("utf-8") == other.read_text("utf-8")
    assert page.read_text("utf-8") == render(report())


def test_a_release_without_a_file_is_not_called_as_the_private_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = report()
    found["release"]["name"] = found["private"]["name"]
    (tmp_path / "report.json").write_text(json.dumps(with_checksum(found)))
    assert seethrough(["report", str(tmp_path), "--format", "markdown"]) == 0
    assert "### `the release of private.jsonl`: " in capsys.readouterr().out


@pytest.mark.parametrize("form", ["markdown", "junit"])
def test_without_text_no_form_names_the_release(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = report() | {"release": report()["release"] | {"name": "of Mary Okafor.jsonl"}}
    (tmp_path / "report.json").write_text(json.dumps(named), "utf-8")
    for hidden in ([], ["--no-text"]):
        assert seethrough(["report", str(tmp_path), "--format", form, *hidden]) == 0
        assert ("Okafor" in capsys.readouterr().out) == (not hidden)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert seethrough(["report", str(tmp_path)]) == 65
    assert "no report.json in it; let the audit finish" in capsys.readouterr().err
    for name in ("data.csv", "data.jsonl", "report.html"):
        (tmp_path / name).write_text("{}\n", "utf-8")
        assert seethrough(["report", str(tmp_path / name)]) == 65
        assert "the folder of a run; the last lines of an audit name it" in capsys.readouterr().err
    (tmp_path / "report.html").unlink()
    (tmp_path / "compared").mkdir()
    for file in (tmp_path / "compared" / "comparison.json", tmp_path / "compared"):
        (tmp_path / "compared" / "comparison.json").write_text("{}", "utf-8")
        assert seethrough(["report", str(file)]) == 65
        told = capsys.readouterr().err
        assert f"a comparison; its page is {tmp_path}/compared/comparison.html. Name" in told
    (tmp_path / "report.json").write_text('{"schema": 4}', "utf-8")
    assert seethrough(["report", str(tmp_path)]) == 65
    assert f"{tmp_path}/report.json: not a whole report" in capsys.readouterr().err
    assert seethrough(["report", str(tmp_path / "nowhere")]) == 65
    assert "nowhere: no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "form"),
    [
        ({"findings": 5}, "html"), ({"estimates": [{}]}, "html"), ({"attacks": {"a": 1}}, "html"),
        ({"estimates": [{}]}, "markdown"), ({"verdict": []}, "markdown"),
        ({"reasons": [None]}, "junit"), ({"release": 1}, "junit"),
    ],
)  # fmt: skip
def test_a_report_with_parts_of_something_else_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: dict[str, Any], form: str
) -> None:
    (tmp_path / "report.json").write_text(json.dumps(report() | wrong), "utf-8")
    assert seethrough(["report", str(tmp_path), "--format", form]) == 65
    told = capsys.readouterr()
    assert told.out == ""
    assert "report.json: not a whole report of this version; audit again" in told.err
    assert told.err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["report.json"]


def test_what_goes_wrong_with_a_report_of_ours_is_a_bug(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.dumps(with_checksum(report() | {"findings": 5}))
    (tmp_path / "report.json").write_text(whole, "utf-8")
    assert seethrough(["report", str(tmp_path)]) == 70
    assert "a bug: " in capsys.readouterr().err


def test_what_the_judge_said_stands_beside_what_was_made_of_it() -> None:
    rests = {"how": "ratings", "ratings": 120, "groups": 34}
    errors = {"how": "errors", "ratings": 900, "groups": 75}
    more = {"raw": interval(0.47), "raw_control": interval(0.08)}
    more |= {"corrected": rests, "corrected_control": errors}
    split = estimate("semantic.leak_rate.special", 0.6, 0.05, **more)
    blind = estimate("semantic.leak_rate.quasi", None, 0.05, **more)
    estimates = [estimate("semantic.leak_rate", 0.6, 0.05, **more), split, blind]
    page = render(report(estimates=estimates)).replace("\u00a0", " ")
    assert (
        "The judge itself said 47 %, and 8 % for the control; the first is corrected by 120 ratings"
        " of your own (34 people), the second corrected for its errors on 900 claims that a large"
        " language model rated (75 texts)."
    ) in page
    assert page.count("the judge said 47 %") == 2
    assert "cannot be said" in page
    assert "The judge itself" not in render(report())
