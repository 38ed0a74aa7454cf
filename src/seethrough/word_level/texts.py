"""What the word-level sanitizers share: from texts to arrays, through the mechanism, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from seethrough.errors import InputError
from seethrough.notices import notice
from seethrough.parallel.parts import parts_by_length
from seethrough.parallel.spreading import spread
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import PER_TEXT, Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.arrays import Bools, Ints
from seethrough.word_level.mechanisms.keyed_draws import KEY_BYTES, uniforms
from seethrough.word_level.mechanisms.mechanism import Mechanism
from seethrough.word_level.mechanisms.ragged import row_sums, starts_of
from seethrough.word_level.mechanisms.tokens import Tokens
from seethrough.word_level.word_vectors import WordVectors

PART = 4_000_000
"""So many characters are sanitized at once: some 300 MB of memory."""

MANY = 0.2
"""A larger share of tokens without a vector is told, where they are kept."""

_LEDGER = ("tokens", "replaced_tokens", "kept_tokens", "tokens_without_a_vector")

Unknown = Literal["keep", "map", "drop"]
Cut = Literal["words", "spaces"]


class WordLevel(Protocol):
    """A sanitizer that replaces words one by one; as an attack on its releases needs it.

    Attributes:
        unknown: What happens to a token that has no vector.
        cut: How texts become tokens.
    """

    @property
    def unknown(self) -> Unknown:
        """What happens to a token that has no vector."""

    @property
    def cut(self) -> Cut:
        """How texts become tokens."""

    def word_vectors(self) -> WordVectors:
        """Return the word vectors."""

    def mechanism(self) -> Mechanism:
        """Return the mechanism with its exact probabilities."""


def tokens_of(sanitizer: WordLevel, texts: Sequence[str]) -> Tokens:
    """Return the tokens that the sanitizer sees in raw texts, dropped ones left out."""
    tokens = _all_tokens(sanitizer, texts)
    if sanitizer.unknown != "drop" or not (tokens.ids < 0).any():
        return tokens
    keep = tokens.ids >= 0
    lengths = row_sums(keep.astype(np.float64), tokens.starts).astype(np.int64)
    surfaces = [tokens.surfaces[i] for i in np.flatnonzero(keep)]
    return Tokens(surfaces, tokens.ids[keep], starts_of(lengths))


def _all_tokens(sanitizer: WordLevel, texts: Sequence[str]) -> Tokens:
    tokenizer = sanitizer.word_vectors().tokenizer
    return tokenizer.cut(texts) if sanitizer.cut == "words" else tokenizer.split(texts)


def release_words(
    sanitizer: WordLevel,
    spec: Mapping[str, Any],
    private: Corpus,
    rng: Generator,
    note: str,
) -> TextRelease:
    """Sanitize every text token by token, some texts at a time.

    Args:
        sanitizer: Which mechanism, and what to do with words that have no vector.
        spec: The sanitizer's spec.
        private: The private records.
        rng: Gives the one key that every draw depends on, with the record's id and the place.
        note: What the guarantee assumes or leaves out.
    """
    mechanism = sanitizer.mechanism()
    epsilon = mechanism.epsilon
    parts = parts_by_length(zip(private.ids, private.texts, strict=True), PART, _characters)
    sanitized = partial(_sanitized, sanitizer, rng.bytes(KEY_BYTES))
    ledger = Counter(dict.fromkeys(_LEDGER, 0))
    texts, replaced, counts = list[str](), dict[str, str](), [np.zeros(0)]
    for part in spread(sanitized, parts):
        texts += part.texts
        replaced |= part.replaced
        counts.append(part.counts)
        ledger.update(part.ledger)
    if sanitizer.unknown == "keep":
        _tell_of_many_kept(ledger, private.name)
    every = np.concatenate(counts)
    details = {
        "vectors": sanitizer.word_vectors().fingerprint,
        "replaced": replaced,
        PER_TEXT: {
            "mean": float(epsilon * every.mean()) if len(every) else 0.0,
            "max": float(epsilon * every.max(initial=0.0)),
        },
    }
    guarantee = Guarantee(epsilon, 0.0, mechanism.unit, note)
    corpus = private.with_texts(texts)
    return TextRelease(
        corpus, sanitizer=spec, guarantee=guarantee, ledger=dict(ledger), details=details
    )


def _tell_of_many_kept(ledger: Mapping[str, int], name: str) -> None:
    """Tell the user where much of the texts stays as it is, as where they are in other words."""
    unknown, tokens = ledger["tokens_without_a_vector"], ledger["tokens"]
    if unknown > MANY * tokens:
        notice(
            f"{name}: {unknown:,} of {tokens:,} tokens have no vector and are released as they"
            " are; name vectors of the language with vectors=, or say unknown=map"
        )


class _Sanitized(NamedTuple):
    """Some texts with their tokens replaced.

    Attributes:
        texts: The new texts.
        replaced: As ``packed`` returns them.
        counts: (n,) how many tokens of each text were replaced that have a promise: not those
            without a vector, which may be mapped to any word.
        ledger: How many tokens of each kind there were.
    """

    texts: list[str]
    replaced: dict[str, str]
    counts: npt.NDArray[np.float64]
    ledger: dict[str, int]


def _sanitized(sanitizer: WordLevel, key: bytes, records: Sequence[tuple[str, str]]) -> _Sanitized:
    ids, texts = [id_ for id_, _ in records], [text for _, text in records]
    mechanism, vectors = sanitizer.mechanism(), sanitizer.word_vectors()
    tokens = tokens_of(sanitizer, texts)
    draws = uniforms(key, ids, tokens.lengths, mechanism.streams)
    released, replaced = apply(sanitizer, mechanism, tokens.ids, draws)
    known = tokens.ids >= 0
    unknown = int((~known).sum())
    if sanitizer.unknown == "drop":
        unknown = len(_all_tokens(sanitizer, texts).ids) - len(tokens.ids)
    found = (len(tokens.ids), int(replaced.sum()), int((~replaced & known).sum()), unknown)
    return _Sanitized(
        respelled(tokens, vectors, released, replaced).texts(),
        packed(ids, replaced, tokens.starts),
        row_sums((replaced & known).astype(np.float64), tokens.starts),
        dict(zip(_LEDGER, found, strict=True)),
    )


def _characters(record: tuple[str, str]) -> int:
    return len(record[1])


def draws_of(rng: Generator, ids: Sequence[str], lengths: Ints, streams: int) -> np.ndarray:
    """Return the (streams, total) draws that a release of these records is made with.

    Args:
        rng: As ``sanitize`` got it; gives the one key of all draws.
        ids: The n records' ids.
        lengths: (n,) their numbers of tokens.
        streams: How many draws each token needs.
    """
    return uniforms(rng.bytes(KEY_BYTES), ids, lengths, streams)


def apply(
    sanitizer: WordLevel, mechanism: Mechanism, ids: Ints, draws: np.ndarray
) -> tuple[Ints, Bools]:
    """Return the released form of each token, and which tokens the mechanism replaced.

    Args:
        sanitizer: What to do with words that have no vector.
        mechanism: The mechanism.
        ids: (n,) word numbers, -1 for a token without a vector.
        draws: (streams, n) independent draws from [0, 1).
    """
    released, replaced = mechanism.sample(ids, draws)
    if sanitizer.unknown == "map":
        unknown = np.flatnonzero(ids < 0)
        outputs = mechanism.outputs
        released[unknown] = outputs[(draws[0, unknown] * len(outputs)).astype(np.int64)]
        replaced[unknown] = True
    return released, replaced


def respelled(tokens: Tokens, vectors: WordVectors, released: Ints, replaced: Bools) -> Tokens:
    """Return tokens with the replaced ones spelled in their released form.

    Args:
        tokens: The tokens.
        vectors: The vocabulary.
        released: (n,) the released form of each token.
        replaced: (n,) which were replaced.
    """
    surfaces = np.array(tokens.surfaces, dtype=object)
    surfaces[replaced] = vectors.array[released[replaced]]
    return Tokens(surfaces.tolist(), released, tokens.starts)


def packed(ids: list[str], replaced: Bools, starts: Ints) -> dict[str, str]:
    """Return, for each record, which tokens were replaced, as hexadecimal bits.

    The attack paper grants its adversary this (section 4.3, step 1).
    """
    bounds = starts.tolist()
    return {
        id_: np.packbits(replaced[a:b]).tobytes().hex()
        for id_, a, b in zip(ids, bounds[:-1], bounds[1:], strict=True)
    }


def unpacked(bits: str, count: int) -> Bools:
    """Return the (count,) flags that ``packed`` wrote for one record.

    Raises:
        InputError: There are fewer of them.
    """
    flags = np.unpackbits(np.frombuffer(bytes.fromhex(bits), dtype=np.uint8)).astype(bool)
    if not count <= len(flags) < count + 8:
        raise InputError(
            "the release's flags of replaced tokens do not fit its texts; "
            "was a text changed after it was sanitized?"
        )
    return flags[:count]


def require_vocabulary(vectors: WordVectors, size: int) -> int:
    """Return how many words the output vocabulary holds.

    Args:
        vectors: The word vectors.
        size: The most frequent so many; 0 for all.

    Raises:
        InputError: It would hold one word.
    """
    count = min(size or len(vectors), len(vectors))
    if count < 2:
        raise InputError(
            f"{vectors.source}: a vocabulary of one word leaves nothing to replace it by; "
            "name word vectors of more words"
        )
    return count
