"""Runs with findings of every kind, small ones that were audited and made-up ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.report._reports import claim

from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.records.corpus import Corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.viewing.form import COUNTS, UNKNOWN, Header, Release
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.reading import Findings
from seethrough.viewing.writing import Answer, Person, write_view

NAMES = ("Ann Lee", "Bo Hill", "Cy Poe", "Di Orr", "Ed Fox", "Flo Ray", "Gus Day", "Hal May")
TOWNS = ("Ulm", "Kiel", "Bonn", "Jena", "Hof", "Celle", "Emden", "Fulda")
PRIVATE = Corpus.from_texts(
    [
        f"{name} of {town} keeps {n + 2} goats by the old harbour mill. Her mail is"
        f" {name[:2]}@x.org. She takes insulin every morning since the year {1990 + n}."
        for n, (name, town) in enumerate(zip(NAMES, TOWNS, strict=True))
    ],
    ids=[f"r{n}" for n in range(8)],
    persons=[f"p{n // 2 + 8}" for n in range(8)],  # two records each: p8 to p11
    fields=[{"question": f"Who lives in {town}?", "spans": [[0, 6, "name"]]} for town in TOWNS],
    name="private.jsonl",
)
LINKED = "linker=bm25,atomizer=sentence,knowledge=first(k=1)"
TEXT_ATTACKS = [f"linkage:{LINKED}", f"inference:{LINKED},judge=rouge", "identifiers"]


def text_audit(changed: bool) -> Audit:
    """Attack the originals, or a release in which the names are gone."""
    texts = [t.replace(n, "X") for t, n in zip(PRIVATE.texts, NAMES, strict=True)]
    released = PRIVATE.with_texts(texts if changed else PRIVATE.texts, "release.jsonl")
    return audit(PRIVATE, TextRelease(released), attacks=TEXT_ATTACKS)


def rag_audit() -> Audit:
    """Ask a service that recites what it looks up."""
    service = open_service(TextRelease(PRIVATE), "service:model=fake,k=2", None)
    return audit(PRIVATE, service, attacks=["extraction:questions=6"])


def model_audit() -> Audit:
    """Ask a model that knows its training records by heart."""
    release = ModelRelease(KnownByHeart.of(PRIVATE))
    return audit(PRIVATE, release, attacks=["memorization:tagger=column()"])


def kept(folder: Path, audits: Sequence[tuple[str, Audit]], *, text: bool = True) -> Findings:
    """Keep what audits found as a run does, and open it."""
    folder.mkdir(exist_ok=True)
    (folder / "report.json").write_text("{}")
    drawn_once = [(name, [audit]) for name, audit in audits]
    keep_view(folder, "report.json", hashlib.sha256(b"{}").hexdigest(), drawn_once, text=text)
    return Findings(folder)


def counts(**own: int) -> dict[str, int]:
    return {name: UNKNOWN if name == "found" else 0 for name in COUNTS} | own


def made_up(
    folder: Path,
    people: Sequence[Person],
    answers: Sequence[Answer] = (),
    *,
    releases: Sequence[str] = ("scrub",),
    kind: str = "TextRelease",
    text: bool = True,
    **header: Any,
) -> Findings:
    """Keep findings that nobody found, and open them."""
    folder.mkdir(exist_ok=True)
    (folder / "report.json").write_text("{}")
    own = {"of": "report.json", "report": hashlib.sha256(b"{}").hexdigest(), "text": text}
    named = [Release(name, kind, "fail") for name in releases]
    write_view(
        folder, Header(**{**own, "releases": named, "attacks": ["a"], **header}), people, answers
    )
    return Findings(folder)


def finding(record: str, text: str, *claims: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "record": record, "known": [text], "linked": record, "hit": True, "passage": text,
        "claims": [claim(text), *claims],
    }  # fmt: skip


def person_with(text: str) -> tuple[Person, Answer]:
    """Return a person and an answer in which ``text`` stands wherever any text can stand."""
    word = {
        "original": text, "released": text, "guess": text, "others": [text], "confidence": 0.5,
        "recovered": False,
    }  # fmt: skip
    side = {
        "finding": finding(text, text, claim(text, 3), claim(text, None, note=text)),
        "released": f"{text} ",
        "standing": [
            {"attack": 0, "record": text, "person": text, "identifiers": 1,
             "standing": [{"identifier": text, "places": [[text, text]], "more": 1}]},
        ],
        "sentence": [
            {"attack": 0, "record": text, "person": text, "replaced": 1, "recovered": 0,
             "tokens": [word], "cut": 0},
        ] * 2,
        "attributes": [
            {"attack": 0, "attributes": [
                {"attribute": "age", "truth": text, "guesses": [text], "marks": [0.5]},
            ]},
        ],
    }  # fmt: skip
    detail = {"records": [{"record": text, "text": text, "releases": {"0": side}}], "answers": [0]}
    own = counts(found=1, claims=3, leaked=1, leaked_quasi=1, identifiers=1, standing=1, answers=1)
    said = {
        "question": text, "answer": f"{text} and so on", "excerpts": [text], "records": [text],
        "items": [["email", text]], "attack": 0, "people": [[0, text]],
    }  # fmt: skip
    return Person(text, {0: own}, json.loads(json.dumps(detail))), Answer(0, 2, said)
