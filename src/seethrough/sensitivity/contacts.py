"""Patterns of contact data, numbers of accounts and cases, ages, dates, money and measurements."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seethrough.text.signs.typography import in_hyphens

PATTERNS: Mapping[str, re.Pattern[str]] = {
    "mail": re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"),
    "handle": re.compile(r"(?<![\w@.])@\w{2,30}\b|\bu/\w{3,20}\b|['‘\"]\w{1,60}_\w{1,60}['’\"]"),
    "url": re.compile(
        r"\bhttps?://\S+|\bwww\.\S+|\b[\w-]{2,40}\.(?:com|org|net|co\.uk|edu)\b", re.I
    ),
    "phone": re.compile(
        r"(?<![\w$£€.,/-])(?!\(?(?:1[89]|20)\d\d[ -]|\d{1,2}[.-]\d{1,2}[.-](?:\d\d){1,2}\b)"
        r"(?=(?:[^\d\n]{0,3}\d){7})(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]{0,2})?"
        r"(?!\d{1,3}(?: \d{3})+\b)\d{2,5}(?:[ .-]\d{2,7}){1,4}(?![\w%/-]|[.,]\d)"
        r"|(?<![\w$£€.,/-])\+\d{8,15}\b|(?<![\w$£€.,/-])0\d{8,11}\b"
    ),
    "digits": re.compile(r"(?<![\w$£€.,])\d{6,}(?![\w%])"),
    "code": re.compile(
        r"\b(?=[A-Z0-9/-]{0,60}\d)(?=[A-Z0-9/-]{0,60}[A-Z])[A-Z0-9]{1,6}[/-]?[A-Z0-9]{2,12}\b"
    ),
    "reference": re.compile(
        r"\b(?:account|acct|a/c|card|case|claim|file|invoice|member(?:ship)?|order|passport|"
        r"plate|policy|polic[ey]|ref(?:erence)?|room|ticket|badge|nhs|ssn|id|licen[cs]e|reg|"
        r"tracking|extension|ext|employee|customer|student|patient|docket|permit)"
        r"(?:(?:'s)? (?:number|no|nr|id|code|ending in|ending))?[ .:#]*(?:is |says )?"
        r"(?=[\w/-]{0,60}\d)[A-Z0-9][\w/-]{2,}",
        re.I,
    ),
    "bare code": re.compile(r"^\W*+(?=(?:\W*+\w){4})[A-Z]{0,3}\d[\d./ -]*+\W*$"),
    "address": re.compile(
        r"\b\d{1,5}[A-Za-z]?,? (?:[A-Z][\w'’]+ ){1,3}(?:St|Street|Rd|Road|Ave|Avenue|Lane|Ln|Drive|"
        r"Dr|Close|Court|Way|Place|Pl|Terrace|Crescent|Boulevard|Blvd|Gardens|Square|Row|Hill)\b"
    ),
    "postcode": re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]{2} \d{5}\b"),
    "tag": re.compile(r"<[A-Z_]+_?\d*>|\[[A-Z][\w’' ]*\]|\bXX+\b|X{3,}"),
    "age": re.compile(
        r"\b(?:\d{1,3}|[a-z]+(?:ty)?)[ -](?:year|yr|month|week|day)s?[ -]?olds?\b"
        r"|\b\d{1,2} ?(?:yo|y/o)\b"
        r"|\b(?:is|am|'m|was|aged?|turned|turning|at) \d{1,2}(?= |,|\.|$)(?! ?(?:%|mg|kg|cm|per|a "
        r"|th|am|pm|percent|mm|weeks|days|hours|times|minutes|degrees))"
        r"|\b\d{1,2} years(?:\.|,|$| of age)"
        r"|\b\d{2} ?[MF]\b",
        re.I,
    ),
    "sexed": re.compile(
        r"\b(?:wo)?man\b|\b(?:fe)?male\b|\bboy\b|\bgirl\b|\bgentleman\b|\blady\b", re.I
    ),
    "born": re.compile(r"\bborn\b|\bd\.?o\.?b\b|\bbirth(?:day|date)\b", re.I),
    "date": re.compile(
        r"\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*"
        r"|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{1,2}\b|\b\d{1,4}[/.-]\d{1,2}"
        r"[/.-]\d{2,4}\b|\bon the \d{1,2}(?:st|nd|rd|th)\b",
        re.I,
    ),
    "year": re.compile(r"\b(?:18|19|20)\d\d\b|(?<!\w)['’]\d\d\b"),
    "clock": re.compile(
        r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]\.?m\b|\bo'clock\b|\bat (?:noon|midnight)\b", re.I
    ),
    "money": re.compile(
        r"[$£€¥₹]\s?\d|\bRs\.? ?\d|\b\d[\d,.]{0,30} ?"
        r"(?:k|euros?|dollars?|pounds?|quid|bucks|rupees|kroner|birr|usd|eur|gbp)\b",
        re.I,
    ),
    "percent": re.compile(r"\d ?%|\bpercent\b", re.I),
    "span": re.compile(
        r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)"
        r"[ -](?:[a-z]+[ -])?(?:years?|yrs?|months?|weeks?|days?|hours?)\b",
        re.I,
    ),
    "measure": re.compile(
        r"\b\d[\d.,/]{0,30} ?(?:mg|mcg|g|kg|ml|l|cm|mm|mmhg|mm hg|bpm|/min|°|mg/dl|g/dl|meq|mmol|"
        r"iu|u/l|lbs?|cells|/mm|/hpf|fl|pack)(?![a-z])|\b\d{2,3}/\d{2,3}\b|\b\d{2}(?:\.\d)? ?°",
        re.I,
    ),
    "number": re.compile(r"\d"),
}
"""What to look for, by name; repetitions are bounded, so that no text takes quadratic time."""


IDENTIFIERS = ("mail", "handle", "phone", "digits", "reference", "bare code", "address", "postcode")
"""The patterns that name one person or account and hardly anything else."""
SEEN = (*PATTERNS, "any identifier")


def found(text: str) -> list[float]:
    """Return for each of `SEEN` whether it stands in a text."""
    text = in_hyphens(text)
    here = {name: pattern.search(text) is not None for name, pattern in PATTERNS.items()}
    here["any identifier"] = any(here[name] for name in IDENTIFIERS)
    return [float(here[name]) for name in SEEN]
