"""The contextual attack on CusText+: its detector, table 1, and who wins where.

    python -m benchmarks.papers.detector [--epsilon 4] [--pairs 10000] [--sentences 150] [--bound]
        [--copies 2] [--epochs 1]

Fine-tunes one detector on sanitized shadow sentences of SST-2 (with ``--bound`` on the private
ones, as the paper's bound does) and prints its accuracy on pairs from other sentences, before and
after (figure 3), the attack's success as the number of candidates K grows (table 1), and
``contextual`` beside ``context_free`` and ``markov`` on the same tokens with the same shadow set,
by what stands beside the token. Needs the extra ``torch``; about six minutes of one core. The
paper's training is ``--copies 100 --epochs 3`` with as many ``--pairs`` as there are, some two days
of one core.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace

import numpy as np

from benchmarks.papers.reconstruction import (
    Stage,
    custext,
    half_precision,
    sentences,
    share,
    vocabulary,
)
from seethrough.statistics.seeding import generator
from seethrough.strategies import _detector
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.markov import Markov
from seethrough.word_level.mechanisms.tokens import UNKNOWN

SIZES = (1, 2, 5, 10, 20)
WINDOW, RATE, COPIES = 4, 2e-4, 2


class Remembering:
    """A detector that is asked about each pair once, in half precision."""

    def __init__(self, detector, half) -> None:
        self.detector, self.half, self.known = detector, half, {}

    def probability(self, pairs):
        keys = [(*p.sentence, UNKNOWN, *p.changed, p.at) for p in pairs]
        fresh = {k: p for k, p in zip(keys, pairs, strict=True) if k not in self.known}
        with self.half:
            chances = self.detector.probability(list(fresh.values()))
        self.known.update(zip(fresh, chances.tolist(), strict=True))
        return np.array([self.known[k] for k in keys])


class Rescored:
    """The contextual attack with a detector that is there already."""

    def __init__(self, prior, detector, k) -> None:
        self.prior, self.detector, self.k = prior, None if k == 1 else detector, k

    def infer(self, view, rng):
        return _detector.rescored(view, self.prior, self.detector, self.k, WINDOW)


def held_out(make, epsilon, prior, detector, texts, most):
    """Return (accuracy, half its interval, n) on pairs from sentences of their own."""
    stage = Stage(make(epsilon), ["a film"], texts)
    rng = generator(1, "held out")
    once = _detector.Training("", 1, 1, RATE, most, "token", WINDOW)
    size = stage.view.words
    prior = np.concatenate([prior, np.zeros(max(0, size - len(prior)))])[:size]
    pairs = _detector.training_pairs(stage.view, stage.view.shadow, prior, once, rng)
    right = (detector.probability(pairs) > 0.5) == np.array([p.label for p in pairs])
    # Two pairs of one token stand beside each other; longer ties are within the error's noise.
    return share(right, np.arange(len(pairs)) // 2)


def beside(view):
    """Return, for each token, how many of its neighbours are known: kept, or the text's edge."""
    known = np.append(~view.replaced, True)
    place = np.arange(len(view.replaced))
    first = np.zeros(len(place), dtype=bool)
    last = first.copy()
    lengths = view.released.lengths > 0
    first[view.released.starts[:-1][lengths]] = True
    last[view.released.starts[1:][lengths] - 1] = True
    return np.where(first, 1, known[place - 1]) + np.where(last, 1, known[place + 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epsilon", type=float, default=4.0)
    parser.add_argument("--pairs", type=int, default=10_000, help="The most training pairs.")
    parser.add_argument("--sentences", type=int, default=150, help="How many are attacked.")
    parser.add_argument("--copies", type=int, default=COPIES, help="Of each shadow sentence.")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--bound", action="store_true", help="Learn from the private sentences.")
    options = parser.parse_args()
    private, shadow = sentences()
    attacked = private[: options.sentences]
    with tempfile.TemporaryDirectory() as folder:
        make = custext(vocabulary(folder, private + shadow))
        stage = Stage(make(options.epsilon), attacked, shadow[:1000])
        view = stage.view
        prior = view.shadow_counts + view.unseen(1.0)
        texts, copies = view.shadow, options.copies
        if options.bound:
            prior, texts, copies = view.true_counts, view.originals, 10 * options.copies
        rng, half = generator(0, "detector"), half_precision()
        training = _detector.Training(
            "", copies, options.epochs, RATE, options.pairs, "token", WINDOW
        )
        pairs = _detector.training_pairs(view, texts, prior, training, rng)
        begin = time.monotonic()
        with half:
            detector = _detector.Detector(pairs, training, rng)
        detector = Remembering(detector, half)
        took = time.monotonic() - begin
        print(f"epsilon {options.epsilon:g}: {len(pairs):,} pairs in {took:.0f} s", flush=True)
        if not options.bound:
            untrained = _detector.Detector([], replace(training, epochs=0), rng)
            for name, asked in (("trained", detector), ("untrained", untrained)):
                right, error, n = held_out(
                    make, options.epsilon, prior, asked, shadow[2000:2200], 3000
                )
                print(f"{name}: held-out pairs told right {right:.3f} +- {error:.3f} (n {n:,})")
        strategies = {
            "context_free": ContextFree(),
            "context_free_bound": ContextFreeBound(),
            "markov": Markov(),
        } | {f"contextual, K = {k}": Rescored(prior, detector, k) for k in SIZES}
        neighbours = beside(view)
        groups = {
            "all": np.ones(len(stage.counted), dtype=bool),
            "both neighbours replaced": neighbours == 0,
            "one neighbour replaced": neighbours == 1,
            "no neighbour replaced": neighbours == 2,
        }
        seen = view.shadow_counts[stage.truth] > 0
        groups |= {"original in the shadow set": seen, "original not in it": ~seen}
        best = stage.right(strategies["markov"]).astype(float)
        for name, strategy in strategies.items():
            right = stage.right(strategy)
            for group, which in groups.items():
                chosen = stage.counted & which
                value, error, n = share(right[chosen], stage.sentence[chosen])
                gap, beyond, _ = share((best - right)[chosen], stage.sentence[chosen])
                print(
                    f"{name:20} {group:28} {value:.3f} +- {error:.3f} (n {n:,}), "
                    f"markov ahead by {gap:+.3f} +- {beyond:.3f}",
                    flush=True,
                )
        print(f"all told {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
