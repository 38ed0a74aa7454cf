"""What must not change an audit does not, and a weaker sanitizer never looks safer.

Whole audits of the sample records: nobody knows the right figures, but how two of them compare is
known (Chen, Cheung and Yiu 1998, metamorphic testing).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.sanitize import sanitize
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.records.releases.text import TextRelease
from seethrough.samples import path

pytestmark = pytest.mark.long

PARTS: dict[str, Any] = {"linker": BM25(), "knowledge": First(2), "atomizer": Sentence()}
ATTACKS = [Linkage(**PARTS), Inference(judge=Rouge(), **PARTS)]
RISKS = ("linkage.top1", "linkage.top10", "semantic.leak_rate")


@pytest.fixture(scope="module")
def private() -> Corpus:
    return read_corpus(path("private.jsonl"))


@pytest.fixture(scope="module")
def release() -> Corpus:
    return read_corpus(path("release.jsonl"))


def found(private: Corpus, release: Any, seed: int = 1) -> Mapping[str, Any]:
    """Return each risk as it was counted, and the verdict."""
    result = audit(private, release, attacks=ATTACKS, seed=seed)
    counted = {e.name: (e if e.raw is None else e.raw).value for e in result.estimates}
    return {name: counted[name] for name in RISKS} | {"verdict": result.verdict.word}


def same(found: Mapping[str, Any], plain: Mapping[str, Any]) -> None:
    """Of records that fit equally well one is drawn: two people more or fewer may be found."""
    assert found["verdict"] == plain["verdict"] == "fail"
    for name in RISKS:
        assert found[name] == pytest.approx(plain[name], abs=2 / 60), name


@pytest.fixture(scope="module")
def plain(private: Corpus, release: Corpus) -> Mapping[str, Any]:
    return found(private, release)


def renamed(corpus: Corpus, prefix: str) -> Corpus:
    ids = [f"{prefix}{id_}" for id_ in corpus.ids]
    persons = [f"{prefix}{person}" for person in corpus.persons]
    return Corpus.from_texts(corpus.texts, ids=ids, persons=persons)


def joined(first: Corpus, second: Corpus) -> Corpus:
    return Corpus.from_texts(
        [*first.texts, *second.texts],
        ids=[*first.ids, *second.ids],
        persons=[*first.persons, *second.persons],
    )


def test_the_order_of_records_does_not_matter(
    private: Corpus, release: Corpus, plain: Mapping[str, Any]
) -> None:
    rng = np.random.default_rng(0)
    own, other = (c.take([*rng.permutation(len(c))]) for c in (private, release))
    assert own.ids != private.ids
    same(found(own, other), plain)


def test_what_ids_and_people_are_called_does_not_matter(
    private: Corpus, release: Corpus, plain: Mapping[str, Any]
) -> None:
    same(found(renamed(private, "case-"), renamed(release, "case-")), plain)


def test_ids_in_another_script_and_order_do_not_matter(
    private: Corpus, release: Corpus, plain: Mapping[str, Any]
) -> None:
    """Ids are translated alike in both files; what is first by name is another record then."""
    letters = str.maketrans("0123456789", "ۍթखΨჭ字Жあ한w")
    ids, people = ({n: n[::-1].translate(letters) for n in names}
                   for names in (private.ids, private.persons))  # fmt: skip
    assert sorted(private.ids) != sorted(private.ids, key=ids.__getitem__)

    def translated(corpus: Corpus) -> Corpus:
        return Corpus.from_texts(
            corpus.texts,
            ids=[ids[id_] for id_ in corpus.ids],
            persons=[people.get(person, ids.get(person, person)) for person in corpus.persons],
        )

    same(found(translated(private), translated(release)), plain)


CODES: Mapping[str, Callable[[str], str]] = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "full width": lambda text: "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text
    ),
    "soft hyphens": lambda text: re.sub(r"(\w\w)(?=\w)", "\\1\u00ad", text),
    "references": lambda text: "".join(f"&#{ord(c)};" if c.isalpha() else c for c in text),
}


@pytest.mark.parametrize("code", CODES)
def test_how_characters_are_encoded_does_not_matter(
    private: Corpus, release: Corpus, plain: Mapping[str, Any], code: str
) -> None:
    changed = release.with_texts([CODES[code](text) for text in release.texts], code)
    assert changed.texts != release.texts or code == "decomposed"
    same(found(private, changed), plain)


@pytest.mark.parametrize("times", [1, 20])
def test_records_of_strangers_beside_them_make_nobody_easier_to_find(
    private: Corpus, release: Corpus, plain: Mapping[str, Any], times: int
) -> None:
    texts = [f"The {word} of {place} was repaired in {year}." for year in range(1900, 1900 + times)
             for word in ("bridge", "roof", "mill")
             for place in ("Ashby", "Corley", "Dunmore", "Elwick")]  # fmt: skip
    strangers = Corpus.from_texts(texts, ids=[f"s{i}" for i in range(len(texts))])
    same(found(private, joined(release, strangers)), plain)


def test_one_more_copy_of_a_record_hides_nobody(
    private: Corpus, release: Corpus, plain: Mapping[str, Any]
) -> None:
    first = release.take([0])
    copy = Corpus.from_texts(first.texts, ids=["copy"], persons=first.persons)
    more = found(private, joined(release, copy))
    assert more["verdict"] == "fail"
    assert more["semantic.leak_rate"] >= plain["semantic.leak_rate"] - 0.05


def test_a_record_that_stands_twice_in_both_files_hides_nobody(
    private: Corpus, release: Corpus, plain: Mapping[str, Any]
) -> None:
    def doubled(corpus: Corpus) -> Corpus:
        first = corpus.take([0])
        return joined(corpus, Corpus.from_texts(first.texts, ids=["2"], persons=first.persons))

    more = found(doubled(private), doubled(release))
    assert more["verdict"] == "fail"
    for name in RISKS:
        assert more[name] >= plain[name] - 3 / 60, name


def test_originals_among_the_released_records_make_nobody_safer(
    private: Corpus, release: Corpus
) -> None:
    """With all linkers: BM25 alone takes few originals for everybody's, by words such as "she"."""
    every = Linkage(knowledge=First(2), atomizer=Sentence())
    own = dict(zip(private.ids, private.texts, strict=True))
    rates = []
    for originals in (0, 10):
        bare = {*release.ids[:originals]}
        texts = [own[r.id] if r.id in bare else r.text for r in release]
        result = audit(private, release.with_texts(texts, "r"), attacks=[every], seed=1)
        rates.append({e.name: e.value for e in result.estimates})
        assert result.verdict.word == "fail"
    for name in RISKS[:2]:
        assert rates[1][name] >= rates[0][name] - 2 / 60, name


def test_whoever_knows_more_finds_no_fewer(private: Corpus, release: Corpus) -> None:
    rates = []
    for facts in (1, 2, 4):
        attack = Linkage(**{**PARTS, "knowledge": First(facts)})
        result = audit(private, release, attacks=[attack], seed=1)
        rates.append(next(e.value for e in result.estimates if e.name == "linkage.top1"))
    assert rates == sorted(rates)
    assert rates[0] < 1


@pytest.mark.parametrize("seed", [0, 1])
def test_the_weaker_the_sanitizer_the_higher_the_risk(private: Corpus, seed: int) -> None:
    """Each hides less than the one before: nothing remains, half a text, a scrubbed one, all."""
    nothing, scrubbed = (sanitize(private, name).corpus.texts for name in ("erase", "scrub"))
    half = [" ".join(text.split()[: len(text.split()) // 2]) for text in scrubbed]
    releases = [private.with_texts(texts, "r") for texts in (nothing, half, scrubbed)]
    audits = [found(private, TextRelease(release), seed) for release in (*releases, private)]
    for name in ("linkage.top1", "semantic.leak_rate"):
        values = [own[name] for own in audits]
        assert values == sorted(values), name
        assert values[-1] > values[0] + 0.5
