"""Remarks that state nothing join a neighbouring claim: *Honestly?*, *Gotta say*, *Thanks*."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from seethrough.atomizers._coverage import content_stems
from seethrough.text.words import vocabulary

_REMARKS = vocabulary(
    """thanks thank thx thankyou cheers regards sincerely yours faithfully truly best kind warm
    wishes love greetings welcome sorry excuse pardon
    honestly seriously really actually basically literally obviously admittedly anyway anyways
    hey well so yeah yep yup nope nah naw aye sure right true exactly indeed definitely totally
    absolutely certainly perhaps maybe alas hmm hm um uh er ah aha oh ooh wow whoa gosh geez jeez
    gee duh ugh meh huh eh ha haha hahaha hehe lol lmao rofl xd omg tbh imo imho btw fyi idk ngl
    kaboom boom bang yay hooray hurray voila
    mate man dude bro bruh fam folks guys buddy pal girl babe y'all yall
    say says said saying tell tells mean means know knows see look listen guess think believe ask
    asks kid kidding joke joking gotta got let lets wait hold hang
    sir madam ma'am everyone everybody somebody anyone follows following
    """
)
_LABEL = re.compile(r"^(?:The \w+|[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2}) (?:says|asks): ")
_ASKS = re.compile(r"^The (?:writer|user|text) asks: ")
_TOLD_OF = vocabulary("he she it they him her them his their not never no he's she's it's they're")
"""Words of a statement about a person or thing, however little it says."""
_NAMES_OF_SUBJECTS = vocabulary("writer user patient text applicant")


def with_remarks(claims: Iterable[str]) -> list[str]:
    """Return the claims, each remark joined to a neighbouring claim.

    A question joins the claim after it, any other remark the claim before it; a record of
    only remarks keeps them.
    """
    out: list[str] = []
    waiting: list[str] = []
    for claim in claims:
        if not _is_remark(claim):
            out.append(" ".join([*waiting, claim]))
            waiting = []
        elif out and not claim.endswith("?"):
            out[-1] = f"{out[-1]} {_ASKS.sub('', claim)}"
        else:
            waiting.append(_ASKS.sub("", claim))
    if waiting and out:
        out[-1] = " ".join([out[-1], *waiting])
        return out
    return [*out, *waiting]


def _is_remark(claim: str) -> bool:
    """Return whether a claim holds no word that could be true or false."""
    if len(claim) > 60 or any(c.isdigit() for c in claim):
        return False
    said = _LABEL.sub("", claim)
    words = re.findall(r"[\w'’]+", said.lower())
    if claim.endswith("?") and claim != said:
        return len(words) < 2 or (len(words) < 3 and content_stems(said) <= _remark_stems())
    factual = any(w in _TOLD_OF or w.endswith(("n't", "n’t")) for w in words)
    stems = content_stems(said)
    return (
        not factual
        and stems <= _remark_stems()
        and (bool(stems & _remark_stems()) or len(words) < 5)
    )


@functools.cache
def _remark_stems() -> set[str]:
    return content_stems(" ".join(_REMARKS | _NAMES_OF_SUBJECTS))
