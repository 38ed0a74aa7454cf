"""spaCy's binary documents are records; what is none is said in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin, Span

import seethrough as st
from seethrough import spec
from seethrough.cli import run
from seethrough.errors import InputError

TEXTS = ["Ann keeps bees  in Lyon.", "He plays the oboe\nat night — always."]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    nlp = spacy.blank("en")
    documents = [nlp(text) for text in TEXTS]
    documents[0].ents = [Span(documents[0], 0, 1, "PERSON")]
    documents[1].cats = {"music": 1.0}
    for number, document in enumerate(documents):
        document.user_data["id"] = f"note {number}"
    DocBin(docs=documents, store_user_data=True).to_disk(tmp_path / "notes.spacy")
    return tmp_path / "notes.spacy"


def test_documents_are_records_letter_by_letter(file: Path) -> None:
    corpus = st.read(file)
    assert corpus.texts == TEXTS
    assert corpus.ids == ["note 0", "note 1"]
    assert corpus.name == "notes.spacy"
    first, second = corpus
    assert first.fields["entities"] == [{"start": 0, "end": 3, "label": "PERSON"}]
    assert second.fields["cats"] == {"music": 1.0}


def test_what_is_read_is_written_again_as_spacy_has_it(file: Path, tmp_path: Path) -> None:
    corpus = st.read(file)
    st.write(corpus, tmp_path / "again.spacy")
    assert list(st.read(tmp_path / "again.spacy")) == list(corpus)
    first, second = DocBin().from_disk(tmp_path / "again.spacy").get_docs(spacy.blank("en").vocab)
    assert [(span.text, span.label_) for span in first.ents] == [("Ann", "PERSON")]
    assert second.cats == {"music": 1.0}
    assert first.user_data == {"id": "note 0"}


def test_entities_say_what_is_private(file: Path) -> None:
    found = spec.parse("taggers", "column:spans=entities").tag(st.read(file).take([0]))
    assert found == [[(0, 3, "name")]]


def test_entities_within_a_word_are_kept_beside_the_document(tmp_path: Path) -> None:
    entities = [{"start": 1, "end": 2, "label": "X"}]
    corpus = st.Corpus.from_texts(["Ann keeps bees."], fields=[{"entities": entities}])
    st.write(corpus, tmp_path / "a.spacy")
    (document,) = DocBin().from_disk(tmp_path / "a.spacy").get_docs(spacy.blank("en").vocab)
    assert document.ents == ()
    assert st.read(tmp_path / "a.spacy")[0].fields == {"entities": entities}


def test_a_release_in_docbin_is_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    private, release = tmp_path / "private.jsonl", tmp_path / "release.spacy"
    rows = [{"id": f"n{n}", "text": f"Ann Lee, {n} years, keeps 🐝 {n}."} for n in range(30)]
    private.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert run(["sanitize", str(private), "--with", "identity", "-o", str(release)]) == 0
    assert st.read(release).texts == [row["text"] for row in rows]
    assert st.read(release).ids == [row["id"] for row in rows]
    assert release.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()
    asked = ["audit", str(private), str(release), "--attack", "lexical", "--json", "--exit-zero"]
    assert run([*asked, "--run", str(tmp_path / "run")]) == 0
    found = {e["name"]: e["value"] for e in json.loads(capsys.readouterr().out)["estimates"]}
    assert found["lexical.distance"] == 0


@pytest.mark.parametrize("content", [b"nonsense", b"\x78\x9c\x03\x00", b"\x00" * 40])
def test_what_is_no_docbin_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.spacy").write_bytes(content)
    with pytest.raises(InputError, match=r"x\.spacy: no spaCy DocBin, or a broken one"):
        st.read(tmp_path / "x.spacy")


def test_a_file_cut_short_is_said(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(InputError, match="broken one"):
        st.read(file)
