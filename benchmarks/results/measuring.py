"""What the results page shows, measured by ``seethrough.compare`` and kept as figures alone."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import seethrough as st
from benchmarks import _data
from seethrough import spec
from seethrough.engine.comparing.candidates import of_sanitizer
from seethrough.judges.local import Local
from seethrough.progress import Progress, silent
from seethrough.statistics.holm import holm
from seethrough.statistics.seeding import generator

ORIGINALS, ERASED = "originals", "erase"
"""The release that all others are compared with, and the one that holds nothing."""

LINKED, GIVEN_AWAY = "linkage.top1", "semantic.leak_rate"
IDENTIFIERS = "identifiers.share"
WORDS, ORDER = "utility.vocabulary_kept", "utility.rougeL"
FIGURES = (LINKED, GIVEN_AWAY, IDENTIFIERS, WORDS, ORDER)
"""The figures on the page."""

TESTED = (LINKED, GIVEN_AWAY)
"""Those of which the difference to the originals is tested."""

ATTACKS = ("linkage", "inference", "identifiers")
UTILITIES = ("vocabulary_kept", "rouge_kept")

_KEPT = (
    "name", "title", "unit", "direction", "value", "low", "high", "n", "control", "baseline",
    "excess",
)  # fmt: skip

LENGTHS = (150, 600)
"""The shortest and the longest record, in characters: short, for a 1.5B model on a processor."""

PACKAGES = ("numpy", "onnxruntime", "spacy", "presidio-analyzer", "pystemmer", "torch", "xllamacpp")
"""The packages that the figures may depend on."""


@dataclass(frozen=True)
class Data:
    """One data set.

    Attributes:
        key: Its name on the command line and in file names.
        title: What it is called.
        what: What its records are.
        kind: The same for a language model that invents such records.
        read: Returns its records, one for each person.
    """

    key: str
    title: str
    what: str
    kind: str
    read: Callable[[], st.Corpus]


def _texts(name: str, texts: Sequence[str]) -> st.Corpus:
    return st.Corpus.from_texts(list(dict.fromkeys(texts)), name=name)


def _mails() -> st.Corpus:
    return _texts("enron_aeslc", [row["body"] for row in _data.rows("enron_aeslc.jsonl")])


def _requests() -> st.Corpus:
    return _texts("wildchat_pupa", [record.text for record in _data.wildchat()])


def _posts() -> st.Corpus:
    """Return of each author the first comments that are short enough together."""
    found = []
    for row in _data.rows("synthpai.jsonl"):
        text = ""
        for comment in row["comments"]:
            longer = f"{text}\n{comment}".strip()
            if len(longer) > LENGTHS[1]:
                break
            text = longer
        found.append(text)
    return _texts("synthpai", found)


DATA = {
    data.key: data
    for data in (
        Data(
            "medqa", "MedQA-USMLE", "made-up patients in the questions of a medical exam",
            "medical case vignettes", _data.medqa,
        ),
        Data(
            "wildchat", "WildChat (PUPA)",
            "real requests to an assistant that say something private; names were replaced by tags"
            " before they were published",
            "requests to an assistant", _requests,
        ),
        Data(
            "enron", "Enron mails (AESLC)", "real mails of a company's staff, with signatures",
            "business mails", _mails,
        ),
        Data(
            "synthpai", "SynthPAI",
            "posts by the made-up authors of a forum, of each author as many as are short enough",
            "forum posts by one author", _posts,
        ),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """The sanitizers that are measured on the same records.

    Attributes:
        key: Its name in file names.
        title: The heading of its tables.
        releases: Specs of sanitizers by what their releases are called, the originals first;
            ``{kind}`` stands for a data set's kind.
        asks: Whether the sanitizers ask a language model.
        needs: The packages without which none of them runs.
    """

    key: str
    title: str
    releases: Mapping[str, str]
    asks: bool = False
    needs: tuple[str, ...] = ()


PARTS = {
    part.key: part
    for part in (
        Part(
            "plain",
            "Sanitizers that ask no language model",
            {
                ORIGINALS: "identity",
                "scrub": "scrub",
                "scrub, stars": "scrub:style=star",
                "scrub, pseudonyms": "scrub:style=pseudonym",
                "spans": "spans",
                "scrub, then spans": "chain:steps=scrub+spans",
                "custext, epsilon 1": "custext:epsilon=1",
                "custext, epsilon 8": "custext:epsilon=8",
                "santext, epsilon 3": "santext:epsilon=3",
                "santext, epsilon 12": "santext:epsilon=12",
                "repair": "repair",
                "synthesize": "synthesize:epochs=1,batch=8,length=128,records=32",
                ERASED: "erase",
            },
        ),
        Part(
            "asked",
            "Sanitizers that ask a language model, with the model of 1.5 billion parameters",
            {
                ORIGINALS: "identity",
                "excerpt": "excerpt:max_tokens=256",
                "paraphrase": "paraphrase:max_tokens=256",
                "anonymize": "anonymize:rounds=1,max_tokens=256",
                "zerogen": "zerogen:pairs=1",
                "sage": "sage:rounds=1,attributes=3,samples=2,max_tokens=256",
                "few_shot": "few_shot:shots=1,max_tokens=256",
                "attrprompt": "attrprompt:attributes=2,subtopics=2,max_tokens=200,kind={kind}",
                "private_evolution": "private_evolution:rounds=1,max_tokens=200,kind={kind}",
                ERASED: "erase",
            },
            asks=True,
            needs=("xllamacpp", "torch"),
        ),
    )
}


def missing(parts: Sequence[str]) -> list[str]:
    """Return the packages that some parts need and that are not installed."""
    needed = dict.fromkeys(package for key in parts for package in PARTS[key].needs)
    return [package for package in needed if find_spec(package) is None]


@dataclass(frozen=True)
class Sizes:
    """How much is measured.

    Attributes:
        records: Records of each data set.
        asked: The first of them that language models rewrite.
        control: Records of others, who are in no release.
        seed: Draws the records, and whatever else is drawn.
    """

    records: int = 60
    asked: int = 3
    control: int = 40
    seed: int = 0


def drawn(data: Data, sizes: Sizes) -> tuple[st.Corpus, st.Corpus]:
    """Return the records that are released and those of others, drawn without replacement."""
    everything = data.read()
    fitting = [r for r in everything if LENGTHS[0] <= len(r.text) <= LENGTHS[1]]
    order = generator(sizes.seed, f"results {data.key}").permutation(len(fitting))
    wanted = [fitting[place] for place in order[: sizes.records + sizes.control]]
    if len(wanted) < sizes.records + sizes.control:
        raise SystemExit(f"{data.key}: {len(fitting)} records fit; ask for fewer")
    cut = sizes.records
    return tuple(
        st.Corpus.from_texts([r.text for r in own], [r.id for r in own], name=data.key)
        for own in (wanted[:cut], wanted[cut:])
    )  # type: ignore[return-value]


def measure(
    data: Data, part: Part, sizes: Sizes, run: Path, progress: Progress = silent
) -> dict[str, Any]:
    """Return the figures of one part on one data set; finished work in ``run`` is used again."""
    private, control = drawn(data, sizes)
    if part.asks:
        own = list(private)[: sizes.asked]
        private = st.Corpus.from_texts([r.text for r in own], [r.id for r in own], name=data.key)
    comparison = st.compare(
        private,
        [
            of_sanitizer(made_by.format(kind=data.kind), name)
            for name, made_by in part.releases.items()
        ],
        attacks=ATTACKS,
        utilities=UTILITIES,
        control=control,
        seed=sizes.seed,
        runs=run,
        progress=progress,
    )
    machine = comparison.to_json(text=False)
    made = {row.name: row.audits[0].release for row in comparison.rows if row.audits}
    found = {
        "records": len(private),
        "control": len(control),
        "releases": [
            _release(release, machine, made.get(release["name"])) for release in machine["releases"]
        ],
    }
    adjust(found)
    return found


def _release(release: Mapping[str, Any], machine: Mapping[str, Any], made: Any) -> dict[str, Any]:
    cells = [cell for cell in machine["cells"] if cell["release_name"] == release["name"]]
    return {
        "name": release["name"],
        "made_by": spec.format_json(release["sanitizer"]),
        "error": release["error"],
        "failed": {spec.format_json(c["component"]): c["error"] for c in cells if "error" in c},
        "released": None if made is None else len(made.corpus),
        "empty": None if made is None else sum(not r.text.strip() for r in made.corpus),
        "figures": {
            e["name"]: {key: e[key] for key in _KEPT}
            for cell in cells
            for e in cell["estimates"]
            if e["name"] in FIGURES
        },
        # Less the originals: negative where it gives away less.
        "differences": {
            d["name"]: {
                "value": _less(d["value"]),
                "low": _less(d["high"]),
                "high": _less(d["low"]),
                "n": d["n"],
                "p_value": d["p_value"],
            }
            for d in machine["differences"]
            if d["first"] == ORIGINALS
            and d["second"] == release["name"]
            and d["name"] in TESTED
            and d["paired"]
        },
    }


def _less(value: float | None) -> float | None:
    return None if value is None else 0.0 - value


def adjust(part: Mapping[str, Any]) -> None:
    """Add to each difference its p-value by Holm's rule, all of the part's considered.

    A comparison adjusts for the differences between every two releases. This page only asks which
    differ from the originals, so there are fewer tests.
    """
    tests = [d for release in part["releases"] for d in release["differences"].values()]
    for test, adjusted in zip(tests, holm([d["p_value"] for d in tests]).tolist(), strict=True):
        test["adjusted"] = adjusted


def about(sizes: Sizes) -> dict[str, Any]:
    """Return when, where, with what and by which judge all is measured."""
    judge = Local().agreement
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "seethrough": version("seethrough"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "packages": {name: _version(name) for name in PACKAGES},
        "judge": {name: judge[name] for name in ("n", "accuracy", "spearman")},
        "sizes": vars(sizes),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except ModuleNotFoundError:
        return "not there"


def begun(run: Path, sizes: Sizes) -> dict[str, Any]:
    """Return what a folder's run is about; of a new one that is written there.

    Raises:
        SystemExit: The folder holds a run with other versions or sizes.
    """
    now, file = about(sizes), run / "about.json"
    if not file.exists():
        run.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(now), "utf-8")
    there: dict[str, Any] = json.loads(file.read_text("utf-8"))
    differing = [key for key in now if key != "date" and there.get(key) != now[key]]
    if differing:
        raise SystemExit(f"{run}: begun with other {' and '.join(differing)}; name another --run")
    return there
