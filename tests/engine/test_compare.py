"""A grid: what is shared, what fails, what is left out, how it goes on, how far figures spread."""

import importlib
import json
import uuid
from dataclasses import replace

import numpy as np
import pytest

from seethrough.attacks.lexical import Lexical
from seethrough.engine.audit import audit
from seethrough.engine.compare import compare
from seethrough.engine.comparing.candidates import Candidate
from seethrough.engine.comparing.comparison import Comparison, Row
from seethrough.engine.comparing.grid import STAGE
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.errors import InputError, OutputError, UnavailableError, UsageError
from seethrough.notices import noticed_by
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json
from seethrough.report.pipeline.judged import Judged
from seethrough.report.terminal.comparison import comparison_lines
from seethrough.report.terminal.summary import summarize
from seethrough.retrieval.opening import open_service

WORDS = [f"w{i}" for i in range(60)]


@pytest.fixture
def private(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    matrix = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    np.savez("toy.npz", words=np.array(WORDS), vectors=matrix)
    rng = np.random.default_rng(1)
    return Corpus.from_texts([" ".join(rng.choice(WORDS, 12).tolist()) for _ in range(10)])


MAKERS = ["custext:epsilon=1,vectors=toy.npz", "erase"]


def test_every_seed_is_a_release_of_its_own(private):
    found = compare(private, MAKERS, attacks=["lexical"], seed=3, seeds=3)
    drawn, same = (row.audits for row in found.rows)
    assert len({a.release.corpus.hash for a in drawn}) == 3
    assert (len(drawn), len(same)) == (3, 1)
    assert found.audits[0] is drawn[0]
    alone = compare(private, MAKERS, attacks=["lexical"], seed=5)
    assert alone.audits[0].release.corpus.hash == drawn[2].release.corpus.hash
    machine = json.loads(json.dumps(found.to_json()))
    assert machine["seeds"] == [3, 4, 5]
    assert machine["releases"][1] == {
        "name": "erase", "sanitizer": {"name": "erase"}, "verdict": same[0].verdict.word,
        "error": None, "left_out": [], "decides": True, "service": None, "trained_steps": None,
    }  # fmt: skip
    (random,), (fixed,) = (cell["estimates"] for cell in machine["cells"])
    values = [a["lexical.distance"].to_json()["value"] for a in drawn]
    assert [e["value"] for e in random["per_seed"]] == values
    assert random["per_seed"][0] == {end: random[end] for end in ("value", "low", "high")}
    assert "per_seed" not in fixed


@pytest.mark.parametrize("seeds", [1, 2])
def test_the_figures_are_said_to_be_of_one_draw_where_there_is_one(private, seeds):
    found = compare(private, MAKERS[:1], attacks=["lexical"], seeds=seeds)
    kinds = [reason.kind for reason in found.rows[0].deciding.verdict.reasons]
    assert ("one_draw" in kinds) == (seeds == 1)


def test_draws_are_kept_apart(private, tmp_path):
    alone = compare(private, MAKERS[:1], attacks=["lexical"], seeds=2)
    for _ in range(2):  # made, then found again
        found = compare(private, MAKERS[:1], attacks=["lexical"], seeds=2, run=tmp_path / "run")
        assert found.to_json() == alone.to_json()


def test_releases_of_one_name_are_told_apart(private):
    found = compare(private, [private, "erase", "erase"], attacks=["lexical"])
    assert found.names == [private.name, "erase (2)", "erase (3)"]
    machine = found.to_json()
    assert [release["name"] for release in machine["releases"]] == found.names
    assert [cell["release_name"] for cell in machine["cells"]] == found.names
    assert machine["safest"]["undecided_between"] == ["erase (2)", "erase (3)"]
    assert "erase (3)" in found._repr_html_()


def test_the_table_says_what_figures_are_conditional_on(private):
    found = compare(private, MAKERS, attacks=["lexical"], seeds=3)
    values = [a["lexical.distance"].value for a in found.rows[0].audits]
    told = "\n".join(comparison_lines(found, text=True))
    assert f"{min(values):.2f} to {max(values):.2f}" in told.splitlines()[1]
    assert told.splitlines()[2].endswith("same")
    assert "the last column is the smallest and the largest of seeds 0 to 2" in told
    alone = "\n".join(comparison_lines(compare(private, MAKERS, attacks=["lexical"]), text=True))
    assert "--seeds 5 would show how much several draws of a random release differ." in alone
    assert "over" not in alone.splitlines()[0]
    assert "The targets and claims are the same. * is beyond chance." in alone


def test_the_table_says_why_a_low_p_has_no_star(private):
    found = compare(private, MAKERS, attacks=["lexical"])
    (unsure,) = found.differences
    why = "A low p has no * where the interval contains 0: that is undecided."
    for low, adjusted, told in ((-0.1, 0.002, True), (0.1, 0.002, False), (-0.1, 0.2, False)):
        apart = replace(unsure.interval, value=0.3, low=low, high=0.5)
        found.differences[:] = [replace(unsure, interval=apart, adjusted=adjusted)]
        assert (why in "\n".join(comparison_lines(found, text=True))) == told


def test_the_safest_is_safer_in_every_draw(tmp_path):
    rng = np.random.default_rng(2)
    names = [f"person{i}" for i in range(300)]
    texts = [" ".join(rng.choice(names, 12, replace=False).tolist()) for _ in range(40)]
    found = compare(Corpus.from_texts(texts), ["identity", "erase"], attacks=["linkage"])
    told, nothing = (row.audits[0] for row in found.rows)
    assert found.safest.safest == 1
    both = Comparison([Row("told", None, [told, told]), Row("hidden", None, [nothing, nothing])])
    assert both.safest.safest == 1
    once = Comparison([Row("told", None, [told]), Row("drawn", None, [nothing, told])])
    assert once.audits == found.audits
    assert (once.safest.safest, once.safest.between) == (None, (0, 1))


def test_releases_for_comparison_promise_nothing(private):
    found = compare(private, MAKERS[:1], attacks=["lexical"])
    assert found.audits[0].release.guarantee is None
    assert "so it guarantees nothing: epsilon 1" in " ".join(summarize(found.audits[0]).split())


def test_no_releases(private):
    with pytest.raises(UsageError, match="nothing to compare"):
        compare(private, [], attacks=["lexical"])


def test_no_seeds(private):
    with pytest.raises(UsageError, match="seeds=0"):
        compare(private, MAKERS, seeds=0)


def test_what_depends_on_the_private_records_is_done_once(private, monkeypatch):
    from seethrough.atomizers.sentence import Sentence
    from seethrough.judges.rouge import Rouge

    atomized, judged = [], []
    atomize, rate = Sentence.atomize, Rouge.rate
    monkeypatch.setattr(
        Sentence, "atomize", lambda s, c: (atomized.append(c.hash), atomize(s, c))[1]
    )
    monkeypatch.setattr(
        Rouge, "rate", lambda s, c, p: (judged.extend(zip(c, p, strict=True)), rate(s, c, p))[1]
    )
    parts = "linker=bm25,atomizer=sentence"
    attacks = [f"linkage:{parts}", f"inference:{parts},judge=rouge"]
    compare(private, ["identity", *MAKERS], attacks=attacks)
    assert len(atomized) == len(set(atomized))
    assert judged
    assert len(judged) == len(set(judged))


BROKEN = """
from dataclasses import dataclass
from typing import ClassVar
from seethrough.errors import UnavailableError
from seethrough.protocols import Figure, Utility
from seethrough.attacks.linkage import Linkage
from seethrough.records.releases.text import TextRelease
from seethrough.sanitizers.identity import Identity

@dataclass(frozen=True)
class Down(Linkage):
    def learn(self, private, rng):
        raise UnavailableError("the server is down")

@dataclass(frozen=True)
class Bug(Utility[TextRelease]):
    figures: ClassVar = (Figure("utility.bug", "higher_is_better", "A.", "B."),)
    def measure(self, private, release: TextRelease, rng):
        raise UnavailableError("down")

@dataclass(frozen=True)
class Never:
    def sanitize(self, private, rng):
        raise UnavailableError("no model at home/secret.txt")

MADE = []

@dataclass(frozen=True)
class Slow:
    def sanitize(self, private, rng):
        MADE.append(1)
        return Identity().sanitize(private, rng)
"""


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Return the name of a module with such parts, another for each test: classes are kept."""
    name = f"broken{uuid.uuid4().hex}"
    (tmp_path / f"{name}.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def test_what_fails_is_shown_as_failed_and_the_rest_goes_on(private, broken):
    heard = []
    with noticed_by(heard.append):
        found = compare(
            private,
            [f"{broken}:Never", "erase"],
            attacks=["lexical", f"{broken}:Down"],
            utilities=["length_kept", f"{broken}:Bug"],
        )
    assert heard == [f"{broken}:Down: the server is down", f"{broken}:Bug: down"]
    failed, erased = found.rows
    assert failed.audits == []
    assert failed.failure() == "no model at home/secret.txt"
    assert failed.failure(text=False) == f"UnavailableError in {broken}.py"
    assert erased.audits[0]["lexical.distance"].value == 1
    cells = [(place, component) for place, component, _ in found.failed_cells]
    assert cells == [(1, f"{broken}:Down"), (1, f"{broken}:Bug")]
    told = "\n".join(comparison_lines(found, text=True))
    shown = [line for line in told.splitlines() if line.startswith(broken) and "  failed: " in line]
    assert len(shown) == 2
    assert f"{broken}:Never: FAILED\n  - no model at home/secret.txt" in told
    assert "secret" not in "\n".join(comparison_lines(found, text=False))
    machine = found.to_json(text=False)
    assert "secret" not in json.dumps(machine)
    assert [r["verdict"] for r in machine["releases"]] == [None, "inconclusive"]
    # Nobody is called the safest on the strength of an attack that failed.
    assert found.safest.out == {0: ("failed", ()), 1: ("incomplete", (f"{broken}:Down",))}
    assert found.exit_status == 2


def test_a_release_of_which_one_draw_cannot_be_made_has_no_verdict(private):
    def make(private, seed, run):
        if seed:
            raise InputError("the second draw")
        return TextRelease(private.with_texts([""] * len(private)))

    drawn = Candidate("drawn", "key", make, {"name": "identity"})
    found = compare(private, [drawn, "erase"], attacks=["lexical"], seeds=2)
    failed = found.rows[0]
    assert (failed.audits, failed.failure()) == ([], "the second draw")
    assert found.to_json()["releases"][0]["verdict"] is None
    assert found.safest.out == {0: ("failed", ())}


def test_a_draw_that_fails_counts_though_another_cannot_be_made(private):
    def make(private, seed, run):
        if seed == 2:
            raise InputError("the third draw")
        return TextRelease(private, details={"seed": seed})

    drawn = Candidate("drawn", "key", make, {"name": "identity"})
    limits = [Limit("lexical.distance", 0.5, above=False)]
    found = compare(private, [drawn, "erase"], attacks=["lexical"], seeds=4, limits=limits)
    assert found.rows[0].deciding.verdict.word == "fail"
    assert found.exit_status == 1
    assert found.safest.out[0] == ("failed", ())
    machine = found.to_json()["releases"][0]
    assert (machine["verdict"], machine["error"]) == ("fail", "the third draw")
    missing = "a draw of it could not be made or audited: the third draw"
    assert f"  - {missing}" in comparison_lines(found, text=True)
    assert Judged("drawn", to_json(found.rows[0].deciding), "the third draw").why()[-1] == missing


def test_what_the_user_can_mend_is_told_at_once(private, monkeypatch):
    def wrong(*_):
        raise InputError("s.jsonl: 3 of 4 texts\noverlap", "; did you mean t.jsonl?")

    monkeypatch.setattr("seethrough.attacks.lexical.Lexical.learn", wrong)
    heard = []
    with noticed_by(heard.append):
        found = compare(private, ["erase"], attacks=["lexical"])
    assert heard == ["lexical: s.jsonl: 3 of 4 texts overlap"]
    assert "s.jsonl" not in json.dumps(found.to_json())


def test_a_full_disk_ends_it_and_is_no_row(private, monkeypatch):
    def full(*_):
        raise OutputError("the disk is full")

    monkeypatch.setattr("seethrough.sanitizers.identity.Identity.sanitize", full)
    with pytest.raises(OutputError, match="the disk is full"):
        compare(private, ["erase", "identity"], attacks=["lexical"])


def test_people_held_out_are_compared_as_an_audit_compares_them(private):
    others = Corpus.from_texts([" ".join(reversed(text.split())) for text in private.texts])
    free = TextRelease(private, aligned=False)
    (own,) = compare(private, [free], attacks=["membership"], control=others).audits
    alone = audit(private, free, attacks=["membership"], control=others)["membership.auc"]
    assert alone.value is not None
    assert own["membership.auc"] == alone


def test_a_release_is_held_to_what_an_audit_of_it_is_held_to(private):
    asked = {
        "attacks": ["linkage:linker=bm25,atomizer=sentence"],
        "utilities": ["length_kept"],
        "limits": [Limit("linkage.top1", 0.9)],
        "tolerances": Tolerances(0.02, {"linkage.top1": 0.01}),
        "standard": "sensitive",
        "seed": 3,
        "targets": 6,
    }
    (own,) = compare(private, [TextRelease(private)], **asked).audits
    alone = audit(private, TextRelease(private), **asked)
    assert (own.seed, own.verdict, own.estimates) == (3, alone.verdict, alone.estimates)
    assert own.verdict != audit(private, TextRelease(private), attacks=asked["attacks"]).verdict


def test_where_nothing_can_be_made_the_first_error_is_raised(private, broken):
    with pytest.raises(UnavailableError, match="no model at"):
        compare(private, [f"{broken}:Never"] * 2, attacks=["lexical"])


def test_a_limit_on_what_failed_is_undecided(private, broken):
    attacks = ["lexical", f"{broken}:Down"]
    with noticed_by(lambda line: None):
        found = compare(private, ["erase"], attacks=attacks, limits=[Limit("linkage.top1", 0.5)])
    kinds = {r.kind: r.word for r in found.audits[0].verdict.reasons}
    assert kinds["limit_unmeasured"] == "inconclusive"


def test_cells_that_cannot_exist_are_left_out_and_named(private):
    served = open_service(TextRelease(private), "service:model=fake")
    free = TextRelease(private.with_texts(["w1"] * len(private)), aligned=False)
    found = compare(
        private,
        ["erase", served, free],
        attacks=["lexical", "reconstruction:strategy=markov", "extraction"],
        utilities=["length_kept"],
        shadow=None,
        limits=[Limit("lexical.distance", 0.1, above=False)],
        tolerances=Tolerances(named={"lexical.distance": 0.1}),
    )
    assert not any(row.error for row in found.rows)
    left = [[cell.why for cell in row.left_out] for row in found.rows]
    assert left[0] == ["extraction attacks a retrieval service, and this is a text release"]
    assert "lexical attacks a text release, and this is a retrieval service" in left[1]
    assert "length_kept measures a text release, and this is a retrieval service" in left[1]
    assert "the limit lexical.distance below 0.1: not measured on it" in left[1]
    assert any("reconstruction needs records that stand for" in why for why in left[2])
    assert {e.name.partition(".")[0] for e in found.audits[1].estimates} == {"extraction"}


def test_a_killed_comparison_goes_on_with_what_is_there(private, broken, tmp_path):
    made = importlib.import_module(broken).MADE

    makers = [f"{broken}:Slow", "erase"]
    first = compare(private, makers, attacks=["lexical"], run=tmp_path / "run")
    again = compare(private, makers[:1], attacks=["lexical"], run=tmp_path / "run")
    assert len(made) == 1
    assert again.rows[0].audits[0].estimates == first.rows[0].audits[0].estimates
    more = compare(private, makers, attacks=["lexical", "linkage"], run=tmp_path / "run")
    assert len(made) == 1
    assert more.audits[0]["lexical.distance"] == first.audits[0]["lexical.distance"]
    with pytest.raises(UsageError, match="another run"):
        compare(private, makers, attacks=["lexical"], seed=1, run=tmp_path / "run")


def test_whatever_moment_it_is_stopped_at_the_figures_are_the_same(private, broken, tmp_path):
    made = importlib.import_module(broken).MADE

    makers, parts = (
        [f"{broken}:Slow", "erase"],
        {"attacks": ["lexical"], "utilities": ["length_kept"]},
    )
    whole = json.dumps(compare(private, makers, **parts).to_json())
    steps = []
    compare(private, makers, **parts, progress=lambda *step: steps.append(step))
    for stop in range(1, len(steps), 3):
        del made[:]
        run, left = tmp_path / f"run{stop}", iter(range(stop))

        def interrupted(stage, done, of, left=left):
            if next(left, None) is None:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            compare(private, makers, **parts, run=run, progress=interrupted)
        before = len(made)
        again = compare(private, makers, **parts, run=run)
        assert json.dumps(again.to_json()) == whole
        assert len(made) == 1 or before == 0


def test_work_of_an_attack_is_kept_when_others_are_added(private, tmp_path, monkeypatch):
    compare(private, ["erase"], attacks=["lexical"], run=tmp_path / "run")
    monkeypatch.setattr(Lexical, "score", lambda *_: pytest.fail("scored again"))
    compare(private, ["erase"], attacks=["lexical", "linkage"], run=tmp_path / "run")


def test_of_releases_that_were_there_no_seed_is_said(private):
    there = compare(private, [private], attacks=["lexical"])
    made = compare(private, [private, "erase"], attacks=["lexical"])
    assert (there.seeds, made.seeds) == ([], [0])
    for found, said in ((there, False), (made, True)):
        assert ("was made once" in " ".join(comparison_lines(found, text=True))) == said


def test_how_far_all_of_it_is_never_goes_back(private):
    steps = []
    compare(
        private, MAKERS, attacks=["lexical"], seeds=2,
        progress=lambda stage, done, of: steps.append((stage, done, of)),
    )  # fmt: skip
    assert all(stage for stage, _, _ in steps)
    told = [(done, of) for stage, done, of in steps if stage == STAGE]
    assert told == sorted(told)
    assert {of for _, of in told} == {told[-1][0]}


def test_a_frontier_of_a_figure_that_nothing_measures_names_the_closest() -> None:
    with pytest.raises(UsageError, match=r"'lexical\.distanse'.*did you mean 'lexical\.distance'"):
        compare(
            Corpus.from_texts(["A text."]),
            ["erase"],
            attacks=["lexical"],
            utilities=["length_kept"],
            frontiers=[("lexical.distanse", "utility.length_kept")],
        )


@pytest.mark.parametrize("debug", ["", "1"])
def test_the_traceback_of_a_release_that_fails_is_shown_where_that_is_asked_for(
    private, broken, monkeypatch, capsys, debug
):
    monkeypatch.setenv("SEETHROUGH_DEBUG", debug)
    compare(private, [f"{broken}:Never", "erase"], attacks=["lexical"])
    assert ("in sanitize" in capsys.readouterr().err) == bool(debug)
