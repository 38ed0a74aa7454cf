"""How often a judge errs on each kind of passage that an audit distinguishes."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.agreement.passages import REWORDED
from seethrough.statistics.judged.error_rates import error_rates


def errors_by_kind(
    rated_grades: Sequence[int],
    judged_grades: Sequence[int | None],
    kinds: Sequence[str],
    texts: Sequence[str],
    sets: Sequence[str | None],
    apart: Sequence[bool] | None = None,
) -> dict[str, dict[str, float]]:
    """Return a judge's error rates by kind of passage.

    As ``error_rates``, but those of ``rewritten`` rest on condensed passages, too. A judge notices
    that a fact was left out, as condensed passages leave out most, and hardly that it was made
    false, which is most of what is not disclosed in the others; a release in other words may do
    either.

    Args:
        rated_grades: (n,) the raters' grades from 1 to 3.
        judged_grades: (n,) the judge's grades, None where it gave none.
        kinds: (n,) the kind of passage of each, of ``passages.Kind``.
        texts: (n,) the private text that each claim was cut from.
        sets: (n,) the collection that each text comes from.
        apart: (n,) whether the judge learned from other texts of it; None if it learned from none.
            Then it tells only how much collections differ.
    """
    rates = error_rates(rated_grades, judged_grades, kinds, texts, sets, apart)
    rows = [row for row, kind in enumerate(kinds) if kind in REWORDED]
    reworded = error_rates(
        [rated_grades[row] for row in rows],
        [judged_grades[row] for row in rows],
        ["rewritten"] * len(rows),
        [texts[row] for row in rows],
        [sets[row] for row in rows],
        None if apart is None else [apart[row] for row in rows],
    )
    return dict(sorted({**rates, **reworded}.items()))
