"""Claims whose answer is known, mixed into what people rate: who answers by chance shows there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from seethrough.agreement.pairs_to_rate import Pair
from seethrough.agreement.rater_checks import LEAST
from seethrough.evidence.grade import SAME, UNSUPPORTED
from seethrough.protocols import Generator
from seethrough.statistics.seeding import generator
from seethrough.text.details import content, sentences

EACH = 10
"""How many disclosed claims, and how many others, are mixed in at the most."""

_LOOKED_AT = 500
"""How many claims and passages are tried; a report holds no more claims for raters."""

LEVELS = ((3, 0), (3, 1), (2, 0))
"""How many of a claim's words that carry detail a passage lacks at least, and has at the most.

The first level comes first. In the nearest other person's record a large language model rated 15 of
1,192 claims of the first level disclosed, 19 of 918 of the second and 18 of 235 of the third, and
334 of 2,016 where more of a claim's words are there (``judge_ratings.jsonl``).
"""


def known_answers(pairs: Sequence[Pair], seed: int) -> list[Pair]:
    """Return claims with passages whose right grade is known, at most ``EACH`` of either sort.

    Claims and passages of the pairs are put together anew, so that raters see no text that they
    would not see anyway, where the passage has next to none of the claim's words. In every second
    such pair the claim is then put between two sentences of the passage, word for word. So only
    that decides the grade.

    Args:
        pairs: All that may be rated; none of them is returned.
        seed: The choice depends on nothing else.

    Returns:
        As many of either sort; none where they are too few to check a rater.
    """
    rng = generator(seed, "known answers")
    claims, passages = (
        [column[i] for i in rng.permutation(len(column))[:_LOOKED_AT].tolist()]
        for column in (sorted({p.claim for p in pairs}), sorted({p.passage for p in pairs}))
    )
    taken = {pair.key for pair in pairs}
    queue = deque((passage, _words(passage)) for passage in passages if passage.strip())
    found: dict[str, Pair] = {}
    for (lacking, shared), claim in product(LEVELS, claims):
        if claim in found or len(found) == 2 * EACH:
            continue
        words = _words(claim)
        for place, (passage, said) in enumerate(queue):
            pair = Pair(claim, passage, known=UNSUPPORTED)
            common = len(words & said)
            if common <= shared and len(words) - common >= lacking and pair.key not in taken:
                found[claim] = pair if len(found) % 2 else _told(pair, rng)
                queue.append(queue[place])  # comes again when all others had their turn
                del queue[place]
                break
    return [*found.values()][: len(found) // 2 * 2] if len(found) >= 2 * LEAST else []


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
