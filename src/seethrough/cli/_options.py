"""Options that several verbs share, and what they build."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from seethrough.cli._runs import RUNS
from seethrough.reasons import QUESTIONS

F = TypeVar("F", bound=Callable[..., Any])


COLUMN_PARTS = ("text", "id", "person", "header")
"""The options that ``columns`` adds."""


class Range(click.FloatRange):
    """A range that excludes ``nan``."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


def columns(function: F) -> F:
    """Add the options that name the columns of the private records."""
    function = click.option(
        "--header/--no-header",
        default=None,
        help="Whether the first line of CSV or TSV names the columns; with --no-header they are"
        " column-1, column-2 ... By default a first line that looks like a record is refused.",
    )(function)
    for name, help_ in (
        ("--person", "Column with the person that a record is about."),
        ("--id", "Column with the records' ids."),
        ("--text", "Column with the text."),
    ):
        function = click.option(name, help=help_, metavar="COLUMN")(function)
    return function


FORMS = ("text", "json", "markdown", "junit")
"""What a verb that audits can print."""

ATTACK_PARTS = {
    "linker": "linkers",
    "judge": "judges",
    "atomizer": "atomizers",
    "knowledge": "knowledge",
    "classifier": "classifiers",
}
"""The options that ``attack_parts`` adds, and the kind of component of each."""


def attack_parts(function: F) -> F:
    """Add the options that set a part of every attack that has it."""
    for name, help_ in (
        ("--classifier", "How sensitive each claim is (classifiers), such as given:path=LIST.csv."),
        ("--judge", "How claims are rated (judges)."),
        ("--atomizer", "How records are split into claims (atomizers)."),
        ("--knowledge", "What the adversary knows, such as first:k=5 or file:path=KNOWN.jsonl."),
        ("--linker", "How released records are ranked (linkers)."),
    ):
        function = click.option(name, help=help_, metavar="SPEC")(function)
    return function


def common(function: F) -> F:
    """Add the options of every verb that runs attacks."""
    for decorate in (
        click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
        click.option(
            "--format",
            "form_of_output",
            type=click.Choice(FORMS),
            default="text",
            show_default=True,
            help="What is printed: the summary, the machine form, Markdown for a pull request or a"
            " step summary, or JUnit XML. The last two name nobody.",
        ),
        click.option(
            "--table",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Write a row for each target and figure, as .csv or .parquet.",
        ),
        click.option("--force", is_flag=True, help="Replace an existing --table or --chart."),
        click.option("--no-text", is_flag=True, help="Keep every record's text out of the output."),
        click.option(
            "--targets",
            type=click.IntRange(min=1),
            help="Attack at most this many records, drawn at random.",
        ),
        seed("Seed of everything that is drawn at random: the same seed gives the same report."),
        click.option("--control", metavar="FILE", help="People who were held out of the release."),
        click.option(
            "--utility",
            "utilities",
            multiple=True,
            metavar="SPEC",
            help="A utility to measure (utilities); repeatable.",
        ),
        click.option(
            "--attack",
            "attacks",
            multiple=True,
            metavar="SPEC",
            help="An attack to run (attacks); repeatable. By default those that fit the release.",
        ),
    ):
        function = decorate(function)
    return function


def seed(drawn: str) -> Callable[[F], F]:
    """Return the option ``--seed`` of a command, 0 by default.

    Args:
        drawn: What depends on it.
    """
    return click.option(
        "--seed", type=click.IntRange(min=0), default=0, show_default=True, help=drawn
    )


def decision(function: F) -> F:
    """Add the options that say how figures are judged."""
    for decorate in (
        click.option(
            "--tolerance",
            "tolerances",
            multiple=True,
            metavar="[NAME=]VALUE",
            help="Leak tolerated beyond what is guessed anyway, 0.05 by default; NAME limits it to"
            " one figure. Repeatable.",
        ),
        click.option(
            "--standard",
            type=click.Choice(QUESTIONS),
            default="anonymous",
            show_default=True,
            help="Which answer is the verdict: no identifiers remain, no sensitive facts are"
            " learned, or the release is anonymous.",
        ),
    ):
        function = decorate(function)
    return function


def chart(what: str, of: str, shown: str) -> Callable[[F], F]:
    """Return what adds the options of a chart.

    Args:
        what: What is drawn.
        of: How what it shows is named.
        shown: What that is.
    """

    def add(function: F) -> F:
        function = click.option("--chart-of", metavar=of, help=shown)(function)
        return click.option(
            "--chart",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help=f"Draw {what} with intervals, as .svg or .png; needs the extra charts.",
        )(function)

    return add


def curve(function: F) -> F:
    """Add the options of the chart of an audit."""
    function = click.option(
        "--chart-against",
        metavar="WHAT",
        help="What is on the x-axis, if there is a choice: facts, candidates, questions.",
    )(function)
    return chart(
        "the curve of a figure, such as over the number of known facts or questions,",
        "FIGURE",
        "The figure of the chart, such as linkage.top10; by default the first with a curve.",
    )(function)


def limits(function: F) -> F:
    """Add the options that set limits on figures."""
    for name, worse in (("--fail-below", "below"), ("--fail-above", "above")):
        function = click.option(
            name,
            multiple=True,
            metavar="NAME=VALUE",
            help=f"Also fail if a figure is {worse} a limit; its interval decides. Repeatable.",
        )(function)
    return function


_MODEL_OPTIONS = (
    click.option(
        "--allow-remote",
        is_flag=True,
        help="Allow the text of the records to leave this machine, and downloads.",
    ),
    click.option(
        "--model-price",
        metavar="IN,OUT",
        help="Prices per million tokens read and written, to report the cost.",
    ),
    click.option(
        "--model-concurrency",
        type=click.IntRange(1, 256),
        default=8,
        show_default=True,
        help="At most this many requests to the model at once.",
    ),
    click.option(
        "--model-timeout",
        type=Range(min=0, min_open=True, max=86_400),
        metavar="SECONDS",
        help="Time limit for one answer of the model; by default 50 for a server and"
        " 900 for the local model.",
    ),
    click.option(
        "--model-base-url",
        metavar="URL",
        help="Where the model is served; SEETHROUGH_BASE_URL by default.",
    ),
    click.option(
        "--model",
        metavar="NAME",
        help="Language model of the parts that name none: local, openai/NAME, ollama/NAME,"
        " vllm/NAME, fake; SEETHROUGH_MODEL by default, else local.",
    ),
)
"""From the last in the help page to the first."""


def models(function: F, hint: bool = True) -> F:
    """Add the options that say which language model a verb may use, and run it under them.

    Args:
        function: The verb.
        hint: Whether to say so if a model was named but never asked.
    """
    import functools

    @functools.wraps(function)
    def run(*args: Any, **given: Any) -> Any:
        settings = {name: given.pop(option) for option, name in _MODEL_SETTINGS.items()}
        from seethrough.cli._models import under

        with under(**settings, hint=hint):
            return function(*args, **given)

    decorated: Any = run
    for decorate in _MODEL_OPTIONS:
        decorated = decorate(decorated)
    return decorated  # type: ignore[no-any-return]


def downloads(function: F) -> F:
    """Add the option that allows downloads, to a verb that asks no model and sends no text."""
    import functools

    @functools.wraps(function)
    def run(*args: Any, allow_remote: bool, **given: Any) -> Any:
        from seethrough.models.resolve import using

        with using(allow_remote=allow_remote):
            return function(*args, **given)

    return click.option(
        "--allow-remote", is_flag=True, help="Allow the download of a data set (hf:NAME)."
    )(run)  # type: ignore[return-value]


def executor(function: F) -> F:
    """Add the option that says who does the parts of long work, and run a verb with them."""
    import functools

    @functools.wraps(function)
    def run(*args: Any, **given: Any) -> Any:
        from seethrough.engine.working import working_with

        with working_with(given.pop("executor"), scratch=given["run"] or Path(RUNS)):
            return function(*args, **given)

    return click.option(
        "--executor",
        metavar="SPEC",
        default="local",
        show_default=True,
        help="Where slow work runs: local (all cores), local:processes=1 or ray (executors).",
    )(run)  # type: ignore[return-value]


_MODEL_SETTINGS = {
    "model": "model",
    "model_base_url": "base_url",
    "model_concurrency": "concurrency",
    "model_timeout": "timeout",
    "model_price": "price",
    "allow_remote": "allow_remote",
}


def build_attacks(
    specs: tuple[str, ...], options: Mapping[str, Any], kind: type[Any] | None = None
) -> list[Any]:
    """Return the attacks named, or the default ones of a release, with the given parts set.

    Args:
        specs: Those that are named.
        options: The parts that are given, by the names in ``ATTACK_PARTS``; others are ignored.
        kind: The kind of release.

    Raises:
        UsageError: A component is wrong.
        UnavailableError: A package that a judge needs is not installed.
    """
    from seethrough import spec
    from seethrough.engine.asked import check_attack
    from seethrough.engine.inputs import default_attacks

    given = {
        part: spec.parse(of, text)
        for part, of in ATTACK_PARTS.items()
        if (text := options.get(part)) is not None
    }
    usual = default_attacks() if kind is None else default_attacks(kind)
    attacks = [spec.parse("attacks", s) for s in specs] or usual
    attacks = [_with_parts(attack, given) for attack in attacks]
    for attack in attacks:
        check_attack(attack)
    return attacks


def _with_parts(attack: Any, given: dict[str, Any]) -> Any:
    own = ({f.name for f in fields(attack)} & set(given)) - attack.fixed_parts
    return replace(attack, **{name: given[name] for name in own})
