"""What a column's name says about what is in it."""

from __future__ import annotations

import re
from collections.abc import Sequence


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Names are compared in lower case with underscores: patientId is patient_id.
_TOLD = frozenset(
    _names(
        "text full_text note notes clinical_note note_text body content document transcript "
        "narrative messages conversation conversations dialogue dialog chat turns user_query "
        "prompt question query request requests inquiry enquiry complaint feedback free_text post "
        "posts comment comments review message description statement summary report article "
        "passage abstract sentence letter story input"
    )
)
# Names of texts that are as often something else: they count only where nothing else is there.
TEXT_NAMES = _TOLD | frozenset(_names("instruction response output answer"))
CHAT_NAMES = _names("messages conversation conversations dialogue dialog chat turns transcript")
# Best guess first, as is PERSON_NAMES.
ID_NAMES = _names(
    "id record_id uid uuid guid _id doc_id document_id note_id row_id item_id sample_id "
    "example_id text_id report_id message_id post_id comment_id conversation_id conversation_hash "
    "chat_id session_id thread_id question_id qid case_id case_no case_number record_no "
    "record_number ticket_id ticket_no ticket_number hash realidx key index idx file filename"
)
CERTAIN_IDS = ID_NAMES[:2]
# Numbers that a file gives its rows, so that two files number different records alike.
ROW_LABELS = frozenset(_names("index idx row row_no row_number no nr number line"))
# These say whom a text is about, even where they say the same in every row.
_SUBJECTS = _names(
    "person person_id patient patient_id subject_id participant participant_id individual "
    "individual_id respondent respondent_id patient_name person_name participant_name"
)
PERSON_NAMES = _SUBJECTS + _names("member_id customer_id client_id student_id pid name full_name")
CERTAIN_PERSONS = frozenset(_SUBJECTS)
# These say who wrote, answered or filed a text; whom it is about may be somebody else.
WRITER_NAMES = _names(
    "author author_id author_name user user_id username user_name speaker speaker_id writer "
    "sender sender_id account account_id employee_id agent agent_id clinician clinician_id "
    "doctor doctor_id physician therapist nurse provider_id owner created_by entered_by"
)
_TEXT_ENDINGS = ("_text", "_note", "_notes", "_body", "_content", "_transcript")
_ID_ENDINGS = ("_id", "_uid", "_uuid", "_hash", "_idx")
# Words of names for what a machine made of a text, and for what is known besides it.
_BESIDE = frozenset(
    _names(
        "assistant bot chatgpt gpt llm model guess predicted prediction generated masked redacted "
        "anonymized anonymised sanitized sanitised scrubbed generalized paraphrased rewritten "
        "knowledge"
    )
)
_FIRST_HAND = frozenset(_names("original private raw source"))
_LONGEST_NAME = 40
_MOST_WORDS = 4
_MOST_LISTED = 20


def normalized(name: str) -> str:
    """Return a column name in lower case with underscores: ``patientID`` -> ``patient_id``."""
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\s\-.]+", "_", humps).lower()


def names_an_id(normal: str) -> bool:
    """Tell whether a normalized name is that of an id."""
    return normal in ID_NAMES or normal.endswith(_ID_ENDINGS)


def names_a_text(normal: str) -> bool:
    """Tell whether a normalized name is that of a text."""
    return normal in TEXT_NAMES or normal.endswith(_TEXT_ENDINGS)


def names_whom(normal: str) -> bool:
    """Tell whether a normalized name is that of a person, whoever it may be."""
    return normal in PERSON_NAMES or normal in WRITER_NAMES


def text_octaves(normal: str) -> float:
    """Return how much longer than another text a column may be taken to be for its name.

    Args:
        normal: The normalized name.

    Returns:
        In doublings of length: 3 for ``text``, 2 for other names of texts (``note``,
        ``user_query``), 1.5 where the last word is one (``section_text``), 0 for any other name;
        1 less for what a machine made (``redacted_query``, ``chatgpt_response``) and for
        ``knowledge``.
    """
    words = normal.split("_")
    if normal == "text":
        octaves = 3.0
    elif normal in _TOLD or (words[0] in _FIRST_HAND and words[-1] in _TOLD):
        octaves = 2.0
    else:
        octaves = 1.5 if words[-1] in _TOLD else 0.0
    return octaves - (not _BESIDE.isdisjoint(words))


def shown(name: str, number: int = 0) -> str:
    """Return a column name as a message may show it, in quotes.

    Characters that are not printed are escaped. What is so long that it looks like the text of a
    record, the first one of a file without a header, is not shown.

    Args:
        name: The name.
        number: The column's position from 1, said instead of such a name; 0 where not known.
    """
    return '"' + _printed(name).replace('"', '\\"') + '"' if _is_name(name) else _unnamed(number)


def listed(names: Sequence[str]) -> str:
    """Return column names for a message; what looks like record text is given by position."""
    several = [
        _printed(name) if _is_name(name) else _unnamed(number)
        for number, name in enumerate(names[:_MOST_LISTED], 1)
    ]
    more = len(names) - len(several)
    return ", ".join(several) + (f" and {more} more" if more else "")


def _is_name(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and len(name.split()) <= _MOST_WORDS


def _unnamed(number: int) -> str:
    return f"(column {number})" if number else "(a column with a long name)"


def _printed(name: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
