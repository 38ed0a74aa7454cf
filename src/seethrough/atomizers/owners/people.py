"""Who *he* and *she* are: the people that a text has named, and which of them a pronoun fits.

A pronoun is only resolved where one person fits it: a claim that says *she* is read by what the
record says, a claim that names the wrong person is false.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from seethrough.atomizers.clauses.tags import is_finite
from seethrough.atomizers.clauses.tokens import Phrase, joined
from seethrough.text.names import GIVEN, full_name
from seethrough.text.words import vocabulary

_FEMININE_KIN = vocabulary(
    "mother wife daughter sister girlfriend aunt grandmother mom mum mommy mummy niece stepmother "
    "stepdaughter stepsister granddaughter grandma nan fiancee widow"
)
_MASCULINE_KIN = vocabulary(
    "father husband son brother boyfriend uncle grandfather dad daddy nephew stepfather stepson "
    "stepbrother grandson grandpa fiance widower"
)
KIN = (
    _FEMININE_KIN | _MASCULINE_KIN | vocabulary("parents parent partner friend neighbor neighbour")
)
_FEMININE_TITLES = vocabulary("mrs mrs. ms ms. miss madam lady sister")
_MASCULINE_TITLES = vocabulary("mr mr. sir lord father")
_TITLES = (
    _FEMININE_TITLES | _MASCULINE_TITLES | vocabulary("dr dr. prof prof. professor doctor judge")
)
_FEMININE_ROLES = vocabulary("woman girl lady waitress actress nun")
_MASCULINE_ROLES = vocabulary("man boy guy gentleman lad waiter priest bloke")
_ROLES = (
    _FEMININE_ROLES | _MASCULINE_ROLES | vocabulary(
        "doctor physician nurse surgeon consultant therapist dentist gp counsellor counselor boss "
        "manager supervisor landlord landlady tenant teacher professor student pupil client "
        "customer colleague coworker co-worker roommate flatmate housemate officer agent lawyer "
        "solicitor judge driver owner child kid baby person applicant respondent defendant "
        "plaintiff witness victim employee employer candidate president director expert guest "
        "cousin sibling twin spouse ex buddy mate steward bishop actor singer author politician"
    )
)  # fmt: skip
PERSONS = KIN | _ROLES | vocabulary("patient male female individual teenager infant user writer")
_PRONOUNS = vocabulary("he she him her his hers himself herself")
_GREETINGS = vocabulary("hi hello hey dear")
_MONTHS = vocabulary("april may june august")
_FORGOTTEN_AFTER = 2
"""Sentences without mention of a person after which pronouns no longer refer back."""


class Person(NamedTuple):
    """A person that a sentence names.

    Attributes:
        name: How a claim names them; empty if it could not.
        feminine: Whether the word means a woman; None if it does not say.
        place: Where the name ends in its sentence.
        kin: Whether they are named by a family relation.
        subject: Whether the sentence opens with them.
    """

    name: str
    feminine: bool | None
    place: int
    kin: bool = False
    subject: bool = False

    def fits(self, feminine: bool) -> bool:
        """Return whether *she* (else *he*) can mean them."""
        return self.feminine in (None, feminine)


@dataclass
class People:
    """The people of a record as they come up, sentence by sentence.

    Attributes:
        owner: Whose *my* is, as a possessive (``the writer's``); empty if there is no speaker.
        possessives: The words that mean the owner.
        main: The person whom a biography is about, once named.
    """

    owner: str = ""
    possessives: frozenset[str] = frozenset()
    main: str = ""
    here: list[Person] = field(default_factory=list)
    before: list[Person] = field(default_factory=list)
    silent: int = 0

    def note(self, sentence: Phrase) -> None:
        """Take in the sentence that is to be split."""
        self.here = self._named(sentence)
        if self.owner or self.main:
            return
        first = next((p for p in self.here if p.subject and not p.kin and " " in p.name), None)
        if first is not None and not first.name.lower().startswith("the "):
            self.main = first.name

    def close(self, sentence: Phrase) -> None:
        """Remember the people named in the sentence for the pronouns of the next."""
        spoken_of = any(t.lower in _PRONOUNS for t in sentence)
        if spoken_of and self.here:
            known = {p.name for p in self.here}
            self.before = [*(p for p in self.before if p.name not in known), *self.here]
        elif self.here:
            self.before = self.here
        self.silent = 0 if spoken_of or self.here else self.silent + 1
        if self.silent > _FORGOTTEN_AFTER:
            self.before = []
        self.here = []

    def meant(self, feminine: bool, place: int) -> Person | None:
        """Return the only person whom a pronoun can mean, or None.

        Args:
            feminine: Whether the pronoun is *she*.
            place: Where the pronoun stands in the sentence.
        """
        here = [p for p in self.here if p.place < place and p.fits(feminine)]
        fitting = here or [p for p in self.before if p.fits(feminine)]
        names = {p.name for p in fitting}
        known = {p.name for p in self.before if p.feminine is feminine}
        if here and all(p.feminine is None for p in here) and known - names:
            return None  # "Mrs Berg came. Kim says she ...": the name may be a man's
        return fitting[0] if len(names) == 1 and fitting[0].name else None

    def main_meant(self, place: int) -> bool:
        """Return whether a pronoun means the person whom a biography is about."""
        others = [p for p in self.here if p.place < place and p.name != self.main]
        if any(p.name == self.main and p.subject for p in self.here):
            return True
        if others:
            return False
        return not any(p.subject and p.name != self.main for p in self.before)

    def _named(self, sentence: Phrase) -> list[Person]:
        verb = next((i for i, t in enumerate(sentence) if is_finite(t)), len(sentence))
        out: list[Person] = []
        k = 0
        while k < len(sentence):
            end = _name_end(sentence, k)
            if end > k:
                if not _addressed_or_self(sentence, k):
                    out.append(self._person(sentence, k, end, verb))
                k = end
                continue
            if _maybe_named(sentence, k):
                out.append(Person("", None, sentence[k].place))
            word = sentence[k].lower
            if sentence[k].tag in ("NN", "NNP") and (word in KIN or word in _ROLES):
                if word in KIN:
                    out.append(self._kin(sentence, k, verb))
                else:
                    sex = _sex(word, _FEMININE_ROLES, _MASCULINE_ROLES)
                    out.append(Person("", sex, sentence[k].place, False, k < verb))
            k += 1
        return out

    def _person(self, sentence: Phrase, k: int, end: int, verb: int) -> Person:
        words = sentence[k:end]
        name = joined(words)
        if self.main and {t.text for t in words} <= set(self.main.split()):
            name = self.main
        title = words[0].lower
        placed = len(words) == 1 and k > 0 and sentence[k - 1].tag in ("IN", "TO")
        owns = end < len(sentence) and sentence[end].tag == "POS"
        sex = _sex(title, _FEMININE_TITLES, _MASCULINE_TITLES)
        subject = k == 0 and end <= verb and not owns
        return Person("" if placed else name, sex, words[-1].place, False, subject)

    def _kin(self, sentence: Phrase, k: int, verb: int) -> Person:
        word = sentence[k].lower
        own = k > 0 and sentence[k - 1].lower in self.possessives and bool(self.owner)
        after = sentence[k + 1].tag if k + 1 < len(sentence) else ""
        followed = after in ("POS", "NN", "NNS") or (after == "CC" and k < verb)
        lone = not any(t.tag == "CC" for t in sentence[:k]) or k > verb
        name = f"{self.owner} {word}" if own and not followed and lone else ""
        sex = _sex(word, _FEMININE_KIN, _MASCULINE_KIN)
        return Person(name, sex, sentence[k].place, True, k < verb and (k <= 2))


def _addressed_or_self(sentence: Phrase, k: int) -> bool:
    """Return whether a name is the reader's (*Hi Kim*) or the writer's (*this is Ola Berg*)."""
    before = [t.lower for t in sentence[max(0, k - 2) : k]]
    greeted = before[-1:] != [] and before[-1] in _GREETINGS
    own = len(before) == 2 and before[0] in ("this", "name", "i")
    return greeted or (own and before[1] in ("is", "'s", "’s", "am", "'m", "’m"))


def _maybe_named(sentence: Phrase, k: int) -> bool:
    """Return whether a capital may be somebody's name, which no list holds: *I paid Minh*."""
    token = sentence[k]
    person = token.tag == "NNP" and token.dep in ("nsubj", "nsubjpass", "dobj", "dative")
    return person and k > 0 and token.text[0].isupper() and not token.opaque


def _name_end(sentence: Phrase, k: int) -> int:
    """Return where a person's name that starts at ``k`` ends; ``k`` where none starts there."""
    end = k
    while (
        end < len(sentence)
        and not sentence[end].opaque
        and (
            sentence[end].tag == "NNP" or (end > k and re.fullmatch(r"[A-Z]\.", sentence[end].text))
        )
    ):
        end += 1
    first = sentence[k].lower
    if end == k or first in _MONTHS:
        return k
    if first in _TITLES:
        return end if end > k + 1 else k
    if first in GIVEN and sentence[k].text[0].isupper():
        return end
    whole = k == 0 and 1 < end <= 6
    dated = whole and end < len(sentence) and sentence[end].text == "("
    return end if dated or (whole and full_name([t.text for t in sentence[:end]])) else k


def _sex(word: str, feminine: frozenset[str], masculine: frozenset[str]) -> bool | None:
    return True if word in feminine else (False if word in masculine else None)
