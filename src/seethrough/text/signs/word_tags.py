"""Texts in which each word has its part of speech or a label: ``Mary/NNP``, or one word a line."""

from __future__ import annotations

import re

_TAGS = (
    r"CC|CD|DT|EX|FW|IN|JJ[RS]?|LS|MD|NNP?S?|PDT|POS|PRP\$?|RB[RS]?|RP|SYM|TO|UH|VB[DGNPZ]?|WDT"
    r"|WP\$?|WRB|ADJ|ADP|ADV|AUX|C?CONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|VERB"
    r"|[BIESLU]-[A-Za-z][\w-]{0,19}|O|HYPH|NFP|-?[LR]RB-?|[.,:;'\"`()$#-]{1,2}"
)
"""The tags of the Penn Treebank and of Universal Dependencies, and those that open and go on."""
_WORD = re.compile(rf"(\S+?)[/_|](?:{_TAGS})")
_LINE = re.compile(rf"(\S+)(?:[ \t]+(?:{_TAGS}))+\s*")
_FEWEST = 8
_MOST = 0.8
"""A text is tagged if so many of its words are; others than these stay as they are."""


def without_word_tags(text: str) -> str:
    """Return a text whose words are tagged without the tags, and any other as it is.

    ``Mary/NNP left/VBD`` is ``Mary left``, and so are lines of a word and one or more tags.
    """
    if max(sum(map(text.count, "/_|")), sum(map(text.count, "\n\r")) + 1) < _FEWEST:
        return text
    for pattern, parts in ((_WORD, text.split()), (_LINE, text.splitlines())):
        filled = [part for part in parts if part.strip()]
        found = [*map(pattern.fullmatch, filled)]
        tagged = len(found) - found.count(None)
        if tagged >= max(_FEWEST, _MOST * len(found)):
            read = zip(found, filled, strict=True)
            return " ".join(match[1] if match else part for match, part in read)
    return text
