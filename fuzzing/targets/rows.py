"""Released rows with all their columns, and the rules that read them beside private ones."""

from __future__ import annotations

import json

from fuzzing.checks import record_of
from seethrough.attacks._identifiers import identifiers_of
from seethrough.deobfuscation.viewing import adversary_view, as_shown
from seethrough.engine.floors import alignment, naming, repeated, repeated_by_nobody
from seethrough.engine.originals import reasons, sentences
from seethrough.engine.originals.standing import find
from seethrough.engine.rows.hashes import hashed
from seethrough.engine.rows.identifiers import places
from seethrough.engine.rows.values import columns
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.records.corpus import Corpus

SLOW = True
LONGEST = 512
SEEDS = (
    b"Ann Lee of Oslo, ann.lee@example.org, +1 (212) 555-0123, has had asthma since 2010.\n"
    b'{"name": "Ann Lee", "dx": "yes", "on": "2020-05-03", "hash": "0123456789abcdef"}',
    b"[x] asthma [ ] HIV [ ] gout [ ] flu [ ] lupus [ ] acne\nAsthma? Yes. HIV? No. Flu? No.",
    b'{"flags": {"hiv": true, "flu": false}, "icd": ["A53.9", "B20.1"], "e": [0.1, 0.2, 0.3]}\n'
    b"0 = asthma; 1 = gout",
    b"my name is Jos\xc3\xa9 M\xc3\xbcller, call five five five oh one two three four\n%2F%2F",
    b'[{"word": "I", "end": 0.3}, {"word": "had", "end": 0.5}]\n[{"name": "hiv", "status": "no"}]',
)
WORDS = (
    b'"name": ', b"[ ] ", b"[x] ", b"? No. ", b"yes", b"no", b"true", b"A53.9", b"2020-05-03",
    b"$23,900.00", b"%20", b"%2F%2F%2F", b"-\n", b"L. ", b" and ", b"5/3/2020", b"{", b"0 = a; ",
)  # fmt: skip


def check(content: bytes) -> None:
    lines = record_of(content).split("\n")
    fields = [_fields(line) for line in lines]
    persons = [line[:30] or "p" for line in reversed(lines)]
    private = Corpus.from_texts(lines, persons=persons, fields=fields)
    control = private.take(range(0, len(private), 2))
    shown, _ = as_shown(private)
    released = adversary_view(private.with_texts(lines[::-1]), columns(private))[0]
    rows = whole_rows(released).corpus
    assert len(rows) == len(shown) == len(private)
    facts = [fact for row in identifiers_of(private, "US") for fact in row]
    places(released, [*facts, *(line for line in lines if line.strip())], 3)
    hashed(facts, lines)
    found = find(private, released)
    reasons.verbatim(found, private)
    reasons.nearly_verbatim(private, released, control, [])
    sentences.reasons(private, [released])
    sentences.reasons_anywhere(private, [released], control)
    for rule in (alignment, naming, repeated):
        rule.reasons(private, released)
    repeated_by_nobody.reasons(private, released, control)


def _fields(line: str) -> dict[str, object]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = line
    return said if isinstance(said, dict) else {"said": said, line[:40]: line[40:]}
