"""What parts of speech mean to the splitting rules."""

from __future__ import annotations

from seethrough.atomizers.clauses.tokens import Phrase, Token
from seethrough.text.words import vocabulary

NOMINAL = vocabulary("NN NNS NNP NNPS PRP CD DT EX WP VBG FW $ -LRB-")
INSIDE_NOUN_PHRASE = vocabulary(
    "JJ JJR JJS NN NNS NNP NNPS VBN VBG CD DT PRP$ POS HYPH PDT RB $ AFX"
)
FINITE = vocabulary("VBD VBZ VBP MD")
VERB = vocabulary("VB VBD VBZ VBP VBN VBG MD")
DESCRIBES = vocabulary("JJ JJR VBN RB HYPH")
QUANTIFIERS = vocabulary("most many few some all both each none others")
CONTRAST = vocabulary("although though while whereas")
TIME = vocabulary(
    "second seconds minute minutes hour hours day days night nights week weeks month months year "
    "years decade decades yesterday morning"
)


def is_finite(token: Token) -> bool:
    """Return whether a word is a finite verb that may carry a statement."""
    return token.tag in FINITE and not token.opaque and token.dep not in ("amod", "compound")


def is_nominal(token: Token) -> bool:
    """Return whether a word can head a noun phrase."""
    return token.tag in NOMINAL or token.opaque or token.lower in QUANTIFIERS


def waits(adjective: Token, body: Phrase) -> bool:
    """Return whether an adjective waits for its noun in what follows."""
    if adjective.dep in ("amod", "nmod", "det", "poss"):
        return True
    if adjective.dep != "conj":
        return False
    return any(t.place == adjective.head and waits(t, []) for t in body)
