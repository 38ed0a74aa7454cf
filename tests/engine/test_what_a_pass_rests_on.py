"""Whole audits that must not pass: what decides looked at few people, or could not be judged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.attacks.identifiers import Identifiers
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.verdict.limits import Tolerances
from seethrough.knowledge.file import File
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus

NAMES = [
    "Anna Keller", "Bert Olsen", "Carla Mendez", "Dirk Vogel", "Emma Stone",
    "Frank Huber", "Gina Rossi", "Hans Meier", "Iris Lang", "Jonas Weber",
    "Klara Novak", "Leon Fischer", "Mona Schulz", "Nils Hansen", "Olga Petrov",
    "Paul Kramer", "Rita Gomez", "Sven Larsen", "Tina Bauer", "Uwe Richter",
]  # fmt: skip
IDS = [f"r{i}" for i in range(20)]
TOLD = [
    f"{name} told us that the garden was wet. {name} bought {i + 3} red chairs in Oslo. {name} is"
    f" worried about the roof. {name} plays chess with a cousin."
    for i, name in enumerate(NAMES)
]
PRIVATE = Corpus.from_texts(TOLD, IDS, NAMES)


def kinds(found: Any) -> set[str]:
    return {r.kind for r in found.verdict.reasons if r.word == "inconclusive"}


def test_facts_about_two_people_are_no_audit_of_twenty(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    rows = [{"person": n, "facts": [f"{n} plays chess with a cousin."]} for n in NAMES[:2]]
    known.write_text("".join(json.dumps(row) + "\n" for row in rows))
    linkage = Linkage(linker=BM25(), knowledge=File(path=str(known)))
    blank = Corpus.from_texts(["a"] * 20, IDS)
    found = audit(PRIVATE, blank, attacks=[linkage, Identifiers()])
    assert {"records_not_attacked", "few_people"} <= kinds(found)
    assert found.coverage["records_attacked"] == 2


def test_five_released_people_are_few() -> None:
    five = Corpus.from_texts(list("abcde"), IDS[:5])
    attacks = [Linkage(linker=BM25()), Identifiers()]
    found = audit(PRIVATE, five, attacks=attacks, tolerances=Tolerances(0.5))
    assert "few_people" in kinds(found)
    assert found.verdict.word == "inconclusive"


@dataclass(frozen=True)
class Shy(Judge):
    """Refuses to speak of a disease, and finds nothing else."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        refused = Rating(None, float("nan"), "refused")
        return [refused if "HIV" in claim else Rating(3, 3.0) for claim in claims]


def test_a_disease_that_the_judge_will_not_speak_of_is_no_pass() -> None:
    others = [
        "owes the bank money", "quarrels with the landlord", "plans to sell the boat",
        "feels sad about the divorce", "plans to retire", "argues with the boss about pay",
        "hopes to pay the debt", "dreams of a farm", "wants to change the job",
    ]  # fmt: skip
    texts = [" ".join(f"The client {x}." for x in others) for _ in NAMES]
    ill = [
        f"{t} The client was diagnosed with HIV." if i % 4 == 0 else t for i, t in enumerate(texts)
    ]
    private = Corpus.from_texts(ill, IDS, NAMES)
    attacks = [Inference(judge=Shy(), linker=BM25())]
    found = audit(private, Corpus.from_texts(["Nothing."] * 20, IDS), attacks=attacks)
    (reason,) = (r for r in found.verdict.reasons if r.kind == "claims_not_judged")
    assert reason.figure == "semantic.leak_rate.special"
    assert reason.facts["missing"] == reason.facts["of"] > 0
    assert reason in found.verdict["sensitive"].reasons
    assert found.verdict["sensitive"].word != "pass"
