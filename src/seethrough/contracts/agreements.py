"""What a judge says of how far it agrees with raters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from seethrough import spec
from seethrough.errors import ContractError
from seethrough.protocols import Judge
from seethrough.statistics.judged.misclassification import Errors

COUNTS = ("disclosed", "other", "texts")
"""What error rates rest on: claims of either sort, and the texts that they are of."""

SOURCE = ("file", "sha256", "rated_by", "passes")
"""What is said of the user's own ratings that a judge was measured with."""


def agreement_of(judge: Judge) -> Mapping[str, Any] | None:
    """Return how far a judge agrees with raters, as ``Judge.agreement`` does.

    Raises:
        ContractError: It is neither None nor an agreement (``is_agreement``).
    """
    agreement = judge.agreement
    if agreement is None or is_agreement(agreement):
        return agreement
    raise ContractError(
        f"judge {spec.name_of(judge)}: its agreement is malformed; give None, or"
        " a dict of accuracy and n, and in errors, for each kind of passage,"
        f" {', '.join(Errors._fields)} (0 to 1) and {', '.join(COUNTS)} (counts)"
    )


def is_agreement(given: Any) -> bool:
    """Return whether figures and reports can rest on an agreement.

    Its ``accuracy``, where it has one, is from 0 to 1 and beside it stands an ``n``; its
    ``errors``, by kind of passage and there by class of fact, are rates and counts; ``confusion``
    has rows of at least three counts.
    """
    try:
        json.dumps(dict(given), allow_nan=False)
        by_kind = (given.get("errors") or {}).values()
        source = given.get("ratings")
        return (
            ("accuracy" not in given or (_is_rate(given["accuracy"]) and _is_count(given["n"])))
            and isinstance(given.get("spearman"), int | float | None)
            and all(len(r) >= 3 and all(map(_is_count, r)) for r in given.get("confusion", ()))
            and all(_are_rates(r) for m in by_kind for r in (m, *m.get("classes", {}).values()))
            and (not source or all(isinstance(source[part], str) for part in SOURCE))
        )
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return False


def _are_rates(measured: Mapping[str, Any]) -> bool:
    rates, counts = (measured[name] for name in Errors._fields), (measured[n] for n in COUNTS)
    return all(map(_is_rate, rates)) and all(map(_is_count, counts))


def _is_rate(number: Any) -> bool:
    return isinstance(number, int | float) and 0 <= number <= 1


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and number >= 0
