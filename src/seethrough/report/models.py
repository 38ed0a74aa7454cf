"""What a report says about the language models behind its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.estimates.in_words import percent

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.protocols import Knowledge
    from seethrough.records.corpus import Corpus


def caveats(audit: Audit) -> list[str]:
    """Return what a reader must know of the models that made the release or the figures."""
    from seethrough.models.named import caveats_of

    attacks = [cell.attack for cell in audit.cells]
    measures = [dict(estimate.component) for estimate in audit.utilities]
    asked = audit.release.details.get("service", {})
    return caveats_of([*attacks, *measures, audit.release.sanitizer, asked])


def caveat_sentences(caveats: Sequence[str]) -> list[str]:
    """Return caveats as sentences."""
    return [f"Part of this was {caveat}." for caveat in caveats]


def inferred(release: Any) -> list[Mapping[str, int]]:
    """Return how many records gave each attribute away before each round of ``anonymize``."""
    return list(release.details.get("inferred") or [])


def inferred_sentence(rounds: Sequence[Mapping[str, int]]) -> str:
    """Return in one sentence what the model still guessed before each round; empty for no round."""
    names = list(dict.fromkeys(name for counts in rounds for name in counts))
    if not names:
        return ""
    told = [f"{name} {', '.join(str(c.get(name, 0)) for c in rounds)}" for name in names]
    what = "each round" if len(rounds) > 1 else "rewriting"
    return f"Records of which the anonymizing model guessed, before {what}: {'; '.join(told)}."


def overlap(known: Sequence[Knowledge], private: Corpus) -> dict[str, Any] | None:
    """Return how many of the knowledge's word pairs stand in the records, before and after.

    ``before`` is the mean ROUGE-2 precision of the facts as they were drawn, in [0, 1]; ``after``
    that of the same in other words, lower where less wording is left to link with; ``records`` is
    how many records they are the mean of.

    Source: A False Sense of Privacy (submission), B.1.

    Args:
        known: What was known about each target; None is returned where all of it is as drawn.
        private: The private records.
    """
    from seethrough.text.rouge import rouge_n

    changed = [k for k in known if k.original and k.record in private.position]
    if not changed:
        return None
    texts = [private.texts[private.position[k.record]] for k in changed]

    def mean(told: list[str]) -> float:
        return float(rouge_n(texts, told, 2)[:, 1].mean())

    before = mean([" ".join(k.original) for k in changed])
    return {"before": before, "after": mean([k.text for k in changed]), "records": len(changed)}


def overlap_sentence(found: Mapping[str, Any]) -> str:
    """Return in one sentence how much wording a paraphrase left to link with."""
    return (
        "What the adversary knows was paraphrased: of its word pairs"
        f" {percent(found['before'])}\u00a0% stood in the record before and"
        f" {percent(found['after'])}\u00a0% after"
        f" (n = {found['records']})."
    )
