"""The real data sets that benchmarks and slow tests read; none of them is part of the project."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from seethrough.records.corpus import Corpus

FOLDER = Path(
    os.environ.get("SEETHROUGH_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)

_QUESTION = re.compile(r"(?<=[.?!\"”\]])\s+(?=\S)|\n(?=Which|What|How)")


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a JSONL file of the data folder."""
    lines = (FOLDER / name).read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def medqa() -> Corpus:
    """Return MedQA's vignettes, each without its final question, which is a column of its own."""
    found = {str(row["realidx"]): row for row in rows("medqa_usmle.jsonl")}
    texts = {id_: vignette(row["question"].strip()) for id_, row in found.items()}
    kept = {id_: text for id_, text in texts.items() if text}
    fields = [
        {
            "question": found[id_]["question"].strip()[len(text) :].strip(),
            "options": found[id_]["options"],
            "answer_idx": found[id_]["answer_idx"],
        }
        for id_, text in kept.items()
    ]
    return Corpus.from_texts(list(kept.values()), list(kept), fields=fields, name="medqa_usmle")


def vignette(question: str) -> str:
    """Return a question without its last sentence."""
    parts = _QUESTION.split(question)
    end = question.rfind(parts[-1])
    return question[:end].strip()


def wildchat() -> Corpus:
    """Return the user's side of WildChat's requests."""
    found = {r["conversation_hash"]: r["user_query"] for r in rows("wildchat_pupa.jsonl")}
    return Corpus.from_texts(list(found.values()), list(found), name="wildchat_pupa")
