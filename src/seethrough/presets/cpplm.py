"""*Large Language Models Can Be Contextual Privacy Protection Learners*: tables 1 to 4."""

from __future__ import annotations

from collections.abc import Mapping

from seethrough import spec
from seethrough.attacks.memorization import Memorization
from seethrough.finetuning.settings import Tuning
from seethrough.presets.tables import Asked, Column, Fragment, Preset, Row, Table

PAPER = "Xiao et al., Large Language Models Can Be Contextual Privacy Protection Learners (2024)"

STRATEGIES: Mapping[str, str] = {
    "Vanilla": "vanilla",
    "Removal": "removal",
    "Substitution": "substitution",
    "DPO": "dpo",
    "Penalty": "penalty",
    "Classifier": "classifier",
    "IT": "instruct",
    "IT_PN 1": "instruct_pn",
    "IT_PN 2": "instruct_pn:template=2",
    "IT_NP 1": "instruct_np",
    "IT_NP 2": "instruct_np:template=2",
}
"""The finetuners that stand for the paper's rows."""

UTILITIES = ("rouge1", "rouge2", "rouge", "bertscore_minilm")
"""What measures the utility of answers, in the order of the columns."""

HELD_OUT = 0.15
"""The share that is tested and not trained on (appendix D.2)."""

_FIGURES = ("rouge1", "rouge2", "rougeL", "bertscore_minilm")


def _utilities(last: str) -> tuple[Column, ...]:
    names = ("ROUGE-1", "ROUGE-2", "ROUGE-L", last)
    return tuple(
        Column(name, (f"utility.{figure}",), digits=3)
        for name, figure in zip(names, _FIGURES, strict=True)
    )


def _private(name: str, figure: str, change: str) -> tuple[Column, Column]:
    return (
        Column(name, (figure,), arm="control", digits=4),
        Column(change, (figure,), arm="control", against="Vanilla", digits=1),
    )


_COLUMNS = (*_utilities("S_BERT"), *_private("S_Priv", "memorization.s_priv", "Δ (%)"))
_NOTES = (
    "Ours are of questions of people who were held out of the training, as in the paper: S_Priv is"
    " the control of `memorization.s_priv`. S_BERT is the paper's BERTScore and, here, a stand-in"
    " by the embedded encoder. The figures of ours are the same in tables 1 to 3.",
)


def _table(place: str, data: str, rows: Mapping[str, tuple[str, str]]) -> Table:
    settings = (f"LLaMA2-7B, {data}", f"LLaMA2-13B, {data}")
    made = tuple(Row(name, name, published) for name, published in rows.items())
    return Table(place, f"utility and privacy beside {data}", settings, _COLUMNS, made, _NOTES)


TABLE_1 = _table(
    "Table 1",
    "medical_flashcards",
    {
        "Vanilla": (
            "0.463 0.310 0.394 0.900 0.023 -",
            "0.475 0.322 0.405 0.903 0.023 -",
        ),
        "Removal": (
            "0.447 0.288 0.367 0.875 0.013 -42.7",
            "0.445 0.302 0.380 0.882 0.013 -44.8",
        ),
        "Substitution": (
            "0.445 0.282 0.373 0.883 0.014 -36.0",
            "0.458 0.298 0.379 0.883 0.016 -30.4",
        ),
        "DPO": (
            "0.456 0.296 0.380 0.894 0.020 -13.0",
            "0.463 0.311 0.396 0.898 0.022 -4.8",
        ),
        "Penalty": (
            "0.458 0.284 0.381 0.896 0.016 -27.6",
            "0.467 0.314 0.402 0.885 0.017 -26.1",
        ),
        "Classifier": (
            "0.459 0.305 0.388 0.897 0.019 -17.8",
            "0.467 0.318 0.404 0.883 0.017 -26.5",
        ),
        "IT": (
            "0.456 0.296 0.383 0.895 0.015 -35.6",
            "0.470 0.317 0.403 0.900 0.016 -31.7",
        ),
        "IT_PN 1": (
            "0.460 0.303 0.387 0.899 0.022 -4.0",
            "0.470 0.318 0.400 0.902 0.022 -6.1",
        ),
        "IT_PN 2": (
            "0.466 0.312 0.397 0.901 0.022 -0.4",
            "0.470 0.319 0.402 0.902 0.022 -3.9",
        ),
        "IT_NP 1": (
            "0.455 0.299 0.386 0.895 0.014 -39.1",
            "0.466 0.312 0.397 0.898 0.012 -47.0",
        ),
        "IT_NP 2": (
            "0.453 0.295 0.383 0.893 0.012 -48.4",
            "0.467 0.315 0.400 0.898 0.014 -39.1",
        ),
    },
)

TABLE_2 = _table(
    "Table 2",
    "wikidoc",
    {
        "Vanilla": (
            "0.174 0.061 0.140 0.823 0.026 -",
            "0.188 0.069 0.148 0.826 0.027 -",
        ),
        "Removal": (
            "0.147 0.042 0.117 0.803 0.013 -51.9",
            "0.167 0.057 0.126 0.812 0.010 -61.7",
        ),
        "Substitution": (
            "0.141 0.031 0.111 0.805 0.012 -54.2",
            "0.163 0.041 0.121 0.820 0.013 -49.6",
        ),
        "DPO": (
            "0.184 0.063 0.141 0.823 0.023 -12.9",
            "0.185 0.065 0.142 0.827 0.023 -13.5",
        ),
        "Penalty": (
            "0.195 0.071 0.153 0.821 0.017 -35.6",
            "0.179 0.064 0.143 0.840 0.010 -61.7",
        ),
        "Classifier": (
            "0.170 0.058 0.137 0.821 0.023 -14.4",
            "0.185 0.067 0.145 0.832 0.022 -19.2",
        ),
        "IT": (
            "0.176 0.061 0.138 0.823 0.012 -56.4",
            "0.176 0.061 0.138 0.823 0.016 -41.0",
        ),
        "IT_PN 1": (
            "0.182 0.063 0.144 0.833 0.021 -20.1",
            "0.182 0.065 0.145 0.832 0.022 -15.8",
        ),
        "IT_PN 2": (
            "0.177 0.061 0.141 0.832 0.022 -18.6",
            "0.187 0.068 0.149 0.833 0.022 -19.2",
        ),
        "IT_NP 1": (
            "0.181 0.061 0.141 0.827 0.014 -48.9",
            "0.180 0.062 0.140 0.824 0.015 -42.9",
        ),
        "IT_NP 2": (
            "0.177 0.058 0.139 0.830 0.014 -47.0",
            "0.185 0.065 0.144 0.830 0.017 -38.0",
        ),
    },
)

TABLE_3 = _table(
    "Table 3",
    "wikidoc_patient_information",
    {
        "Vanilla": (
            "0.276 0.116 0.209 0.859 0.014 -",
            "0.286 0.121 0.215 0.865 0.013 -",
        ),
        "Removal": (
            "0.264 0.105 0.206 0.848 0.009 -32.4",
            "0.267 0.111 0.193 0.857 0.008 -37.0",
        ),
        "Substitution": (
            "0.258 0.101 0.201 0.846 0.010 -27.2",
            "0.249 0.101 0.197 0.849 0.009 -27.6",
        ),
        "DPO": (
            "0.260 0.109 0.207 0.850 0.013 -5.7",
            "0.271 0.107 0.213 0.863 0.012 -3.6",
        ),
        "Penalty": (
            "0.256 0.110 0.198 0.853 0.012 -14.7",
            "0.276 0.112 0.207 0.863 0.009 -15.7",
        ),
        "Classifier": (
            "0.274 0.112 0.207 0.859 0.011 -17.7",
            "0.279 0.112 0.209 0.862 0.011 -11.0",
        ),
        "IT": (
            "0.250 0.100 0.192 0.844 0.012 -11.0",
            "0.280 0.124 0.216 0.860 0.010 -20.5",
        ),
        "IT_PN 1": (
            "0.263 0.113 0.207 0.863 0.013 -5.9",
            "0.272 0.116 0.212 0.867 0.012 -3.2",
        ),
        "IT_PN 2": (
            "0.265 0.114 0.209 0.866 0.012 -14.0",
            "0.273 0.118 0.215 0.8690 0.009 -26.8",
        ),
        "IT_NP 1": (
            "0.265 0.112 0.209 0.865 0.011 -17.7",
            "0.266 0.115 0.210 0.866 0.012 -8.7",
        ),
        "IT_NP 2": (
            "0.262 0.111 0.205 0.862 0.009 -33.8",
            "0.275 0.119 0.214 0.867 0.011 -11.8",
        ),
    },
)

_PQA = {
    "Vanilla": "0.637 0.5743 0.6235 0.8699 0.0778 - 0.0752 - 0.0782 - 0.0724 -",
    "Removal": "0.6148 0.5575 0.6115 0.8390 0.0410 -47.30 0.0394 -47.61 0.0423 -45.91 0.0419"
    " -42.13",
    "Substitution": "0.6291 0.5234 0.6217 0.8576 0.0420 -46.02 0.0418 -44.41 0.0446 -42.97 0.0419"
    " -42.13",
    "IT": "0.6395 0.5429 0.6253 0.8686 0.0449 -42.29 0.0418 -44.41 0.0449 -42.58 0.0421 -41.85",
    "IT_PN 1": "0.6497 0.5591 0.6346 0.8696 0.0395 -49.23 0.0397 -47.21 0.0419 -46.42 0.0411"
    " -43.23",
    "IT_PN 2": "0.6324 0.5569 0.6222 0.869 0.0404 -48.07 0.0403 -46.41 0.0421 -46.16 0.0413 -42.96",
    "IT_NP 1": "0.6321 0.5740 0.6234 0.8605 0.0411 -47.17 0.0412 -45.21 0.0431 -44.88 0.0414"
    " -42.82",
    "IT_NP 2": "0.6335 0.5761 0.6201 0.8657 0.0406 -47.81 0.0408 -45.74 0.0412 -47.31 0.0416"
    " -42.54",
}

TABLE_4 = Table(
    "Table 4",
    "by kind of personal data",
    ("LLaMA2-7B, PQA",),
    (
        *_utilities("BERTScore"),
        *(
            column
            for kind in ("Name", "Email", "Address", "SSN")
            for column in _private(
                f"S_priv:{kind}", f"memorization.s_priv.{kind.lower()}", f"Δ_{kind}"
            )
        ),
    ),
    tuple(Row(name, name, (published,)) for name, published in _PQA.items()),
)


def _on(maker: str, base: str) -> str:
    return f"{maker}{',' if ':' in maker else ':'}base={base}" if base else maker


def fragment(asked: Asked) -> Fragment:
    """Return every strategy on the same base, and the paper's measures."""
    makers = {name: _on(maker, asked.base) for name, maker in STRATEGIES.items()}
    releases = [
        {"name": name, "finetune": maker, "decides": name != "Vanilla"}
        for name, maker in makers.items()
    ]
    tuning: Tuning = spec.parse("finetuners", makers["Vanilla"])
    attack = spec.to_string(Memorization(tagger=tuning.tagger, question=tuning.question))
    return Fragment(releases, [attack], UTILITIES)


PRESET = Preset("cpplm", PAPER, fragment, (TABLE_1, TABLE_2, TABLE_3, TABLE_4), held_out=HELD_OUT)
