"""The default adversary on 25 actors whose abstracts were sanitized in eight ways."""

from __future__ import annotations

import json

import pytest
from benchmarks import _data

from seethrough import spec
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not _data.FOLDER.is_dir(), reason=f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA"
    ),
]


def test_the_default_linkage_finds_most_of_the_actors_and_bm25_alone_does_not() -> None:
    lines = (_data.FOLDER / "wikiactors_eval.jsonl").read_text("utf-8").splitlines()
    actors = [json.loads(line) for line in lines]
    store = MemoryStore()
    ids = [f"actor{i}" for i in range(len(actors))]
    public = Corpus.from_texts([actor["public_knowledge"] for actor in actors], ids=ids)
    setting = Setting(public.keeping(store), None, 0, store)
    found = {"strongest": 0.0, "bm25": 0.0}
    for version in actors[0]:
        if not version.endswith("_abstract") or version == "original_abstract":
            continue
        release = TextRelease(Corpus.from_texts([actor[version] for actor in actors], ids=ids))
        for linker in found:
            knowing = f"linkage:linker={linker},knowledge=first(k=10000),atomizer=sentence"
            cell = run_attack(spec.parse("attacks", knowing), release, version, setting)
            found[linker] += sum(t.value for t in cell.targets.tallies("linkage.top1"))
    assert found["strongest"] == pytest.approx(179, abs=6)
    assert found["bm25"] == pytest.approx(116, abs=6)
