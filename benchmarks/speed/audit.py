"""A full default audit: seconds, memory, cost per record, and the share of each stage.

    python -m benchmarks.speed.audit [1000 5000 20000]

Reads ``medqa_usmle.jsonl`` from the folder ``SEETHROUGH_DATA`` (``../shared/data`` unless set).
Records of about 120 words are made of its sentences, all numbers changed, so that no two are
alike; the release is what ``scrub`` would leave of names and numbers: every third record is given
as it is, the others with their numbers replaced. Each size runs in a process of its own.

*Ratio* is the time as a multiple of *plain*, what a careful script needs that parses the same texts
with spaCy (no names) and embeds their different sentences with ONNX Runtime, once: sentences of one
length together, on all cores.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
WORDS = 120


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(int(sys.argv[2]))))
        return
    if sys.argv[1:2] == ["--plain"]:
        print(json.dumps(plain(int(sys.argv[2]))))
        return
    print(
        f"{'records':>8} {'seconds':>9} {'ms/record':>10} {'peak MiB':>9} {'plain':>7} {'ratio':>6}"
        "  share of each stage"
    )
    for size in [int(a) for a in sys.argv[1:]] or [200, 1000]:
        told, least = (told_by(what, size) for what in ("--one", "--plain"))
        stages = told["stages"]
        rest = told["seconds"] - sum(stages.values())
        shares = {**stages, "rest": rest}
        shown = ", ".join(f"{k} {100 * v / told['seconds']:.0f} %" for k, v in shares.items())
        each = 1000 * told["seconds"] / size
        ratio = told["seconds"] / least["seconds"]
        print(
            f"{size:>8} {told['seconds']:>9.1f} {each:>10.1f} {told['peak']:>9.0f}"
            f" {least['seconds']:>7.1f} {ratio:>6.2f}  {shown}"
        )


def told_by(what: str, size: int) -> Any:
    """Return what a process of its own tells."""
    done = subprocess.run(
        [sys.executable, __file__, what, str(size)], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def records(size: int) -> list[str]:
    folder = Path(os.environ.get("SEETHROUGH_DATA", ROOT.parent / "shared" / "data"))
    file = folder / "medqa_usmle.jsonl"
    if not file.is_file():
        sys.exit(f"{file} is not there; set SEETHROUGH_DATA to the folder that holds it")
    questions = [json.loads(line)["question"] for line in file.read_text("utf-8").splitlines()]
    sentences = [s for q in questions for s in re.split(r"(?<=[.])\s+", q)[:-1] if len(s) > 20]
    rng = np.random.default_rng(0)
    made = []
    for _ in range(size):
        text, words = [], 0
        while words < WORDS:
            sentence = sentences[rng.integers(len(sentences))]
            sentence = re.sub(r"\d+", lambda m: changed(m[0], rng), sentence)
            text.append(sentence)
            words += len(sentence.split())
        made.append(" ".join(text))
    return made


def release_of(size: int) -> tuple[Any, Any]:
    """Return the records, and the corpus that stands for their release."""
    from seethrough.records.corpus import Corpus

    private = Corpus.from_texts(records(size), name="private")
    released = [t if i % 3 == 0 else re.sub(r"\d+", "*", t) for i, t in enumerate(private.texts)]
    return private, private.with_texts(released)


def changed(digits: str, rng: np.random.Generator) -> str:
    return "".join(str(rng.integers(1, 10)) for _ in digits)


def measure(size: int) -> dict[str, Any]:
    import seethrough as st
    from seethrough.linkers.bm25 import BM25
    from seethrough.linkers.rouge import RougeL
    from seethrough.report.machine import to_json

    private, release = release_of(size)
    spent: Counter[str] = Counter()

    def timed(stage: str, owner: Any, name: str) -> None:
        original: Callable[..., Any] = getattr(owner, name)

        @wraps(original)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            started = time.perf_counter()
            try:
                return original(*args, **kwargs)
            finally:
                spent[stage] += time.perf_counter() - started

        setattr(owner, name, wrapper)

    from seethrough.atomizers.clause import Clause
    from seethrough.judges.local import Local

    timed("atomize", Clause, "atomize")
    timed("link", BM25, "link")
    timed("link by wording", RougeL, "link")
    timed("judge", Local, "rate")
    started = time.perf_counter()
    with st.working_with("local"):
        result = st.audit(private, release)
    json.dumps(to_json(result, text=True))
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "peak": peak, "stages": dict(spent)}


def plain(size: int) -> dict[str, float]:
    """Parse all texts and embed their different sentences, as a script would."""
    import numpy as np
    import onnxruntime
    import spacy
    from tokenizers import Tokenizer

    from seethrough.embeddings import minilm
    from seethrough.text.english import PACKAGE

    private, release = release_of(size)
    started = time.perf_counter()
    parser = spacy.load(PACKAGE, exclude=["ner"])
    texts = [*private.texts, *release.texts]
    sentences = sorted({s.text for doc in parser.pipe(texts) for s in doc.sents}, key=len)
    folder = Path(minilm.__file__).parent
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding()
    session = onnxruntime.InferenceSession(minilm._weights())
    for first in range(0, len(sentences), 32):
        batch = tokenizer.encode_batch(sentences[first : first + 32])
        ids = np.array([one.ids for one in batch])
        mask = np.array([one.attention_mask for one in batch])
        session.run(
            None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        )
    return {"seconds": time.perf_counter() - started}


if __name__ == "__main__":
    main()
