"""The kind of passage that claims were rated against, by its person and its wording."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.agreement.passages import KEPT, overlap

_ANOTHER = frozenset(("another", "neighbour", "other", "other record"))
"""Labels of passages that are another person's record."""


def rated_kinds(
    claims: Sequence[str],
    passages: Sequence[str],
    labels: Sequence[str | None],
    texts: Sequence[str],
) -> list[str]:
    """Return the kind of the passage of each claim: ``another``, ``kept`` or ``rewritten``.

    ``another`` is another person's record, as its label says. Any other passage is ``kept`` where
    the claims of its text have half of their words in it, in order (ROUGE-L recall, their mean),
    else ``rewritten``. Of 333 texts with passages written by a language model, 96 % of the
    anonymized passages are ``kept`` so, and 3 % of the paraphrased ones; by words in any order
    it would be 98 % and 23 %.

    Args:
        claims: (n,) the claims.
        passages: (n,) what each was rated against.
        labels: (n,) what the ratings call the passage, or None.
        texts: (n,) which private text each claim was cut from.
    """
    said: dict[tuple[str, str], list[str]] = {}
    for claim, passage, text in zip(claims, passages, texts, strict=True):
        said.setdefault((text, passage), []).append(claim)
    kept = {
        (text, passage): overlap(found, passage) >= KEPT for (text, passage), found in said.items()
    }
    return [
        "another" if label in _ANOTHER else "kept" if kept[text, passage] else "rewritten"
        for label, passage, text in zip(labels, passages, texts, strict=True)
    ]
