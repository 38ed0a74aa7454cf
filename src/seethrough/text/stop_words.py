"""English stop words and numbers, which CusText+ releases unchanged (its section 4.4).

The list is the classic short one: articles, pronouns, auxiliaries, prepositions, conjunctions and
a few adverbs, with the fragments that cutting at an apostrophe leaves.
"""

from __future__ import annotations

import re

_WORDS = """
    a an the
    i me my myself mine we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves
    this that these those who whom whose which what
    am is are was were be been being have has had having do does did doing
    can could will would shall should
    and or but nor if because as until while than so
    of at by for with about against between into through during before after above below
    to from up down in out on off over under
    again further then once here there when where why how now just only very too not no
    all any both each few more most other some such same own
    s t d m o y re ve ll ma don ain aren couldn didn doesn hadn hasn haven isn mightn mustn needn
    shan shouldn wasn weren won wouldn
    it's you're you've you'll you'd she's that'll don't aren't couldn't didn't doesn't hadn't
    hasn't haven't isn't mightn't mustn't needn't shan't should've shouldn't wasn't weren't won't
    wouldn't
"""
STOP_WORDS = frozenset(_WORDS.split())

_NUMBER = re.compile(r"[+-]?[.,:/-]*\d[\d.,:/-]*%?")


def is_number(word: str) -> bool:
    """Return whether a token is written only with digits and their marks, such as ``1,250.5``."""
    return _NUMBER.fullmatch(word) is not None
