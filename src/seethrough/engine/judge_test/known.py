"""Sixty invented probes of a judge: a claim, and passages that tell it or don't.

``probes.jsonl`` beside this module was written for this project; every person and event in it is
invented. The grades are given by how each passage was made, not by what a judge says of it. The
probes measure judges: nothing may be fitted on them.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import NamedTuple


class Known(NamedTuple):
    """One probe.

    Attributes:
        domain: What kind of text it is like: ``clinic``, ``mail``, ``chat``, ``review``,
            ``staff``, ``court``, ``diary``, ``money``, ``school`` or ``home``.
        claim: What may be told.
        reworded: Tells it in another order and with other function words; keeps most nouns.
        rebuilt: Tells it with hardly a content word in common.
        altered: Keeps most words and says something else, so that the claim is not told.
    """

    domain: str
    claim: str
    reworded: str
    rebuilt: str
    altered: str


@functools.cache
def probes() -> tuple[Known, ...]:
    """Return the probes, six of each domain in turn."""
    lines = (resources.files(__name__.rpartition(".")[0]) / "probes.jsonl").read_text("utf-8")
    return tuple(Known(**json.loads(line)) for line in lines.splitlines())


def unrelated() -> list[str]:
    """Return for each probe a passage of another domain, which does not tell its claim."""
    known = probes()
    step = sum(p.domain == known[0].domain for p in known)
    return [known[(i + step) % len(known)].rebuilt for i in range(len(known))]
