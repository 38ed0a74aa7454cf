"""One new module is enough: an attack of one's own looks right in terminal, page and JSON."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.records.corpus import Corpus
from seethrough.report.machine import to_json
from seethrough.report.page import render
from seethrough.report.terminal.summary import summarize
from seethrough.storage.store import RunDirectory

MODULE = '''
"""Colours: which record has the person's favourite colour?"""

from dataclasses import dataclass
from typing import ClassVar

from seethrough import TextRelease
from seethrough.evidence.linked import RankedRecord
from seethrough.protocols import Attack, Figure, Guess, Knowledge, Outcome, Step, Tally


@dataclass(frozen=True)
class Colours(Attack[TextRelease]):
    """Find people by their favourite colour."""

    evidence: ClassVar[type[RankedRecord]] = RankedRecord
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "colours.hits", "lower_is_better", "Share found by colour.", "Others may be found.",
            title="Betrayed by a colour", section="found", headline=5,
            sentence="Somebody who knows a colour finds {counts} records ({value})",
        ),
        Figure(
            "colours.letters", "lower_is_better", "Letters of the colour.", "Not the shade.",
            title="Letters of the colour that remain", unit="number", most=None, questions=(),
        ),
    )

    def adversary(self):
        return "by somebody who knows a colour"

    def steps(self):
        return (Step("Look", "It looks for the colour in every record"),)

    def advice(self, found):
        return "Leave colours out." if found["colours.hits"].leaks else ""

    def learn(self, private, rng):
        return [Knowledge(r.person, r.id, (r.text.split()[-1],)) for r in private]

    def guess(self, release: TextRelease, knowledge, rng):
        return [Guess(k, self._where(release, k)) for k in knowledge]

    def _where(self, release, known):
        rows = [r for r in release.corpus if r.id not in known.unseen]
        return tuple(r.id for r in rows if known.facts[0] in r.text)[:1]

    def score(self, guesses, private):
        return [
            Outcome(
                {
                    "colours.hits": Tally(float(g.records == (g.knowledge.record,))),
                    "colours.letters": Tally(len(g.knowledge.facts[0]) if g.records else 0),
                },
                evidence=RankedRecord(
                    g.knowledge.facts,
                    g.records[0] if g.records else None,
                    "The passage.",
                    1 if g.records == (g.knowledge.record,) else None,
                ),
            )
            for g in guesses
        ]
'''
COLOURS = ("red", "blue", "green", "yellow", "white", "black", "brown", "pink", "grey", "violet")
PRIVATE = Corpus.from_texts([f"Person {n} likes {c}" for n, c in enumerate(COLOURS)])


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    (tmp_path / "colours.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "colours", raising=False)
    return audit(PRIVATE, PRIVATE, attacks=["colours:Colours"], run=tmp_path / "run")


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("\u00a0", " ").split())


def test_the_machine_form_has_its_titles_units_and_words(found: Audit) -> None:
    report = to_json(found)
    hits, letters = report["estimates"]
    assert (hits["title"], hits["unit"], hits["value"]) == ("Betrayed by a colour", "share", 1.0)
    assert (letters["title"], letters["unit"]) == ("Letters of the colour that remain", "number")
    (attack,) = report["attacks"]
    assert attack["steps"] == [
        {"title": "Look", "what": "It looks for the colour in every record", "parts": []}
    ]
    assert attack["advice"] == "Leave colours out."
    assert not attack["usual"]
    leak = next(r for r in report["reasons"] if r["figure"] == "colours.hits")
    assert (leak["title"], leak["unit"]) == ("Betrayed by a colour", "share")
    assert {f["name"]: f["section"] for f in report["figures"]} == {
        "colours.hits": "found",
        "colours.letters": "other",
    }


def test_the_terminal_says_what_it_found(found: Audit) -> None:
    said = " ".join(summarize(found).split())
    assert "Betrayed by a colour: 100 %, which is 100 points" in said
    assert "Somebody who knows a colour finds 10 of 10 records (100 %); guessing alone" in said
    assert "10 of 10 people can be found at the first guess." in said
    arm = r"\(\S+ to \S+\)"
    row = rf"Letters of the colour that remain 4\.70 {arm} 0\.00 {arm} 0\.00 {arm} 10"
    assert re.search(row, said)


def test_the_page_draws_it_and_says_how_it_went(found: Audit) -> None:
    html = render(to_json(found))
    said = words(html)
    assert "10 released records about 10 people, attacked by somebody who knows a colour." in said
    assert "Look. It looks for the colour in every record." in said
    assert said.index("Who can be found?") < said.index("colours.hits, n = 10")
    assert said.index("Other figures") < said.index("colours.letters, n = 10")
    assert "What would make it better? Leave colours out." in said
    assert "The passage." in said
    strip = said[: said.index("Why this verdict")]
    assert "Betrayed by a colour 100 %" in strip
    assert "--attack colours:Colours" in said


def test_what_it_kept_is_read_back_and_an_older_shape_is_done_again(
    found: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again() -> list[str]:
        scored: list[str] = []
        kind = type(found.cells[0].attack)
        score = kind.score

        def counted(self, guesses, private):  # type: ignore[no-untyped-def]
            scored.extend(g.knowledge.record for g in guesses)
            return score(self, guesses, private)

        with monkeypatch.context() as patched:
            patched.setattr(kind, "score", counted)
            made = audit(PRIVATE, PRIVATE, attacks=["colours:Colours"], run=found.folder)
        assert to_json(made) == to_json(found)
        return scored

    assert again() == []
    kept = RunDirectory.get

    def older(self: RunDirectory, key: str) -> object:
        chunk = kept(self, key)
        if isinstance(chunk, dict):
            chunk.pop("shape", None)
        return chunk

    monkeypatch.setattr(RunDirectory, "get", older)
    assert len(again()) >= 3 * len(PRIVATE)
