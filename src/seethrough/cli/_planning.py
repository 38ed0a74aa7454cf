"""The plan that the options of ``compare`` and the files that they name ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options

if TYPE_CHECKING:
    from seethrough.cli._presets import Prepared
    from seethrough.plans.plan import Plan

PLAN = ".toml"
"""How the name of a plan ends."""

_REPLACING = (
    *options.COLUMN_PARTS,
    *options.ATTACK_PARTS,
    *("attacks", "utilities", "control", "shadow", "questions", "seed", "seeds", "targets"),
    *("standard", "run"),
)
"""What the command line calls as the plan does."""


def plan_of(context: click.Context, private: str, given: dict[str, Any], planned: bool) -> Plan:
    """Return the plan in the file, or the one that the options say, the options before all."""
    from seethrough.errors import UsageError
    from seethrough.plans.plan import Plan, read_plan

    if given["base"] is not None:
        raise UsageError("--base is for --preset; in a plan, name it in finetune = SPEC")
    if not planned and not given["sanitizers"]:
        inputs.check_all_there([private])
        raise UsageError(
            f"name sanitizers (--with SPEC) or a paper (--preset NAME), or a plan (a file {PLAN})"
            " in place of the records"
        )
    said = _said(context, given)
    if planned:
        return read_plan(Path(private)).model_copy(update=said)
    return Plan.model_construct(None, private=private, **said)


def prepared_of(
    context: click.Context, private: str, given: dict[str, Any], planned: bool
) -> Prepared:
    """Return the preset that is named, on the private records."""
    from seethrough.cli._presets import prepare
    from seethrough.errors import UsageError
    from seethrough.presets.named import preset

    chosen = preset(given["preset"])
    if planned:
        raise UsageError(
            f"--preset {chosen.name} is a plan itself: name the private records, not a plan"
        )
    return prepare(chosen, private, _said(context, given), given)


def _said(context: click.Context, given: dict[str, Any]) -> dict[str, Any]:
    """Return what the options say, by the plan's keys."""
    from seethrough.engine.verdict.limits import Limit
    from seethrough.errors import UsageError
    from seethrough.plans.plan import Entry

    said: dict[str, Any] = {
        name: list(given[name]) if isinstance(given[name], tuple) else given[name]
        for name in _REPLACING
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    if given["sanitizers"]:
        said["releases"] = [Entry.model_validate({"with": s}) for s in given["sanitizers"]]
    if given["frontiers"]:
        said["frontiers"] = [text.split(",") for text in given["frontiers"]]
        if any(len(pair) != 2 for pair in said["frontiers"]):
            raise UsageError("--frontier takes two figures with a comma between them")
    if given["run"] is not None:
        said["run"] = str(given["run"])
    for option, above in (("fail_above", True), ("fail_below", False)):
        if given[option]:
            limits = [Limit.parse(text, above) for text in given[option]]
            strictest = min if above else max
            said[option] = {
                one.name: strictest(limit.value for limit in limits if limit.name == one.name)
                for one in limits
            }
    return said


def tolerances_of(plan: Plan) -> list[str]:
    """Return the plan's tolerances as the command line writes them."""
    if isinstance(plan.tolerance, float | int):
        return [repr(plan.tolerance)]
    return [f"{name}={value!r}" for name, value in plan.tolerance.items()]
