"""Reconstruction attacks on word-level differential privacy: the paper's tables and figures.

    python -m benchmarks.reconstruction [epsilon] [k] [shadow] [time] [misaligned] [names] [santext]
        [detector] [--small]

Reads ``sst2_sentences.jsonl`` and others from the folder ``SEETHROUGH_DATA``. Success is exact
match over every occurrence of a replaced token whose replacement is a word of the texts; n is
tokens; intervals take a sentence's tokens together. ``epsilon`` is figure 4 (and the bounds),
``k`` table 1, ``shadow`` table 2, ``time`` figure 6, ``misaligned`` appendix I, ``names`` section
5.3, ``detector`` figure 3 with the detector's attack beside markov on the same tokens. ``k`` and
``detector`` train an encoder and need the extra ``torch``.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import seethrough as st
from benchmarks import _data
from seethrough.attacks._tokens import Reader, originals_of
from seethrough.data import Corpus
from seethrough.mechanisms.calibration import expected_error
from seethrough.models.word_vectors import load
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.seeding import generator
from seethrough.statistics.clusters import ratio_residuals
from seethrough.strategies import _detector
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.contextual import Contextual
from seethrough.strategies.embedding_inversion import EmbeddingInversion
from seethrough.strategies.markov import Markov

EPSILONS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0)
OUTPUTS = 65_713
QUICK = (EmbeddingInversion(), ContextFree(), ContextFreeBound(), Markov())


class Found(NamedTuple):
    """What a strategy recovered of the replaced tokens.

    Attributes:
        asr: Success over tokens whose replacement is a word of the texts.
        error: Half the width of its 95 % interval, over sentences.
        n: How many such tokens.
        all: Success over all replaced tokens.
        expected: The success that the strategy expects, over all replaced tokens.
        calibration: Its expected calibration error.
        left_out: The posterior mass that it did not consider, mean.
        seconds: Processor time.
    """

    asr: float
    error: float
    n: int
    all: float
    expected: float
    calibration: float
    left_out: float
    seconds: float


def sentences() -> tuple[list[str], list[str]]:
    """Return the private and the shadow sentences of SST-2."""
    rows = _data.rows("sst2_sentences.jsonl")
    return tuple([r["sentence"] for r in rows if r["part"] == p] for p in ("private", "shadow"))


def vocabulary(folder, texts):
    """Write the most frequent words' vectors together with the corpus's, and return the file."""
    vectors = load()
    own = {vectors.index[w] for text in texts for w in text.split() if w in vectors.index}
    chosen = np.array(sorted(own.union(range(min(OUTPUTS, len(vectors))))))
    path = Path(folder) / "vectors.npz"
    words = np.array([vectors.words[i] for i in chosen])
    np.savez(path, words=words, vectors=vectors.matrix[chosen])
    return str(path)


class Stage:
    """A release and its adversary's shadow set, ready for any strategy.

    Args:
        sanitizer: What made the release.
        private: The private texts.
        shadow: The shadow texts.
        seed: Which draws.
    """

    def __init__(self, sanitizer, private, shadow, seed=0):
        corpus = Corpus.from_texts(private)
        release = sanitizer.sanitize(corpus, generator(seed, "sanitize"))
        reader = Reader(release, shadow, private, told=True)
        self.scene = reader._scene(corpus.ids, release.corpus.texts)
        self.truth = originals_of(sanitizer, private).ids
        known = np.zeros(self.scene.words, dtype=bool)
        known[self.scene.shadow.ids] = True
        known[self.scene.originals.ids] = True
        self.within = known[self.scene.released.ids]
        self.sentence = np.repeat(np.arange(len(private)), self.scene.released.lengths)

    def run(self, strategy) -> Found:
        begin = time.process_time()
        beliefs = strategy.infer(self.scene, generator(0, "guess"))
        seconds = time.process_time() - begin
        replaced = self.scene.replaced
        right = beliefs.best[:, 0] == self.truth
        counted = replaced & self.within
        hits = np.bincount(self.sentence[counted], right[counted])
        tokens = np.bincount(self.sentence[counted], minlength=len(hits)).astype(float)
        error = 1.96 * float(np.sqrt((ratio_residuals(hits, tokens) ** 2).sum()))
        sure, hit = beliefs.chance[replaced], right[replaced]
        stated = not np.isnan(sure).any()
        return Found(
            float(hits.sum() / tokens.sum()),
            error,
            int(tokens.sum()),
            float(hit.mean()),
            float(sure.mean()) if stated else float("nan"),
            expected_error(sure, hit) if stated else float("nan"),
            float(beliefs.left_out[replaced].mean()),
            seconds,
        )


def name_of(strategy) -> str:
    return st.spec.name_of(strategy)


def show(label, found: Found) -> None:
    print(
        f"{label:44} {found.asr:.3f} +- {found.error:.3f} (n {found.n:,}; all {found.all:.3f}, "
        f"expected {found.expected:.3f}, ECE {found.calibration:.3f}, "
        f"left out {found.left_out:.3f}, {found.seconds:.2f} s)",
        flush=True,
    )


def by_epsilon(stages, private, shadow, strategies=QUICK, epsilons=EPSILONS):
    """Return (epsilon, strategy's name) -> Found."""
    found = {}
    for epsilon in epsilons:
        stage = Stage(stages(epsilon), private, shadow)
        for strategy in strategies:
            name = name_of(strategy)
            found[epsilon, name] = stage.run(strategy)
            show(f"epsilon {epsilon:g}, {name}", found[epsilon, name])
    return found


def by_shadow(make, private, shadow, sizes=(100, 300, 1000, 3490), epsilon=4.0):
    for size in sizes:
        stage = Stage(make(epsilon), private, shadow[:size])
        for strategy in (ContextFree(), Markov()):
            show(f"{size} shadow sentences, {name_of(strategy)}", stage.run(strategy))


def by_k(make, private, shadow, trained, sizes=(1, 2, 5, 10, 20), epsilon=4.0):
    """Ask the same detector about more and more candidates."""
    stage = Stage(make(epsilon), private, shadow)
    prior = stage.scene.shadow_counts + stage.scene.unseen(1.0)
    rng = generator(0, "detector")
    training = _detector.Training("", 1, 1, *trained)
    pairs = _detector.training_pairs(stage.scene, stage.scene.shadow, prior, training, rng)
    begin = time.process_time()
    detector = _detector.Detector(pairs, training, rng)
    print(f"trained on {len(pairs):,} pairs in {time.process_time() - begin:.0f} s", flush=True)
    held = Stage(make(epsilon), private[:10], sentences()[1][2000:2150])
    asked = _detector.training_pairs(
        held.scene, held.scene.shadow, resized(prior, held.scene.words), training, rng
    )
    sure = detector.probability(asked)
    label = np.array([p.label for p in asked])
    print(f"held-out accuracy {((sure > 0.5) == label).mean():.3f} of {len(asked):,} pairs")
    for k in sizes:

        class Rescored:
            def infer(self, scene, rng, k=k):
                known = None if k == 1 else detector
                return _detector.rescored(scene, prior, known, k, training.window)

        show(f"contextual, K = {k}", stage.run(Rescored()))
    show("context_free", stage.run(ContextFree()))
    show("markov", stage.run(Markov()))


def resized(prior, size):
    return np.concatenate([prior, np.zeros(max(0, size - len(prior)))])[:size]


def by_time(make, private, shadow):
    for strategy in QUICK:
        stage = Stage(make(4.0), private, shadow)
        found = stage.run(strategy)
        per = found.seconds / len(stage.truth) * 1e5
        print(f"{name_of(strategy):24} {per:8.3f} s per 100,000 tokens")


def misaligned(make, shadow):
    private = [row["sentence"] for row in _data.rows("qnli.jsonl")][:1500]
    stage = Stage(make(1.0), private, shadow)
    for strategy in QUICK:
        show(f"QNLI with SST-2's shadow set, {name_of(strategy)}", stage.run(strategy))


def names(folder):
    """Attack names, emails and numbers of people's texts with the whole attack."""
    rows = _data.rows("presidio_synth.jsonl")
    texts = [row.get("full_text") or row.get("text") for row in rows]
    private = Corpus.from_texts(texts[:300])
    path = Path(folder) / "shadow.jsonl"
    path.write_text("".join(json.dumps({"text": t}) + "\n" for t in texts[300:1300]))
    for epsilon in (1.0, 4.0):
        release = st.sanitize(private, CusText(epsilon))
        for strategy in QUICK:
            attack = st.spec.parse(
                "attacks",
                f'reconstruction:strategy={name_of(strategy)},shadow="{path}",'
                "entities=true,overlap=1",
            )
            result = st.audit(private, release, attacks=[attack])
            shown = [
                f"{key} {result[f'reconstruction.{key}']}" for key in ("names", "emails", "numbers")
            ]
            print(f"epsilon {epsilon:g}, {name_of(strategy)}: {'; '.join(shown)}", flush=True)


def santext(private, shadow):
    for epsilon in (1.0, 2.0, 3.0):
        stage = Stage(SanText(epsilon, cut="spaces", unknown="keep"), private, shadow)
        for strategy in (ContextFree(), Markov(), Markov(limit=64)):
            limit = strategy.limit
            show(
                f"SanText+, epsilon {epsilon:g}, {name_of(strategy)}, {limit}", stage.run(strategy)
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", default=[])
    parser.add_argument("--small", action="store_true", help="300 private sentences.")
    options = parser.parse_args()
    parts = options.parts or ["epsilon", "shadow", "time", "misaligned", "names", "santext"]
    private, shadow = sentences()
    if options.small:
        private = private[:300]
    with tempfile.TemporaryDirectory() as folder:
        file = vocabulary(folder, private + shadow)

        def make(epsilon):
            return CusText(epsilon, vectors=file, vocabulary=0, cut="spaces")

        for part in parts:
            print(f"\n{part}", flush=True)
            if part == "epsilon":
                by_epsilon(make, private, shadow[:1000])
                by_epsilon(make, private, shadow, (ContextFree(), Markov()))
            elif part == "shadow":
                by_shadow(make, private, shadow)
            elif part == "k":
                by_k(make, private[:150], shadow[:1000], (2e-4, 12_000, "token", 4))
            elif part == "detector":
                whole = Stage(make(4.0), private[:150], shadow[:1000])
                for strategy in (
                    ContextFree(),
                    Contextual(window=4, rate=2e-4, epochs=1),
                    Markov(),
                ):
                    show(name_of(strategy), whole.run(strategy))
            elif part == "time":
                by_time(make, private, shadow[:1000])
            elif part == "misaligned":
                misaligned(make, shadow[:1000])
            elif part == "names":
                names(folder)
            elif part == "santext":
                santext(private[:500], shadow[:1000])
            else:
                parser.error(f"no part is named {part!r}")


if __name__ == "__main__":
    main()
