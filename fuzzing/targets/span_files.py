"""Spans of the Text Anonymization Benchmark and of presidio-research."""

from __future__ import annotations

from fuzzing.checks import answered, file_of
from seethrough.records.marked import spans_in
from seethrough.records.reading import read

SLOW = True
SEEDS = (
    b'{"doc_id": "a", "text": "Ann Lee of Oslo.", "annotations": {"annotator1": {"entity_mentions":'
    b' [{"entity_type": "PERSON", "start_offset": 0, "end_offset": 7, "span_text": "Ann Lee",'
    b' "identifier_type": "DIRECT"}, {"entity_type": "LOC", "start_offset": 11, "end_offset": 15,'
    b' "span_text": "Oslo", "identifier_type": "QUASI"}]}, "annotator2": {"entity_mentions": []}}}',
    b'[{"full_text": "Ann Lee of Oslo.", "spans": [{"entity_type": "PERSON", "entity_value":'
    b' "Ann Lee", "start_position": 0, "end_position": 7}], "template_id": 3}]',
    b'{"text": "Ann Lee", "spans": [[0, 3, "name"], {"start": 4, "end": 7, "label": "PER"}]}',
)
WORDS = (
    b'"entity_mentions"', b'"annotations"', b'"identifier_type"', b'"NO_MASK"', b'"spans"',
    b'"start_offset": ', b'"end_offset": ', b'"start_position": ', b'"span_text"', b'"text"',
)  # fmt: skip


def check(content: bytes) -> None:
    file = file_of(content, "input.json")
    with answered():
        for record in read(file).corpus:
            for value in record.fields.values():
                spans = spans_in(value)
                assert spans is None or all(len(span) == 3 for span in spans)
