"""*Mitigating the Privacy Issues in RAG via Pure Synthetic Data* (SAGE): tables 1 to 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.presets.tables import Asked, Column, Fragment, Preset, Row, Table

PAPER = (
    "Mitigating the Privacy Issues in Retrieval-Augmented Generation (RAG) via Pure Synthetic Data"
)

RELEASES: Mapping[str, str] = {
    "Origin": "identity",
    "Paraphrase": "excerpt",
    "ZeroGen": "zerogen",
    "AttrPrompt": "attrprompt",
    "Stage-1": "sage:stage=1",
    "Stage-2": "sage:check=false",
    "Stage-2, with the rule": "sage",
}
"""What stands for the paper's rows, and stage 2 with a rule that overrules the privacy agent."""

_GUARDED = "Stage-2, with the rule"
_ROWS = {"origin": "Origin", "para": "Paraphrase"}
_SHORT = {name: name for name in RELEASES if name not in _ROWS.values()}
_DATA = ("NQ", "TQA", "WQ", "CT")


def _utility(
    place: str, data: str, columns: tuple[Column, ...], rows: Mapping[str, str], note: str
) -> Table:
    made = [Row("0-shot", "Origin", (rows["0-shot"],), arm="baseline")]
    made += [Row(name, name, (rows[name],) if name in rows else ()) for name in RELEASES]
    return Table(place, "utility of the service's answers", (data,), columns, tuple(made), (note,))


TABLE_1 = _utility(
    "Table 1",
    "Llama3-8b-chat, HealthCareMagic",
    (
        Column("BLEU-1", ("utility.bleu1",), digits=4),
        Column("ROUGE-L", ("utility.rougeL",), digits=4),
    ),
    {
        "0-shot": "0.081 0.0765",
        "Origin": "0.0846 0.0789",
        "Paraphrase": "0.105 0.0952",
        "ZeroGen": "0.0850 0.0769",
        "AttrPrompt": "0.079 0.067",
        "Stage-1": "0.114 0.0956",
        "Stage-2": "0.113 0.0943",
    },
    "Ours are of the questions in --questions; 0-shot is the same service with nothing to"
    " retrieve.",
)

TABLE_2 = _utility(
    "Table 2",
    "Llama3-8b-chat, Wiki-PII",
    tuple(Column(f"{name} {score}") for name in _DATA for score in ("BLEU-1", "ROUGE-L")),
    {
        "0-shot": "0.00719 0.0136 0.00843 0.0157 0.00716 0.0143 0.00882 0.0150",
        "Origin": "0.0180 0.0315 0.0150 0.0272 0.0147 0.0271 0.0178 0.0323",
        "Paraphrase": "0.0153 0.0269 0.0127 0.0251 0.0094 0.0187 0.0135 0.0252",
        "ZeroGen": "0.0034 0.0063 0.0057 0.010 0.0104 0.0201 0.0116 0.0205",
        "AttrPrompt": "0.0061 0.0107 0.006 0.0108 0.006 0.0110 0.00624 0.0111",
        "Stage-1": "0.0131 0.0257 0.0125 0.0249 0.0132 0.0277 0.0122 0.0242",
        "Stage-2": "0.0177 0.0322 0.0131 0.0247 0.0173 0.0298 0.0129 0.0267",
    },
    "Ours stand in table 1: a comparison has one file of questions. Compare again with one of these"
    " sets to see it.",
)


def _count(name: str, figure: str, aim: str) -> Column:
    wanted = {"name": "extraction", "aim": aim}
    return Column(name, (f"extraction.{figure}",), wanted, counts=True)


def _attacked(
    place: str, title: str, settings: tuple[str, ...], columns: tuple[Column, ...],
    rows: Mapping[str, tuple[str, ...]], notes: tuple[str, ...],
) -> Table:  # fmt: skip
    made = tuple(
        Row(name, release, rows.get(name, ())) for name, release in (_ROWS | _SHORT).items()
    )
    return Table(place, title, settings, columns, made, notes)


_COUNTS = (
    "Counts are out of the questions that were answered, n: the paper asks 250.",
    f"'{_GUARDED}' is ours: the rule lets no text pass that holds contact data or ten tokens of its"
    " original, so that zeros there test the rule and not the agents.",
)

TABLE_3 = _attacked(
    "Table 3",
    "targeted attack",
    (
        "Llama-3-8b, Wiki-PII and HealthCareMagic",
        "GPT-3.5, Wiki-PII and HealthCareMagic",
    ),
    (
        _count("Target-wiki: Target info", "targeted", "contacts"),
        _count("Repeat prompts", "repeat_prompts", "contacts"),
        _count("Target-chat: Target info", "targeted", "topics"),
        _count("Repeat prompts", "repeat_prompts", "topics"),
    ),
    {
        "origin": ("25 12 7 23", "167 64 75 132"),
        "para": ("9 1 17 26", "28 9 42 81"),
        "ZeroGen": ("4 5 0 3", "5 2 1 6"),
        "AttrPrompt": ("0 0 0 0", "0 0 0 0"),
        "Stage-1": ("1 4 3 11", "3 19 12 36"),
        "Stage-2": ("0 0 0 0", "0 7 0 0"),
    },
    (
        "Target-wiki seeks contact data (the paper on Wiki-PII), Target-chat topics (the paper on"
        " HealthCareMagic); ours are both of your records.",
        *_COUNTS,
    ),
)

TABLE_4 = _attacked(
    "Table 4",
    "untargeted attack",
    ("Llama-3-8b, HealthCareMagic", "GPT-3.5, HealthCareMagic"),
    (
        _count("Repeat prompt", "repeat_prompts", "untargeted"),
        _count("ROUGE prompt", "rouge_prompts", "untargeted"),
        _count("Repeat context", "repeat_contexts", "untargeted"),
        _count("ROUGE context", "rouge_contexts", "untargeted"),
    ),
    {
        "origin": ("19 17 16 13", "61 67 49 67"),
        "para": ("23 13 22 11", "45 63 33 50"),
        "ZeroGen": ("0 0 0 0", "0 0 0 0"),
        "AttrPrompt": ("0 0 0 0", "0 0 0 0"),
        "Stage-1": ("1 2 1 2", "1 0 1 0"),
        "Stage-2": ("0 0 0 0", "0 0 0 0"),
    },
    _COUNTS,
)


def fragment(asked: Asked) -> Fragment:
    """Return the service over what each method makes, both attacks and, with questions, utility."""
    releases: list[Mapping[str, Any]] = [
        {"name": name, "with": maker, "as": "rag", "service": "k=1", "decides": name != "Origin"}
        for name, maker in RELEASES.items()
    ]
    attacks = [f"extraction:aim={aim}" for aim in ("contacts", "topics", "untargeted")]
    if asked.questions:
        return Fragment(releases, attacks, ("bleu1", "rouge"))
    told = "Without --questions, a file of questions and answers, tables 1 and 2 are left out."
    return Fragment(releases, attacks, (), [told])


def _needs(asked: Asked) -> str | None:
    if not asked.model:
        return "a language model answers in every row: name one with --model"
    return None


PRESET = Preset("sage", PAPER, fragment, (TABLE_1, TABLE_2, TABLE_3, TABLE_4), _needs)
