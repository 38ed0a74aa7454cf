"""*A False Sense of Privacy*: tables 1 to 4, and table 5 of its first version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.presets.tables import Asked, Column, Fragment, Preset, Row, Table

PAPER = (
    "Xin et al., A False Sense of Privacy: Evaluating Textual Data Sanitization Beyond"
    " Surface-level Privacy Leakage (2024)"
)

RELEASES: Mapping[str, str] = {
    "No Sanitization": "identity",
    "Remove All Info": "erase",
    "Sanitize & Paraphrase": "paraphrase",
    "Scrubbing": "scrub:style=star",
    "Dou et al. (2024)": "spans",
    "Staab et al. (2024)": "anonymize",
}
"""The sanitizers that stand for the paper's rows."""

_ASKS = ("Sanitize & Paraphrase", "Staab et al. (2024)")
_SYNTHESIS = "Data Synthesis"
_BUDGETS = ("inf", "1024", "64", "3")
_SETTINGS = ("GPT-4o and LLaMA 3 8B, MedQA", "GPT-4o and LLaMA 3 8B, WildChat")
_INFERENCE = {"name": "inference", "knowledge": {"name": "random"}}

_PRIVACY = (
    Column("Lexical Distance", ("lexical.distance",)),
    Column("Semantic Distance", ("semantic.distance",), _INFERENCE),
    Column("Task Utility", ("utility.mcq_accuracy", "utility.label_distribution")),
    Column("Text Coherence", ("utility.coherence",)),
)
_STANDING_IN = (
    "The paper rewrites with GPT-4o and judges with LLaMA 3 8B.",
    "Scrubbing is Azure's tool in the paper and Presidio here; Dou et al. are two fine-tuned models"
    " in the paper and patterns here.",
)

TABLE_1 = Table(
    "Table 1",
    "privacy against utility, by sanitization method",
    _SETTINGS,
    _PRIVACY,
    (
        Row("No Sanitization", "No Sanitization", ("0.08 0.04 0.69 3.79", "0.04 0.19 0.99 4.06")),
        Row("Remove All Info", "Remove All Info", ("- - 0.44 -",)),
        Row(
            "Sanitize & Paraphrase",
            "Sanitize & Paraphrase",
            ("0.66 0.31 0.65 3.60", "0.73 0.44 0.62 3.76"),
        ),
        Row("Azure AI PII tool", "Scrubbing", ("0.20 0.06 0.67 3.29", "0.17 0.21 0.99 3.68")),
        Row(
            "Dou et al. (2024)", "Dou et al. (2024)", ("0.61 0.34 0.61 2.84", "0.27 0.22 0.99 2.97")
        ),
        Row(
            "Staab et al. (2024)",
            "Staab et al. (2024)",
            ("0.53 0.33 0.62 3.07", "0.49 0.40 0.98 3.49"),
        ),
        Row("Data Synthesis", "epsilon = inf", ("0.46 0.43 0.62 3.44", "0.86 0.83 0.93 3.28")),
    ),
    _STANDING_IN,
)

TABLE_2 = Table(
    "Table 2",
    "synthesis under privacy budgets",
    _SETTINGS,
    _PRIVACY,
    (
        Row("epsilon = inf", "epsilon = inf", ("0.46 0.43 0.62 3.44", "0.86 0.83 0.93 3.28")),
        Row("epsilon = 1024", "epsilon = 1024", ("0.79 0.92 0.40 2.25", "0.88 0.87 0.88 1.83")),
        Row("epsilon = 64", "epsilon = 64", ("0.79 0.92 0.41 2.14", "0.88 0.88 0.81 1.84")),
        Row("epsilon = 3", "epsilon = 3", ("0.79 0.93 0.40 2.04", "0.89 0.89 0.70 1.64")),
    ),
)


def _knowing(name: str, which: str) -> Column:
    return Column(name, ("linkage.top1",), {"name": "linkage", "knowledge": {"name": which}})


TABLE_3 = Table(
    "Table 3",
    "correct linkage, by what the adversary knows",
    _SETTINGS,
    (
        _knowing("First Three Claims", "first"),
        _knowing("Random Three Claims", "random"),
        _knowing("Last Three Claims", "last"),
    ),
    (
        Row("No Sanitization", "No Sanitization", ("0.99 0.99 0.99", "0.98 0.98 0.98")),
        Row("Sanitize & Paraphrase", "Sanitize & Paraphrase", ("0.58 0.66 0.78", "0.59 0.62 0.56")),
        Row("Scrubbing", "Scrubbing", ("0.81 0.91 0.94", "0.89 0.88 0.82")),
        Row("Dou et al. (2024)", "Dou et al. (2024)", ("0.70 0.67 0.69", "0.88 0.88 0.83")),
        Row("Staab et al. (2024)", "Staab et al. (2024)", ("0.58 0.69 0.78", "0.66 0.69 0.68")),
    ),
)

TABLE_4 = Table(
    "Table 4",
    "how far raters agree, and each judge with them",
    ("580 claims rated by three people",),
    (Column("Value"), Column("P-value")),
    (
        Row("Human Agreement, Fleiss' Kappa", None, ("0.8748 -",)),
        Row("LLaMA 3 8B, Spearman Correlation", None, ("0.9252 2.37e-245",)),
        Row("GPT-4o, Spearman Correlation", None, ("0.9567 5.37e-312",)),
        Row("ROUGE-L recall, Spearman Correlation", None, ("-0.8057 1.48e-133",)),
    ),
    (
        "This is about judges, not about releases: `seethrough agree` measures it on ratings of"
        " your own.",
    ),
)

TABLE_5 = Table(
    "Table 5 of the first version",
    "what is known in other words",
    _SETTINGS,
    (
        Column("Semantic Distance", ("semantic.distance",), _INFERENCE),
        Column(
            "Semantic Distance with Paraphrased Aux Info",
            ("semantic.distance",),
            {"name": "inference", "knowledge": {"name": "paraphrased"}},
        ),
    ),
    (
        Row("No Sanitization", "No Sanitization", ("0.04 0.22", "0.19 0.26")),
        Row("Sanitize & Paraphrase", "Sanitize & Paraphrase", ("0.31 0.35", "0.44 0.50")),
        Row("Azure AI PII tool", "Scrubbing", ("0.06 0.26", "0.21 0.30")),
        Row("Dou et al. (2024)", "Dou et al. (2024)", ("0.34 0.50", "0.22 0.28")),
        Row("Staab et al. (2024)", "Staab et al. (2024)", ("0.33 0.57", "0.40 0.47")),
    ),
)


def fragment(asked: Asked) -> Fragment:
    """Return the rows and figures that can be had; the paper's linker is BM25."""
    releases: list[Mapping[str, Any]] = [
        {"name": name, "with": maker, "decides": name != "No Sanitization"}
        for name, maker in RELEASES.items()
        if asked.model or name not in _ASKS
    ]
    releases += [
        {"name": f"epsilon = {e}", "with": f"synthesize:epsilon={e},base={asked.base}"}
        for e in _BUDGETS
        if asked.base
    ]
    judge = "llm(method=samples)" if asked.model else "local"
    inference = f"inference:linker=bm25,judge={judge}"
    attacks = [
        f"{inference},knowledge=random",
        "lexical:linker=bm25",
        *(f"linkage:linker=bm25,knowledge={known}" for known in ("first", "random", "last")),
    ]
    if not asked.model:
        return Fragment(releases, attacks, (), _without(asked))
    task = "mcq_accuracy" if {"options", "answer_idx"} <= asked.columns else "label_distribution"
    paraphrased = f"{inference},knowledge=paraphrased"
    return Fragment(releases, [*attacks, paraphrased], (task, "coherence"), _without(asked))


def _without(asked: Asked) -> list[str]:
    told = []
    if not asked.model:
        told.append(
            f"Without --model, {' and '.join(_ASKS)}, Task Utility, Text Coherence and Paraphrased"
            " Aux Info are left out, and the judge of Semantic Distance is `local`."
        )
    if not asked.base:
        told.append(
            f"Without --base, a model to train, {_SYNTHESIS} and its privacy budgets are left out."
        )
    return told


PRESET = Preset("false-sense", PAPER, fragment, (TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5))
