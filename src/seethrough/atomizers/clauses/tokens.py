"""Tagged words and how they become a sentence again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from seethrough.atomizers.clauses.enclosed import Word, enclosures
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc


class Token(NamedTuple):
    """A word of a unit, or one that was put in.

    Attributes:
        text: As written.
        tag: Penn Treebank tag.
        place: Where it stands in its unit; negative for a word that was put in.
        space: Whether white space follows it in the unit.
        head: The place of its syntactic head; its own place at the root.
        dep: The dependency label to its head.
        opaque: Whether it stands in brackets or quotation marks, which are never split.
        quoted: Whether it stands in quotation marks.
    """

    text: str
    tag: str
    place: int = -9
    space: bool = True
    head: int = -9
    dep: str = ""
    opaque: bool = False
    quoted: bool = False

    @property
    def lower(self) -> str:
        """The text in lower case."""
        return self.text.lower()


Phrase = list[Token]

_ADJECTIVES = vocabulary(
    "decreased increased enlarged dilated reduced swollen distended elevated diminished impaired "
    "blurred slurred altered marked repeated prolonged restricted limited"
)
_NOUN_ENDING = re.compile(
    r"(?:ness|tions?|ity|emia|itis|algia|rrhea|osis|uria|pnea|pathy|oma|pril|olol|statin|diabetes)$"
)
_NUMBERED = vocabulary(
    "type stage grade class phase factor bipolar axis level part chapter war hemoglobin annex "
    "section title volume act book tier category schedule"
)
_REPORTS = vocabulary("shows reports states notes denies presents reveals complains")


def tokens_of(doc: Doc) -> Phrase:
    """Return the words of a parsed unit, with brackets and quotations marked opaque."""
    inside = enclosures([Word(t.text, bool(t.whitespace_), t.tag_ == "POS") for t in doc])
    out = [
        Token(
            t.text,
            t.tag_,
            t.i,
            bool(t.whitespace_),
            t.head.i,
            t.dep_,
            inside[t.i] != "",
            inside[t.i] == "quotation",
        )
        for t in doc
        if not t.is_space
    ]
    finite = any(t.tag in ("VBZ", "VBP", "VBD", "MD") for t in out)
    for k, token in enumerate(out):
        tag = _mended(out, k, finite)
        dep = "acomp" if _is_predicate(out, k) else token.dep
        if _is_description(out, k):
            tag, dep = "JJ", "amod"
        if (tag, dep) != (token.tag, token.dep):
            out[k] = token._replace(tag=tag, dep=dep)
    return out


def _is_predicate(phrase: Phrase, k: int) -> bool:
    """Return whether an adjective behind *is* describes the subject, not another adjective.

    In *is soft, non-tender, and non-distended* the small parser makes *soft* wait for *distended*.
    """
    token = phrase[k]
    if token.dep != "amod" or token.tag != "JJ" or not 0 < k < len(phrase) - 1:
        return False
    listed = phrase[k - 1].lower in ("is", "are", "was", "were") and phrase[k + 1].text == ","
    head = next((t for t in phrase[k:] if t.place == token.head), None)
    return listed and head is not None and head.dep == "acomp"


def _mended(phrase: Phrase, k: int, finite: bool) -> str:
    """Return the tag of a word, mended where the small model is known to err."""
    token = phrase[k]
    if token.text == "-" and 0 < k < len(phrase) - 1 and not (phrase[k - 1].space or token.space):
        return "HYPH"
    if token.text == "I" and _is_numeral(phrase, k):
        return "CD"
    if token.text == "ME" and any(t.text.islower() for t in phrase):
        return "NNP"  # an illness or a state
    behind = phrase[k - 1].tag[:2] if k else ""
    after = phrase[k + 1] if k + 1 < len(phrase) else None
    kind = after.tag[:2] if after else ""
    attributive = token.tag in ("VBD", "VBN", "VBZ") and kind in ("NN", "JJ")
    if attributive and token.lower in _ADJECTIVES and behind not in ("NN", "PR", "WD", "WP"):
        return "JJ"
    if token.tag == "NNS" and token.lower in _REPORTS and behind in ("NN", "PR", "CC") and after:
        continues = behind == "CC" and (after.tag in ("IN", "RB") or after.lower == "today")
        if not finite or continues or after.lower == "that":
            return "VBZ"
    if token.lower in ("measures", "weighs") and token.tag == "NNS" and kind == "CD":
        return "VBZ"
    if token.dep == "conj" and token.tag in ("VB", "VBG") and kind not in ("NN", "DT", "PR", "IN"):
        head = next((t for t in phrase if t.place == token.head), None)
        if head is not None and head.tag[:2] == "NN":
            return "NN"
    described = behind == "NN" and phrase[k - 1].head == token.place
    described &= k < 2 or phrase[k - 2].tag not in ("DT", "PRP$")  # "the horn sounding"
    ends = described and kind in ("", ",", ".", "CC", "WD")
    if token.tag == "VBG" and token.dep in ("dobj", "pobj", "conj") and ends:
        return "NN"  # "has shoulder swelling", not "has pain radiating to her back"
    if token.tag in ("VB", "VBP", "VBZ") and _NOUN_ENDING.search(token.lower):
        return "NN"
    if token.lower == "last" and token.tag == "JJ" and behind == "CC":
        return "VBP" if after is not None and after.text[0].isdigit() else "JJ"
    return token.tag


def _is_description(phrase: Phrase, k: int) -> bool:
    """Return whether a word opens an item of a list: *presents with a cough, diffuse pain*.

    No infinitive is coordinated with a finite verb, unless another one stands before it.
    """
    token = phrase[k]
    if token.tag != "VB" or token.dep != "conj" or not 0 < k < len(phrase) - 1:
        return False
    head = next((t for t in phrase[:k] if t.place == token.head), None)
    follows = phrase[k - 1].text == "," and phrase[k + 1].tag[:2] in ("NN", "JJ")
    bare = any(t.tag in ("VB", "VBP", "MD", "TO") for t in phrase[:k])
    return head is not None and head.tag in ("VBZ", "VBD") and follows and not bare


def _is_numeral(phrase: Phrase, k: int) -> bool:
    """Return whether *I* counts (*type I diabetes*, *World War I*) or is a letter (*M R I*)."""
    before = phrase[k - 1] if k else None
    after = phrase[k + 1] if k + 1 < len(phrase) else None
    if before is None or not before.space:
        return False
    spelled = k > 1 and len(before.text) == len(phrase[k - 2].text) == 1 and before.text.isupper()
    if not spelled and before.lower not in _NUMBERED:
        return False
    if after is None or after.tag == "VBZ":
        return True
    named = k > 1 and before.text[0].isupper() and phrase[k - 2].text[0].isupper()
    if named and after.lower in ("was", "had", "did"):
        return True
    return after.tag not in ("VBP", "VBD", "MD", "RB", "VB") or bool(
        _NOUN_ENDING.search(after.lower)
    )


def made(text: str, tag: str = "XX") -> Phrase:
    """Return words that are put in."""
    return [Token(word, tag) for word in text.split()]


def trimmed(phrase: Sequence[Token]) -> Phrase:
    """Return the phrase without separators at its ends."""
    out = list(phrase)
    while out and not out[-1].opaque and (out[-1].text in ",;:-–—." or out[-1].tag == "CC"):
        out.pop()
    while out and not out[0].opaque and (out[0].text in ",;:-–—." or out[0].tag == "CC"):
        out.pop(0)
    return out


def joined(phrase: Iterable[Token]) -> str:
    """Return the words as text, spaced as in the unit wherever neighbours stayed neighbours."""
    out: list[str] = []
    last: Token | None = None
    for token in phrase:
        if last is not None:
            neighbours = last.place >= 0 and token.place == last.place + 1
            clitic = token.text in (",", ".", "?", "!", ";", ":", ")", "]", "%", "’s", "'s", "n't")
            if last.space if neighbours else not clitic:
                out.append(" ")
        out.append(token.text)
        last = token
    return re.sub(r"\s+", " ", "".join(out)).strip()


def finished(text: str) -> str:
    """Return text as a claim: a capital first, no stray separators, a mark at the end."""
    text = re.sub(r"\s+([,.;])(?=\s|$)", r"\1", text.strip())
    text = re.sub(r"^[\s,;:.)\]–—-]+(?=\w)", "", text)
    text = re.sub(r"[\s,;:–—-]+$", "", text)
    text = re.sub(r"[,;:]\s*([.?!])$", r"\1", text)
    if not text:
        return ""
    first = text.split(None, 1)[0]
    if re.fullmatch(r"[a-z]+['’a-z-]*[,:]?", first):
        text = text[0].upper() + text[1:]
    return text if re.search(r"[.?!。！？…][\"'”’)\]]*$", text) else text + "."
