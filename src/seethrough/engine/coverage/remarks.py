"""What to know about what was attacked, although it decides nothing."""

from __future__ import annotations

from collections.abc import Mapping

from seethrough.engine.runs import equal_size
from seethrough.engine.runs.equal_size import Sizes
from seethrough.reasons import Reason


def remarks(counts: Mapping[str, int]) -> list[Reason]:
    """Return what to know about a release that passes, as reasons that decide nothing.

    An empty record gives nothing away, so a sanitizer that withholds all it fails on would pass. A
    control that is much smaller than the private records leaves room for a leak.
    """
    reasons = []
    if "control_words" in counts:
        sizes = Sizes(
            counts["private_records"],
            counts["private_words"],
            counts["control_records"],
            counts["control_words"],
        )
        reasons += equal_size.reasons(sizes)
    blank = counts.get("released_records_empty", 0) - counts["private_records_empty"]
    empty = counts.get("records_emptied", blank)
    if empty > 0:
        facts = {"records": empty, "of": counts["released_records"]}
        facts["withheld"] = counts.get("sanitizer_withheld", 0)
        reasons.append(Reason("empty_records", "pass", facts=facts))
    if counts["records_not_sampled"]:
        attacked = counts["records_attacked"]
        facts = {"records": attacked, "of": attacked + counts["records_not_sampled"]}
        reasons.append(Reason("sampled", "pass", facts=facts))
    return reasons
