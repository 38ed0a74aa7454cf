"""The findings that a run keeps for `view`."""

from __future__ import annotations

import functools
import hashlib
import tempfile
from pathlib import Path

from fuzzing.checks import answered
from seethrough.viewing.form import ANSWERS, COUNTS, FINDINGS, FOLDER, PEOPLE, Header, Release
from seethrough.viewing.reading import Findings
from seethrough.viewing.writing import Answer, Person, write_view

FILES = (PEOPLE, FINDINGS, ANSWERS)
_REPORT = b"{}"
_NAMES = ["Ann", "Bo"]


@functools.cache
def _whole() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as made:
        run = Path(made)
        people = [
            Person(name, {0: dict.fromkeys(COUNTS, 1)}, {"records": [name]}) for name in _NAMES
        ]
        asked = [Answer(0, 1, {"question": "Who keeps bees?", "answer": "Ann."})]
        header = Header(
            of="report.json",
            report=hashlib.sha256(_REPORT).hexdigest(),
            text=True,
            releases=[Release("scrub", "TextRelease", "fail")],
            attacks=["linkage"],
        )
        write_view(run, header, people, asked)
        return {name: (run / FOLDER / name).read_bytes() for name in FILES}


SLOW = True
LONGEST = 1 << 15
SEEDS = tuple(bytes([place]) + _whole()[name] for place, name in enumerate(FILES))
WORDS = (b"PAR1", b"ARROW:schema", b"seethrough", b'"form": 1', b'"releases"')


def check(content: bytes) -> None:
    run = Path("input-run")
    (run / FOLDER).mkdir(parents=True, exist_ok=True)
    (run / "report.json").write_bytes(_REPORT)
    changed = FILES[(content[0] if content else 0) % len(FILES)]
    for name in FILES:
        kept = content[1:] if name == changed else _whole()[name]
        (run / FOLDER / name).write_bytes(kept)
    with answered():
        findings = Findings(run)
        assert findings.names.to_pylist() == _NAMES
        assert findings.person(0)[0] == "Ann"
        assert len(findings.of(None)["person"]) == len(_NAMES)
        assert findings.answer(0)["answer"] == "Ann."
        assert len(findings.names_lower) + len(findings.questions_lower) == 3
