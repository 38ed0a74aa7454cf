"""Sidecars of releases, and what is printed of their promises."""

from __future__ import annotations

import json

from fuzzing.checks import answered, assert_one_line, file_of
from seethrough.report.labels.promises import composed, promised, voided
from seethrough.sidecars.claims import read_claims
from seethrough.spec import format_json
from seethrough.text.visible import visible

SLOW = True
SIDECAR = {
    "sanitizer": {"name": "custext", "epsilon": 1.0, "steps": [{"name": "erase"}]},
    "aligned": True,
    "guarantee": {"epsilon": 1.0, "delta": 0.0, "unit": "token", "note": "a note"},
    "seeded": False,
    "note": "",
    "ledger": {"tokens": 3},
    "details": {"replaced": {"n": 1}, "epsilon per text": {"mean": 1, "max": 2}, "inferred": []},
    "release_sha256": "0" * 64,
    "private_hmac": None,
    "holdout": "x.jsonl",
}
SEEDS = (
    json.dumps(SIDECAR).encode(),
    b'{"sanitizer": null, "aligned": false, "guarantee": null, "ledger": {}, "details":'
    b' {"inferred": [{"age": 1}]}, "seeded": null, "note": "\\u001b[2J"}',
)
WORDS = (b'"name": ', b'"epsilon": ', b'"delta": ', b'"details": ', b'"unit": "person"', b'"max": ')


def check(content: bytes) -> None:
    file = file_of(content, "input.release.json")
    with answered():
        claims = read_claims(file)
        told = [voided(claims.details), claims.note, claims.holdout or ""]
        if claims.guarantee is not None:
            given = claims.guarantee
            said = {"epsilon": given.epsilon, "delta": given.delta, "unit": given.unit}
            told += promised(
                said | {"note": given.note, "claimed_by": "x"}, composed(claims.details)
            )
        if claims.sanitizer is not None:
            told.append(visible(format_json(claims.sanitizer)))
        for line in told:
            assert_one_line(line)
