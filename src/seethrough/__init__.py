"""After you sanitize this text, what does it still give away?

import seethrough as st

private = st.read("private.jsonl")
release = st.sanitize(private, "scrub")
print(st.report(st.audit(private, release)))
"""

from seethrough.audit import Audit, audit
from seethrough.comparing import Comparison, compare
from seethrough.data import Corpus, Record
from seethrough.errors import (
    ContractError,
    InputError,
    MissingExtraError,
    SeethroughError,
    UnavailableError,
    UsageError,
)
from seethrough.estimates import Estimate, Interval
from seethrough.limits import Limit, Tolerances
from seethrough.reading import read_corpus as read
from seethrough.release import Guarantee, TextRelease
from seethrough.report.terminal import summarize as report
from seethrough.sanitizing import sanitize
from seethrough.verdict import Verdict
from seethrough.writing import write_corpus as write

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
    "Record",
    "SeethroughError",
    "TextRelease",
    "Tolerances",
    "UnavailableError",
    "UsageError",
    "Verdict",
    "audit",
    "compare",
    "read",
    "report",
    "sanitize",
    "write",
]
