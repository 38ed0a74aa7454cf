"""One conformance suite over every component that can be found."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import re
from typing import Any

import numpy as np
import pytest

from seethrough import components, spec
from seethrough.engine.runs.attacks import Context, run_attack
from seethrough.engine.runs.kinds import attacked_release
from seethrough.engine.sanitize import sanitize
from seethrough.protocols import SENSITIVITIES
from seethrough.records.corpus import Corpus
from seethrough.records.release import TextRelease
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore

# Components that need a model, a service or a column that the sample records lack; their own test
# modules try them with a fake.
NEEDS_MORE = {
    "given", "file", "paraphrased", "anonymize", "paraphrase", "spans", "azure_pii",
    "custext", "santext", "reconstruction", "repair", "chain", "sage", "zerogen", "attrprompt",
    "excerpt", "extraction", "synthesize", "few_shot", "private_evolution", "canary",
    "memorization", "model_membership", "model_canary",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _the_fake_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Components that ask a language model ask the deterministic fake."""
    monkeypatch.setenv("SEETHROUGH_MODEL", "fake")


TEXTS = [
    "A 43-year-old beekeeper from Thorn Hollow has had hives since May. She takes"
    " cetirizine 10 mg. Her mother died of asthma.",
    "The night-shift baker burned his left hand on 3 March. He denies smoking and has two"
    " dogs. He has slept badly since his brother emigrated.",
    "My landlord, Mr Abel Quist, kept the deposit of 900 euros because the parrot"
    " ate the curtains. I moved to Lyon, I have two jobs and I am still waiting for an answer.",
    "She teaches violin, lives alone above a cinema and was diagnosed with migraine at"
    " 17. She owns a red tandem.",
    "The user asks for a letter to the school because their twins have chickenpox."
    " 🐥 The twins are six. The family lives on a houseboat and speaks Frisian at home.",
    "Er ist 61 Jahre alt. Er arbeitet als Förster. Seit Januar schmerzt das Knie. Er raucht. Er"
    " hat drei Töchter. Die Katze heißt Minka.",
    "BP 150/90 mm Hg | pulse 88/min | Na+ 131 mEq/L\nK+ 4.1 mEq/L\nGlucose 210 mg/dL, HbA1c 9.1 %",
    "The divorced ferry captain stammers, collects stamps and owes 12,000 kroner to his brother.",
]
SIGNATURES = [
    "Ingrid Halvorsen, ingrid@halvorsen.example",
    "Marek Kowalczyk, account 4471-20938",
    "Teresa Quiroga, +49 30 901820",
    "Yusuf Demirtas, @yusuf_d",
    "Paula Lindqvist, 14 Harbour Street",
    "Jürgen Brandt, juergen.brandt@post.example",
    "Amina Okonkwo, MRN 88120457",
    "Lars Thorvaldsen, case no. 2209/771",
]
TWICE = [*TEXTS, TEXTS[0], TEXTS[3]]


def every(kind: str) -> list[str]:
    return [name for name in components.names(kind) if name not in NEEDS_MORE]


def corpus(texts: list[str]) -> Corpus:
    return Corpus.from_texts(texts, ids=[f"r{i}" for i in range(len(texts))], name="test")


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in components.LISTED for name in components.names(kind)],
)
def test_a_component_is_a_frozen_documented_dataclass_alone_in_its_module(
    kind: str, name: str
) -> None:
    cls = components.component_class(kind, name)
    assert dataclasses.fields(cls) is not None
    assert cls.__dataclass_params__.frozen
    assert cls.__module__ == f"seethrough.{kind}.{name}"
    text = inspect.getdoc(cls) or ""
    assert len(text.splitlines()[0]) > 20
    module = importlib.import_module(cls.__module__)
    assert module.__doc__
    for field in dataclasses.fields(cls):
        assert re.search(rf"\b{field.name}\b", text), f"{name}: {field.name} is not documented"


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in ("sanitizers", "attacks") for name in components.names(kind)],
)
def test_what_a_paper_describes_names_its_source(kind: str, name: str) -> None:
    cls = components.component_class(kind, name)
    assert "Source:" in (inspect.getdoc(cls) or "")


@pytest.mark.parametrize("name", every("atomizers"))
def test_atomizers(name: str) -> None:
    atomizer = spec.parse("atomizers", name)
    claims = atomizer.atomize(corpus(["", *TWICE, "   "]))
    assert claims[0] == claims[-1] == []
    assert all(claims[1:-1])
    assert claims[1] == claims[9]  # the same text, the same claims
    assert claims == atomizer.atomize(corpus(["", *TWICE, "   "]))
    assert atomizer.atomize(corpus([])) == []
    assert atomizer.atomize(corpus(TEXTS[:1])) == [claims[1]]


@pytest.mark.parametrize("name", every("linkers"))
def test_linkers(name: str) -> None:
    linker = spec.parse("linkers", name)

    def link(queries: list[str], documents: list[str], hidden: list[list[int]]) -> Any:
        return linker.link(queries, documents, hidden, 3, np.random.default_rng(1))

    links = link(TEXTS, TEXTS, [[] for _ in TEXTS])
    assert links.indices.shape == links.scores.shape == (len(TEXTS), 3)
    assert links.indices[:, 0].tolist() == list(range(len(TEXTS)))
    again = link(TEXTS, TEXTS, [[] for _ in TEXTS])
    assert np.array_equal(links.indices, again.indices)
    unseen = link(TEXTS, TEXTS, [[i] for i in range(len(TEXTS))])
    assert all(i not in row for i, row in enumerate(unseen.indices.tolist()))
    assert link(TEXTS[:1], TEXTS[:1], [[]]).indices.tolist() == [[0, -1, -1]]
    assert link([], TEXTS, []).indices.shape == (0, 3)
    assert (link(TEXTS, [], [[] for _ in TEXTS]).indices == -1).all()


@pytest.mark.parametrize("name", every("judges"))
def test_judges(name: str) -> None:
    judge = spec.parse("judges", name)
    claims = ["The baker burned his left hand.", "The patient is a pilot with a glass eye."]
    verbatim, absent = judge.rate(claims, [TEXTS[1]] * 2)
    assert verbatim.grade in (1, 2)
    assert absent.grade == 3
    assert 1 <= verbatim.expected < absent.expected <= 3
    assert judge.rate([], []) == []
    alone = [judge.rate([c], [TEXTS[1]])[0] for c in claims]
    assert alone == [verbatim, absent]  # what else is in the batch must not matter
    nothing = judge.rate(["", claims[0]], [TEXTS[1], ""])
    for rating in nothing:
        assert rating.grade in (None, 3)
        assert (rating.grade is None) == math.isnan(rating.expected)


@pytest.mark.parametrize("name", every("classifiers"))
def test_classifiers(name: str) -> None:
    classifier = spec.parse("classifiers", name)
    records = [text for text in TWICE for _ in range(2)]
    claims = [part for text in TWICE for part in (text.split(".")[0], text[:40])]
    found = classifier.classify(claims, records)
    assert len(found) == len(claims)
    assert set(found) <= set(SENSITIVITIES)
    assert len(set(found)) > 1
    assert found == classifier.classify(claims, records)
    assert classifier.classify([], []) == []
    alone = [classifier.classify([c], [r])[0] for c, r in zip(claims, records, strict=True)]
    assert alone == found  # what else is in the batch must not matter
    assert classifier.classify(claims[::-1], records[::-1]) == found[::-1]
    nothing = classifier.classify(["", claims[0]], [records[0], ""])
    assert set(nothing) <= set(SENSITIVITIES)


@pytest.mark.parametrize("name", every("sanitizers"))
def test_sanitizers(name: str) -> None:
    private = corpus(TWICE)
    release = sanitize(private, name, seed=3)
    assert release.corpus.ids == private.ids
    assert release.corpus.texts == sanitize(private, name, seed=3).corpus.texts
    assert spec.build("sanitizers", release.sanitizer) == spec.parse("sanitizers", name)
    assert len(sanitize(corpus([]), name).corpus) == 0
    assert len(sanitize(corpus(TEXTS[:1]), name).corpus) == 1
    assert sanitize(corpus([""]), name).corpus.texts == [""]


@pytest.mark.parametrize("name", every("knowledge"))
def test_knowledge(name: str) -> None:
    private = corpus(TEXTS)
    claims = [[f"{i}.{j}" for j in range(i)] for i in range(len(TEXTS))]
    source = spec.parse("knowledge", name)
    drawn = source.draw(private, claims, 5)
    assert drawn == source.draw(private, claims, 5)
    for own, known in zip(claims, drawn, strict=True):
        assert len(known.facts) == min(source.k, len(own))
        assert [own[i] for i in sorted(known.used)] == list(known.facts)
    alone = source.draw(private.take([6]), claims[6:7], 5)
    assert alone == drawn[6:7]  # what a target's adversary knows depends on nobody else
    fewer = spec.parse("knowledge", f"{name}:k=2").draw(private, claims, 5)
    assert all(a.used <= b.used for a, b in zip(fewer, drawn, strict=True))


@pytest.mark.parametrize("name", every("attacks"))
def test_attacks_reach_the_ceiling_on_identity_and_the_floor_on_erase(name: str) -> None:
    attack = spec.parse("attacks", name)
    if attacked_release(attack) is not TextRelease:
        pytest.fail(f"{name}: add what it attacks to this suite")
    signed = [f"{text} Signed: {by}" for text, by in zip(TEXTS, SIGNATURES, strict=True)]
    private = corpus(signed * 3)  # duplicates: no text is anybody's alone
    private = Corpus.from_texts(private.texts, persons=[f"p{i % len(TEXTS)}" for i in range(24)])
    setting = Context(private, None, 0, MemoryStore())
    cell = run_attack(attack, TextRelease(private), "identity", setting)
    again = run_attack(attack, TextRelease(private), "identity", setting)
    assert [e.to_json() for e in cell.estimates] == [e.to_json() for e in again.estimates]
    for figure, estimate in zip(attack.figures, cell.estimates, strict=True):
        assert figure.means.endswith(".")
        assert figure.does_not_mean.endswith(".")
        if figure.optional and estimate.value is None:
            assert estimate.n == 0
            continue
        if figure.contrast is not None:  # of two groups of people, not a share of targets
            assert estimate.n == len(TEXTS)
            assert estimate.value is not None
            assert estimate.value >= (figure.ceiling or 0)
            continue
        assert estimate.n == sum(t.of > 0 for t in cell.targets.tallies(figure.name))
        assert estimate.n > (0 if figure.optional else 10)
        assert estimate.baseline is not None
        assert estimate.control is not None
        worse = 1 if figure.direction == "lower_is_better" else -1
        assert estimate.value is not None
        assert estimate.baseline.value is not None
        assert estimate.control.value is not None
        assert worse * estimate.value >= worse * (figure.ceiling or 0)
        assert worse * estimate.value >= worse * estimate.control.value
        if figure.floor is not None and figure.name != "linkage.top10":
            assert estimate.baseline.low is not None
            assert estimate.baseline.high is not None
            floor = figure.floor(len(TEXTS))
            assert estimate.baseline.low <= floor + 0.05
            assert estimate.baseline.high >= floor - 0.05


def test_the_generators_for_different_purposes_differ() -> None:
    assert generator(0, "a", "b").random() != generator(0, "ab").random()
    assert generator(0, "a").random() != generator(1, "a").random()
    assert generator(7, "a").random() == generator(7, "a").random()
