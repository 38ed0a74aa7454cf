"""No content word of real text is lost; the clause atomizer beats the sentence atomizer."""

import json
import os
from pathlib import Path

import pytest

from seethrough.atomizers._coverage import uncovered
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("SEETHROUGH_DATA", ROOT / "../shared/data"))


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no data folder at {DATA}; set SEETHROUGH_DATA")
@pytest.mark.parametrize(
    ("name", "column", "limit"),
    [
        ("gold_claims", "text", 21),
        ("medqa_usmle", "question", 200),
        ("wildchat_pupa", "user_query", 200),
        ("mts_dialog", "dialogue", 60),
        ("mts_dialog", "section_text", 60),
        ("enron_aeslc", "body", 150),
        ("tab_text_sample", "text", 12),
    ],
)
def test_no_content_word_is_lost(name, column, limit):
    with (DATA / f"{name}.jsonl").open() as file:
        texts = [json.loads(line)[column] for line in file][:limit]
    claims = Clause().atomize(Corpus.from_texts(texts))
    lost = {i: uncovered(t, c) for i, (t, c) in enumerate(zip(texts, claims, strict=True))}
    assert not {i: words for i, words in lost.items() if words}
