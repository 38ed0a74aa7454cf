"""spaCy's binary documents are records; what is none is said in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span, Token

import seethrough as st
from seethrough import spec
from seethrough.cli import run
from seethrough.engine.adversary import read_as_adversary
from seethrough.engine.originals.standing import find
from seethrough.errors import InputError
from seethrough.records.releases.text import TextRelease

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


SECRET = "Anna Keller of the cardiac ward keeps ninety hives"


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> Doc:
    """A document whose text is redacted."""
    for kind in (Doc, Span, Token):
        kind.set_extension("original", default=None, force=True)
    return Doc(spacy.blank("en").vocab, words=["[NAME]", "keeps", "bees", "."])


def fields(folder: Path, *documents: Doc, attrs: Sequence[str] | None = None) -> Mapping[str, Any]:
    """Return the fields of the first document, read from a file."""
    more = {} if attrs is None else {"attrs": attrs}
    file = DocBin(docs=documents, store_user_data=True, **more)
    file.to_disk(folder / "a.spacy")
    return st.read(folder / "a.spacy", text="text")[0].fields


def test_extensions_are_columns(document: Doc, tmp_path: Path) -> None:
    document._.original = SECRET
    assert fields(tmp_path, document) == {"_.original": SECRET}
    document[0:2]._.original = "Anna"
    document[3]._.original = {"why": ["Keller", 2]}
    assert fields(tmp_path, document) == {"_.original": [SECRET, "Anna", {"why": ["Keller", 2]}]}


def test_an_extension_of_one_word_is_a_list(document: Doc, tmp_path: Path) -> None:
    document[0]._.original = "Anna"
    assert fields(tmp_path, document) == {"_.original": ["Anna"]}


def test_user_data_of_any_key_are_read(document: Doc, tmp_path: Path) -> None:
    document.user_data |= {5: "five", ("a", 1): {("b",): "c", 2: "d"}, "m": {1: "e"}}
    assert fields(tmp_path, document) == {
        "user_data": [[5, "five"], [["a", 1], [[["b"], "c"], [2, "d"]]]],
        "m": {"1": "e"},
    }


def test_user_data_named_like_what_a_document_has_are_kept(document: Doc, tmp_path: Path) -> None:
    document.cats = {"x": 1.0}
    document.user_data |= {"text": SECRET, "text_": "b", "cats": "c", "_.original": "d"}
    document._.original = "e"
    assert fields(tmp_path, document) == {
        "text_": SECRET, "text__": "b", "cats_": "c", "cats": {"x": 1.0},
        "_.original": "d", "_.original_": "e",
    }  # fmt: skip


def test_groups_of_spans_are_columns(document: Doc, tmp_path: Path) -> None:
    document.ents = [Span(document, 0, 1, label="PERSON", kb_id="Q1")]
    document.spans["ward"] = [
        Span(document, 0, 1, label=SECRET, span_id="i7"),
        Span(document, 2, 3, label="bees", span_id=12345),
    ]
    document.spans["ward"].attrs["of"] = "Keller"
    found = fields(tmp_path, document)
    assert found == {
        "entities": [{"start": 0, "end": 6, "label": "PERSON", "kb_id": "Q1"}],
        "spans_ward": [
            {"start": 0, "end": 6, "label": SECRET, "id": "i7"},
            {"start": 13, "end": 17, "label": "bees", "id": "12345"},
        ],
        "spans_ward.attrs": ["ward", {"of": "Keller"}],
    }


def test_lemmas_norms_and_tags_that_say_more_than_their_words(
    document: Doc, tmp_path: Path
) -> None:
    document[0].lemma_ = "Anna Keller"
    document[1].lemma_, document[1].tag_, document[1].dep_ = "keep", "VBZ", "ROOT"
    document[2].lemma_, document[2].norm_ = "Bees", "ninety hives"
    document[2].set_morph("Number=Plur|Case=Acc")
    document[3].tag_, document[3].dep_ = "born in 1950", "acl:relcl"
    assert fields(tmp_path, document) == {
        "lemmas": "Anna Keller keep", "norms": "ninety hives", "tags": ["born in 1950"],
    }  # fmt: skip


def test_what_spacy_itself_notes_of_english_is_no_column(tmp_path: Path) -> None:
    text = "She's not here, y'all can't see her at 5 p.m. in Wash. on Jan. 3 — “gonna” cost £5 :)"
    document = spacy.blank("en")(text)
    assert fields(tmp_path, document) == {}
    assert fields(tmp_path, document, attrs=["ENT_TYPE"]) == {}


def test_strings_that_belong_to_no_document_are_missed(document: Doc, tmp_path: Path) -> None:
    document[0].lemma_ = SECRET
    other = spacy.blank("en")("They keep bees.")
    assert fields(tmp_path, other, document, attrs=["ENT_TYPE"]) == {}
    corpus = st.read(tmp_path / "a.spacy")
    assert corpus[1].fields == {"strings_of_no_document": f"<{len(SECRET)} bytes>"}
    (missed,) = read_as_adversary(TextRelease(corpus), corpus).reasons
    assert (missed.kind, missed.word) == ("columns_missed", "inconclusive")
    assert missed.facts["private"]["missed"] == {"strings_of_no_document": "bytes"}


@pytest.mark.parametrize("where", ["extension", "lemma", "norm", "label"])
def test_an_original_beside_the_text_is_found(where: str, document: Doc, tmp_path: Path) -> None:
    if where == "extension":
        document._.original = SECRET
    elif where == "label":
        document.spans["s"] = [Span(document, 0, 1, label=SECRET)]
    else:
        setattr(document[0], f"{where}_", SECRET)
    fields(tmp_path, document)
    private = st.Corpus.from_texts([SECRET, "Somebody else plays the oboe at night."])
    (found,) = find(private, st.read(tmp_path / "a.spacy", text="text"))
    assert (found.record, found.whole) == ("0", True)


def test_what_is_read_of_words_is_written_and_read_again(document: Doc, tmp_path: Path) -> None:
    document[0].lemma_, document[1].norm_, document[2].tag_ = "Anna", "Keller", "of 1950"
    document._.original = SECRET
    fields(tmp_path, document)
    corpus = st.read(tmp_path / "a.spacy", text="text")
    st.write(corpus, tmp_path / "b.spacy")
    assert list(st.read(tmp_path / "b.spacy", text="text")) == list(corpus)
