"""After you sanitize this text, what does it still give away?

import seethrough as st

private = st.read("private.jsonl")
release = st.sanitize(private, "scrub")
print(st.summarize(st.audit(private, release)))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from seethrough import telemetry

telemetry.switch_off()  # before any package is imported that would start its own

if TYPE_CHECKING:
    from seethrough.engine.audit import audit
    from seethrough.engine.compare import compare
    from seethrough.engine.comparing.comparison import Comparison
    from seethrough.engine.finetune import finetune
    from seethrough.engine.result import Audit
    from seethrough.engine.sanitize import sanitize
    from seethrough.engine.verdict.decision import Verdict
    from seethrough.engine.verdict.limits import Limit, Tolerances
    from seethrough.engine.working import working_with
    from seethrough.errors import (
        ContractError,
        InputError,
        MissingExtraError,
        SeethroughError,
        UnavailableError,
        UsageError,
    )
    from seethrough.estimates.estimate import Estimate
    from seethrough.estimates.interval import Interval
    from seethrough.records.corpus import Corpus, Record
    from seethrough.records.reading import read_corpus as read
    from seethrough.records.releases.model import ModelRelease
    from seethrough.records.releases.release import Guarantee
    from seethrough.records.releases.text import TextRelease
    from seethrough.records.writing import write_corpus as write
    from seethrough.report.machine import to_json
    from seethrough.report.pipeline.frame import to_frame
    from seethrough.report.terminal.summary import summarize

__all__ = [
    "Audit",
    "Comparison",
    "ContractError",
    "Corpus",
    "Estimate",
    "Guarantee",
    "InputError",
    "Interval",
    "Limit",
    "MissingExtraError",
    "ModelRelease",
    "Record",
    "SeethroughError",
    "TextRelease",
    "Tolerances",
    "UnavailableError",
    "UsageError",
    "Verdict",
    "audit",
    "compare",
    "finetune",
    "read",
    "sanitize",
    "summarize",
    "to_frame",
    "to_json",
    "working_with",
    "write",
]

_MODULES = {
    "engine.audit": "audit",
    "engine.result": "Audit",
    "engine.compare": "compare",
    "engine.comparing.comparison": "Comparison",
    "engine.finetune": "finetune",
    "engine.sanitize": "sanitize",
    "engine.verdict.decision": "Verdict",
    "engine.verdict.limits": "Limit Tolerances",
    "errors": "ContractError InputError MissingExtraError SeethroughError UnavailableError"
    " UsageError",
    "estimates.estimate": "Estimate",
    "estimates.shares": "Interval",
    "engine.working": "working_with",
    "records.corpus": "Corpus Record",
    "records.reading": "read_corpus",
    "records.releases.model": "ModelRelease",
    "records.releases.release": "Guarantee",
    "records.releases.text": "TextRelease",
    "records.writing": "write_corpus",
    "report.machine": "to_json",
    "report.pipeline.frame": "to_frame",
    "report.terminal.summary": "summarize",
}
_RENAMED = {"read_corpus": "read", "write_corpus": "write"}
_HOMES = {
    _RENAMED.get(name, name): (module, name)
    for module, names in _MODULES.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: the command line starts at once when it needs none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own = _HOMES[name]
    found = getattr(importlib.import_module(f"{__name__}.{module}"), own)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
