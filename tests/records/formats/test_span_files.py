"""Span files: TAB's documents and presidio-research's samples become columns of spans."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from benchmarks._data import FOLDER, rows

import seethrough as st
from seethrough import spec
from seethrough.errors import InputError

TEXT = "Zoë Ötkin 🙂 of Lyon, born 1965, sued on 6 May 2004."


def mention(quoted: str, type_: str, identifier: str) -> dict[str, Any]:
    start = TEXT.index(quoted)
    return {
        "entity_type": type_,
        "start_offset": start,
        "end_offset": start + len(quoted),
        "span_text": quoted,
        "identifier_type": identifier,
        "entity_id": f"e{start}",
        "confidential_status": "NOT_CONFIDENTIAL",
    }


TAB: list[dict[str, Any]] = [
    {
        "doc_id": "001-1",
        "dataset_type": "dev",
        "text": TEXT,
        "annotations": {
            "annotator1": {
                "entity_mentions": [
                    mention("6 May 2004", "DATETIME", "QUASI"),
                    mention("Zoë Ötkin", "PERSON", "DIRECT"),
                    mention("Lyon", "LOC", "NO_MASK"),
                ]
            },
            "annotator2": {
                "entity_mentions": [
                    mention("Ötkin 🙂", "PERSON", "DIRECT"),
                    mention("Lyon", "LOC", "QUASI"),
                ]
            },
        },
    },
    {
        "doc_id": "001-2",
        "dataset_type": "dev",
        "text": "The court met.",
        "annotations": {"annotator2": {"entity_mentions": []}},
    },
]
PRESIDIO: list[dict[str, Any]] = [
    {
        "full_text": TEXT,
        "masked": "{{PERSON}} of {{GPE}}, born 1965, sued on {{DATE_TIME}}.",
        "spans": [
            {"entity_type": t, "entity_value": v, "start_position": a, "end_position": a + len(v)}
            for t, v in (("GPE", "Lyon"), ("PERSON", "Zoë Ötkin"), ("DATE_TIME", "6 May 2004"))
            for a in [TEXT.index(v)]
        ],
        "template_id": 3,
        "metadata": None,
    },
    {"full_text": "Call me.", "masked": "Call me.", "spans": [], "template_id": 3},
]


def tagged(corpus: st.Corpus, tagger: str = "column") -> list[list[tuple[str, str]]]:
    found = spec.parse("taggers", tagger).tag(corpus)
    return [
        [(text[span.start : span.end], span.kind) for span in spans]
        for text, spans in zip(corpus.texts, found, strict=True)
    ]


@pytest.fixture(params=["json", "jsonl", "parquet", "table"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return what reads rows that were kept in one of several ways."""

    def read(rows: list[dict[str, Any]]) -> st.Corpus:
        path = tmp_path / f"spans.{request.param}"
        if request.param == "json":
            path.write_text(json.dumps(rows, indent=2), "utf-8")
        elif request.param == "jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        else:
            table = pa.Table.from_pylist(rows)
            if request.param == "table":
                return st.read(table)
            pq.write_table(table, path)
        return st.read(path)

    return read


def test_tab_holds_what_anybody_would_mask_and_what_each_would(opened: Any) -> None:
    corpus = opened(TAB)
    assert corpus.ids == ["001-1", "001-2"]
    assert corpus.texts[0] == TEXT
    assert tagged(corpus) == [
        [("Zoë Ötkin 🙂", "name"), ("Lyon", "address"), ("6 May 2004", "datetime")],
        [],
    ]
    assert tagged(corpus, "column:spans=spans_annotator2") == [
        [("Ötkin 🙂", "name"), ("Lyon", "address")],
        [],
    ]
    assert "annotations" not in corpus[0].fields
    assert corpus[0].fields["dataset_type"] == "dev"
    # Who did not see a document did not say that nothing in it is private.
    with pytest.raises(InputError, match="record 2: no column 'spans_annotator1'"):
        tagged(corpus, "column:spans=spans_annotator1")


def test_presidio_samples(opened: Any) -> None:
    corpus = opened(PRESIDIO)
    assert corpus.texts == [TEXT, "Call me."]
    assert tagged(corpus) == [
        [("Zoë Ötkin", "name"), ("Lyon", "address"), ("6 May 2004", "date_time")],
        [],
    ]
    assert corpus[0].fields["template_id"] == 3


def test_overlapping_spans_are_joined_as_the_longest_first() -> None:
    row = copy.deepcopy(PRESIDIO[0])
    row["spans"] = [
        {"entity_type": "PERSON", "start_position": 4, "end_position": 9},
        {"entity_type": "ORG", "start_position": 4, "end_position": 11},
        {"entity_type": "URL", "start_position": 11, "end_position": 15},
    ]
    assert st.read(pa.Table.from_pylist([row]))[0].fields["spans"] == [
        [4, 11, "organization"],
        [11, 15, "url"],
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"end_offset": 400}, rf"from 0 to 400 lies outside its text of {len(TEXT)} characters$"),
        ({"start_offset": -1}, "from -1 to 9 lies outside"),
        ({"end_offset": 0}, "from 0 to 0 lies outside"),
        ({"start_offset": 1}, "the text from 1 to 9 is not its span_text; offsets must"),
        ({"end_offset": "9"}, "a span without whole numbers start_offset and end_offset"),
        ({"identifier_type": "MAYBE"}, "the identifier_type of the span from 0 to 9 is none of"),
        ({"identifier_type": None}, "is none of DIRECT, QUASI, NO_MASK"),
    ],
)
def test_a_span_of_tab_that_cannot_be_is_said(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    documents = copy.deepcopy(TAB[::-1])
    documents[1]["annotations"]["annotator1"]["entity_mentions"][1].update(change)
    path = tmp_path / "tab.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in documents), "utf-8")
    with pytest.raises(InputError, match=told) as error:
        st.read(path)
    assert str(error.value).startswith(f"{path}, line 2: ")
    assert "Zoë" not in str(error.value)
    assert "\n" not in str(error.value)


def test_offsets_that_count_utf_16_units_are_said() -> None:
    row = copy.deepcopy(PRESIDIO[0])
    for span in row["spans"]:
        span["start_position"] = len(TEXT[: span["start_position"]].encode("utf-16-le")) // 2
        span["end_position"] = len(TEXT[: span["end_position"]].encode("utf-16-le")) // 2
    with pytest.raises(InputError, match=r"table, row 1: the text .* is not its entity_value"):
        st.read(pa.Table.from_pylist([row]))


@pytest.mark.parametrize(
    "row",
    [
        {"text": TEXT, "annotations": {"mood": "glad"}},
        {"text": TEXT, "annotations": [{"start": 0, "end": 3}]},
        {"full_text": TEXT, "spans": [[0, 3, "name"]]},
        {"full_text": TEXT, "spans": "0-3"},
        {"text": TEXT, "spans": [{"start_position": 0, "end_position": 3}]},
    ],
)
def test_other_rows_are_left_as_they_are(tmp_path: Path, row: dict[str, Any]) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"id": "a", **row}) + "\n", "utf-8")
    fields = {name: value for name, value in row.items() if name not in ("text", "full_text")}
    assert dict(st.read(path)[0].fields) == fields


@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no data folder at {FOLDER}; set SEETHROUGH_DATA")
def test_published_files_are_read_span_for_span(tmp_path: Path) -> None:
    samples = rows("presidio_synth.jsonl")
    path = tmp_path / "synth.json"
    path.write_text(json.dumps(samples), "utf-8")
    corpus = st.read(path, id="")
    assert corpus.texts == [sample["full_text"] for sample in samples]
    marked = [
        sorted((s["start_position"], s["entity_value"]) for s in sample["spans"])
        for sample in samples
    ]
    found = [
        [(span[0], record.text[span[0] : span[1]]) for span in record.fields["spans"]]
        for record in corpus
    ]
    assert found == marked

    documents = rows("wiki_replace.jsonl")
    corpus = st.read(pa.Table.from_pylist([{**d, "annotations": None} for d in documents]))
    assert not any("spans" in record.fields for record in corpus)
    path.write_text(json.dumps(documents), "utf-8")
    corpus = st.read(path, text="text")
    kept = [
        {
            m["span_text"]
            for one in document["annotations"].values()
            for m in one["entity_mentions"]
            if m["identifier_type"] != "NO_MASK"
        }
        for document in documents
    ]
    assert sum(map(len, kept)) > 500
    for texts, spans in zip(kept, tagged(corpus), strict=True):
        assert {text for text, _ in spans} == texts
