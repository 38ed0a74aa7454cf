"""Figures are conditional on one draw, and a comparison shows how far they spread."""

import json

import numpy as np
import pytest

from seethrough.engine.compare import compare
from seethrough.errors import UsageError
from seethrough.records.corpus import Corpus
from seethrough.report.terminal.comparison import tabulate
from seethrough.report.terminal.summary import summarize

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
    drawn, same = found.repeats
    assert len({a.release.corpus.hash for a in drawn}) == 3
    assert (len(drawn), len(same)) == (3, 1)
    assert found.audits[0] is drawn[0]
    alone = compare(private, MAKERS, attacks=["lexical"], seed=5)
    assert alone.audits[0].release.corpus.hash == drawn[2].release.corpus.hash
    machine = json.loads(json.dumps(found.to_json()))
    assert machine["seeds"] == [3, 4, 5]
    (random,), (fixed,) = (cell["estimates"] for cell in machine["cells"])
    assert [e["value"] for e in random["per_seed"]] == [a["lexical.distance"].value for a in drawn]
    assert "per_seed" not in fixed


def test_the_table_says_what_figures_are_conditional_on(private):
    found = compare(private, MAKERS, attacks=["lexical"], seeds=3)
    values = [a["lexical.distance"].value for a in found.repeats[0]]
    told = tabulate(found)
    assert f"{min(values):.2f} to {max(values):.2f}" in told.splitlines()[1]
    assert told.splitlines()[2].endswith("same")
    assert "the last column is the smallest and the largest of seeds 0 to 2" in told
    alone = tabulate(compare(private, MAKERS, attacks=["lexical"]))
    assert "conditional on one draw of each release (seed 0); --seeds 5" in alone
    assert "over" not in alone.splitlines()[0]


def test_releases_for_comparison_promise_nothing(private):
    found = compare(private, MAKERS[:1], attacks=["lexical"])
    assert found.audits[0].release.guarantee is None
    assert "so it promises nothing: epsilon 1" in " ".join(summarize(found.audits[0]).split())


def test_no_seeds(private):
    with pytest.raises(UsageError, match="seeds=0"):
        compare(private, MAKERS, seeds=0)
