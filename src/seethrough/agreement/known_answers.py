"""Claims whose answer is known, mixed into what people rate: who answers by chance shows there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from seethrough.agreement.pairs_to_rate import Pair
from seethrough.evidence.grade import SAME, UNSUPPORTED
from seethrough.protocols import Generator
from seethrough.statistics.seeding import generator
from seethrough.text.details import content, sentences

EACH = 10
"""How many disclosed claims, and how many others, are mixed in, where there are as many."""

_LOOKED_AT = 500
"""How many claims and passages are tried; a report holds no more claims for raters."""

LEAST_WORDS = 4
"""A claim has so many words that carry detail, and the passage none of them.

Of 882 such pairs with the nearest other person's record, a large language model rated 8 disclosed;
of 310 claims with three such words, it rated 7 so (``judge_ratings.jsonl``).
"""


def known_answers(pairs: Sequence[Pair], seed: int) -> list[Pair]:
    """Return claims with passages whose right grade is known, at most ``EACH`` of either sort.

    Claims and passages of the pairs are put together anew, so that raters see no text that they
    would not see anyway, where they have no word of detail in common. In every second such pair the
    claim is then put between two sentences of the passage, word for word. So only that decides
    the grade.

    Args:
        pairs: All that may be rated; none of them is returned.
        seed: The choice depends on nothing else.
    """
    rng = generator(seed, "known answers")
    claims, passages = (
        [column[i] for i in rng.permutation(len(column))[:_LOOKED_AT].tolist()]
        for column in (sorted({p.claim for p in pairs}), sorted({p.passage for p in pairs}))
    )
    taken = {pair.key for pair in pairs}
    found: list[Pair] = []
    queue = deque((passage, _words(passage)) for passage in passages if passage.strip())
    for claim in claims:
        words = _words(claim)
        if len(words) < LEAST_WORDS or len(found) == 2 * EACH:
            continue
        for place, (passage, said) in enumerate(queue):
            pair = Pair(claim, passage, known=UNSUPPORTED)
            if words.isdisjoint(said) and pair.key not in taken:
                found.append(pair if len(found) % 2 else _told(pair, rng))
                queue.append(queue[place])  # comes again when all others had their turn
                del queue[place]
                break
    return found[: len(found) // 2 * 2]


def _told(pair: Pair, rng: Generator) -> Pair:
    """Return a pair with its claim in the passage, behind a sentence drawn at random."""
    ends = [end for _, end in sentences(pair.passage)]
    at = ends[int(rng.integers(len(ends)))]
    before, behind = pair.passage[:at], pair.passage[at:]
    gap = "\n" if before.endswith(("\n", "\r")) else " "
    before += "" if before[-1].isspace() else gap
    return replace(pair, passage=f"{before}{pair.claim}{gap if behind else ''}{behind}", known=SAME)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.key for word in content(text))
