"""Reconstruction attacks on word-level differential privacy: the paper's tables and figures.

    python -m benchmarks.papers.reconstruction [epsilon] [shadow] [time] [misaligned] [names]
        [santext] [sets] [constant] [yelp_names] [encoders] [--small] [--epsilon E ...]
        [--data NAME ...]

Reads ``sst2_sentences.jsonl`` and others from the folder ``SEETHROUGH_DATA``. Success is exact
match over every occurrence of a replaced token whose replacement is a word of the texts; n is
tokens; intervals take a sentence's tokens together. ``epsilon`` is figure 4 (and the bounds),
``santext`` the same for SanText+, ``shadow`` table 2, ``time`` figure 6, ``misaligned`` appendix I,
``names`` section 5.3. ``sets`` is figure 4 on AG News and Yelp, ``constant`` figure 2 (appendix C),
``yelp_names`` figure 5, and ``encoders`` the two attacks that train an encoder beside the others on
the same tokens, with the processor time of each (figure 7); it needs the extra ``torch``, and takes
some minutes of one core for each data set (``--data``) and epsilon. Figure 3 and table 1 are
``benchmarks.papers.detector``.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import numpy as np

import seethrough as st
from benchmarks import _data
from seethrough.attacks.reconstruction import Reconstruction
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.clusters import ratio_residuals
from seethrough.statistics.seeding import generator
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.embedding_inversion import EmbeddingInversion
from seethrough.strategies.inversion_bert import InversionBert
from seethrough.strategies.markov import Markov
from seethrough.strategies.mask_inference import MaskInference
from seethrough.word_level.counting import count, person_tokens
from seethrough.word_level.shadow import overlap
from seethrough.word_level.token_evidence import Reader, originals_of
from seethrough.word_level.word_vectors import load

EPSILONS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0)
OUTPUTS = 65_713
QUICK = (EmbeddingInversion(), ContextFree(), ContextFreeBound(), Markov())
TRAINED = (InversionBert(), MaskInference())
FIELDS = {"agnews": "text", "yelp_sentences": "sentence", "qnli": "sentence"}
ATTACKED = 150
"""Texts whose tokens the attacks that train an encoder are given."""
BINS = 15
"""How many bins the expected calibration error has, as Guo et al. have."""


class Found(NamedTuple):
    """What a strategy recovered of the replaced tokens.

    Attributes:
        asr: Success over tokens whose replacement is a word of the texts.
        error: Half the width of its 95 % interval, over sentences.
        n: How many such tokens.
        words: Success over those of them that have a letter; the others are marks.
        all: Success over all replaced tokens.
        expected: The success that the strategy expects, over all replaced tokens.
        calibration: Its expected calibration error.
        left_out: The posterior mass that it did not consider, mean.
        seconds: Processor time.
    """

    asr: float
    error: float
    n: int
    words: float
    all: float
    expected: float
    calibration: float
    left_out: float
    seconds: float


def sentences() -> tuple[list[str], list[str]]:
    """Return the private and the shadow sentences of SST-2."""
    rows = _data.rows("sst2_sentences.jsonl")
    return tuple([r["sentence"] for r in rows if r["part"] == p] for p in ("private", "shadow"))


def texts_of(name: str) -> tuple[list[str], list[str]]:
    """Return 600 private and at most 1,000 shadow texts of a data set, which share little.

    ``sst2_sentences`` comes in these parts; of the others the shadow texts are those that share no
    more than half of their runs of four words with a private one.
    """
    if name == "sst2_sentences":
        private, shadow = sentences()
        return private[:600], shadow[:1000]
    rows = list(dict.fromkeys(row[FIELDS[name]] for row in _data.rows(f"{name}.jsonl")))
    rows = [rows[i] for i in np.random.default_rng(0).permutation(len(rows))]
    others = rows[600:]
    return rows[:600], [others[i] for i in overlap(others, rows[:600]).kept][:1000]


def vocabulary(folder, texts, outputs=OUTPUTS):
    """Write the most frequent words' vectors together with the corpus's, and return the file."""
    vectors = load()
    own = {vectors.index[w] for text in texts for w in text.split() if w in vectors.index}
    chosen = np.array(sorted(own.union(range(min(outputs, len(vectors))))))
    path = Path(folder) / "vectors.npz"
    words = np.array([vectors.words[i] for i in chosen])
    np.savez(path, words=words, vectors=vectors.matrix[chosen])
    return str(path)


def custext(vectors):
    """Return a function from epsilon to CusText+ over a file of word vectors."""
    return lambda epsilon: CusText(epsilon, vectors=vectors, vocabulary=0, cut="spaces")


def share(values, clusters):
    """Return the mean, half the width of its 95 % interval over clusters, and how many."""
    hits = np.bincount(clusters, values)
    sizes = np.bincount(clusters).astype(float)
    error = 1.96 * float(np.sqrt((ratio_residuals(hits, sizes) ** 2).sum()))
    return float(hits.sum() / sizes.sum()), error, len(values)


class Stage:
    """A release and its adversary's shadow set, ready for any strategy.

    Args:
        sanitizer: What made the release.
        private: The private texts.
        shadow: The shadow texts.
        seed: Which draws.
        whole: Whether tokens count whose replacement is no word of the texts.
    """

    def __init__(self, sanitizer, private, shadow, seed=0, whole=False):
        corpus = Corpus.from_texts(private)
        release = sanitizer.sanitize(corpus, generator(seed, "sanitize"))
        reader = Reader(release, shadow, private, told=True)
        self.view = reader.view(corpus.ids, release.corpus.texts)
        originals = originals_of(sanitizer, private)
        self.truth = originals.ids
        self.lettered = np.array([any(map(str.isalpha, t)) for t in originals.surfaces], dtype=bool)
        known = np.zeros(self.view.words, dtype=bool)
        known[self.view.shadow.ids] = True
        known[self.view.originals.ids] = True
        self.sentence = np.repeat(np.arange(len(private)), self.view.released.lengths)
        self.counted = self.view.replaced & (whole | known[self.view.released.ids])

    def right(self, strategy):
        """Return, for every token, whether the strategy names its original."""
        return strategy.infer(self.view, generator(0, "guess")).best[:, 0] == self.truth

    def run(self, strategy) -> Found:
        begin = time.process_time()
        guesses_of = strategy.infer(self.view, generator(0, "guess"))
        seconds = time.process_time() - begin
        replaced = self.view.replaced
        right = guesses_of.best[:, 0] == self.truth
        sure, hit = guesses_of.chance[replaced], right[replaced]
        stated = not np.isnan(sure).any()
        asr, error, n = share(right[self.counted], self.sentence[self.counted])
        return Found(
            asr,
            error,
            n,
            float(right[self.counted & self.lettered].mean()),
            float(hit.mean()),
            float(sure.mean()) if stated else float("nan"),
            calibration_error(sure, hit) if stated else float("nan"),
            float(guesses_of.left_out[replaced].mean()),
            seconds,
        )


def calibration_error(stated, right) -> float:
    """Return the expected calibration error, in [0, 1], 0 best.

    The answers are put into ``BINS`` of equal width by what was stated; the error is the mean over
    answers of the distance between a bin's mean statement and its success rate.

    Source: Guo et al., "On calibration of modern neural networks" (2017), section 2.
    """
    if not len(stated):
        return 0.0
    which = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    gap = np.bincount(which, stated - right, minlength=BINS)
    return float(np.abs(gap).sum() / len(stated))


def name_of(strategy) -> str:
    return st.spec.name_of(strategy)


def show(label, found: Found) -> None:
    print(
        f"{label:44} {found.asr:.3f} +- {found.error:.3f} (n {found.n:,}; "
        f"words {found.words:.3f}, all {found.all:.3f}, expected {found.expected:.3f}, "
        f"ECE {found.calibration:.3f}, "
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


def by_shadow(make, private, shadow, epsilon=4.0):
    """Attack with shadow sets of 1, 3, 5, 8 % of the private sentences, and of more."""
    sizes = [len(private) * percent // 100 for percent in (1, 3, 5, 8)]
    for size in (*sizes, 1000, len(shadow)):
        # Every replaced token counts, so that n does not depend on the shadow set.
        stage = Stage(make(epsilon), private, shadow[:size], whole=True)
        for strategy in (ContextFree(), Markov()):
            show(f"{size} shadow sentences, {name_of(strategy)}", stage.run(strategy))


def by_time(make, private, shadow):
    stage = Stage(make(4.0), private, shadow)
    stage.run(ContextFree())  # reads in what all of them share
    for strategy in QUICK:
        times = [stage.run(strategy).seconds / len(stage.truth) * 1e5 for _ in range(5)]
        spread = np.std(times, ddof=1)
        print(f"{name_of(strategy):24} {np.mean(times):8.3f} s ({spread:.3f}) per 100,000 tokens")


def misaligned(make, shadow):
    """Attack questions' contexts with film reviews as the shadow set, and with their own kind."""
    rows = list(dict.fromkeys(row["sentence"] for row in _data.rows("qnli.jsonl")))
    private, others = rows[:600], rows[600:]
    own = [others[i] for i in overlap(others, private).kept][: len(shadow)]
    for kind, texts in (("SST-2", shadow), ("QNLI", own)):
        stage = Stage(make(1.0), private, texts)
        for strategy in QUICK:
            label = f"QNLI, {len(texts)} shadow sentences of {kind}, {name_of(strategy)}"
            show(label, stage.run(strategy))


def names(folder):
    """Attack what is marked as personal in template-made sentences, and names in emails."""
    made = _data.rows("presidio_synth.jsonl")
    halves = [[r["full_text"] for r in made if r["template_id"] % 2 == k] for k in (0, 1)]
    mails = [row["body"] for row in _data.rows("enron_aeslc.jsonl") if len(row["body"]) < 1500]
    for kind, private, shadow in (
        ("made sentences", halves[0], halves[1]),
        ("emails", mails[:200], mails[200:1200]),
    ):
        path = Path(folder) / "shadow.jsonl"
        path.write_text("".join(json.dumps({"text": t}) + "\n" for t in shadow))
        corpus = Corpus.from_texts(private)
        people = None
        for epsilon in (1.0, 4.0):
            release = CusText(epsilon).sanitize(corpus, generator(0, "sanitize"))
            for strategy in QUICK:
                attack = Reconstruction(strategy, shadow=str(path), overlap=1.0)
                known = attack.learn(corpus, generator(0, "learn"))
                guesses = attack.guess(release, known, generator(0, "guess"))
                people = people or person_tokens(guesses, private)
                found = [
                    count(guess, text, named, corpus)
                    for guess, text, named in zip(guesses, private, people, strict=True)
                ]
                print(f"{kind}, epsilon {epsilon:g}, {name_of(strategy)}: {personal(found)}")


def personal(outcomes) -> str:
    """Return the success on names, emails and numbers, each with its interval over texts."""
    said = []
    for what in ("names", "emails", "numbers", "asr"):
        tallies = [outcome.tallies[f"reconstruction.{what}"] for outcome in outcomes]
        hits, sizes = (np.array([t[i] for t in tallies]) for i in (0, 1))
        if sizes.sum():
            error = 1.96 * float(np.sqrt((ratio_residuals(hits, sizes) ** 2).sum()))
            said.append(
                f"{what} {hits.sum() / sizes.sum():.3f} +- {error:.3f} (n {sizes.sum():,.0f})"
            )
    return "; ".join(said)


def santext(private, shadow, epsilons):
    """Attack SanText+; its success counts all sanitized tokens."""
    for epsilon in epsilons:
        sanitizer = SanText(epsilon, cut="spaces", unknown="keep")
        stage = Stage(sanitizer, private, shadow, whole=True)
        for strategy in QUICK:
            show(f"SanText+, epsilon {epsilon:g}, {name_of(strategy)}", stage.run(strategy))


def sets(names, epsilons):
    """Attack CusText+ on other data sets with every strategy that trains nothing."""
    for name in names:
        private, shadow = texts_of(name)
        print(f"{name}: {len(private)} private, {len(shadow)} shadow texts")
        by_epsilon(CusText, private, shadow, epsilons=epsilons)


def constant(names, epsilons):
    """Attack SanText+ by context-free Bayes with its constant, and without (figure 2).

    One occurrence is this package's default. As ``almost nothing`` it only ranks the candidates
    where none is in the shadow set, as in the paper; without it no word is named there.
    """
    for name in names:
        private, shadow = texts_of(name)
        for epsilon in epsilons:
            cut = "spaces" if name == "sst2_sentences" else "words"
            sanitizer = SanText(epsilon, cut=cut, unknown="keep")
            stage = Stage(sanitizer, private[:300], shadow, whole=True)
            one, little = (
                ContextFree(c).infer(stage.view, generator(0, "guess")).best[:, 0]
                for c in (1.0, 1e-9)
            )
            right = {"one occurrence": one == stage.truth, "almost nothing": little == stage.truth}
            right["none"] = right["almost nothing"] & (stage.view.shadow_counts[little] > 0)
            for label, hits in right.items():
                value, error, n = share(hits[stage.counted], stage.sentence[stage.counted])
                told = f"{name}, epsilon {epsilon:g}, {label}"
                print(f"{told:44} {value:.3f} +- {error:.3f} (n {n:,})", flush=True)


def yelp_names(epsilons):
    """Attack the personal names in Yelp's sentences, kept ones included (figure 5)."""
    rows = list(dict.fromkeys(row["sentence"] for row in _data.rows("yelp_sentences.jsonl")))
    private, others = rows[:1500], rows[1500:]
    corpus = Corpus.from_texts(private)
    people = None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shadow.jsonl"
        path.write_text("".join(json.dumps({"text": t}) + "\n" for t in others))
        for epsilon in epsilons:
            release = CusText(epsilon).sanitize(corpus, generator(0, "sanitize"))
            for strategy in QUICK:
                attack = Reconstruction(strategy, shadow=str(path), overlap=1.0)
                known = attack.learn(corpus, generator(0, "learn"))
                guesses = attack.guess(release, known, generator(0, "guess"))
                people = people or person_tokens(guesses, private)
                found = [
                    count(guess, text, named, corpus)
                    for guess, text, named in zip(guesses, private, people, strict=True)
                ]
                print(f"Yelp, epsilon {epsilon:g}, {name_of(strategy)}: {personal(found)}")


def half_precision():
    """Return a context in which the encoder multiplies in bfloat16, where the processor can.

    There it is 2.5 times as fast; on any other, which has to imitate it, many times slower.
    """
    import torch

    torch.set_num_threads(1)  # on small batches a second thread mostly waits for the first
    able = torch.cpu.get_capabilities()
    if not (able["avx512_bf16"] or able["amx_bf16"]):
        return nullcontext()
    # Without a cache: it would keep the weights as they were when training began.
    return torch.autocast("cpu", dtype=torch.bfloat16, cache_enabled=False)


def encoders(names, epsilons):
    """Attack CusText+ by the strategies that train an encoder, and by the others."""
    for epsilon in epsilons:
        for name in names:
            private, shadow = texts_of(name)
            stage = Stage(CusText(epsilon), private[:ATTACKED], shadow)
            for strategy in (*QUICK, *TRAINED):
                with half_precision():
                    found = stage.run(strategy)
                show(f"{name}, epsilon {epsilon:g}, {name_of(strategy)}", found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", default=[])
    parser.add_argument("--small", action="store_true", help="100 private sentences, fewer words.")
    parser.add_argument("--epsilon", type=float, nargs="+", help="Instead of the part's own.")
    parser.add_argument("--data", nargs="+", choices=["sst2_sentences", *FIELDS], default=[])
    options = parser.parse_args()
    parts = options.parts or ["epsilon", "shadow", "time", "misaligned", "names", "santext"]
    private, shadow = sentences()
    outputs = OUTPUTS
    if options.small:
        private, shadow, outputs = private[:100], shadow[:1200], 5_000
    with tempfile.TemporaryDirectory() as folder:
        make = custext(vocabulary(folder, private + shadow, outputs))
        for part in parts:
            print(f"\n{part}", flush=True)
            if part == "epsilon":
                own = options.epsilon or EPSILONS
                by_epsilon(make, private, shadow[:1000], QUICK, own)
                by_epsilon(make, private, shadow, (ContextFree(), Markov()), own)
            elif part == "shadow":
                by_shadow(make, private, shadow)
            elif part == "time":
                by_time(make, private, shadow[:1000])
            elif part == "misaligned":
                misaligned(make, shadow[:1000])
            elif part == "names":
                names(folder)
            elif part == "santext":
                santext(private[:300], shadow[:1000], options.epsilon or (1.0, 2.0, 3.0, 4.0))
            elif part == "sets":
                sets(options.data or ("agnews", "yelp_sentences"), options.epsilon or EPSILONS)
            elif part == "constant":
                own = options.data or ("sst2_sentences", "qnli", "agnews")
                constant(own, options.epsilon or (1.0, 2.0, 3.0, 4.0))
            elif part == "yelp_names":
                yelp_names(options.epsilon or (1.0, 4.0))
            elif part == "encoders":
                own = options.data or ("sst2_sentences", "agnews", "yelp_sentences")
                encoders(own, options.epsilon or (4.0, 1.0))
            else:
                parser.error(f"no part is named {part!r}")


if __name__ == "__main__":
    main()
