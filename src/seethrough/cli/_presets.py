"""From a preset to a plan: what the user has decides which parts of a paper's grid can run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._runs import RUNS
from seethrough.cli._say import say
from seethrough.errors import InputError, UsageError
from seethrough.presets.tables import Asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from seethrough.plans.plan import Plan
    from seethrough.presets.tables import Preset
    from seethrough.records.corpus import Corpus
    from seethrough.records.reading import Reading


class Prepared(NamedTuple):
    """A preset on the user's records.

    Attributes:
        preset: The paper.
        plan: What is compared.
        private: The private records as read, without who is held out.
        control: Who is held out by the preset itself, or None.
        left_out: What cannot run, in sentences.
    """

    preset: Preset
    plan: Plan
    private: Reading
    control: Corpus | None
    left_out: Sequence[str]


def prepare(
    preset: Preset, private: str, said: Mapping[str, Any], given: Mapping[str, Any]
) -> Prepared:
    """Return a preset's plan, with what the command line says in the place of its own.

    Args:
        preset: The paper.
        private: The private file.
        said: Keys of a plan that the command line gives.
        given: All options.

    Raises:
        UsageError: It lacks what it cannot do without.
        InputError: The private records cannot be read.
    """
    from dataclasses import replace

    from seethrough.cli._overwriting import check_outputs
    from seethrough.models.resolve import named_model
    from seethrough.plans.plan import Plan

    asked = Asked(
        model=bool(named_model()),
        base=given["base"] or "",
        shadow=given["shadow"] is not None,
        questions=given["questions"] is not None,
    )
    if (problem := preset.needs(asked)) is not None:
        raise UsageError(f"--preset {preset.name}: {problem}")
    columns = {part: said.get(part) for part in options.COLUMN_PARTS}
    reading = inputs.read(private, **columns, shown=not given["no_text"])
    first = next(iter(reading.corpus), None)
    asked = replace(asked, columns=frozenset(first.fields if first is not None else ()))
    said, control = dict(said), None
    if preset.held_out and "control" not in said:
        reading, control = _split(preset, reading, said.get("seed", 0))
        run = said.setdefault("run", _folder(preset, reading.corpus, said.get("seed", 0)))
        if "questions" not in said:
            file = Path(f"{run}.held-out.jsonl")
            check_outputs([file], [private, *filter(None, [given["shadow"]])], replace=True)
            said["questions"] = str(_questions(preset, control, file))
    made = preset.fragment(asked)
    content = {
        "private": private,
        "releases": [dict(release) for release in made.releases],
        "attacks": list(made.attacks),
        "utilities": list(made.utilities),
    }
    plan = Plan.model_validate(content).model_copy(update=said)
    return Prepared(preset, plan, reading, control, made.left_out)


def _split(preset: Preset, reading: Reading, seed: int) -> tuple[Reading, Corpus]:
    """Return the records without those of the people who are held out, and these."""
    from seethrough.records.corpus import split_people

    people = len(set(reading.corpus.persons))
    if people < 2:
        raise InputError(
            f"{reading.corpus.name}: one person; --preset {preset.name} holds people out"
        )
    out = max(1, round(preset.held_out * people))
    inside, outside = split_people(reading.corpus, out, seed)
    say(f"{len(outside):,} records of {out:,} people are held out, drawn at random", err=True)
    return reading._replace(corpus=inside), outside


def _folder(preset: Preset, private: Corpus, seed: int) -> str:
    """Return the folder for finished work where none is named."""
    return str(Path(RUNS) / f"{preset.name}-{private.hash[:12]}-{seed}")


def _questions(preset: Preset, held_out: Corpus, file: Path) -> Path:
    """Write the questions of who is held out, with their answers; private, and never released."""
    import json

    from seethrough.model_releases.asked import NAMES, questions_of
    from seethrough.storage.files import make_private_directory, write_atomically

    asked = questions_of(held_out)
    if asked is None:
        raise InputError(
            f"{held_out.name}: no column of questions, which --preset {preset.name} asks; call one"
            f" {NAMES[1]!r}"
        )
    pairs = [
        {"question": question, "answer": answer}
        for question, answer in zip(asked, held_out.texts, strict=True)
        if question and answer.strip()
    ]
    if not file.parent.exists():
        make_private_directory(file.parent)
    write_atomically(file, "".join(f"{json.dumps(pair)}\n" for pair in pairs).encode())
    return file
