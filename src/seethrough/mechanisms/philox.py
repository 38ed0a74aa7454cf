"""Uniform draws by place, not by order: Philox4x32-10, vectorised.

Draw number j of a record depends on a 64-bit key, the record's id and j, and on nothing else, so
neither the order of the records nor the number of workers changes a release, and two occurrences
of a word never share a draw.

Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), section 3.3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_MULTIPLIERS = np.array([0xD2511F53, 0xCD9E8D57], dtype=np.uint64)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ROUNDS = 10

Words = npt.NDArray[np.uint64]


def philox(counter: tuple[Words, Words, Words, Words], key: int) -> tuple[Words, ...]:
    """Return four arrays of 32-bit numbers (as uint64) for counters of four 32-bit words.

    Args:
        counter: Four arrays of one shape, each below 2**32.
        key: 64 bits.
    """
    x0, x1, x2, x3 = counter
    k0, k1 = key & 0xFFFFFFFF, key >> 32 & 0xFFFFFFFF
    for _ in range(_ROUNDS):
        first, second = x0 * _MULTIPLIERS[0], x2 * _MULTIPLIERS[1]
        x0 = second >> _HALF ^ x1 ^ np.uint64(k0)
        x2 = first >> _HALF ^ x3 ^ np.uint64(k1)
        x1, x3 = second & _LOW, first & _LOW
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    return x0, x1, x2, x3


def uniforms(
    key: int, ids: Sequence[str], lengths: npt.NDArray[np.integer], streams: int = 1
) -> npt.NDArray[np.float64]:
    """Return draws from [0, 1) with 53 random bits for every place of every record.

    Args:
        key: 64 secret bits: who knows them can undo the sanitization.
        ids: The n records' ids.
        lengths: (n,) how many places each record has.
        streams: How many independent draws each place needs, 1 or 2.

    Returns:
        (streams, total) draws, the records' places joined in order.
    """
    lengths = np.asarray(lengths, dtype=np.int64)
    digests = b"".join(
        hashlib.blake2b(id_.encode(errors="surrogatepass"), digest_size=12).digest() for id_ in ids
    )
    words = np.frombuffer(digests, dtype="<u4").reshape(-1, 3).astype(np.uint64)
    blocks = lengths if streams == 2 else (lengths + 1) // 2
    starts = np.cumsum(blocks) - blocks
    place = np.arange(int(blocks.sum()), dtype=np.int64) - np.repeat(starts, blocks)
    hashed = np.repeat(words, blocks, axis=0)
    out = philox(
        (place.astype(np.uint64), hashed[:, 0].copy(), hashed[:, 1].copy(), hashed[:, 2].copy()),
        key,
    )
    pairs = np.stack([_unit(out[0], out[1]), _unit(out[2], out[3])])
    if streams == 2:
        return pairs
    flat = pairs.T.reshape(-1)
    if (lengths % 2).any():
        keep = np.ones(len(flat), dtype=bool)
        keep[2 * (starts + blocks)[lengths % 2 == 1] - 1] = False
        flat = flat[keep]
    return flat[None]


def _unit(high: Words, low: Words) -> npt.NDArray[np.float64]:
    bits = (high << np.uint64(21)) | (low >> np.uint64(11))
    return bits.astype(np.float64) * 2.0**-53
