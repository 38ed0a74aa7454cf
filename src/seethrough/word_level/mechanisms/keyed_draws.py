"""Uniform draws by place, not by order, from a secret key: SHAKE128 as a keyed stream.

Draw number j of a record depends on a 256-bit key, the record's id and j, and on nothing else, so
neither the order of the records nor the number of workers changes a release, and two occurrences
of a word never share a draw. Anyone who sees a release, and even many of its draws, can neither
compute another draw nor test a guess of the key: to an adversary without the key the stream is as
good as random bits at 128-bit security. ``numpy.random.Philox`` gives draws by place, too, but is
made for simulations and promises neither.

Source: NIST, "SHA-3 standard" (FIPS 202, 2015), section 6.2; a key in front of the message makes a
sponge a pseudorandom function (Bertoni et al., "Cryptographic sponge functions", 2011, section
5.11.2; a fixed-length key needs no other padding).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

KEY_BYTES = 32


def uniforms(
    key: bytes, ids: Sequence[str], lengths: npt.NDArray[np.integer], streams: int = 1
) -> npt.NDArray[np.float64]:
    """Return draws from [0, 1) with 53 random bits for every place of every record.

    Args:
        key: ``KEY_BYTES`` secret bytes: anyone who knows them can undo the sanitization.
        ids: The n records' ids.
        lengths: (n,) how many places each record has.
        streams: How many independent draws each place needs.

    Returns:
        (streams, total) draws, the records' places joined in order.

    Raises:
        ValueError: The key has another length.
    """
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key of {len(key)} bytes must be one of {KEY_BYTES}")
    stream = b"".join(
        hashlib.shake_128(key + id_.encode(errors="surrogatepass")).digest(8 * streams * length)
        for id_, length in zip(ids, np.asarray(lengths, dtype=np.int64).tolist(), strict=True)
    )
    words = np.frombuffer(stream, dtype="<u8").reshape(-1, streams).T
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
