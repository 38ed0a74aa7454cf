import numpy as np
import pytest

from seethrough.attacks.reconstruction import Reconstruction
from seethrough.engine.audit import audit
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import BY_DISTANCE
from seethrough.report.labels.promises import composed, promised, voided
from seethrough.report.machine import describe_release
from seethrough.report.page.attacked import attacked
from seethrough.report.terminal.summary import summarize
from seethrough.sanitizers.custext import CusText
from seethrough.statistics.seeding import generator
from seethrough.strategies.context_free import ContextFree

TOKEN = {"epsilon": 1.5, "delta": 0.0, "unit": "token", "note": "for words that share it"}


def test_a_token_s_epsilon_is_added_up_over_the_text():
    lines = promised(TOKEN, {"mean": 16.5, "max": 90.0})
    assert lines == [
        "It guarantees differential privacy: epsilon 1.5, delta 0, for each token.",
        "For words that share it.",
        "Over the replaced words of a text the guarantee adds up to epsilon 16.5 on average and 90"
        " at the most.",
        'The command "seethrough epsilon" tests by experiment whether it is kept; give it the step'
        " that makes the guarantee, where there are several.",
    ]


def test_a_metric_epsilon_is_not_said_without_its_distance():
    lines = promised({**TOKEN, "unit": BY_DISTANCE}, {"mean": 16.5, "max": 90.0})
    assert lines[0].endswith("epsilon 1.5, delta 0, for each token and unit of distance.")
    assert lines[2].endswith("and 90 at the most, for each unit of distance.")
    assert "seethrough epsilon" in lines[3]


def test_what_a_file_claims_of_a_text_is_said_by_that_file():
    lines = promised({**TOKEN, "claimed_by": "o.release.json"}, {"mean": 0.1, "max": 0.2})
    assert lines[0].startswith("Differential privacy is claimed by o.release.json, not verified:")
    assert "is said to add up to epsilon 0.1 on average" in lines[2]


def test_a_promise_for_whole_records_is_not_added_up():
    lines = promised({**TOKEN, "unit": "record", "note": ""}, composed({}))
    assert lines == ["It guarantees differential privacy: epsilon 1.5, delta 0, for each record."]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    words = ["the", *["cat", "dog", "bird", "nurse", "bread", "soup", "gold", "paper"]]
    file = tmp_path_factory.mktemp("promises") / "toy.npz"
    matrix = np.random.default_rng(0).normal(size=(len(words), 3)).astype(np.float32)
    np.savez(file, words=np.array(words), vectors=matrix)
    private = Corpus.from_texts(["the cat gold", "the dog bread soup paper", "the the"] * 4)
    sanitizer = CusText(epsilon=2.0, k=4, vectors=str(file))
    release = sanitizer.sanitize(private, generator(0))
    return audit(private, release, attacks=[Reconstruction(ContextFree())])


def test_claimed_and_composed_epsilon_are_in_every_form_of_the_report(found):
    made = describe_release(found.release)
    assert made["guarantee"]["epsilon"] == 2.0
    assert made["epsilon_per_text"] == {"mean": pytest.approx(2.0 * (2 + 4 + 0) / 3), "max": 8.0}
    said = "adds up to epsilon 4 on average and 8 at the most"
    assert said in " ".join(summarize(found).split())
    report = {
        "release": made,
        "private": {"people": 12, "records": 12},
        "attacks": [{"component": {"name": "reconstruction"}}],
    }
    assert said in " ".join(attacked(report, "a", "b", text=True))


def test_a_report_written_before_has_no_sum():
    report = {
        "release": {"records": 1, "guarantee": TOKEN, "sanitizer": None},
        "private": {"people": 1, "records": 1},
        "attacks": [],
    }
    said = " ".join(attacked(report, "a", "b", text=True))
    assert "epsilon 1.5" in said
    assert "adds up" not in said


def test_what_a_file_claims_is_not_promised():
    lines = promised({**TOKEN, "claimed_by": "o.jsonl.release.json"}, None)
    assert lines[:2] == [
        "Differential privacy is claimed by o.jsonl.release.json, not verified: epsilon 1.5, delta"
        " 0, for each token.",
        "It says: “for words that share it.”",
    ]


def test_what_a_seed_voided_is_said():
    assert voided({}) == ""
    assert voided({"guarantee_voided": "epsilon 1"}) == (
        "It was made with a seed, so it guarantees nothing: epsilon 1 is void."
    )
