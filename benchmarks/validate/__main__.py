"""One table of our figures beside what others published or compute.

    python -m benchmarks.validate [SOURCE ...]

A source whose data or package is missing is skipped, with a word on which. Exit status 1 where a
figure of ours does not agree, or where nothing could be compared.
"""

from __future__ import annotations

import importlib
import sys

from benchmarks._data import FOLDER
from benchmarks.validate.comparison import Comparison

SOURCES = (
    "cacm", "wording", "actors", "presidio", "synthpai", "anonymeter", "accountants", "chunks",
)  # fmt: skip


def compared(source: str) -> list[Comparison] | str:
    """Return the figures of one source, or why it is skipped."""
    try:
        module = importlib.import_module(f"benchmarks.validate.{source}")
        missing = [name for name in module.NEEDS if not (FOLDER / name).is_file()]
        if missing:
            return f"{', '.join(missing)} is not in {FOLDER}"
        found: list[Comparison] = module.compare()
    except ModuleNotFoundError as error:
        return f"the package {error.name} is not installed"
    return found


def main() -> int:
    print(f"{'figure':58}{'theirs':>10}{'ours':>10}  {'wanted':28}source")
    agree = differ = 0
    for source in sys.argv[1:] or SOURCES:
        found = compared(source)
        if isinstance(found, str):
            print(f"{source}: skipped: {found}")
            continue
        for row in found:
            agree += row.holds
            differ += not row.holds
            mark = "" if row.holds else "  DIFFERS"
            figures = f"{row.theirs:10.4g}{row.ours:10.4g}"
            print(f"{row.what:58}{figures}  {row.wanted:28}{row.source}{mark}", flush=True)
    print(f"{agree} of {agree + differ} figures agree")
    return int(differ > 0 or not agree)


if __name__ == "__main__":
    sys.exit(main())
