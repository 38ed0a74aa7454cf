from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.sanitizers.custext import CusText
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.embedding_inversion import EmbeddingInversion
from seethrough.strategies.markov import Markov
from seethrough.word_level.adversary_view import Strategy
from seethrough.word_level.texts import Unknown, require_vocabulary, tokens_of
from seethrough.word_level.token_evidence import Reader, sensitive, vocabulary
from seethrough.word_level.word_vectors import WordVectors, load

WORDS = ["good", "bad", "movie", "film"]
PRIVATE = Corpus.from_texts(["good movie zork", "bad film"], ["a", "b"])


def toy(folder: Path) -> Path:
    path = folder / "vectors.npz"
    matrix = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
    np.savez(path, words=np.array(WORDS), vectors=matrix)
    return path


def test_a_release_of_unknown_making_is_compared_with_no_vectors() -> None:
    release = TextRelease(PRIVATE, details={"vectors": "0123456789abcdef"})
    assert Reader(release, (), (), told=True).sanitizer is None


def test_the_adversary_of_a_bound_knows_words_without_a_vector(tmp_path: Path) -> None:
    path = toy(tmp_path)
    made = {"name": "custext", "vectors": str(path), "k": 2}
    release = TextRelease(PRIVATE, sanitizer=made)
    reader = Reader(release, (), PRIVATE.texts, told=False)
    view = reader.view(PRIVATE.ids, list(PRIVATE.texts))
    assert view.originals is not None
    zork = view.originals.ids[2]
    assert zork >= 4
    assert view.spelled(zork) == "zork"
    assert view.released.ids[2] == zork


@pytest.mark.parametrize("strategy", [ContextFree(), EmbeddingInversion(), Markov()])
def test_a_word_that_was_written_in_afterwards_is_no_replacement(
    strategy: Strategy, tmp_path: Path
) -> None:
    made = {"name": "custext", "vectors": str(toy(tmp_path)), "k": 2}
    edited = Corpus.from_texts(["zyx movie zork", "bad film"], ["a", "b"])
    flags = {"replaced": {"a": "c0", "b": "c0"}}  # both words of each that have a vector
    reader = Reader(TextRelease(edited, sanitizer=made, details=flags), (), (), told=True)
    found = reader.answers(strategy, ["a", "b"], np.random.default_rng(0))
    assert found["a"]["words"][0] == ("zyx",)
    assert found["a"]["words"][1][0] in WORDS


def test_the_private_words_are_read_once_however_many_records_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"name": "custext", "vectors": str(toy(tmp_path)), "k": 2}
    read = []
    monkeypatch.setattr(Corpus, "texts", property(lambda own: read.append(own) or ["bad zork"]))
    found = [vocabulary(made, PRIVATE, ("good film",)) for _ in PRIVATE.ids]
    assert found == [{"bad", "zork", "good", "film"}] * 2
    assert len(read) == 1


def test_words_without_a_vector_are_dropped_and_the_first_word_is_not(tmp_path: Path) -> None:
    sanitizer = CusText(vectors=str(toy(tmp_path)), k=2, unknown="drop")
    tokens = tokens_of(sanitizer, ["good zork movie", "zork", "film good"])
    assert tokens.surfaces == ["good", "movie", "film", "good"]
    assert tokens.starts.tolist() == [0, 2, 2, 4]


@pytest.mark.parametrize(("unknown", "replaced"), [("map", True), ("keep", False)])
def test_a_word_without_a_vector_is_to_be_guessed_where_it_is_mapped(
    unknown: Unknown, replaced: bool, tmp_path: Path
) -> None:
    sanitizer = CusText(vectors=str(toy(tmp_path)), k=2, unknown=unknown)
    tokens = tokens_of(sanitizer, ["zork the good"])
    assert sensitive(sanitizer, tokens).tolist() == [replaced, replaced, True]


def test_a_vocabulary_of_two_words_is_enough_and_one_of_one_is_not() -> None:
    vectors = WordVectors(WORDS, np.eye(4, dtype=np.float32), "toy")
    assert [require_vocabulary(vectors, size) for size in (0, 2, 3, 9)] == [4, 2, 3, 4]
    with pytest.raises(InputError, match="toy: a vocabulary of one word"):
        require_vocabulary(vectors, 1)


def test_a_table_whose_words_and_vectors_do_not_fit_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    np.savez(path, words=np.array(WORDS), vectors=np.eye(3, dtype=np.float32))
    with pytest.raises(InputError, match=r"broken.npz: 'words' has 4 rows, 'vectors' \(3, 3\)"):
        load(str(path))
