"""Plain words for figures: their titles, their units, their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Title(NamedTuple):
    """How a figure is called on the page.

    Attributes:
        text: A few words that need no other knowledge.
        percent: Whether it is a share that reads best in percent.
        of: What it is a share of, or "".
    """

    text: str
    percent: bool = True
    of: str = ""


TITLES: Mapping[str, Title] = {
    "linkage.top1": Title("Found at the first guess", of="records"),
    "linkage.top10": Title("Found among the first ten guesses", of="records"),
    "semantic.leak_rate": Title("Further facts given away", of="facts asked"),
    "semantic.distance": Title("Distance by meaning", percent=False),
    "lexical.distance": Title("Distance by wording", percent=False),
    "reconstruction.asr": Title("Original words guessed back", of="words"),
    "reconstruction.bound": Title("Original words that the best attack could guess", of="words"),
    "extraction.repeat_prompts": Title("Prompts that made it repeat a record", False),
    "extraction.repeat_contexts": Title("Records repeated word for word", False),
    "extraction.rouge_prompts": Title("Prompts that made it tell nearly a record", False),
    "extraction.rouge_contexts": Title("Records told nearly word for word", False),
    "extraction.targeted": Title("Details extracted by asking for them", False),
    "memorization.s_priv": Title("Private details that the model recites", False),
    "membership.auc": Title("Telling members from others (AUC)", False),
    "membership.tpr_at_1pct_fpr": Title("Members found at one false alarm in a hundred"),
    "utility.mcq_accuracy": Title("Questions answered rightly from the release"),
    "utility.label_distribution": Title("Labels kept as often as before", False),
    "utility.coherence": Title("Coherence of the text", False),
    "utility.rouge1": Title("Words kept (ROUGE-1)", False),
    "utility.rouge2": Title("Word pairs kept (ROUGE-2)", False),
    "utility.rougeL": Title("Wording kept in order (ROUGE-L)", False),
    "utility.bleu1": Title("Words kept (BLEU-1)", False),
    "utility.bertscore": Title("Meaning kept (BERTScore)", False),
}

NOT_MEASURED = "not measured"
_PERCENT = "\u00a0%"


def title(name: str) -> Title:
    """Return how a figure is called; an unknown one by its own name, without a unit."""
    return TITLES.get(name, Title(name, percent=False))


def value(interval: Mapping[str, Any] | None, percent: bool) -> str:
    """Return the figure alone: ``87 %`` or ``0.31``."""
    if interval is None:
        return "none"
    if interval["value"] is None:
        return NOT_MEASURED
    return share(interval["value"]) if percent else f"{interval['value']:.2f}"


def spread(interval: Mapping[str, Any] | None, percent: bool) -> str:
    """Return the 95 % interval alone: ``76 to 93`` or ``0.28 to 0.35``; "" where there is none."""
    if interval is None or interval["low"] is None or interval["high"] is None:
        return ""
    low, high = interval["low"], interval["high"]
    return f"{100 * low:.0f} to {100 * high:.0f}" if percent else f"{low:.2f} to {high:.2f}"


def with_spread(interval: Mapping[str, Any] | None, percent: bool) -> str:
    """Return a figure with its interval: ``87 % (76 to 93)``."""
    ends = spread(interval, percent)
    return f"{value(interval, percent)} ({ends})" if ends else value(interval, percent)


def share(part: float) -> str:
    """Return a share in percent; all and nothing are only said of all and nothing."""
    if part not in (0, 1) and round(100 * part) in (0, 100):
        return f"{100 * part:.1f}{_PERCENT}"
    return f"{100 * part:.0f}{_PERCENT}"


def count(n: int, one: str, many: str | None = None) -> str:
    """Return ``1 record`` or ``1,200 records``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def out_of(interval: Mapping[str, Any]) -> str:
    """Return a share as counts, such as ``55 of 60``; its value must be known."""
    return f"{round(interval['value'] * interval['n']):,} of {interval['n']:,}"


def listed(items: list[str], last: str = "and") -> str:
    """Return ``a, b and c``."""
    return f" {last} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
