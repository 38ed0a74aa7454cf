"""A release made with a known seed can be undone, and is found out; others are not."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from seethrough import spec
from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import BY_DISTANCE
from seethrough.records.writing import write_corpus
from seethrough.report.terminal.epsilon import seed_lines
from seethrough.sanitizers.custext import CusText
from seethrough.sidecars.releasing import write_release
from seethrough.sidecars.sidecar import read_sidecar, sidecar_path
from seethrough.statistics.seeding import child, generator, of_release, secret_generator
from seethrough.word_level.seed_search import SeedFinding, candidates_of, search_seed
from seethrough.word_level.texts import draws_of

COUNT = 400
WORDS = [f"w{i}" for i in range(COUNT)]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    file = tmp_path_factory.mktemp("vectors") / "toy.npz"
    matrix = np.random.default_rng(0).normal(size=(COUNT, 6)).astype(np.float32)
    np.savez(file, words=np.array(WORDS), vectors=matrix)
    return str(file)


@pytest.fixture(scope="module")
def private():
    rank = np.arange(COUNT) + 10.0
    chances = (1 / rank) / (1 / rank).sum()
    drawn = np.random.default_rng(1).choice(WORDS, size=(40, 30), p=chances)
    return Corpus.from_texts([" ".join(row) for row in drawn.tolist()])


def released(private, sanitizer, folder, seed=None):
    release = sanitize(private, sanitizer, seed=seed)
    path = folder / "o.jsonl"
    write_release(release, private, str(path), replace=True)
    return release, path


def rebuilt(mechanism, released, possible, known):
    """Return the most common candidate that becomes each word with a known draw, or -1."""
    place = np.repeat(np.arange(len(released)), np.diff(possible.starts))
    fits = mechanism.sample(possible.inputs, known[:, place])[0] == released[place]
    best = np.full(len(released), len(mechanism.kept), dtype=np.int64)
    np.minimum.at(best, place[fits], possible.inputs[fits])
    return np.where(best < len(mechanism.kept), best, -1)


def recovered(private, sanitizer, release, uniforms):
    mechanism = sanitizer.mechanism()
    tokenizer = sanitizer.word_vectors().tokenizer
    originals, seen = tokenizer.split(private.texts).ids, tokenizer.split(release.corpus.texts).ids
    found = rebuilt(mechanism, seen, candidates_of(mechanism, seen), uniforms)
    return float((found == originals).mean())


def test_a_known_seed_gives_the_words_back_and_fresh_draws_do_not(private, vectors):
    sanitizer = CusText(epsilon=1.0, vectors=vectors)
    lengths = np.full(len(private), 30)
    known = draws_of(of_release(0, spec.key(sanitizer)), private.ids, lengths, 1)
    seeded, free = sanitize(private, sanitizer, seed=0), sanitize(private, sanitizer)
    assert recovered(private, sanitizer, seeded, known) > 0.5
    assert recovered(private, sanitizer, free, known) < 0.15


@pytest.mark.parametrize("text", ["custext:epsilon=1", "santext:epsilon=1,sensitive=0.95"])
@pytest.mark.parametrize("seed", [0, 7, None])
def test_the_search_finds_the_seed_where_there_is_one(tmp_path, private, vectors, text, seed):
    release, path = released(private, f'{text},vectors="{vectors}"', tmp_path, seed)
    found = search_seed(release.corpus, read_sidecar(path, release.corpus), 16)
    assert found.found == seed
    assert found.able
    assert found.word == ("pass" if seed is None else "fail")
    assert found.places == 1000 or text.startswith("santext")
    if seed is not None:
        assert found.explained > found.chance + 0.2
        assert found.single > 0.02
    assert json.loads(json.dumps(found.to_json()))["found"] == seed


def test_a_seed_is_found_whatever_the_sidecar_says(tmp_path, private, vectors):
    release, path = released(private, f'custext:epsilon=1,vectors="{vectors}"', tmp_path, 5)
    file = sidecar_path(path)
    told = json.loads(file.read_text())
    promise = {"epsilon": 1.0, "delta": 0.0, "unit": "token", "note": ""}
    file.write_text(json.dumps(told | {"seeded": False, "guarantee": promise}))
    found = search_seed(release.corpus, read_sidecar(path, release.corpus), 16)
    assert (found.seeded, found.found, found.word) == (False, 5, "fail")
    beyond = search_seed(release.corpus, read_sidecar(path, release.corpus), 5)
    assert (beyond.found, beyond.word) == (None, "pass")
    file.write_text(json.dumps({k: v for k, v in told.items() if k != "seeded"}))
    assert search_seed(release.corpus, read_sidecar(path, release.corpus), 0).word == "fail"


def test_few_words_tell_nothing(tmp_path, vectors):
    few = Corpus.from_texts(["w300 w301 w302"])
    release, path = released(few, f'custext:epsilon=1,vectors="{vectors}"', tmp_path)
    found = search_seed(release.corpus, read_sidecar(path, release.corpus), 4)
    assert (found.able, found.word) == (False, "inconclusive")
    assert "UNDECIDED" in seed_lines(found)[-1]
    write_corpus(few, path)
    other = search_seed(few, read_sidecar(path, few), 0)
    assert (other.belongs, other.word) == (False, "inconclusive")


def test_what_claims_nothing_is_not_tested(tmp_path, private, vectors):
    release, path = released(private, "erase", tmp_path)
    with pytest.raises(UsageError, match="claims no guarantee"):
        search_seed(release.corpus, read_sidecar(path, release.corpus))
    release, path = released(private, f'custext:vectors="{vectors}"', tmp_path)
    file = sidecar_path(path)
    told = json.loads(file.read_text())
    broken = told["details"] | {"replaced": {"0": "zz"}}
    file.write_text(json.dumps(told | {"details": broken}))
    with pytest.raises(InputError, match="flags"):
        search_seed(release.corpus, read_sidecar(path, release.corpus))
    file.write_text(json.dumps(told | {"details": told["details"] | {"vectors": "0"}}))
    with pytest.raises(InputError, match="word vectors other than"):
        search_seed(release.corpus, read_sidecar(path, release.corpus))


@pytest.mark.parametrize(
    ("name", "changed", "unit"),
    [
        ("custext", {"epsilon": 0.1}, "token"),
        ("custext", {"unit": "person"}, "token"),
        ("custext", {"unit": BY_DISTANCE}, "token"),
        ("santext", {"unit": "token"}, BY_DISTANCE),
    ],
)
def test_a_sidecar_that_claims_more_than_its_sanitizer_promises_is_refused(
    tmp_path, private, vectors, name, changed, unit
):
    release, path = released(private, f'{name}:epsilon=2,vectors="{vectors}"', tmp_path)
    file = sidecar_path(path)
    told = json.loads(file.read_text())
    file.write_text(json.dumps(told | {"guarantee": told["guarantee"] | changed}))
    with pytest.raises(InputError, match=f"sanitizer can guarantee: epsilon 2 for each {unit};"):
        search_seed(release.corpus, read_sidecar(path, release.corpus))


@pytest.mark.parametrize(("seed", "status"), [(["--seed", "3"], 1), ([], 0)])
def test_the_command_fails_a_release_made_with_a_seed(
    tmp_path, monkeypatch, capsys, private, vectors, seed, status
):
    monkeypatch.chdir(tmp_path)
    write_corpus(private, "p.jsonl")
    spec = f'custext:epsilon=1,vectors="{vectors}"'
    assert run(["sanitize", "p.jsonl", "--with", spec, "-o", "o.jsonl", *seed]) == 0
    capsys.readouterr()
    assert run(["epsilon", "o.jsonl", "--seeds", "8"]) == status
    out = capsys.readouterr().out
    assert ("BROKEN" in out) == bool(seed)
    assert ("Seed 3, of 0 to 7, explains" in out) == bool(seed)
    assert run(["epsilon", "o.jsonl", "--seeds", "8", "--json"]) == status
    assert json.loads(capsys.readouterr().out)["found"] == (3 if seed else None)
    Path("o.jsonl.release.json").unlink()
    assert run(["epsilon", "o.jsonl"]) == 65


def test_secrets_and_purposes_give_streams_of_their_own():
    first = secret_generator(b"\0" * 32, "a").random(4)
    others = [secret_generator(b"\0" * 31 + b"\1", "a"), secret_generator(b"\0" * 32, "b")]
    np.testing.assert_array_equal(first, secret_generator(b"\0" * 32, "a").random(4))
    assert not any(np.isin(first, other.random(4)).any() for other in others)


def test_children_are_apart_and_the_same_seed_gives_the_same():
    rng, same = generator(0), generator(0)
    one, two = child(rng).random(4), child(rng).random(4)
    assert not np.isin(one, two).any()
    np.testing.assert_array_equal(one, child(same).random(4))


@pytest.mark.parametrize("belongs", [True, False])
@pytest.mark.parametrize("able", [True, False])
def test_nothing_found_passes_only_where_it_would_be_found_and_the_file_is_the_one(belongs, able):
    tried = SeedFinding(False, "epsilon 1", belongs, 9, 12, None, 0.2, 0.25, able, math.nan)
    assert tried.word == ("pass" if belongs and able else "inconclusive")


def test_what_was_not_tried_has_no_number_in_the_machine_form():
    found = SeedFinding(False, "epsilon 1", True, 0, 12, None, math.nan, 0.25, False, math.nan)
    assert found.to_json() == {
        "word": "inconclusive", "seeded": False, "claimed": "epsilon 1", "belongs": True,
        "tried": 0, "places": 12, "found": None, "explained": None, "chance": 0.25, "able": False,
        "single": None,
    }  # fmt: skip
