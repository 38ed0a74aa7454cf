"""spaCy's binary documents are records; what is none is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin, Span

import seethrough as st
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


@pytest.mark.parametrize("content", [b"nonsense", b"\x78\x9c\x03\x00", b"\x00" * 40])
def test_what_is_no_docbin_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.spacy").write_bytes(content)
    with pytest.raises(InputError, match=r"x\.spacy: no spaCy DocBin, or a broken one"):
        st.read(tmp_path / "x.spacy")


def test_a_file_cut_short_is_said(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(InputError, match="broken one"):
        st.read(file)
