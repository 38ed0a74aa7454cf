"""Sample records that come with the package, to try things on.

Every person, record and number was invented for this project. Telephone numbers and mail
addresses come from ranges that are reserved for fiction and examples.

    private.jsonl    60 records of 48 people (id, person, text): clinic notes, legal aid, staff
                     complaints, counseling, housing, support chats
    release.jsonl    the same records as an office would release them: names and dates taken out,
                     wording changed a little, most facts left in; some are well generalized
    control.jsonl    one record each of 12 further people, who are not in the release
    knowledge.jsonl  what can be read elsewhere about six of the 48 people (person, text)
"""

from __future__ import annotations

from pathlib import Path

from seethrough.errors import UsageError

NAMES = ("private.jsonl", "release.jsonl", "control.jsonl", "knowledge.jsonl")


def path(name: str) -> Path:
    """Return where a sample file lies on this machine.

    Args:
        name: One of ``NAMES``.

    Raises:
        UsageError: There is no such file.
    """
    if name not in NAMES:
        raise UsageError(f"no sample file is named {name!r}; there are: {', '.join(NAMES)}")
    return Path(__file__).parent / name
