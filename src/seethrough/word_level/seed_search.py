"""Was a word-level release made with a seed that anybody can guess?

Anyone with the seed knows every draw. Of the possible originals of a released word, few become it
with exactly that draw, so a wrong seed explains fewer places than the right one: trial finds it,
from the released file and its sidecar alone, and the candidates that it leaves for each word
are what the release gives away. No epsilon bounds that: differential privacy assumes
unknown draws.

Source: own. That a mechanism is private only as long as its random bits are secret: Garfinkel and
Leclerc, "Randomness concerns when deploying differential privacy" (2020), section 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from seethrough import spec
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import VOIDED
from seethrough.sidecars.sidecar import Sidecar
from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.statistics.seeding import generator, of_release
from seethrough.word_level.mechanisms.mechanism import Mechanism, candidates
from seethrough.word_level.mechanisms.ragged import flat_ranges, starts_of
from seethrough.word_level.mechanisms.tokens import Tokens
from seethrough.word_level.texts import WordLevel, draws_of, unpacked
from seethrough.word_level.token_evidence import word_level

PLACES = 1_000
"""The most released words that are examined."""

CANDIDATES = 20
"""The number of possible originals of each, the most likely."""

WORDS = 8_000
"""Originals are searched among this many most common words, which takes seconds, not minutes."""

CONTROLS = 64
"""How many times the places are explained by draws that are certainly wrong."""

_ENTRIES = 1 << 22
_SIGMAS = 6.0
_SHARES = (0.03, 0.1, 0.3, 0.6, 0.9)
_ERROR = 1e-6
"""The chance of finding a wrong seed, over all that are tried."""


@dataclass(frozen=True)
class SeedFinding:
    """The findings about a release's randomness.

    Attributes:
        seeded: Whether its sidecar says that it was made with a seed; None if it does not say.
        claimed: The guarantee that was claimed for it, in words, void or not.
        belongs: Whether the sidecar has the hash of the released file.
        tried: How many seeds were tried: 0, 1, 2 and so on.
        places: How many released words each of them had to explain.
        found: The seed that explains them, or None.
        explained: The share of the places that the best seed explains; nan if none was tried.
        chance: The share that a wrong seed explains on average.
        able: Whether the right seed would have been distinguished from chance, had it been tried.
        single: The share of the places of which the found seed leaves one candidate; nan if
            none was found.
    """

    seeded: bool | None
    claimed: str
    belongs: bool
    tried: int
    places: int
    found: int | None
    explained: float
    chance: float
    able: bool
    single: float

    @property
    def word(self) -> Literal["pass", "fail", "inconclusive"]:
        """``fail`` if the guarantee is void, ``pass`` if nothing contradicts it."""
        if self.found is not None or self.seeded is not False:
            return "fail"
        return "pass" if self.belongs and self.able else "inconclusive"

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; unknown values are null."""
        values = {
            k: None if isinstance(v, float) and not math.isfinite(v) else v
            for k, v in vars(self).items()
        }
        return {"word": self.word, **values}


class Possible(NamedTuple):
    """The possible originals at each place, the most likely by word frequency.

    Attributes:
        starts: (places + 1,) where each place's candidates start.
        inputs: (m,) the candidates.
        covered: (places,) how likely the original is among them, by how common words are.
    """

    starts: Ints
    inputs: Ints
    covered: Floats


def search_seed(corpus: Corpus, sidecar: Sidecar, seeds: int = 256) -> SeedFinding:
    """Look for the seed of a release among the smallest ones.

    Args:
        corpus: The released records.
        sidecar: The release's sidecar.
        seeds: How many seeds to try, starting at 0.

    Raises:
        UsageError: The sidecar claims no guarantee, or not one of a word-level sanitizer.
        InputError: The released file is not the one that the sidecar describes, or the sidecar
            claims more than the sanitizer that it names can guarantee.
    """
    made, claimed = _claimed(sidecar)
    mechanism = made.mechanism()
    tokens = made.word_vectors().tokenizer.split(corpus.texts)
    places = _places(made, tokens, corpus, sidecar.claims.details.get("replaced", {}))
    released = tokens.ids[places]
    possible = candidates_of(mechanism, released)

    def at_places(seed: int) -> Floats:
        rng = of_release(seed, spec.key(made))
        own: Floats = draws_of(rng, corpus.ids, tokens.lengths, mechanism.streams)[:, places]
        return own

    rng = generator(0, "control draws")
    wrong = [rng.random((mechanism.streams, len(places))) for _ in range(2 * CONTROLS)]
    controls = explained_by(mechanism, released, possible, wrong)
    # One half estimates how often chance explains a place, the other the score of chance.
    evidence = evidence_of(controls[:CONTROLS].mean(axis=0))
    chance = evidence.of(controls[CONTROLS:])
    enough = max(
        math.log(max(1, seeds) / _ERROR), float(chance.mean() + _SIGMAS * chance.std(ddof=1))
    )
    explained = explained_by(mechanism, released, possible, [at_places(s) for s in range(seeds)])
    weights = evidence.of(explained)
    best = int(weights.argmax()) if seeds else None
    found = best if best is not None and weights[best] > enough else None
    single = math.nan
    if found is not None:
        left = _consistent(mechanism, released, possible, [at_places(found)])[0]
        single = float((left == 1).mean())
    return SeedFinding(
        sidecar.claims.seeded,
        claimed,
        sidecar.release == "matches",
        seeds,
        len(places),
        found,
        math.nan if best is None or not len(places) else float(explained[best].mean()),
        float(controls.mean()) if len(places) else math.nan,
        seeds > 0 and float(np.quantile(evidence.of(_if_right(controls, possible)), 0.1)) > enough,
        single,
    )


def _claimed(sidecar: Sidecar) -> tuple[WordLevel, str]:
    """Return what made a release, and the guarantee that is claimed for it, void or not."""
    claims = sidecar.claims
    made = word_level(claims.sanitizer)
    promise = claims.guarantee
    claimed: str = promise.in_words if promise else claims.details.get(VOIDED, "")
    if not claimed:
        raise UsageError(f"{sidecar.path}: claims no guarantee, so there is none to test")
    if made is None:
        raise UsageError(
            f"{sidecar.path}: only the seed of a word-level release can be searched for"
        )
    vectors = made.word_vectors().fingerprint
    if claims.details.get("vectors", vectors) != vectors:
        raise InputError(f"{sidecar.path}: made with word vectors other than those here")
    epsilon, unit = made.mechanism().epsilon, made.mechanism().unit
    if promise and (promise.epsilon < epsilon or promise.unit != unit):
        raise InputError(
            f"{sidecar.path}: claims {promise.in_words}, more than its sanitizer can guarantee:"
            f" epsilon {epsilon:g} for each {unit}; it was changed, so sanitize again"
        )
    return made, claimed


class Evidence(NamedTuple):
    """The weight of each place in the test of draws against chance: a mixture of likelihood ratios.

    The right draws explain a place more often than chance by an unknown share of the rest, small
    for rare words. Each share of ``_SHARES`` gives a likelihood ratio, and their mean is tested.
    Where the chances are exact, draws that have nothing to do with the release get a mean above
    exp(t) with probability at most exp(-t) (Markov's inequality).

    Attributes:
        hit: (shares, places) what a place adds to a logarithm if the draws explain it.
        miss: (shares, places) what it adds if they do not.
    """

    hit: Floats
    miss: Floats

    def of(self, explained: Bools) -> Floats:
        """Return (tried,) the logarithm of the mean ratio; ``explained`` is (tried, places)."""
        seen = explained.astype(np.float64)
        logs = seen @ self.hit.T + (1 - seen) @ self.miss.T
        found: Floats = np.logaddexp.reduce(logs, axis=1) - math.log(len(_SHARES))
        return found


def evidence_of(chance: Floats) -> Evidence:
    """Return the weights of places.

    Args:
        chance: (places,) how often wrong draws explained each, of ``CONTROLS`` times.
    """
    by_chance = (chance * CONTROLS + 0.25) / (CONTROLS + 0.5)
    right = by_chance + np.array(_SHARES)[:, None] * (1 - by_chance)
    return Evidence(np.log(right / by_chance), np.log((1 - right) / (1 - by_chance)))


def _if_right(controls: Bools, possible: Possible) -> Bools:
    """Return (tried,) times (places,) what draws like the right ones would explain.

    They explain what wrong ones do, and the places whose original is among the candidates. Of
    those a quarter is left out, since the originals of rare words are often rarer than ``WORDS``.
    """
    luck = generator(0, "places explained").random(controls.shape)
    return controls | (luck < 0.75 * possible.covered)


def candidates_of(mechanism: Mechanism, released: Ints) -> Possible:
    """Return the likeliest ``CANDIDATES`` originals of released words, if words follow Zipf's law.

    Args:
        mechanism: The mechanism.
        released: (places,) released words.
    """
    prior: Floats = np.power(np.arange(len(mechanism.kept), dtype=np.float64) + 10.0, -1.1)
    prior[mechanism.kept] = 0.0
    common = prior[:WORDS].sum() / prior.sum()
    prior[WORDS:] = 0.0
    unique, inverse = np.unique(released, return_inverse=True)
    found = candidates(mechanism, unique, prior, 1.0, CANDIDATES)
    lengths = np.diff(found.starts)[inverse]
    flat = flat_ranges(found.starts[inverse], lengths)
    return Possible(
        starts_of(lengths), found.inputs[flat], common * (1.0 - found.left_out[inverse])
    )


def explained_by(
    mechanism: Mechanism, released: Ints, possible: Possible, tried: list[Floats]
) -> Bools:
    """Return (tried, places) which places have a candidate that becomes the released word.

    Args:
        mechanism: The mechanism.
        released: (places,) released words.
        possible: Their candidates.
        tried: Draws, each (streams, places).
    """
    step = max(1, _ENTRIES // max(1, len(possible.inputs)))
    parts = [
        _consistent(mechanism, released, possible, tried[i : i + step]) > 0
        for i in range(0, len(tried), step)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, len(released)), dtype=bool)


def _consistent(
    mechanism: Mechanism, released: Ints, possible: Possible, tried: list[Floats]
) -> Ints:
    """Return (tried, places) how many candidates become the released word with these draws."""
    place = np.repeat(np.arange(len(released)), np.diff(possible.starts))
    inputs = np.tile(possible.inputs, len(tried))
    uniforms = np.concatenate([own[:, place] for own in tried], axis=1)
    hits = mechanism.sample(inputs, uniforms)[0] == np.tile(released[place], len(tried))
    slots = np.concatenate([place + i * len(released) for i in range(len(tried))])
    counts = np.bincount(slots[hits], minlength=len(tried) * len(released))
    return counts.reshape(len(tried), len(released))


def _places(made: WordLevel, tokens: Tokens, corpus: Corpus, flags: dict[str, str]) -> Ints:
    """Return which released tokens to look at: replaced words, drawn at random where many."""
    kept = made.mechanism().kept
    replaced = (tokens.ids >= 0) & ~kept[np.maximum(tokens.ids, 0)]
    bounds = tokens.starts.tolist()
    for id_, first, end in zip(corpus.ids, bounds[:-1], bounds[1:], strict=True):
        if id_ in flags:
            try:
                flagged = unpacked(flags[id_], end - first)
            except (TypeError, ValueError):
                raise InputError("the sidecar's flags of replaced tokens are broken") from None
            replaced[first:end] = flagged & (tokens.ids[first:end] >= 0)
    where = np.flatnonzero(replaced)
    chosen = generator(0, "places").permutation(len(where))[:PLACES]
    found: Ints = np.sort(where[chosen])
    return found
