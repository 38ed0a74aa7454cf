"""Cuts text without punctuation, as of a transcript, where its next clause begins.

Only text that has more words than a sentence and no marks is cut: before *and*, *but*, *so* or
*then* with a subject and a verb, and before *I*, *he*, *she*, *we* or *they* with a verb.
"""

from __future__ import annotations

import re
from itertools import pairwise

from seethrough.text.words import vocabulary

_LONGEST = 20
"""The words of a sentence that is left alone."""
_LONGEST_ENDED = 100
"""The words of one that a mark ends, and that is left alone."""
_SHORTEST = 4
"""The words that a clause has at least."""
_MARK = re.compile(r"[.,;:!?…](?=\s|$)|[()\[\]{}<>|\"“”]")
_ENGLISH = re.compile(r"\b(?:the|and|my|is|was|to|that|of|he|she)\b", re.IGNORECASE)
_HELPS = (
    "am|is|are|was|were|be|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|"
    "must|[a-z]+n['’]?t|never|also|just|now|still|always|really"
)
_PAST = (
    "told|said|went|got|left|came|took|gave|made|knew|found|saw|thought|felt|met|kept|lost|began|"
    "ran|hit|died|paid|sent|sold|stole|bought|broke|drank|ate|slept|fell|wrote|spoke|hurt|put|let"
)
_STATES = rf"(?:{_HELPS}|{_PAST}|[a-z]{{2,}}(?:ed|(?<!s)s))\b"
_SPEAKS = r"['’]?(?!(?:and|or|of|in|to|the|a|an|at|my|on|with|i|he|she|we|they)\b)[a-z]"
_BARE = (
    rf"(?:(?:i|we|they)\s+{_SPEAKS}|(?:im|ive|(?:i|we|they)['’](?:m|ve|re|ll|d))\b|"
    rf"(?:he|she)\s+{_STATES})"
)
_NAMED = (
    rf"(?:(?:my|his|her|our|their|the)\s+(?:[a-z-]+\s+){{1,2}}?|(?:it|this|there|you)\s+){_STATES}"
)
_CLAUSE = re.compile(
    rf"(?<!\S)(?:(?:(?:and|but|so|then|plus)\s+){{1,8}}+(?:(?:then|now|also|when)\s+){{0,8}}+"
    rf"(?:{_BARE}|{_NAMED})|{_BARE})",
    re.IGNORECASE,
)
_HANGS_ON = vocabulary(
    """that if because when while who whom whose what where why how which since before after until
    till unless as than though although whether or cause cuz and but so then now also even maybe
    say says said saying tell tells told think thinks thought know knows knew guess hope hopes
    hoped wish wishes wished believe believes believed feel feels felt mean means meant sure afraid
    glad sorry happy swear understand understood see sees saw heard hear find finds found realise
    realised realize realized imagine suppose bet decided claim claims claimed notice noticed
    figured remember forgot everything all anything something nothing one time way day thing things
    people person reason place year moment last like did do does am are is was were have has had
    can could will would should not never much many"""
)
"""Words that what follows belongs to: *because I drink*, *everything I own*."""
_TOLD = vocabulary("tell tells told telling ask asks asked show shows showed shown")
_HEARERS = vocabulary("me him her us them you")
_DETERMINERS = vocabulary("the a an my his her our their this that these every any some no first")
_CONDITIONS = vocabulary("if unless whether when")
_REACH = 6
"""The words over which a condition reaches."""


def run_ons(text: str) -> list[str]:
    """Return the clauses of a long text without punctuation; any other text as it is."""
    words = len(text.split())
    said = text.rstrip(" .!?…") if words > _LONGEST_ENDED else text
    if words <= _LONGEST or _MARK.search(said):
        return [text]
    if len(_ENGLISH.findall(text)) < 3:
        return [text]
    cuts = [0]
    for found in _CLAUSE.finditer(text):
        before = text[cuts[-1] : found.start()].lower().split()
        if len(before) >= _SHORTEST and not _goes_on(before, found[0].lower().split()):
            cuts.append(found.start())
    return [text[a:b].strip() for a, b in pairwise([*cuts, len(text)])]


def _goes_on(before: list[str], clause: list[str]) -> bool:
    """Return whether a clause belongs to the words before it: *he told me I drink*."""
    if _CONDITIONS & set(before[-_REACH:]):
        return True
    last, second = before[-1], before[-2]
    if clause[0] in ("and", "but", "so", "then", "plus"):
        if {"both", "between"} & set(before[-4:]):
            return True
        # "my wife and I adopted two kids"
        return (
            clause[0] == "and" and clause[1] in ("i", "we", "he", "she") and second in _DETERMINERS
        )
    if last in _HANGS_ON or (last in _HEARERS and second in _TOLD):
        return True
    return second in _DETERMINERS  # "the money I stole"
