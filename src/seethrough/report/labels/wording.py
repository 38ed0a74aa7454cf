"""Plain words for figures: their titles, their units, their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Title(NamedTuple):
    """How a figure is called on the page.

    Attributes:
        text: A few words that need no other knowledge.
        percent: Whether it is a share that reads best in percent.
    """

    text: str
    percent: bool = True


TITLES: Mapping[str, Title] = {
    "linkage.top1": Title("Found at the first guess"),
    "linkage.top10": Title("Found among the first ten guesses"),
    "semantic.leak_rate": Title("Further facts given away"),
    "semantic.leak_rate.identifier": Title("Names, contact data and numbers given away"),
    "semantic.leak_rate.special": Title("Health and other special facts given away"),
    "semantic.leak_rate.quasi": Title("Age, place, work and family given away"),
    "semantic.leak_rate.private": Title("Other private facts given away"),
    "semantic.leak_rate.none": Title("Facts about nobody given away"),
    "identifiers.standing": Title("Records whose identifiers remain"),
    "identifiers.share": Title("Identifiers that remain"),
    "semantic.distance": Title("Distance by meaning", percent=False),
    "lexical.distance": Title("Distance by wording", percent=False),
    "nearest.lexical_distance": Title("Distance to the nearest record by wording", percent=False),
    "nearest.semantic_distance": Title("Distance to the nearest record by meaning", percent=False),
    "nearest.copied": Title("Runs of words copied"),
    "membership.auc": Title("Told from people who are not in the data", percent=False),
    "membership.tpr_at_1pct_fpr": Title("People found at 1 % false alarms"),
    "membership.tpr_at_0.1pct_fpr": Title("People found at 0.1 % false alarms"),
    "canary.extracted": Title("Planted secrets that came out"),
    "canary.extracted.1": Title("Planted once, came out"),
    "canary.extracted.4": Title("Planted 4 times, came out"),
    "canary.extracted.16": Title("Planted 16 times, came out"),
    "canary.exposure": Title("Exposure of planted secrets, in bits", percent=False),
    "canary.tpr_at_1pct_fpr": Title("Canaries found at 1 % false alarms"),
    "canary.epsilon": Title("Epsilon is at least", percent=False),
    "reconstruction.asr": Title("Replaced words guessed back"),
    "reconstruction.top5": Title("Replaced words among five guesses"),
    "reconstruction.expected": Title("Guessed back, as the adversary itself expects"),
    "reconstruction.corpus_asr": Title("Guessed back, as the paper counts"),
    "reconstruction.names": Title("Words of people’s names read or guessed back"),
    "reconstruction.emails": Title("Mail addresses read or guessed back"),
    "reconstruction.numbers": Title("Numbers in digits read or guessed back"),
    "extraction.repeat_prompts": Title("Answers that recite a private record"),
    "extraction.repeat_contexts": Title("Stretches recited, per question", percent=False),
    "extraction.records": Title("Records recited, per question", percent=False),
    "extraction.rouge_prompts": Title("Answers that nearly tell a private record"),
    "extraction.rouge_contexts": Title("Records nearly told, per question", percent=False),
    "extraction.targeted": Title(
        "Contact details and topics extracted, per question", percent=False
    ),
    "extraction.phone": Title("Telephone numbers extracted, per question", percent=False),
    "extraction.email": Title("Mail addresses extracted, per question", percent=False),
    "extraction.url": Title("Web addresses extracted, per question", percent=False),
    "extraction.topic": Title("Topics whose records were extracted, per question", percent=False),
    "judge.own_record": Title("Claims recognized in their own record"),
    "judge.stranger": Title("Claims recognized in their own record more than in a stranger’s"),
    "judge.paraphrase": Title("Claims recognized in other words"),
    "judge.negation": Title("Negated claims rated as told"),
    "judge.empty": Title("Claims recognized in an empty record"),
    "judge.known_paraphrase": Title("Known paraphrases recognized"),
    "judge.known_rebuilt": Title("Known strong paraphrases recognized"),
    "judge.manner": Title("Claims recognized in strangers’ records once released, beyond before"),
    "judge.known_unrelated": Title("Known paraphrases recognized more than unrelated text"),
    "judge.known_altered": Title("Known paraphrases recognized more than altered facts"),
    "memorization.s_priv": Title("Private details that the model recites", percent=False),
    "utility.mcq_accuracy": Title("Questions answered correctly from the release"),
    "utility.label_distribution": Title("Tasks asked for as often as before", percent=False),
    "utility.classifier": Title("A classifier trained on the release is right"),
    "utility.classifier_ceiling": Title("The same, trained on the originals"),
    "utility.coherence": Title("How well the texts read, 1 to 5", percent=False),
    "utility.entities_kept": Title("Named people, places and things kept"),
    "utility.numbers_kept": Title("Numbers kept"),
    "utility.vocabulary_kept": Title("Different words kept"),
    "utility.length_kept": Title("Length kept"),
    "utility.exact_match": Title("Answers exactly right"),
    "utility.f1": Title("Answers’ words right (F1)", percent=False),
    "utility.rouge1": Title("Words kept (ROUGE-1)", percent=False),
    "utility.rouge2": Title("Word pairs kept (ROUGE-2)", percent=False),
    "utility.rougeL": Title("Wording kept in order (ROUGE-L)", percent=False),
    "utility.bleu1": Title("Words kept (BLEU-1)", percent=False),
    "utility.bertscore": Title("Meaning kept (BERTScore)", percent=False),
}

LONGEST_NAME = 80
"""Characters of a name that a sentence shows."""

_ORDERS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_VISIBLE = {n: 0x2400 + n for n in range(32) if chr(n) not in "\t\n\r"} | {127: 0x2421}
"""What cannot stand in a page, by the character that pictures it."""


def shown(text: object) -> str:
    """Return a text of a record as the page shows it, as long as before.

    Control characters, the null character among them, become the pictures of themselves.
    """
    return str(text).translate(_VISIBLE)


def inline(name: object) -> str:
    """Return a name that stands in a sentence of the page.

    What would turn the direction of the words that follow becomes a replacement character, and a
    very long name is cut.
    """
    text = " ".join(shown(name).translate({ord(c): "\ufffd" for c in _ORDERS}).split())
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


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


def capital(text: str) -> str:
    """Return a text with a capital letter in front."""
    return f"{text[:1].upper()}{text[1:]}"


def out_of(interval: Mapping[str, Any]) -> str:
    """Return a share as counts, such as ``55 of 60``; its value must be known."""
    return f"{round(interval['value'] * interval['n']):,} of {interval['n']:,}"


def listed(items: list[str], last: str = "and") -> str:
    """Return ``a, b and c``."""
    return f" {last} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
