"""A plan: everything that a comparison needs to know, checked before any work begins."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from seethrough.errors import InputError
from seethrough.reasons import Question
from seethrough.records.formats.hub import PREFIX
from seethrough.records.formats.opening import STDIN
from seethrough.storage.files import refuse_no_file

Name = Annotated[str, Field(pattern=r"\S")]
Text = Annotated[str, Field(min_length=1)]


class _Checked(BaseModel):
    """A table of a plan: no unknown key, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Entry(_Checked):
    """One release of a plan: made by a sanitizer or a finetuner, or there already.

    Attributes:
        name: What it is called; what makes it, its file or its folder by default.
        maker: The spec of the sanitizer that makes it (``with`` in the file).
        finetune: The spec of the finetuner that makes it.
        file: The file of a release that is there.
        model: The folder of a model release that is there.
        text: The column of its text; guessed where None.
        id: The column of its ids; guessed where None.
        header: Whether the first line of a CSV or TSV file names the columns.
        unaligned: Whether its records correspond to no particular person.
        form: What is released (``as`` in the file): the text, or a service that answers from it.
        service: The spec of that service, or the address where one already answers from ``file``.
        lookup: Whether the service searches the private records and shows their released versions.
        decides: Whether its verdict counts for the exit status.
    """

    name: Name | None = None
    maker: Text | None = Field(None, alias="with")
    finetune: Text | None = None
    file: Text | None = None
    model: Text | None = None
    text: Text | None = None
    id: str | None = None
    header: bool | None = None
    unaligned: bool = False
    form: Literal["text", "rag"] = Field("text", alias="as")
    service: Text = "service"
    lookup: bool = False
    decides: bool = True

    @property
    def sources(self) -> list[str]:
        """The keys that say where it comes from; one in a plan that is right."""
        said = {
            "with": self.maker, "finetune": self.finetune, "file": self.file, "model": self.model,
        }  # fmt: skip
        return [key for key, value in said.items() if value is not None]


class Plan(_Checked):
    """What a comparison compares, by what, and within which limits.

    Attributes:
        private: The file of the private records.
        releases: The releases, one at least.
        text: The column of the private text; guessed where None, as are the others.
        id: The column of the ids; ``""`` to count rows.
        person: The column that says whom a record is about; ``""`` for one person a record.
        header: Whether the first line of a CSV or TSV file names the columns.
        control: The file of people who were held out of the releases.
        attacks: Specs of attacks; the default ones of each kind of release where there are none.
        utilities: Specs of utilities.
        linker: How the attacks rank released records.
        judge: How they rate claims.
        atomizer: How they split records into claims.
        knowledge: What their adversary knows.
        classifier: How sensitive claims are.
        shadow: A file of public text of the same kind, for attacks that learn from one.
        questions: A file of questions with reference answers, for the utilities of a service.
        seed: The first seed.
        seeds: How many draws of each release are made and audited.
        targets: Attack at most so many records.
        tolerance: The leak that is tolerated; by figure with its name.
        fail_above: Limits on figures, by name.
        fail_below: Limits on figures, by name.
        standard: The question whose answer is each verdict.
        frontiers: Every two figures of which to say which releases no other one beats in both.
        run: The folder for finished work and reports.
    """

    private: Text
    releases: list[Entry] = Field(min_length=1)
    text: Text | None = None
    id: str | None = None
    person: str | None = None
    header: bool | None = None
    control: Text | None = None
    attacks: list[Text] = []
    utilities: list[Text] = []
    linker: Text | None = None
    judge: Text | None = None
    atomizer: Text | None = None
    knowledge: Text | None = None
    classifier: Text | None = None
    shadow: Text | None = None
    questions: Text | None = None
    seed: int = Field(0, ge=0)
    seeds: int = Field(1, ge=1, le=1000)
    targets: int | None = Field(None, ge=1)
    tolerance: float | dict[str, float] = {}
    fail_above: dict[str, float] = {}
    fail_below: dict[str, float] = {}
    standard: Question = "anonymous"
    frontiers: list[Annotated[list[Text], Field(min_length=2, max_length=2)]] = []
    run: Text | None = None


_FILES = ("private", "control", "shadow", "questions")
_THERE = ("file", "model")


def read_plan(path: Path) -> Plan:
    """Return the plan of a TOML file, its paths relative to the current folder.

    A plan's own paths are relative to the plan; those in specs, such as
    ``custext:vectors=FILE``, to the current folder, as everywhere.

    Raises:
        InputError: It is not there, not TOML, has an unknown key, a value of another type, or names
            a file that is not there; says which key and what to do.
    """
    refuse_no_file(path)
    try:
        content = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name the plan in it") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save the plan as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        twice = "Cannot declare" in str(error)
        hint = "a list has two brackets, [[releases]]" if twice else "put texts in quotes"
        raise InputError(f"{path}: not TOML: {error}; {hint}") from None
    except RecursionError:
        raise InputError(f"{path}: not a plan: nested too deeply") from None
    try:
        plan = Plan.model_validate(content)
    except ValidationError as error:
        raise InputError(f"{path}: {_told(error)}") from None
    for place, entry in enumerate(plan.releases, 1):
        if len(entry.sources) != 1:
            what = f"both {entry.sources[0]} and {entry.sources[1]}" if entry.sources else "nothing"
            raise InputError(
                f"{path}: release {place}: names {what}; write one of with = SANITIZER,"
                " finetune = FINETUNER, file = FILE, model = FOLDER"
            )
        for key, needed in _without_effect(entry):
            raise InputError(f"{path}: release {place}: {key}: needs {needed}; leave it out")
    if not any(entry.decides for entry in plan.releases):
        raise InputError(
            f"{path}: no release decides; leave decides = false out of one, or, if you only want"
            " the report, out of all, and add --exit-zero"
        )
    return _placed(plan, path)


def _without_effect(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the keys of a release that have no effect on it, each with what it needs."""
    for key in ("text", "id", "header", "unaligned"):
        if key in entry.model_fields_set and entry.file is None:
            yield key, "file = FILE"
    for key in ("service", "lookup"):
        texts = entry.form == "text" and (entry.maker or entry.file) is not None
        if key in entry.model_fields_set and texts:
            yield key, 'as = "rag"'


def _placed(plan: Plan, path: Path) -> Plan:
    """Return the plan with its own paths as seen from here, all files of which are there."""
    folder = path.parent

    def found(named: str | None, key: str) -> str | None:
        if named is None or named == STDIN or named.startswith(PREFIX):
            return named
        place = folder / named
        if not os.path.exists(place):  # a name that none can have is none
            raise InputError(
                f"{path}: {key}: no such file",
                f": {place!s:.500}; name one relative to the plan's folder",
            )
        return str(place)

    releases = [
        entry.model_copy(
            update={key: found(getattr(entry, key), f"release {place}: {key}") for key in _THERE}
        )
        for place, entry in enumerate(plan.releases, 1)
    ]
    changed: dict[str, Any] = {key: found(getattr(plan, key), key) for key in _FILES}
    changed["run"] = None if plan.run is None else str(folder / plan.run)
    return plan.model_copy(update={**changed, "releases": releases})


_EMPTY = "is empty; name something or leave the key out"
_EXPECTED: Mapping[str, str] = {
    "string_type": "expected a text in quotes",
    "string_too_short": _EMPTY,
    "string_pattern_mismatch": _EMPTY,
    "int_type": "expected a whole number",
    "int_from_float": "expected a whole number",
    "float_type": "expected a number",
    "bool_type": "expected true or false",
    "list_type": "expected a list in square brackets",
    "dict_type": 'expected a table such as { "linkage.top1" = 0.2 }',
    "model_type": "expected a table of keys",
    "too_short": "names nothing; add one at least",
    "missing": "is missing; add it",
}


def _told(error: ValidationError) -> str:
    """Return the first thing that is wrong with a plan, and how much else is."""
    problems = error.errors(include_url=False, include_input=False)
    # A value that may be a number or a table is wrong as both.
    keys = list(dict.fromkeys(_key(p["loc"]) for p in problems))
    first = problems[0]
    place, key = _key(first["loc"])
    known = Entry if place.startswith("release ") else Plan
    if first["type"] == "extra_forbidden":
        names = [field.alias or name for name, field in known.model_fields.items()]
        close = difflib.get_close_matches(key, names, n=1)
        told = f"no such key; did you mean {close[0]!r}?" if close else "no such key; there are: "
        told += "" if close else ", ".join(names)
    elif first["type"] == "missing" and key == "releases":
        told = (
            "is missing; add a [[releases]] table with with = SANITIZER, finetune = FINETUNER,"
            " file = FILE or model = FOLDER"
        )
    else:
        told = _EXPECTED.get(first["type"]) or first["msg"].replace("Input should be", "must be")
        told += " or a table of numbers by figure" if key == "tolerance" else ""
    more = f" (and {len(keys) - 1} more)" if len(keys) > 1 else ""
    return f"{place}{key}: {told}{more}"


def _key(location: Sequence[int | str]) -> tuple[str, str]:
    """Return where a key stands, such as ``release 2: ``, and the key."""
    parts = [part for part in location if part not in ("float", "dict[str,float]")]
    place = ""
    if len(parts) > 1 and parts[0] == "releases" and isinstance(parts[1], int):
        place, parts = f"release {parts[1] + 1}: ", parts[2:]
    if not parts:
        return "", place.rstrip(": ")
    words = [f"item {part + 1}" if isinstance(part, int) else part for part in parts]
    return place, ", ".join(words)
