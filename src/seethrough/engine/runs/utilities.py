"""One utility on one release: measured once and kept; a failure is a result, too."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from seethrough.contracts.estimates import amiss
from seethrough.engine.content_key import kept_as
from seethrough.engine.runs.attacks import Setting
from seethrough.engine.runs.failures import failure
from seethrough.errors import SeethroughError
from seethrough.estimates.estimate import Estimate
from seethrough.estimates.interval import Interval
from seethrough.protocols import Utility
from seethrough.statistics.seeding import generator

FORM = 2
"""The form in which figures are kept; what was kept in another is not found, and done again."""

INTERVALS = ("control", "baseline")
"""The parts of a utility's estimate that are intervals."""


@dataclass(frozen=True)
class UtilityRun:
    """What one utility measured on one release.

    Attributes:
        utility: The utility.
        estimates: One per figure; none where it failed.
        error: Why it failed, or None.
    """

    utility: Utility[Any]
    estimates: Sequence[Estimate]
    error: str | None = None


def run_utility(utility: Utility[Any], release: Any, label: str, setting: Setting) -> UtilityRun:
    """Measure a utility, or take what was measured before.

    Args:
        utility: The utility.
        release: A release of the kind that it measures.
        label: A key for the release, the same for the same release.
        setting: What the audit's runs share.

    Raises:
        SeethroughError: What the user can mend, such as a model that is not there.
    """
    key = f"utilities-{FORM}/{label}/{kept_as(utility)}"
    kept = setting.store.get(key)
    if kept is not None:
        return UtilityRun(utility, [_restored(estimate) for estimate in kept])
    try:
        rng = generator(setting.seed, "utility")
        found = utility.measure(setting.private, release, rng)
        problem = amiss(found, utility.figures)
        figures = [] if problem else [asdict(estimate) for estimate in found]
        json.dumps(figures)  # raises where they are no plain numbers, which no report can hold
    except SeethroughError:
        raise
    except (Exception, SystemExit) as error:
        return UtilityRun(utility, (), failure(error))
    if problem:
        return UtilityRun(utility, (), problem)
    if not any(estimate.unanswered for estimate in found):  # else they are asked again next time
        setting.store.put(key, figures)
    return UtilityRun(utility, found)


def _restored(kept: Mapping[str, Any]) -> Estimate:
    intervals = {name: Interval(**kept[name]) for name in INTERVALS if kept[name] is not None}
    return Estimate(**{**kept, **intervals, "questions": tuple(kept["questions"])})
