"""``seethrough compare PRIVATE --with A --with B``, or ``compare PLAN.toml``."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from seethrough.cli import _bars as bars
from seethrough.cli import _options as options
from seethrough.cli._comparison_chart import check_field, check_figures, draw
from seethrough.cli._comparison_files import keep
from seethrough.cli._planning import PLAN, plan_of, prepared_of, tolerances_of
from seethrough.cli._runs import RUNS
from seethrough.cli._say import say, say_json
from seethrough.cli._unnamed import unnamed
from seethrough.report.hiding import CONTROL, PRIVATE
from seethrough.report.labels.wording import UNUSED_CONTROL

if TYPE_CHECKING:
    from seethrough.cli._plans import Opened
    from seethrough.cli._presets import Prepared
    from seethrough.engine.comparing.comparison import Comparison
    from seethrough.plans.plan import Plan
    from seethrough.report.pipeline.judged import Judged


@click.command("compare")
@click.argument("private", metavar="PRIVATE|PLAN.toml")
@click.option(
    "--with",
    "sanitizers",
    multiple=True,
    metavar="SPEC",
    help="A sanitizer (sanitizers); repeatable. Needed without a plan or a preset.",
)
@click.option(
    "--preset",
    metavar="NAME",
    help="A paper's grid, its tables beside what it published: false-sense, vulnerability, cpplm"
    " or sage.",
)
@click.option(
    "--base",
    metavar="MODEL",
    help="Model that a preset trains: a folder or a name on the hub, and settings behind it, as in"
    " model,steps=200.",
)
@click.option(
    "--questions",
    metavar="FILE",
    help="Questions with reference answers, for the utilities of a service or a model.",
)
@options.columns
@options.attack_parts
@options.decision
@options.limits
@options.common
@options.models
@options.executor
@click.option(
    "--shadow",
    metavar="FILE",
    help="Public text of the same kind, for attacks that learn from one.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000),
    default=1,
    show_default=True,
    help="Make each release this many times, with seeds from --seed on, and show the spread.",
)
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help=f"Folder for finished work; of a plan also for its reports, under {RUNS}/ by default.",
)
@click.option(
    "--frontier",
    "frontiers",
    multiple=True,
    metavar="FIGURE,FIGURE",
    help="Say which releases no other one beats in both figures; again for more.",
)
@options.chart(
    "risk against utility, or with --chart-against both against a number,",
    "FIGURE,FIGURE",
    "The figures of the chart, such as semantic.leak_rate,utility.length_kept.",
)
@click.option(
    "--chart-against",
    metavar="FIELD",
    help="Draw the figures against a number that the releases, or the attacks, differ in, such as"
    " epsilon.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever the verdicts.")
@click.pass_context
def command(context: click.Context, /, private: str, **given: Any) -> int:
    """Make each release of the PRIVATE records, audit it, and compare the figures.

    With --preset it runs a paper's grid and prints the paper's tables.

    A PLAN.toml names releases, attacks, utilities and limits in one file; options on the
    command line replace what it says. With a plan, a preset or a limit the exit status is the worst
    verdict: 0 passed, 1 failed, 2 inconclusive.

    A SPEC is NAME or NAME:FIELD=VALUE,FIELD=VALUE. `seethrough list KIND` says which there are and
    what each field means; the KIND is in brackets below.
    """
    planned = private.endswith(PLAN)
    names: dict[str | None, str] = {private: "the plan" if planned else PRIVATE}
    with unnamed(names, hide=given["no_text"]):
        prepared = None
        if given["preset"] is not None:
            prepared = prepared_of(context, private, given, planned)
        plan = prepared.plan if prepared else plan_of(context, private, given, planned)
        from seethrough.cli._plans import names_in

        names |= names_in(plan)
        file = f"--preset {prepared.preset.name}" if prepared else private if planned else None
        return _compare(plan, given, file, prepared)


def _compare(plan: Plan, given: dict[str, Any], file: str | None, prepared: Prepared | None) -> int:
    """Open what a plan names, compare, write and print.

    Args:
        plan: The plan.
        given: The options of the command line.
        file: What to call the plan's file; None where the command line says it all.
        prepared: The preset that the plan is of, or None.
    """
    text = not given["no_text"]
    opened = _opened(plan, given, file, prepared)
    result = _compared(plan, given, file, opened)
    if opened.control is not None and all(a.release.aligned for a in result.audits):
        name = CONTROL if plan.control is None or not text else plan.control
        say(f"{name}: {UNUSED_CONTROL}", err=True)
    told = _told(result, prepared, text)
    if file is not None and result.folder is not None:
        rows = zip(told.names, result.rows, strict=True)
        audits = [(name, row.audits) for name, row in rows if row.audits]
        keep(result.folder, told.machine, told.judged, told.answer, audits, text)
    _print(result, told, given)
    if file is not None and result.folder is not None:
        say(f"Reports: {result.folder}", err=True)
    draw(told.machine, given)
    return _status(result, given, file is not None or bool(plan.fail_above or plan.fail_below))


def _opened(
    plan: Plan, given: dict[str, Any], file: str | None, prepared: Prepared | None
) -> Opened:
    """Check, before any work, what the options name, and read the plan's files."""
    from seethrough import spec
    from seethrough.cli._output import check_chart, check_table
    from seethrough.cli._plans import names_in, open_plan

    read = [name for name in (*names_in(plan), file) if name is not None]
    written = {**given, "run": plan.run}
    check_table(written, read)
    check_chart(written, read)
    check_figures(plan, given)
    there = (prepared.private, prepared.control) if prepared else ()
    outputs = [place for place in (given["table"], given["chart"]) if place is not None]
    opened = open_plan(plan, file, outputs, given["force"], not given["no_text"], *there)
    check_field(opened, given["chart_against"])
    if file is None:
        for name, times in Counter(map(spec.to_string, opened.makers)).items():
            if times > 1:
                say(f"{name}: named {times} times with the same settings", err=True)
    return opened


def _compared(plan: Plan, given: dict[str, Any], file: str | None, opened: Opened) -> Comparison:
    from seethrough.cli._runs import run_for
    from seethrough.engine.compare import compare
    from seethrough.engine.comparing.grid import STAGE
    from seethrough.engine.verdict.limits import Limit, Tolerances

    limits = [Limit(name, value) for name, value in plan.fail_above.items()]
    limits += [Limit(name, value, above=False) for name, value in plan.fail_below.items()]
    tolerances = Tolerances.parse(given["tolerances"] or tolerances_of(plan))
    run = None if plan.run is None else Path(plan.run)
    if file is None:
        asked = [*opened.makers, *opened.attacks, *opened.utilities]
        control = opened.control and opened.control.hash
        run = run_for(run, asked, opened.private.hash, control, plan.seed, plan.targets)
    with bars.grid_progress(STAGE) as progress:
        return compare(
            opened.private,
            opened.candidates,
            attacks=opened.attacks,
            utilities=opened.utilities,
            control=opened.control,
            shadow=plan.shadow,
            limits=limits,
            tolerances=tolerances,
            standard=plan.standard,
            frontiers=[(first, second) for first, second in plan.frontiers],
            seed=plan.seed,
            seeds=plan.seeds,
            targets=plan.targets,
            run=run,
            runs=None if file is None else Path(RUNS),
            apart="" if file is None else os.path.relpath(file),
            progress=progress,
        )


class _Told(NamedTuple):
    """A comparison as it is told.

    Attributes:
        names: What the releases are called.
        machine: The machine form.
        judged: Each release and what its audit says.
        answer: Which release is the safest, and which no other one beats, in sentences.
        tables: A preset's tables as ``preset``; nothing without a preset.
    """

    names: list[str]
    machine: dict[str, Any]
    judged: list[Judged]
    answer: list[str]
    tables: dict[str, Any]


def _told(result: Comparison, prepared: Prepared | None, text: bool) -> _Told:
    from seethrough.report.hiding import hidden
    from seethrough.report.labels.draws import of_draws
    from seethrough.report.labels.frontier import frontier_sentences
    from seethrough.report.labels.safest import safest_sentences
    from seethrough.report.machine import to_json
    from seethrough.report.pipeline.judged import Judged
    from seethrough.report.terminal.comparison import names_of

    names = names_of(result, text)
    machine = result.to_json(text, names)
    tables = _tables(prepared, result)
    judged = [
        Judged(
            name,
            to_json(row.deciding, text) if row.audits else None,
            row.failure(text) or "",
            row.decides,
            of_draws(row.words),
            [cell.why for cell in row.left_out],
        )
        for name, row in zip(names, result.rows, strict=True)
    ]
    answer = safest_sentences(result, names) + frontier_sentences(result.frontiers, names)
    return _Told(names, (machine if text else hidden(machine)) | tables, judged, answer, tables)


def _print(result: Comparison, told: _Told, given: dict[str, Any]) -> None:
    """Write the table of targets, and print the result in the form that was asked for."""
    from seethrough.cli._output import form_of, keep_table, say_form
    from seethrough.report.preset_tables import preset_lines
    from seethrough.report.terminal.comparison import comparison_lines, verdict_lines

    form, text = form_of(given), not given["no_text"]
    keep_table(result, text, given["table"])
    if form == "json":
        say_json(told.machine)
    elif form == "text" and told.tables:
        say(*preset_lines(told.tables["preset"]), *verdict_lines(result, text))
    elif form == "text":
        say(*comparison_lines(result, text))
    else:
        say_form(form, told.judged, told.answer, told.tables.get("preset"))


def _tables(prepared: Prepared | None, result: Comparison) -> dict[str, Any]:
    """Return a preset's tables as ``preset`` of the machine form; nothing without a preset."""
    if prepared is None:
        return {}
    from seethrough.presets.filling import filled

    return {"preset": filled(prepared.preset, prepared.left_out, result)}


def _status(result: Comparison, given: dict[str, Any], judged: bool) -> int:
    from seethrough.errors import SeethroughError

    if given["exit_zero"]:
        return 0
    if judged:
        return result.exit_status
    broken = [row.error for row in result.rows if row.error is not None]
    if not broken:
        return 0
    return broken[0].exit_status if isinstance(broken[0], SeethroughError) else 70
