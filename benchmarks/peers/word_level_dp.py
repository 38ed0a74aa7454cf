"""Word-level differential privacy: speed and memory beside plain loops that follow the papers.

    python -m benchmarks.peers.word_level_dp [--json out.json]

Reads ``sst2_sentences.jsonl`` from the folder ``SEETHROUGH_DATA``. Times are processor seconds of
one thread (set by the script itself), the least of several runs, so that a busy machine disturbs
them little. The plain loop does what the attack paper's released code does: for every sentence the
stop list is read from its file by NLTK's reader, and for every token there is one dictionary
look-up, one list of probabilities and one ``random.choice``. The same loop with the stop list read
once is timed too.
"""

# The number of threads is set before numpy is loaded.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import nltk
import numpy as np
from nltk.corpus.reader import WordListCorpusReader

from benchmarks import _data
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.seeding import generator
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.markov import Markov
from seethrough.text.stop_words import STOP_WORDS, is_number
from seethrough.word_level.mechanisms.keyed_draws import KEY_BYTES, uniforms
from seethrough.word_level.mechanisms.santext import SanTextMechanism
from seethrough.word_level.texts import apply, respelled
from seethrough.word_level.token_evidence import Reader
from seethrough.word_level.word_vectors import load


def least(work, runs=7):
    """Return the least processor seconds of some runs, and the last result."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        result = work()
        times.append(time.process_time() - begin)
    return min(times), result


def plain_loop(texts, outputs, chances, stop_list):
    """Sanitize text by text and token by token, as the released code does."""
    released = []
    for text in texts:
        kept = set(stop_list())
        words = []
        for token in text.split():
            if token in kept or is_number(token) or token not in outputs:
                words.append(token)
            else:
                words.append(np.random.choice(outputs[token], 1, p=chances[token])[0])
        released.append(" ".join(words))
    return released


def plain_context_free(released, prior, emitters):
    """For every token, loop over the words that can become it."""
    guesses = []
    for token in released:
        best, score = token, -1.0
        for word, chance in emitters.get(token, ()):
            joint = (prior.get(word, 0) + 1) * chance
            if joint > score:
                best, score = word, joint
        guesses.append(best)
    return guesses


def sst2():
    rows = _data.rows("sst2_sentences.jsonl")
    parts = {"private": [], "shadow": []}
    for row in rows:
        parts[row["part"]].append(row["sentence"])
    return parts["private"], parts["shadow"]


def run():
    private, shadow = sst2()
    figures = {}
    few = Corpus.from_texts(private[:1000])
    sanitizer = CusText(epsilon=4.0, cut="spaces")
    mechanism, vectors = sanitizer.mechanism(), sanitizer.word_vectors()
    begin = time.process_time()
    sanitizer.sanitize(Corpus.from_texts(private), generator(0))
    figures["first release of 3,395 sentences, output sets included, s"] = (
        time.process_time() - begin
    )
    tokens = vectors.tokenizer.split(few.texts)
    words = np.unique(tokens.ids[tokens.ids >= 0])
    table, chances = mechanism.table(words)
    names = [vectors.words[i] for i in words]
    outputs = {n: [vectors.words[i] for i in row] for n, row in zip(names, table, strict=True)}
    weights = dict(zip(names, chances.tolist(), strict=True))

    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "english").write_text("\n".join(sorted(STOP_WORDS)))
        nltk.data.path.append(place)
        reader = WordListCorpusReader(place, ["english"])
        loop, _ = least(lambda: plain_loop(few.texts, outputs, weights, reader.words), 3)
    lean, _ = least(lambda: plain_loop(few.texts, outputs, weights, lambda: STOP_WORDS), 3)
    whole, release = least(lambda: sanitizer.sanitize(few, generator(0)))
    strings, _ = least(lambda: from_strings(sanitizer, mechanism, few))
    ids, _ = least(lambda: from_ids(sanitizer, mechanism, few.ids, tokens))
    count = len(tokens.ids)
    figures |= {
        "tokens of 1,000 sentences": count,
        "sanitize, plain loop, s": loop,
        "sanitize, plain loop, stop list read once, s": lean,
        "sanitize, from strings to strings, s": strings,
        "sanitize, from strings, times the plain loop": loop / strings,
        "sanitize, strings to a release with its flags, s": whole,
        "sanitize, a whole release, times the plain loop": loop / whole,
        "sanitize, from ids, s": ids,
        "sanitize, from ids, times the plain loop": loop / ids,
        "sanitize, from strings, times the loop with the stop list read once": lean / strings,
        "sanitize, from ids, times the loop with the stop list read once": lean / ids,
        "sanitize, from strings, tokens a second": count / strings,
    }

    corpus = Corpus.from_texts([f"{a}" for a in private * 2])
    release = sanitizer.sanitize(corpus, generator(0))
    reader = Reader(release, shadow[:1000], (), told=True)
    view = reader.view(corpus.ids, corpus.texts and release.corpus.texts)
    rng = generator(0)
    begin = time.process_time()
    ContextFree().infer(view, rng)
    figures["output sets of the whole vocabulary and first attack, s"] = time.process_time() - begin
    replaced = int(view.replaced.sum())
    free, _ = least(lambda: ContextFree().infer(fresh(view), rng), 3)
    starts, emitters, likelihood = mechanism._inverse(np.arange(65_713))
    listed = {}
    for y in view.places.distinct[0].tolist():
        part = slice(starts[y], starts[y + 1])
        pairs = zip(emitters[part].tolist(), likelihood[part].tolist(), strict=True)
        listed[vectors.words[y]] = [(vectors.words[x], c) for x, c in pairs]
    prior = {}
    for text in shadow[:1000]:
        for token in text.split():
            prior[token] = prior.get(token, 0) + 1
    asked = [view.released.surfaces[i] for i in np.flatnonzero(view.replaced)]
    slow, _ = least(lambda: plain_context_free(asked, prior, listed), 1)
    markov, _ = least(lambda: Markov().infer(fresh(view), rng), 3)
    learned, _ = least(lambda: Markov().prior(view), 3)
    figures |= {
        "attacked tokens (replaced)": replaced,
        "context-free, s per 100,000 replaced tokens": free / replaced * 1e5,
        "context-free, plain loop, s per 100,000 replaced tokens": slow / replaced * 1e5,
        "markov, all tokens": len(view.replaced),
        "markov, s, its prior included": markov,
        "markov, s of it for the prior": learned,
        "markov, tokens a second, the prior included": len(view.replaced) / markov,
        "markov, tokens a second": len(view.replaced) / (markov - learned),
    }
    return figures


def fresh(view):
    """Return the same view without what it has cached."""
    import dataclasses

    return dataclasses.replace(view)


def from_strings(sanitizer, mechanism, corpus):
    tokens = sanitizer.word_vectors().tokenizer.split(corpus.texts)
    draws = uniforms(bytes(KEY_BYTES), corpus.ids, tokens.lengths, mechanism.streams)
    released, replaced = apply(sanitizer, mechanism, tokens.ids, draws)
    return respelled(tokens, sanitizer.word_vectors(), released, replaced).texts()


def from_ids(sanitizer, mechanism, ids, tokens):
    draws = uniforms(bytes(KEY_BYTES), ids, tokens.lengths, mechanism.streams)
    return apply(sanitizer, mechanism, tokens.ids, draws)


def santext_memory(size):
    """Return processor seconds and peak memory of SanText+ and its attack on a vocabulary."""
    vectors = load()
    mechanism = SanTextMechanism(vectors, size, size // 1000, 0.0, 2.0)
    rng = np.random.default_rng(0)
    rank = np.arange(size) + 1.0
    ids = rng.choice(size, 20_000, p=(1 / rank) / (1 / rank).sum())
    begin = time.process_time()
    mechanism.sample(ids, rng.random((mechanism.streams, len(ids))))
    sampled = time.process_time() - begin
    private, shadow = sst2()
    corpus = Corpus.from_texts(private[:200])
    sanitizer = SanText(2.0, vocabulary=size, cut="spaces", unknown="keep")
    release = sanitizer.sanitize(corpus, generator(0))
    view = Reader(release, shadow[:1000], (), told=True).view(corpus.ids, release.corpus.texts)
    left_out = {}
    for limit in (64, 512, Markov().limit):
        begin = time.process_time()
        found = Markov(limit=limit, calibrate=False).infer(view, rng)
        left_out[limit] = float(found.left_out[view.replaced].mean())
    return {
        "santext, vocabulary": size,
        "santext, sanitize 20,000 tokens, s": sampled,
        "santext, attacked tokens": int(view.replaced.sum()),
        "santext, markov's last attack, s": time.process_time() - begin,
        "santext, peak memory, GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
    } | {f"santext, mass left out by {n} candidates": share for n, share in left_out.items()}


def show(figures):
    for name, value in figures.items():
        print(f"{name:66} {value:12,.4g}" if isinstance(value, float) else f"{name:66} {value:12,}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--santext", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.santext:
        print(json.dumps(santext_memory(options.santext)))
        return
    figures = run()
    show(figures)
    # A process of its own, so that the peak is SanText's alone.
    command = [sys.executable, "-m", "benchmarks.peers.word_level_dp", "--santext", "40000"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    show(found)
    figures |= found
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
