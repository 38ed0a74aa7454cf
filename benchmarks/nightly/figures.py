"""Which simulation covers which figure, and which figures none can."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from seethrough import components
from seethrough.protocols import Figure

_HITS = ("hits", "paired hits", "nothing guessed", "other people", "beyond both")
_FACTS = (
    "facts", "uneven facts", "paired facts", "no leak", "other people", "beyond both", "rare",
)  # fmt: skip
_JUDGED = (
    "judged", "judged half", "judged difference", "rated", "facts", "paired facts", "beyond both",
)  # fmt: skip
_OF_CLASS = ("judged class", "class difference", "rated", *_FACTS)
_SCORES = ("scores", "paired scores")
_WORDS = ("tokens", "paired facts")

COVERED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("attributes.*", _HITS),
    ("canary.extracted*", _HITS),
    ("canary.exposure", ("exposures",)),
    ("canary.tpr_*", ("rate",)),
    ("canary.epsilon", ("epsilon",)),
    ("extraction.repeat_prompts", _HITS),
    ("extraction.rouge_prompts", _HITS),
    ("extraction.repeat_contexts", ("recited", "recited beyond")),
    ("extraction.records", ("recited", "recited beyond")),
    ("extraction.rouge_contexts", ("recited", "recited beyond")),
    ("extraction.*", ("recited together", "recited beyond")),
    ("identifiers.standing", _HITS),
    ("identifiers.share", _FACTS),
    ("semantic.distance", _SCORES),
    ("semantic.leak_rate", _JUDGED),
    ("semantic.leak_rate.*", _OF_CLASS),
    ("lexical.distance", _SCORES),
    ("linkage.*", (*_HITS, "chosen linker", "pools")),
    ("membership.auc", ("area",)),
    ("membership.tpr_*", ("rate",)),
    ("memorization.s_priv*", _WORDS),
    ("memorization.*", _FACTS),
    ("nearest.copied", _HITS),
    ("nearest.*", _SCORES),
    ("reconstruction.*", _WORDS),
    ("same_person.top1", _HITS),
    ("same_person.gathered", _SCORES),
    ("uniqueness.singled_out", (*_HITS, "population")),
    ("uniqueness.unique", _SCORES),
    ("uniqueness.bits", ("halvings",)),
    ("uniqueness.people", ("numbers", "population")),
    ("utility.exact_match", _HITS),
    ("utility.mcq_accuracy", _HITS),
    ("utility.classifier*", ("learned",)),
    ("utility.label_distribution", ("tasks",)),
    ("utility.perplexity", ("means",)),
    ("utility.entities_kept", _FACTS),
    ("utility.numbers_kept", _FACTS),
    ("utility.vocabulary_kept", _WORDS),
    ("utility.*", _SCORES),
    ("agreement.spearman*", ("correlation",)),
    ("agreement.accuracy", _HITS),
    ("agreement.kappa", ("kappa",)),
    (
        "the difference of two releases",
        ("paired hits", "paired facts", "compare", "compare four", "compare few"),
    ),
    ("a preset's relative change", ("relative change",)),
    ("the verdict", ("false fail (none)", "false fail (chance)", "false pass (some)",
                     "false pass (spread)", "exposed")),
    ("seethrough epsilon", ("promises",)),
)  # fmt: skip
"""Patterns of figures' names, the first that fits counts, and what covers them."""

LEFT_OUT = {
    "canary.tpr_at_0.1pct_fpr, membership.tpr_at_0.1pct_fpr": "as at 1 %, with ten times the people"
    " outside",
    "controls of extraction figures of another size": "an upper and a lower bound, no estimate:"
    " what a control of full size would have is not known (`docs/rag.md`)",
    "the baseline of a pool of candidates": "exact, it has no interval",
    "the control of agreement.* and of utility.label_distribution": "the middle 95 % of shuffles,"
    " not an interval for a truth",
}
"""What is printed with two ends and is not simulated, and why."""

MORE = ("agreement.spearman", "agreement.spearman_grade", "agreement.accuracy", "agreement.kappa",
        "the difference of two releases", "a preset's relative change", "the verdict",
        "seethrough epsilon")  # fmt: skip
"""Figures that no component declares."""


def figures() -> Iterator[str]:
    """Yield the name of every figure with an interval, once."""
    declared = (figure.name for figure in _declared())
    yield from dict.fromkeys((*declared, *MORE))


def _declared() -> Iterator[Figure]:
    for kind in ("attacks", "utilities"):
        for component in _components(kind):
            yield from component.figures


def _components(kind: str) -> list[Any]:
    return [components.component_class(kind, name) for name in components.names(kind)]


def covered_by(figure: str) -> tuple[str, ...]:
    """Return the simulations that cover a figure; none where it is in no list."""
    return next((names for pattern, names in COVERED if fnmatch(figure, pattern)), ())
