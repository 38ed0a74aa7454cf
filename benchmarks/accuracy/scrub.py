"""What does `scrub` find, and how fast is it?

    python -m benchmarks.accuracy.scrub [--data DIR] [--small] [--speed N]

Detection, on template-made sentences with marked personal data (presidio_synth.jsonl), titles
("Dr.") not counted: a marked span is found where all its letters and digits are covered. Recall
and precision are also given over letters and digits. Beside it stands Presidio with its own
defaults on the same model, which also runs the tagger and the parser. Intervals are Wilson's,
95 %, at the number of trials that clusters of one template are worth.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from seethrough.records.corpus import Corpus
from seethrough.redaction.detection import find
from seethrough.sanitizers.scrub import ENTITIES, Scrub
from seethrough.statistics.clusters import effective_size
from seethrough.statistics.intervals import wilson
from seethrough.text.english import PACKAGE

Spans = list[tuple[int, int]]
Counts = dict[int, float]
"""A sum for each template."""


def read(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def share(hits: Counts, totals: Counts) -> str:
    """Return a share over clusters with its interval."""
    keys = [k for k in totals if totals[k]]
    h, t = (np.array([d[k] for k in keys], dtype=float) for d in (hits, totals))
    value = h.sum() / t.sum()
    low, high = wilson(value, effective_size(h, t))
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"


def ours(texts: list[str], threshold: float, kinds: tuple[str, ...] = ENTITIES) -> Iterator[Spans]:
    for spans in find(texts, kinds, threshold):
        assert spans is not None
        yield [(s.start, s.end) for s in spans]


def plain_presidio() -> Any:
    import tldextract.tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    # Else it fetches a list of domains, and keeps it at home; the list that it ships does as well.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(None, suffix_list_urls=())
    # It warns of every number that spaCy names, hundreds of lines that tell nothing here.
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    models = [{"lang_code": "en", "model_name": PACKAGE}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    return AnalyzerEngine(nlp_engine=provider.create_engine())


def detection(rows: list[dict[str, Any]]) -> None:
    texts = [row["full_text"] for row in rows]
    plain = plain_presidio()
    without = tuple(kind for kind in ENTITIES if kind != "ORGANIZATION")
    arms = {
        "plain Presidio": [[(r.start, r.end) for r in plain.analyze(t, "en")] for t in texts],
        "scrub": list(ours(texts, Scrub().threshold)),
        "scrub:threshold=0": list(ours(texts, 0.0)),
        "scrub:threshold=0.6": list(ours(texts, 0.6)),
        "scrub, all but ORGANIZATION": list(ours(texts, Scrub().threshold, without)),
    }
    print("| | spans found | letters found | precision of letters |\n| --- | --- | --- | --- |")
    for name, found in arms.items():
        print(f"| {name} | {' | '.join(score(rows, found)[0])} |")
    print("\n| scrub, by kind | spans | found |\n| --- | ---: | --- |")
    print("\n".join(score(rows, arms["scrub"])[1]))


def score(rows: list[dict[str, Any]], found: list[Spans]) -> tuple[list[str], list[str]]:
    """Return the three shares over all kinds, and one line for each kind."""
    names = ("spans", "letters", "covered")
    hits: dict[str, Counts] = {n: defaultdict(float) for n in names}
    totals: dict[str, Counts] = {n: defaultdict(float) for n in names}
    kinds: dict[str, tuple[Counts, Counts]] = {}
    for row, spans in zip(rows, found, strict=True):
        text, template = row["full_text"], row["template_id"]
        written = {i for i, c in enumerate(text) if c.isalnum()}
        covered = {i for start, end in spans for i in range(start, end)} & written
        marked: set[int] = set()
        for gold in row["spans"]:
            if gold["entity_type"] == "TITLE":
                continue
            own = set(range(gold["start_position"], gold["end_position"])) & written
            marked |= own
            kind = kinds.setdefault(gold["entity_type"], (defaultdict(float), defaultdict(float)))
            for h, t in ((hits["spans"], totals["spans"]), kind):
                h[template] += own <= covered
                t[template] += 1
        hits["letters"][template] += len(marked & covered)
        totals["letters"][template] += len(marked)
        hits["covered"][template] += len(marked & covered)
        totals["covered"][template] += len(covered)
    lines = [
        f"| {name} | {sum(t.values()):.0f} | {share(h, t)} |"
        for name, (h, t) in sorted(kinds.items())
    ]
    return [share(hits[n], totals[n]) for n in ("spans", "letters", "covered")], lines


def speed(texts: list[str]) -> None:
    plain, rng = plain_presidio(), np.random.default_rng(0)
    Scrub().sanitize(Corpus.from_texts(texts[:3]), rng)
    [plain.analyze(text, "en") for text in texts[:3]]
    print(f"\n| {len(texts)} vignettes | seconds a text, wall | CPU |\n| --- | --- | --- |")
    runs: dict[str, Callable[[], object]] = {
        "plain Presidio, one by one": lambda: [plain.analyze(text, "en") for text in texts],
        "scrub": lambda: Scrub().sanitize(Corpus.from_texts(texts), rng),
    }
    for name, run in runs.items():
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"| {name} | {wall / len(texts):.4f} | {cpu / len(texts):.4f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[2] / "../shared/data"))
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--small", action="store_true", help="every fifth sentence")
    parser.add_argument("--speed", type=int, default=200, help="time so many vignettes")
    args = parser.parse_args()
    vignettes = [row["question"] for row in read(args.data / "medqa_usmle.jsonl")]
    detection(read(args.data / "presidio_synth.jsonl")[:: 5 if args.small else 1])
    speed(vignettes[: args.speed])


if __name__ == "__main__":
    main()
