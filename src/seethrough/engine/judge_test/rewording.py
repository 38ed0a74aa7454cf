"""Says a claim in another order and with other small words, by rule; the information stays.

What a reader takes from "The patient has had asthma since childhood" is what they take from "since
childhood, asthma is what patient has had". A measure that counts words in order loses it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.engine.judge_test._sentences import Sentence, sentences
from seethrough.judges.rouge import recall, words
from seethrough.text.details import SMALL, TENS
from seethrough.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from spacy.tokens import Token

FEWEST_WORDS = 5
"""Claims of fewer words are not reworded: there is nothing to move."""

MOST_SHARED = 0.5
"""The highest ROUGE-L recall of a claim in its rewording."""

LONGEST_RUN = 4
"""The longest run of words, in their order, that a claim and its rewording share."""

_SYNONYMS = """
    children ~ kids; child ~ kid; mother = mum; father ~ dad; mom = mother; physician ~ doctor;
    bought ~ purchased; began ~ started; often ~ frequently; large ~ big; almost ~ nearly;
    whole ~ entire; needed ~ required; helped ~ assisted; ill ~ sick; scared ~ afraid;
    angry ~ furious; everybody ~ everyone; somebody ~ someone; movie ~ film; photo = picture;
    car = automobile; bike ~ bicycle; repaired ~ mended; asked ~ requested; holiday ~ vacation;
    apartment = flat; salary = pay; sad ~ unhappy; glad = happy; rich ~ wealthy; elderly = old;
    gentleman = man; lady = woman; abdomen = belly; abdominal = belly;
    hypertension = high blood pressure; resides = lives; attempted ~ tried; error ~ mistake;
    entirely = wholly; completely = wholly; currently = now; approximately = about;
    immediately = at once; sometimes = at times; always = at all times; never = at no time;
    maybe ~ perhaps; although ~ though; whilst = while
"""
"""Words with the same meaning: one stands for the other, with ``~`` either way."""
_FIELD = re.compile(
    r"(?:The \w+['’]s )?(?P<label>[^\W\d_][\w '’()/&-]{0,39}): (?P<value>[^:\n]{1,80}?)\.?"
)
_ARTICLES = frozenset(("the", "a", "an"))
_NOT_BESIDE_NUMBERS = frozenset(("-", "–", "/", "$", "£", "€", "%", ".", ":", "#"))


def reword(claims: Sequence[str]) -> list[str | None]:
    """Return each claim in other words and another order.

    None stands where no rule applies, or where so much of the wording would stay that counting
    words in order still finds it: ROUGE-L recall above ``MOST_SHARED``, or a common run of more
    than ``LONGEST_RUN`` words.

    Args:
        claims: English claims.
    """
    out: list[str | None] = []
    for claim, sentence in zip(claims, sentences(claims), strict=True):
        new = _turned(claim)
        if new is None and sentence is not None and len(words(claim)) >= FEWEST_WORDS:
            new = _moved(sentence)
        out.append(new if new is not None and unlike(claim, new) else None)
    return out


def is_field(claim: str) -> bool:
    """Return whether a claim is a field of a form: *Diagnosis: migraine*."""
    return _field(claim) is not None


def unlike(claim: str, passage: str) -> bool:
    """Return whether a passage keeps so little of a claim's wording that it has to be understood.

    Args:
        claim: The claim.
        passage: What tells it.
    """
    said, there = words(claim), words(passage)
    if recall(said, there) > MOST_SHARED:
        return False
    length = LONGEST_RUN + 1
    runs = {tuple(there[i : i + length]) for i in range(len(there) - length + 1)}
    return not any(tuple(said[i : i + length]) in runs for i in range(len(said) - length + 1))


def _field(claim: str) -> re.Match[str] | None:
    field = _FIELD.fullmatch(claim)
    return field if field and words(field["label"])[0] not in STOP_WORDS else None


def _turned(claim: str) -> str | None:
    """Return a field with its value first: *Migraine is given as diagnosis*."""
    field = _field(claim)
    if field is None:
        return None
    value = _other_number(field["value"]) or field["value"]
    return f"{value[0].upper()}{value[1:]} is given as {field['label'].lower()}."


def _moved(sentence: Sentence) -> str | None:
    """Return circumstances first, then what completes the verb, then who and the verb."""
    s = sentence
    if not (s.completion or s.adjuncts or s.second):
        return None
    subject, verb = _said(s.subject), _said(s.verb)
    core = f"{subject} {verb}"
    if s.completion:
        core = f"{_said(s.completion)} {_is_or_was(s)} what {core}"
    first = ", ".join([*(_said(a) for a in reversed(s.adjuncts)), core])
    if not s.second:
        return f"{first}."
    own = any(t.dep_ in ("nsubj", "nsubjpass") for t in s.second if t.head in s.second)
    second = _said(s.second) if own else f"{subject} {_said(s.second)}"
    return f"{second}. {first}."


def _is_or_was(sentence: Sentence) -> str:
    past = any(t.tag_ == "VBD" for t in sentence.verb)
    heads = [t for t in sentence.completion if t.head == sentence.root]
    many = any(t.tag_ in ("NNS", "NNPS") for t in heads)
    return ("were" if many else "was") if past else ("are" if many else "is")


def _said(tokens: Sequence[Token]) -> str:
    """Return tokens as text: no articles, numbers written the other way, synonyms."""
    parts = [_word(token) + token.whitespace_ for token in tokens]
    return re.sub(r"\s+", " ", "".join(parts)).strip(" ,")


def _word(token: Token) -> str:
    word = token.lower_
    if token.pos_ == "DET" and word in _ARTICLES:
        # "twice a day": here the article is what says how often.
        return "per" if token.head.dep_ == "npadvmod" and token.i else ""
    if token.pos_ == "PROPN":
        return token.text
    beside = {token.nbor(n).text for n in (-1, 1) if 0 <= token.i + n < len(token.doc)}
    if token.pos_ == "NUM" and not beside & _NOT_BESIDE_NUMBERS:
        return _other_number(word) or token.text
    if token.dep_ != "compound" and word in _synonyms():
        return _synonyms()[word]
    return word if token.is_sent_start else token.text


def _other_number(word: str) -> str | None:
    """Return a whole number up to 99 in words for digits and in digits for words."""
    if word.isascii() and word.isdigit() and len(word) <= 2:
        number = int(word)
        tens, ones = divmod(number, 10)
        if number < len(SMALL):
            return SMALL[number]
        return TENS[tens - 2] + (f"-{SMALL[ones]}" if ones else "")
    if word in SMALL[2:]:
        return str(SMALL.index(word))
    return str(20 + 10 * TENS.index(word)) if word in TENS else None


@functools.cache
def _synonyms() -> dict[str, str]:
    found = {}
    for pair in " ".join(_SYNONYMS.split()).split("; "):
        word, sign, other = re.split(" ([=~]) ", pair)
        found[word] = other
        if sign == "~":
            found[other] = word
    return found
