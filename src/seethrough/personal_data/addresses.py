"""Postal addresses: a street and a house number, in English and some other languages."""

from __future__ import annotations

import re

_NO_COURT_OF_LAW = "".join(rf"(?<!{word} )" for word in ("Supreme", "District", "Circuit"))
_NO_YEAR = (
    r"(?!(?:18|19|20)\d\d[ \t]+(?:[A-Z][\w.]*[ \t]+){0,3}(?:The|High|County|Crown)[ \t]+Court\b)"
)
"""Not *the 2004 Act. The Court*, but *5 The Court, Leeds*."""
_NO_ROAD = (
    "(?:(?:way|year|old|lane|mile|block|car|house|minute|hour|meter|metre)s?|new|main|more|side|busy|long"
    "|different|other|the|down|from|off|and|per|for|feet|people)"
)
"""Not *2 way street* or *3 blocks down the road*."""
_ARTICLES = (
    r"(?:de l|d)['’]|(?:de la|de los|de las|della|dell|das|dos|del|des|dei|du|da|do|di|de|la|les?) "
)
_CAPITAL = r"[A-ZÀ-ÞŁŚŻŹ][\w'’.-]*"
_ITALIAN_VIA = r"(?:Via|(?:(?<=\bin )|(?<=, ))via)"
"""*In via Roma 12*; not the English word: *we drove via Interstate 95*."""
STREET = re.compile(
    rf"\b{_NO_YEAR}"
    r"\d{1,5}[A-Za-z]?,?[ \t]+(?:(?:[A-Z][\w'’.-]*|\d{1,3}(?:st|nd|rd|th))[ \t]+){1,4}?"
    r"(?:(?i:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Terrace|Crescent|Highway"
    rf"|Hwy|Parkway|Pkwy)|Dr|{_NO_COURT_OF_LAW}Court|Ct|Way|Place|Pl|Square|Sq|Close|Row|Gardens"
    r"|Grove|Walk|Mews|Parade)\b"
    rf"|\b\d{{1,5}}[a-z]? (?:(?!{_NO_ROAD}\b)[a-z]{{3,20}} ){{1,2}}?"
    r"(?:street|road|avenue|boulevard|crescent)\b"
    r"|\b\d{1,5},?[ \t]+(?:[^\W\d_][\w'’.-]*[ \t]+){1,4}(?:\d{1,4}[ \t]+)?"
    r"(?:Apt|Suite|Unit)\b\.?[ \t]*\d+"
    r"|\b(?:P\.? ?O\.? ?|(?:PSC|Unit) \d+,? )Box \d{2,}"
    r"|\b[A-ZÄÖÜÅØÆ][\w-]*(?:str(?:a(?:ß|ss)e|\.)|straat|gracht|laan|plein|kade|gasse|weg|platz|vägen"
    r"|gatan|vej|veien|gade|gaten|gata|stræde|katu|kuja) \d{1,4}[a-z]?\b"
    rf"|\b{_CAPITAL}(?: [^\W\d_]+)? (?:utca|útja|út|tér|u\.) \d{{1,4}}\b"
    rf"|\b(?:[Rr]ue|[Aa]venue|[Cc]haussée) (?:{_ARTICLES}){_CAPITAL}(?: {_CAPITAL}){{0,3}},?"
    r" \d{1,3}\b"
    r"|\b\d{1,4}(?: ?(?:bis|ter))?,? (?:[Rr]ue|avenue|boulevard|[Cc]hemin|[Aa]llée|[Ii]mpasse|quai"
    rf"|place|cours) (?:{_ARTICLES})?{_CAPITAL}"
    rf"|\b(?:{_ITALIAN_VIA}|[Vv]iale|[Cc]orso|[Pp]iazza|[Cc]alle|C/|[Aa]venida|[Pp]aseo|[Rr]ua"
    rf"|[Ss]trada|[Uu]lica|ul\.)(?: (?:{_ARTICLES})?{_CAPITAL}){{1,4}},? \d{{1,4}}\b"
    r"|\b(?:[A-Z][\w'’-]+ ){1,2}(?:House|Cottage|Farm(?:house)?|Lodge|Villa|Hall|Manor|Barn|Grange"
    r"|Rectory|Vicarage|Bungalow),[ \n](?:[A-Z][\w'’-]+ ){1,2}(?:Street|Road|Avenue|Lane|Drive"
    r"|Close|Row|Hill|Green|Terrace|Crescent|Gardens)\b"
)
"""*12 Oak Street*, *Hauptstr. 12*, *12 rue de la Paix*, *Rue de Virton 38* as in Belgium, *Via Roma
131*, *Rákóczi út 66*, *P.O. Box 211*, *Oak House, Mill Lane*."""
_DECIMALS = r"\.\d{4,10}°?"
SPOT = re.compile(
    rf"(?<![\w.])(?<!\d[ ,])(?<!\d, )[+-]?\d{{1,2}}{_DECIMALS} ?[NS]?[,;/ ]{{1,3}}"
    rf"[+-]?\d{{1,3}}{_DECIMALS}(?: ?[EWO]\b)?(?!\w|\.\w|[,;]? ?[+-]?\d)"
    r"|(?<![:/\w])///[^\W\d_]{2,20}(?:\.[^\W\d_]{2,20}){2}(?!\w|\.\w)"
)
"""A spot of some ten metres: *59.9139, 10.7522*, *///filled.count.soap* (what3words)."""
