import os
import pickle
import struct
import sys

import numpy as np
import pytest

from seethrough.errors import InputError
from seethrough.word_level import word_vectors
from seethrough.word_level.word_vectors import load

WORDS = ["the", "naïve", "😀"]
MATRIX = np.array([[1, 2], [3.5, -4], [0, 0.25]], dtype=np.float32)


def as_text(path):
    lines = [f"{w} {' '.join(map(str, row))}\n" for w, row in zip(WORDS, MATRIX, strict=True)]
    path.write_text("".join(lines), encoding="utf-8")


def as_text_with_header(path):
    as_text(path)
    path.write_text("3 2\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def as_binary(path):
    rows = [w.encode() + b" " + row.tobytes() + b"\n" for w, row in zip(WORDS, MATRIX, strict=True)]
    path.write_bytes(b"3 2\n" + b"".join(rows))


def as_npz(path):
    np.savez(path, words=np.array(WORDS), vectors=MATRIX)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("v.txt", as_text),
        ("v.vec", as_text_with_header),
        ("v.bin", as_binary),
        ("v.npz", as_npz),
    ],
)
def test_every_format_holds_the_same(tmp_path, name, write):
    write(tmp_path / name)
    vectors = load(str(tmp_path / name))
    assert list(vectors.words) == WORDS
    np.testing.assert_array_equal(vectors.matrix, MATRIX)
    assert vectors.index["😀"] == 2
    as_npz(tmp_path / "same.npz")
    assert vectors.fingerprint == load(str(tmp_path / "same.npz")).fingerprint


def test_a_changed_file_is_read_again(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("a 1\nb 2\n")
    assert len(load(str(path))) == 2
    path.write_text("a 1\nb 2\nc 3\n")
    os.utime(path, ns=(1, 1))
    assert len(load(str(path))) == 3


def test_a_worker_gets_the_name_of_the_file_and_no_other_file(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("".join(f"word{i} {i} 1\n" for i in range(500)))
    found = load(str(path))
    sent = pickle.dumps(found)
    assert len(sent) < 500
    assert pickle.loads(sent) is found
    path.write_text("cat 1 2\ndog 3 4\n")
    os.utime(path, ns=(10**18, 10**18))
    with pytest.raises(InputError, match="other word vectors than those that the work began with"):
        pickle.loads(sent)


def test_words_that_cannot_be_released_are_left_out(tmp_path):
    np.savez(
        tmp_path / "v.npz",
        words=np.array(["a", "new york", "", "a", "b\u00a0c", "d"]),
        vectors=np.arange(12.0).reshape(6, 2),
    )
    vectors = load(str(tmp_path / "v.npz"))
    assert list(vectors.words) == ["a", "d"]
    np.testing.assert_array_equal(vectors.matrix, [[0, 1], [10, 11]])


@pytest.mark.parametrize(
    ("name", "content", "where"),
    [
        ("v.txt", b"a 1 2\nb 1\n", "line 2"),
        ("v.txt", b"a 1 2\nb 1 x\n", "line 2"),
        ("v.txt", b"a one\n", "line 1"),
        ("v.txt", b"a 1 nan\nb 2 3\n", "not finite"),
        ("v.txt", b"a 1 1e53\nb 2 3\n", "not finite"),
        ("v.txt", b"", "no word vectors"),
        ("v.txt", b"\xff\xfe\x00", "not UTF-8"),
        ("v.bin", b"words\n", "line 1"),
        ("v.bin", b"2 2\na " + struct.pack("<2f", 1, 2) + b"\nb and", "ends after 1 of 2"),
        ("v.bin", b"9999999999 300\na ", "no room for the 9999999999 words"),
        ("v.bin", b"-1 2\na " + struct.pack("<2f", 1, 2), "no room for the -1 words"),
        ("v.npz", b"not a zip", "not an .npz"),
        ("v.npz", b"", "not an .npz"),
        ("v.npz", b"PK\x03\x04 cut short", "not an .npz"),
    ],
)
def test_files_that_are_no_word_vectors(tmp_path, name, content, where):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=where):
        load(str(tmp_path / name))


def test_a_pickle_is_never_opened(tmp_path):
    np.savez(
        tmp_path / "v.npz", words=np.array([print, "b"], dtype=object), vectors=np.ones((2, 2))
    )
    with pytest.raises(InputError, match=r"not an \.npz"):
        load(str(tmp_path / "v.npz"))


@pytest.mark.parametrize(
    ("words", "vectors"),
    [(["a"], np.array([["x"]])), ([1], np.ones((1, 2))), ("a", np.ones((1, 2)))],
)
def test_arrays_of_something_else_are_no_word_vectors(tmp_path, words, vectors):
    np.savez(tmp_path / "v.npz", words=np.array(words), vectors=vectors)
    with pytest.raises(InputError, match=r"not an \.npz"):
        load(str(tmp_path / "v.npz"))


def test_vectors_that_fill_the_memory_are_refused(tmp_path):
    np.savez_compressed(tmp_path / "v.npz", words=np.array(["a"]), vectors=np.zeros((1, 20 << 20)))
    with pytest.raises(InputError, match="unpacks to more than 200 times"):
        load(str(tmp_path / "v.npz"))


@pytest.mark.parametrize("path", ["nowhere/vectors.txt", "/dev/zero", "."])
def test_no_such_file(path):
    with pytest.raises(InputError, match="no such file"):
        load(path)


def test_minilm_s_words_where_glove_is_not_installed(monkeypatch):
    from tokenizers import Tokenizer

    class Few:
        def get_vocab(self):
            return {"[CLS]": 0, "good": 3, "##ing": 2, "bad": 1, "7": 4}

    monkeypatch.setitem(sys.modules, "torch", None)  # it is not needed
    monkeypatch.setattr(word_vectors, "PACKAGE", "no_such_package")
    monkeypatch.setattr(Tokenizer, "from_file", lambda path: Few())
    monkeypatch.setattr(
        "seethrough.embeddings.minilm.MiniLM.embed", lambda self, texts: np.eye(len(texts))
    )
    word_vectors._default.cache_clear()
    try:
        vectors = load()
    finally:
        word_vectors._default.cache_clear()
    assert list(vectors.words) == ["bad", "good"]
    assert vectors.source == "minilm-words"
