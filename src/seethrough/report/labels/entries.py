"""What the entries of the coverage ledger count, in plain words."""

from __future__ import annotations

_ENTRIES = {
    "null_texts": "texts that are missing (NA, null or the like), read as empty",
    "flattened_chats": "chats that were read as text, a line for each turn",
    "replaced_characters": "texts in which a broken character was replaced",
    "numbers_as_text": "texts that are numbers",
    "private_records": "private records",
    "people": "people they are about",
    "private_records_empty": "private records without text",
    "private_records_cut": "private records of which only the first 100,000 characters were read",
    "private_records_with_markup": "private records read without their HTML",
    "private_records_without_letterhead": "private records read without the sentences in another"
    " language that nearly all share",
    "released_records_cut": "released records of which only the first 100,000 characters were read",
    "private_records_very_long": "very long private records",
    "released_records": "released records",
    "released_records_empty": "released records without text",
    "released_records_very_long": "very long released records",
    "released_records_without_letterhead": "released records read without the sentences in another"
    " language that nearly all share",
    "released_records_rejoined": "released records that are pieces of a longer one, read as one",
    "records_at_stake": "private records with text that were released",
    "records_emptied": "released records without text whose private ones have some",
    "records_not_released": "private records that were not released",
    "released_records_of_nobody": "released records that correspond to no private record",
    "records_attacked": "records attacked",
    "records_not_sampled": "records that the sample left out (--targets)",
    "records_nothing_known_about": "records that give the attacks nothing to work with",
    "records_with_no_claim_left": "records with no further fact to ask for",
    "claims_asked": "facts asked for",
    "claims_unjudged": "facts that the judge could not rate; they do not count as safe",
    "questions_asked": "questions that one attack asked",
    "records_tried": "records whose details were tried",
    "records_not_searched": "records in which the tagger could not look for all details",
    "records_without_question": "records without a question",
    "spans_too_long": "private details that are longer than what the model reads at once",
    "spans_not_tried": "private details that were left out, as a record holds too many (most=)",
    "records_beyond_the_cap": "records left out, as one person has more than is allowed (cap=)",
    "records_cut": "records of which only the beginning fits",
    "spans_exempt": "private details that are common knowledge (exempt=)",
    "attributes_contradicted": "attributes that the private record contradicts",
    "attributes_not_comparable": "attributes stated in a way that no guess compares with",
    "attributes_unchecked": "details of released records that their own private record does not"
    " state",
    "candidate_mass_left_out_in_thousandths_of_a_token": "probability of the originals that were"
    " left out as unlikely, in thousandths, added up over words",
    "control_records": "records of the control",
    "control_words": "words in the records of the control",
    "private_words": "words in the private records",
    "cells_failed": "attacks that failed",
}
_DECODED = "released_records_deobfuscated ("
_MADE = "sanitizer_"


def entry(name: str) -> str:
    """Return what an entry of the coverage ledger counts, in plain words."""
    step = decoded(name)
    if step:
        return f"released records decoded before the attacks ({step})"
    made = name.removeprefix(_MADE)
    if made != name and made in _ENTRIES:
        return f"{_ENTRIES[made]}, as the release was made"
    return _ENTRIES.get(name, name.replace("_", " "))


def decoded(name: str) -> str:
    """Return which encoding or disguise an entry says was undone; "" for any other entry.

    Args:
        name: The entry, such as ``released_records_deobfuscated (base64)``.
    """
    return name.removeprefix(_DECODED).removesuffix(")") if name.startswith(_DECODED) else ""
