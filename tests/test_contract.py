"""One conformance suite over every component that can be found, of every kind.

Nothing is exempt: a component is built from its example spec (``seethrough.components.example``),
those that ask a language model ask the deterministic fake, and a remote service is one of our own.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import math
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests import _workbench
from tests.strategies._toy_view import make_view, toy_vectors

from seethrough import components, spec
from seethrough.engine.compare import compare
from seethrough.engine.finetune import finetune
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.kinds import attacked_release, measured_release
from seethrough.engine.sanitize import sanitize
from seethrough.engine.working import working_with
from seethrough.errors import InputError, SeethroughError
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.parallel.spreading import spread
from seethrough.protocols import SENSITIVITIES
from seethrough.records.corpus import Corpus
from seethrough.records.planting import plant
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore
from seethrough.word_level.adversary_view import BEST

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
    " 🐥 The twins are six. May they go? The family lives on a houseboat and speaks Frisian at"
    " home.",
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
PEOPLE = [f"p{i}" for i in range(len(TEXTS))]


class Redactor(BaseHTTPRequestHandler):
    """Stars out every number, as the service behind ``azure_pii`` would answer."""

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = [
            {"id": d["id"], "redactedText": re.sub(r"\d", "*", d["text"]), "entities": []}
            for d in body["analysisInput"]["documents"]
        ]
        data = json.dumps({"results": {"documents": found, "errors": []}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The address of a service that redacts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Redactor)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the files of example specs stand in."""
    folder = tmp_path_factory.mktemp("workbench")
    _workbench.fill(folder, TEXTS, PEOPLE, [by.partition(",")[0] for by in SIGNATURES])
    return folder


@pytest.fixture(autouse=True)
def _something_to_ask(workbench: Path, service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put every test beside the files, the fake model and the service that components name."""
    monkeypatch.chdir(workbench)
    monkeypatch.setenv("SEETHROUGH_MODEL", "fake")
    monkeypatch.setenv("AZURE_LANGUAGE_ENDPOINT", service)
    monkeypatch.setenv("AZURE_LANGUAGE_KEY", "any")


def each(kind: str) -> Any:
    """Run a test for every component of a kind."""
    return pytest.mark.parametrize("name", components.names(kind))


def built(kind: str, name: str) -> Any:
    return spec.parse(kind, components.example(kind, name))


def _sex(text: str) -> str:
    if "She " in text:
        return "female"
    return "male" if " his " in text else ""


def corpus(texts: list[str]) -> Corpus:
    """Return records with every column that a component may look for."""
    rows = [
        {
            "claims": [part.strip() for part in text.split(". ") if part.strip()],
            "label": ["care", "work"][TEXTS.index(text) % 2 if text in TEXTS else 0],
            "question": "What is it about?",
            "first": f"{text.partition('.')[0]}.",
            "options": {"A": "nobody knows", "B": " ".join(text.split()[1:3]), "C": "zeppelins"},
            "answer_idx": "B",
            "sex": _sex(text),
        }
        for text in texts
    ]
    return Corpus.from_texts(texts, [f"r{i}" for i in range(len(texts))], None, rows, "test")


def crowd() -> Corpus:
    """Return three records of each of eight people; no text is one record's alone."""
    signed = [f"{text} Signed: {by}" for text, by in zip(TEXTS, SIGNATURES, strict=True)] * 3
    made = corpus(TEXTS * 3)
    starts = [text.index("Signed: ") + len("Signed: ") for text in signed]
    spans = [
        [[start, start + len(by.partition(",")[0]), "name"]]
        for start, by in zip(starts, SIGNATURES * 3, strict=True)
    ]
    fields = [{**record.fields, "spans": s} for record, s in zip(made, spans, strict=True)]
    return Corpus.from_texts(signed, made.ids, PEOPLE * 3, fields, "crowd")


def test_every_kind_is_tried() -> None:
    tried = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(components.LISTED) <= tried


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in components.LISTED for name in components.names(kind)],
)
def test_a_component_is_a_frozen_documented_dataclass_alone_in_its_module(
    kind: str, name: str
) -> None:
    cls = components.component_class(kind, name)
    assert cls.__dataclass_params__.frozen
    assert cls.__module__ == f"seethrough.{kind}.{name}"
    text = inspect.getdoc(cls) or ""
    assert len(text.splitlines()[0]) > 20
    module = importlib.import_module(cls.__module__)
    assert module.__doc__
    for field in dataclasses.fields(cls):
        assert re.search(rf"\b{field.name}\b", text), f"{name}: {field.name} is not documented"
    made = built(kind, name)
    assert type(made) is cls
    assert spec.parse(kind, spec.to_string(made)) == made
    assert spec.build(kind, json.loads(json.dumps(spec.to_json(made)))) == made
    assert "Source:" in text or kind in OF_OUR_OWN or "Sources:" in text
    assert hash(made) == hash(built(kind, name))


OF_OUR_OWN = {
    "executors",
    "atomizers", "linkers", "judges", "classifiers", "utilities", "knowledge", "taggers",
}  # fmt: skip
"""Kinds of which some have no source but this package."""


@each("atomizers")
def test_atomizers(name: str) -> None:
    atomizer = built("atomizers", name)
    claims = atomizer.atomize(corpus(["", *TWICE, "   "]))
    assert claims[0] == claims[-1] == []
    assert all(claims[1:-1])
    assert claims[1] == claims[9]  # the same text, the same claims
    assert claims == atomizer.atomize(corpus(["", *TWICE, "   "]))
    assert atomizer.atomize(corpus([])) == []
    assert atomizer.atomize(corpus(TEXTS[:1])) == [claims[1]]
    (said_twice,) = atomizer.atomize(corpus([f"{TEXTS[0]} {TEXTS[0]}"]))
    assert len(said_twice) == len(set(said_twice))


@each("linkers")
def test_linkers(name: str) -> None:
    linker = built("linkers", name)

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
    draws = map(np.random.default_rng, range(6))
    alike = [linker.link(TEXTS[:1], TEXTS[:1] * 30, [[]], 1, rng).indices.item() for rng in draws]
    assert len({*alike}) > 1, "ties are to be broken by rng: the order of documents says who is who"


@each("judges")
def test_judges(name: str) -> None:
    judge = built("judges", name)
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


@each("classifiers")
def test_classifiers(name: str) -> None:
    classifier = built("classifiers", name)
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


@pytest.mark.system
@each("executors")
def test_executors(name: str) -> None:
    """More in ``tests/executors``: order, deaths, errors, secrets."""
    before = list(map(str.swapcase, TWICE))
    with working_with(components.example("executors", name)):
        assert list(spread(str.swapcase, TWICE)) == before
        assert list(spread(str.swapcase, iter(()))) == []


@each("taggers")
def test_taggers(name: str) -> None:
    tagger = built("taggers", name)
    records = crowd()
    found = tagger.tag(records)
    assert len(found) == len(records)
    assert any(found)
    for text, spans in zip(records.texts, found, strict=True):
        assert spans is not None
        ends = [0]
        for span in spans:
            assert ends[-1] <= span.start < span.end <= len(text)
            assert span.kind == span.kind.lower() != ""
            ends.append(span.end)
    assert [list(s or ()) for s in tagger.tag(records)] == [list(s or ()) for s in found]
    alone = [list(tagger.tag(records.take([i]))[0] or ()) for i in range(3)]
    assert alone == [list(s or ()) for s in found[:3]]  # what else is there must not matter
    assert tagger.tag(records.take([])) == []


@each("finetuners")
@pytest.mark.filterwarnings("ignore:.*no column says whose")
def test_finetuners(name: str) -> None:
    records = crowd().take(range(8))
    made = [finetune(records, built("finetuners", name), seed=seed) for seed in (1, 1, 2)]
    assert made[0].hash == made[1].hash != made[2].hash
    assert made[0].ask(["What is it about?"]) == made[1].ask(["What is it about?"])
    assert made[0].sanitizer == spec.to_json(built("finetuners", name))
    assert made[0].guarantee is None  # a seed voids any promise
    with pytest.raises(InputError, match="no records"):
        finetune(records.take([]), built("finetuners", name), seed=1)


@each("sanitizers")
@pytest.mark.filterwarnings("ignore:.*no column says whose")
def test_sanitizers(name: str) -> None:
    def made(texts: list[str], seed: int = 3) -> TextRelease:
        return sanitize(corpus(texts), built("sanitizers", name), seed=seed)

    release = made(TWICE)
    assert isinstance(release, TextRelease)
    if release.aligned:
        assert release.corpus.ids == corpus(TWICE).ids
    else:  # records of its own: none stands for a private one
        assert not {*release.corpus.ids} & {*corpus(TWICE).ids}
    assert len(release.corpus) == len(TWICE)
    assert release.corpus.texts == made(TWICE).corpus.texts
    assert spec.build("sanitizers", release.sanitizer) == built("sanitizers", name)
    assert all(count >= 0 for count in release.ledger.values())
    assert all(re.fullmatch(r"[a-z_]+( \(\w+\))?", entry) for entry in release.ledger)
    assert len(made([]).corpus) == 0
    assert len(made(TEXTS[:1]).corpus) == 1
    try:
        blank = made([""])
    except InputError:  # nothing to learn from
        assert not release.aligned
    else:
        assert not blank.aligned or blank.corpus.texts == [""]


@each("sanitizers")
@pytest.mark.filterwarnings("ignore:.*no column says whose")
def test_a_comparison_makes_and_attacks_what_every_sanitizer_releases(name: str) -> None:
    attacks = ["identifiers"]
    (row,) = compare(corpus(TWICE), [built("sanitizers", name)], attacks=attacks).rows
    assert row.error is None
    assert len(row.audits) == 1


@each("knowledge")
def test_knowledge(name: str) -> None:
    private = corpus(TEXTS)
    private = Corpus.from_texts(private.texts, private.ids, PEOPLE, name="test")
    claims = [[f"{i}.{j}" for j in range(i)] for i in range(len(TEXTS))]
    source = built("knowledge", name)
    drawn = source.draw(private, claims, 5)
    assert drawn == source.draw(private, claims, 5)
    assert any(known.facts for known in drawn)
    for own, known in zip(claims, drawn, strict=True):
        assert known.used <= {*range(len(own))}
        if source.count() is not None and known.used:
            assert len(known.used) == min(source.count(), len(own))
    alone = source.draw(private.take([6]), claims[6:7], 5)
    assert alone == drawn[6:7]  # what a target's adversary knows depends on nobody else
    fewer = source.knowing(2)
    if fewer is not None:
        assert fewer.count() == 2
        less = fewer.draw(private, claims, 5)
        assert all(a.used <= b.used for a, b in zip(less, drawn, strict=True))
        assert any(known.facts for known in less)
    assert source.draw(corpus([]), [], 5) == []


@each("strategies")
def test_strategies(name: str) -> None:
    strategy = built("strategies", name)
    view, truth = make_view(toy_vectors(), 40, 150, oracle=strategy.oracle)
    found = strategy.infer(view, generator(0, "infer"))
    again = strategy.infer(view, generator(0, "infer"))
    assert found.best.shape == (len(truth), BEST)
    assert np.array_equal(found.best, again.best)
    assert np.array_equal(found.chance, again.chance, equal_nan=True)
    assert (found.best[~view.replaced, 0] == view.released.ids[~view.replaced]).all()
    assert ((found.best >= -1) & (found.best < view.words)).all()
    sure = found.chance[np.isfinite(found.chance)]
    assert ((sure >= 0) & (sure <= 1)).all()
    assert ((found.left_out >= 0) & (found.left_out <= 1)).all()
    right = (found.best[:, 0] == truth)[view.replaced]
    assert right.mean() > 1.8 / 12  # a blind guess among the words that are replaced: 1 of 12


@pytest.fixture(scope="module")
def targets() -> tuple[Corpus, Corpus]:
    """A crowd with planted secrets, and those whose secrets were left out."""
    return plant(crowd(), 40, (1,), generator(3, "plant"))


def released(kind: type[Any], private: Corpus, sanitizer: str) -> Any:
    """Return a release of the kind, or of one of the kinds, that a component is for."""
    made = sanitize(private, sanitizer, seed=0)
    if issubclass(TextRelease, kind):
        return made
    if issubclass(RagRelease, kind):
        return open_service(made, "model=fake,embedder=fake")
    fields = [record.fields for record in private]
    learned = Corpus.from_texts(made.corpus.texts, private.ids, private.persons, fields)
    return ModelRelease(KnownByHeart.of(learned))


@each("attacks")
def test_attacks(name: str, targets: tuple[Corpus, Corpus]) -> None:
    """The originals give everything away, beyond control and baseline; nothing gives nothing."""
    attack = built("attacks", name)
    private, control = targets
    kind = attacked_release(attack)
    release = released(kind, private, "identity")
    setting = Setting(private, control, 0, MemoryStore())
    cell = run_attack(attack, release, "identity", setting)
    again = run_attack(attack, release, "again", Setting(private, control, 0, MemoryStore()))
    assert [e.to_json() for e in cell.estimates] == [e.to_json() for e in again.estimates]
    assert [e.name for e in cell.estimates] == [figure.name for figure in attack.figures]
    beyond = []
    for figure, estimate in zip(attack.figures, cell.estimates, strict=True):
        assert figure.title
        assert figure.means.endswith(".")
        assert figure.does_not_mean.endswith(".")
        if estimate.value is None:
            assert estimate.n == 0
            assert figure.optional, f"{figure.name}: nothing to count"
            continue
        assert estimate.baseline is not None
        assert estimate.control is not None
        worse = 1 if figure.direction == "lower_is_better" else -1
        others = [e.value for e in (estimate.baseline, estimate.control) if e.value is not None]
        assert all(worse * estimate.value >= worse * other for other in others), (
            f"{figure.name}: the originals give {estimate.value}, control and baseline {others}"
        )
        beyond += [all(worse * estimate.value > worse * other for other in others)]
        if figure.ceiling is not None:
            assert worse * estimate.value >= worse * figure.ceiling
        if figure.contrast is None:
            assert estimate.n == sum(t.of > 0 for t in cell.targets.tallies(figure.name))
        if figure.erased is not None:
            assert estimate.baseline.low is not None
            assert estimate.baseline.high is not None
            own = [private.persons.count(person) for person in cell.targets.people]
            floor = float(np.mean([figure.erased(len(private), n) for n in own]))
            assert estimate.baseline.low <= floor + 0.05
            assert estimate.baseline.high >= floor - 0.05
    assert beyond[0], f"{attack.figures[0].name}: the originals must give away more than guessing"
    rng = generator(0, "none")
    assert list(attack.guess(release, [], rng)) == []
    assert list(attack.score([], private)) == []
    for few in (private.take([]), private.take([0])):
        made = released(kind, few, "identity")
        estimates = run_attack(attack, made, "few", Setting(few, None, 0, MemoryStore())).estimates
        assert [e.name for e in estimates] == [figure.name for figure in attack.figures]


@each("utilities")
def test_utilities(name: str) -> None:
    """The originals are of more use than empty texts."""
    utility = built("utilities", name)
    kind = measured_release(utility)
    private = crowd()

    def measured(corpus: Corpus, sanitizer: str) -> list[Any]:
        release = released(kind, corpus, sanitizer)
        return list(utility.measure(corpus, release, generator(0, "utility")))

    whole, nothing = measured(private, "identity"), measured(private, "erase")
    assert [e.to_json() for e in whole] == [e.to_json() for e in measured(private, "identity")]
    gains = []
    for figure, kept, lost in zip(utility.figures, whole, nothing, strict=True):
        assert figure.title
        assert figure.means.endswith(".")
        assert figure.does_not_mean.endswith(".")
        assert kept.name == lost.name == figure.name
        assert kept.direction == figure.direction
        assert kept.n == lost.n > 5
        assert kept.baseline is not None
        better = 1 if figure.direction == "higher_is_better" else -1
        assert better * kept.value >= better * lost.value
        assert better * kept.value > better * kept.baseline.value
        gains.append(better * (kept.value - lost.value))
    assert gains[0] > 0.05, f"{utility.figures[0].name}: the originals must beat empty texts"
    for few in (private.take([]), private.take([0])):
        try:
            found = measured(few, "identity")
        except SeethroughError:
            continue  # says what is missing
        for figure, estimate in zip(utility.figures, found, strict=True):
            assert estimate.name == figure.name
            assert (estimate.value is None) == (estimate.n == 0)


def test_the_generators_for_different_purposes_differ() -> None:
    assert generator(0, "a", "b").random() != generator(0, "ab").random()
    assert generator(0, "a").random() != generator(1, "a").random()
    assert generator(7, "a").random() == generator(7, "a").random()
