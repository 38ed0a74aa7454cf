"""The results page and its charts, from kept figures; the same figures give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.results.measuring import (
    DATA,
    ERASED,
    GIVEN_AWAY,
    IDENTIFIERS,
    LENGTHS,
    LINKED,
    ORDER,
    PARTS,
    WORDS,
    Data,
    Part,
)
from seethrough.report.charts.frontier import chart, frontier
from seethrough.report.charts.saving import encoded

Release = Mapping[str, Any]
Figures = Mapping[str, Any]

LEVEL = 0.05
"""The chance that any of a part's differences is called so and is none."""

TEACHES = Path(__file__).parent / "teaches.md"
"""What the figures teach, written by hand; the page's test checks each claim."""

COLUMNS = Path(__file__).parent / "columns.md"
"""What stands in the tables' columns."""

HEADER = (
    "release", "linked", "facts given away", "beyond guessing", "identifiers left", "words kept",
    "order kept",
)  # fmt: skip


def cell(figure: Mapping[str, Any] | None) -> str:
    """Return a figure with its interval and n; a dash where there is none."""
    if figure is None or figure["value"] is None:
        return "–"
    interval = "no interval"
    if figure["low"] is not None and figure["high"] is not None:
        interval = f"{figure['low']:.2f} to {figure['high']:.2f}"
    return f"{figure['value']:.2f} ({interval}), n {figure['n']}"


def row(release: Release) -> list[str]:
    """Return the row of a release; of one that failed, why."""
    if release["error"] is not None:
        return [f"{release['name']}", f"failed: {release['error']}", *["–"] * (len(HEADER) - 2)]
    figures = release["figures"]
    beyond = (figures.get(GIVEN_AWAY) or {}).get("excess")
    shown = [figures.get(name) for name in (LINKED, GIVEN_AWAY, IDENTIFIERS, WORDS, ORDER)]
    return [f"{release['name']}", *map(cell, [*shown[:2], beyond, *shown[2:]])]


def beside(part: Figures, arm: str, title: str) -> list[str]:
    """Return the row of the originals' control or baseline."""
    figures = part["releases"][0]["figures"]
    shown = [cell((figures.get(name) or {}).get(arm)) for name in (LINKED, GIVEN_AWAY, IDENTIFIERS)]
    return [f"*{title}*", *shown[:2], "", shown[2], "", ""]


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def told_apart(part: Figures, figure: str) -> tuple[list[str], list[str], int]:
    """Return the releases that give away less than the originals, the others, and of how many n.

    A release gives away less where the difference for the same people is beyond chance, all tests
    of the part considered, and its interval lies below 0.
    """
    less: list[str] = []
    rest: list[str] = []
    n = 0
    for release in part["releases"][1:]:
        difference = release["differences"].get(figure)
        if difference is None:
            continue
        n = max(n, difference["n"])
        high = difference["high"]
        beyond = difference["adjusted"] <= LEVEL and high is not None and high < 0
        (less if beyond else rest).append(release["name"])
    return less, rest, n


def sentences(part: Figures) -> list[str]:
    """Return what the differences to the originals say, no more than their intervals show."""
    tests = sum(len(release["differences"]) for release in part["releases"])
    told = [f"Beyond chance, adjusted for all {tests} tests of this table:", ""]
    for figure, words in ((LINKED, "Linked less often"), (GIVEN_AWAY, "Give away fewer facts")):
        less, rest, n = told_apart(part, figure)
        told.append(
            f"- {words} than the originals: {len(less)} of {len(less + rest)} ({_named(less)};"
            f" n {n}). No difference shown to the originals: {_named(rest)}."
        )
    leaking = [release["name"] for release in part["releases"][1:] if leaks(release)]
    told.append(f"- Give away facts beyond guessing, by their own intervals: {_named(leaking)}.")
    return told


def leaks(release: Release) -> bool:
    """Return whether the 95 % interval of what is given away beyond guessing lies above 0."""
    beyond = (release["figures"].get(GIVEN_AWAY) or {}).get("excess")
    return beyond is not None and beyond["low"] is not None and beyond["low"] > 0


def _named(names: Sequence[str]) -> str:
    return "; ".join(names) or "none"


def remarks(part: Figures) -> list[str]:
    """Return what a reader must know of single rows: what failed, and records that are empty."""
    told = []
    for release in part["releases"]:
        name = release["name"]
        told += [f"- {name}: {what} failed: {why}." for what, why in release["failed"].items()]
        if release["empty"] and name != ERASED:
            told.append(
                f"- {name}: {release['empty']} of {release['released']} released records are"
                " empty. An empty record gives nothing away and is useless."
            )
    return told


def drawing(data: Data, part: Part) -> str:
    """Return the name of the chart of a part."""
    return f"{data.key}-{part.key}.svg"


def section(data: Data, part: Part, found: Figures) -> list[str]:
    """Return the part of the page about one table."""
    lines = [f"### {data.title}: {part.title[0].lower()}{part.title[1:]}", ""]
    if "error" in found:
        return [*lines, f"Failed: {found['error']}.", ""]
    lines += [
        f"{found['records']} records, and {found['control']} of people who are in no release.",
        "",
        *table(
            HEADER,
            [
                *(row(release) for release in found["releases"]),
                beside(found, "control", "own record left out"),
                beside(found, "baseline", "nothing released"),
            ],
        ),
        "",
        *sentences(found),
        *remarks(found),
        "",
        f"![{data.title}: facts given away against words kept, with 95 % intervals]"
        f"(results/{drawing(data, part)})",
        "",
    ]
    return lines


def made_with(kept: Figures) -> list[str]:
    """Return when, with what and by which judge the parts were measured, those alike together."""
    told: dict[str, list[str]] = {}
    for data in DATA.values():
        for part in PARTS.values():
            about = kept.get(f"{data.key}-{part.key}", {}).get("about")
            if about is not None:
                told.setdefault(_begun(about), []).append(
                    f"{data.title} {'with' if part.asks else 'without'} a language model"
                )
    return [f"- {begun}: {_named(parts)}." for begun, parts in told.items()]


def _begun(about: Mapping[str, Any]) -> str:
    packages = ", ".join(f"{name} {number}" for name, number in sorted(about["packages"].items()))
    judge = about["judge"]
    return (
        f"Begun on {about['date']} with seethrough {about['seethrough']}, Python {about['python']},"
        f" {about['machine']}, {packages}; facts by a judge that agrees with"
        f" {100 * judge['accuracy']:.0f} % of {judge['n']:,} ratings (Spearman"
        f" {judge['spearman']:.2f})"
    )


def page(kept: Figures) -> str:
    """Return the page of all figures.

    Args:
        kept: The parts of each data set by their keys, at least one.
    """
    sizes = next(iter(kept.values()))["about"]["sizes"]
    lines = [
        "# Results",
        "",
        "What releases of several sanitizers give away, and how useful they still are: sanitizers"
        " that need no remote model, on four data sets, two of real people's texts and two of"
        " made-up ones. `make results` writes this page; only *What it teaches* is written by"
        " hand.",
        "",
        "## What it teaches",
        "",
        TEACHES.read_text("utf-8").strip(),
        "",
        "## What was measured",
        "",
        *table(
            ("data set", "what its records are", "records", "for language models", "in no release"),
            [
                [
                    data.title, data.what, str(sizes["records"]), str(sizes["asked"]),
                    str(sizes["control"]),
                ]
                for data in DATA.values()
            ],
        ),
        "",
        f"Records of {LENGTHS[0]} to {LENGTHS[1]} characters, drawn at random (seed"
        f" {sizes['seed']}), so that a small model can process them; results for longer ones may"
        " differ. The four sets differ in who wrote them and what for. No text of them is shown"
        " here.",
        "",
        *made_with(kept),
        "- Adversary: the default one, linker `strongest`, three random facts known, atomizer"
        " `clause`, judge `local` (offline, corrected for its errors).",
        "- Language model: `local`, Qwen2.5-Coder-1.5B-Instruct at 4 bits. A model of 1.5 billion"
        " parameters is too small for most of these methods; their papers used far larger ones."
        " Read its rows as a test that the method runs, not as a judgement of the method.",
        f"- `synthesize` trains SmolLM2-135M for a few steps on {sizes['records']} records.",
        f"- One draw of each release, seed {sizes['seed']}. A release made with a known seed keeps"
        " no formal guarantee.",
        "",
        COLUMNS.read_text("utf-8").strip(),
        "",
        *table(
            ("release", "made by"),
            [
                (name, f"`{made_by}`")
                for name, made_by in dict(
                    pair for part in PARTS.values() for pair in part.releases.items()
                ).items()
            ],
        ),
        "",
        "`{kind}` is what the records are, in two or three words; other settings are the defaults.",
        "",
        "## The figures",
        "",
    ]  # fmt: skip
    missing = []
    for data in DATA.values():
        for part in PARTS.values():
            found = kept.get(f"{data.key}-{part.key}")
            if found is None:
                missing.append(f"{data.title}, {part.title[0].lower()}{part.title[1:]}")
            else:
                lines += section(data, part, found)
    if missing:
        lines += [
            "## What was not measured",
            "",
            "`make results` continues with these. On two cores a model of 1.5 billion parameters"
            " takes minutes for a record and a sanitizer.",
            "",
            *(f"- {what}" for what in missing),
            "",
        ]
    lines += [
        "## Repeat it, or run it larger",
        "",
        "```sh",
        "make results                                              # continues where it stopped",
        'make results RESULTS="--records 200 --asked 50 --control 100 --run FOLDER"',
        "```",
        "",
        "The data sets are not part of the project: `SEETHROUGH_DATA` says where they are. The"
        " figures of this page are in [figures.json](results/figures.json).",
    ]
    return "\n".join(lines) + "\n"


def charts(kept: Figures) -> dict[str, bytes]:
    """Return the chart of each part that was measured, by its file's name."""
    drawn = {}
    for data in DATA.values():
        for part in PARTS.values():
            found = kept.get(f"{data.key}-{part.key}")
            if found is not None and "error" not in found:
                figures = frontier(_machine(found), (GIVEN_AWAY, WORDS))
                drawn[drawing(data, part)] = encoded(chart(figures), ".svg")
    return drawn


def _machine(part: Figures) -> Figures:
    """Return what the chart reads of a comparison's machine form; one component per figure.

    The figures of every release show all that it gives away: none has ids that were moved.
    """
    return {
        "safest": {"left_out": []},
        "releases": part["releases"],
        "seeds": [part["about"]["sizes"]["seed"]],
        "cells": [
            {
                "release_name": release["name"],
                "component": {"name": name},
                "estimates": [{"component": None, **estimate}],
            }
            for release in part["releases"]
            for name, estimate in release["figures"].items()
        ],
    }


def write(kept: Figures, docs: Path) -> None:
    """Write the page, its charts and the figures that they show."""
    folder = docs / "results"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    (folder / "figures.json").write_text(text, "utf-8")
    (docs / "results.md").write_text(page(kept), "utf-8")
    for name, content in charts(kept).items():
        (folder / name).write_bytes(content)
