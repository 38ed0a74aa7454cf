"""What is guessed for real tables of many kinds."""

import itertools
import json
import os
from pathlib import Path

import pytest

from seethrough.records.columns import choose_columns

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("SEETHROUGH_DATA", ROOT / "../shared/data"))
GUESSES = {
    "agnews": ("text", None, None),
    "arena_prompts": ("prompt", "uid", None),
    "chatdoctor5k_generated": ("input", None, None),
    "climate_fever": ("claim", "claim_id", None),
    "curatedtrec": ("question", "id", None),
    "efficientqa_judged": ("question", None, None),
    "enron_aeslc": ("body", "file", None),
    "gold_claims": ("text", "id", None),
    "halueval_general": ("user_query", "ID", None),
    "judge_ratings": ("text", "id", None),
    "medqa_usmle": ("question", "realidx", None),
    "medquad": ("answer", None, None),
    "mts_dialog": ("dialogue", "ID", None),
    "nq_open": ("question", None, None),
    "patient_qa": ("question_text", None, None),
    "presidio_synth": ("full_text", None, None),
    "qags": ("article", None, None),
    "reddit_synthetic": ("response", None, None),
    "sst2": ("sentence", None, None),
    "synthpai": ("comments", None, None),
    "tab_text_sample": ("text", None, None),
    "wiki_replace": ("text", "doc_id", None),
    "wikiactors_eval": ("original_abstract", None, "name"),
    "wikidoc_patient_information": ("output", None, None),
    "wikitext2": ("text", None, None),
    "wildchat_pupa": ("user_query", None, None),
    "yelp_reviews": ("text", None, None),
}


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no data folder at {DATA}; set SEETHROUGH_DATA")
@pytest.mark.parametrize("name", GUESSES)
def test_the_guesses_make_sense(name):
    with (DATA / f"{name}.jsonl").open() as file:
        sample = [json.loads(line) for line in itertools.islice(file, 1000)]
    chosen = choose_columns(sample, name)
    assert (chosen.text, chosen.id, chosen.person) == GUESSES[name]
