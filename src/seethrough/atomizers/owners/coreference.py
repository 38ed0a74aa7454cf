"""Coreference: each statement names the people it is about."""

from __future__ import annotations

from dataclasses import dataclass, field

from seethrough.atomizers.clauses.agreement import third_person
from seethrough.atomizers.clauses.tags import FINITE
from seethrough.atomizers.clauses.tokens import Phrase, Token, joined, made
from seethrough.atomizers.owners.belongings import existing, owned
from seethrough.atomizers.owners.people import KIN, People
from seethrough.atomizers.owners.subject import (
    FIRST_PERSON,
    Manner,
    speaker_of,
    stated_sex,
    subject_of,
)
from seethrough.text.words import vocabulary

_INVERTED = vocabulary(
    "did do does can could would will should am are have is was were may might must shall"
)
_MAYBE_PRONOUN = vocabulary("PRP PRP$ NN FW NNP UH VBP JJ")
_POSSESSIVE = vocabulary("my mine our ours")
_REPORTS = vocabulary(
    "says said reports reported states stated notes noted denies denied adds tells"
)
_DIES = vocabulary("died dies passed")
_CLITICS = vocabulary("m re ve ll d s")


@dataclass
class Discourse:
    """The main subject of a record and the people mentioned in it.

    Attributes:
        subject: How claims name the main subject (``The patient``); empty if there is none.
        manner: How the text speaks of it.
        feminine: Whether the main subject is female; None if unknown.
        introduced: Whether age and sex were stated.
        minor: Whether the main subject is too young to speak for itself.
        people: Who has been named.
        theme: What *it* or *they* means now: the last subject, and whether it is plural.
    """

    subject: str
    manner: Manner
    feminine: bool | None = None
    introduced: bool = False
    minor: bool = False
    people: People = field(default_factory=People)
    theme: tuple[str, bool] | None = None

    @classmethod
    def of(cls, text: str, speaker: str = "") -> Discourse:
        """Choose the main subject of a text, or of what a speaker says in it."""
        subject, manner = speaker_of(speaker) if speaker else subject_of(text)
        discourse = cls(subject, manner, None if manner == "first person" else stated_sex(text))
        if subject:
            words = "my our" if manner == "first person" else "his her the"
            discourse.people = People(_inner(discourse.owner), vocabulary(words))
        return discourse

    @property
    def owner(self) -> str:
        """The main subject as a possessive, or empty."""
        return f"{self.subject}'s" if self.subject else ""

    def begin(self, sentence: Phrase) -> None:
        """Take in a sentence before its statements are resolved."""
        self.people.note(sentence)

    def resolved(self, phrase: Phrase) -> Phrase:
        """Return a statement that names whom it is about."""
        if not phrase:
            return phrase
        opening = phrase[0]
        phrase = self._resolved(phrase)
        if self.manner == "first person":
            return self._first(phrase)
        return self._third(phrase, phrase[0] is not opening)

    def remember(self, sentence: Phrase) -> None:
        """Remember a sentence for the pronouns of the next."""
        self.people.close(sentence)
        verb = next((i for i, t in enumerate(sentence) if t.tag in FINITE), 0)
        subject = [t for t in sentence[:verb] if not t.opaque]
        self.theme = None
        comma = max((i for i, t in enumerate(subject) if t.text == ","), default=-1)
        subject = subject[comma + 1 :]
        words = [t.lower for t in subject]
        if not subject or words[0] in ("it", "they", "this", "that", "there", "these", "those"):
            return
        person = any(w in KIN for w in words) or all(t.tag == "NNP" for t in subject)
        if len(subject) <= 8 and subject[-1].tag in ("NN", "NNS") and not person:
            plural = subject[-1].tag == "NNS"
            if any(t.tag == "IN" for t in subject):
                at = next(i for i, t in enumerate(subject) if t.tag == "IN")
                plural = at > 0 and subject[at - 1].tag in ("NNS", "NNPS")
            self.theme = (joined(subject), plural)

    def _first(self, phrase: Phrase) -> Phrase:
        out: Phrase = []
        name = self.subject
        agree = False
        said = ""
        for k, token in enumerate(phrase):
            word = token.lower
            named = name if not out else _inner(name)
            after = phrase[k + 1] if k + 1 < len(phrase) and not token.space else None
            if word in ("i", "we") and after is not None and after.lower == "d":
                out.append(token)  # "id" and "Wed" read as "I 'd" and "we 'd"
                continue
            if word in FIRST_PERSON and token.tag in _MAYBE_PRONOUN and _speaks(phrase, k):
                out += _instead(token, named)
                if word not in ("im", "myself", "ourselves"):
                    said = word
                    agree = word in ("i", "we") and not (k and phrase[k - 1].lower in _INVERTED)
                continue
            inverted = token.tag in ("VBP", "VB") and word in ("am", "are", "do", "have")
            if inverted and k + 1 < len(phrase) and phrase[k + 1].lower in ("i", "we"):
                out.append(token._replace(text=third_person(token.text)))
                continue
            if word in ("'ll", "’ll", "'d", "’d") and out and out[-1].place == token.place - 1:
                out[-1] = out[-1]._replace(space=True)
                out.append(_healed(phrase[k:])[0])
                agree = False
                continue
            if agree and word in ("'", "’") and after is not None and after.lower in _CLITICS:
                out[-1] = out[-1]._replace(space=False)  # "i 'm", cut by an earlier tokenizer
                continue
            if agree and word in ("m", "ve", "re") and not out[-1].space:
                out[-1] = out[-1]._replace(space=True)
                out.append(token._replace(text="has" if word == "ve" else "is", place=-9))
                agree = False
                continue
            if agree and word in ("'m", "’m", "'re", "’re", "'ve", "’ve", "were", "am"):
                if out and out[-1].place == token.place - 1:
                    out[-1] = out[-1]._replace(space=True)
                out.append(token._replace(text=third_person(token.text)))
                agree = False
                continue
            if agree and token.tag in ("VBP", "VB") and (word, said) != ("are", "i"):
                out.append(token._replace(text=third_person(token.text)))
                agree = False
                continue
            if token.tag in ("VBD", "VBZ", "MD", "VBP") or token.tag not in ("RB", "RBR"):
                agree = False
            out.append(token)
        return out

    def _resolved(self, phrase: Phrase) -> Phrase:
        """Replace the pronoun that opens a statement by its person."""
        first = phrase[0]
        word = first.lower
        if word in ("he", "she") and (who := self._who(phrase, 0, word == "she")):
            return [*made(_capital(who)), *_healed(phrase[1:])]
        if word in ("it", "they") and self.theme and first.dep != "expl":
            theme, plural = self.theme
            fits = plural if word == "they" else not plural and self.manner != "first person"
            if fits and not _expletive(phrase):
                return [*made(_capital(theme)), *_healed(phrase[1:])]
        return phrase

    def _third(self, phrase: Phrase, resolved: bool) -> Phrase:
        patient = self.manner == "patient"
        replaced = resolved or bool({t.lower for t in phrase} & {"patient", "patient's"})
        if patient:
            changed = existing(phrase, self.subject)
            replaced |= changed is not phrase
            phrase = changed
        out: Phrase = []
        for k, token in enumerate(phrase):
            word = token.lower
            pronoun = word in ("his", "her", "he", "she", "him") and token.tag[:3] == "PRP"
            if pronoun and not replaced and not token.quoted:
                after_kin = any(t.lower in KIN for t in phrase[:k])
                who = "" if after_kin else self._who(phrase, k, word in ("her", "she"))
                if who:
                    possessive = token.tag == "PRP$"
                    who = _inner(who) if out else _capital(who)
                    out += [*made(who)[:-1], _like(token, who.split()[-1] + "'s" * possessive)]
                    replaced = True
                    continue
            out.append(token)
        return out if replaced or not patient else owned(out, self.owner)

    def _who(self, phrase: Phrase, k: int, feminine: bool) -> str:
        """Return the person that the pronoun at ``k`` means; empty if that is not certain."""
        place = phrase[k].place
        meant = self.people.meant(feminine, place if place >= 0 else len(phrase))
        if self.manner == "first person":
            return meant.name if meant else ""
        if self.subject:
            known = self.feminine in (None, feminine)
            if meant and meant.kin and (not known or self._kin_meant(phrase, k, meant.subject)):
                return meant.name
            return self.subject if known else (meant.name if meant else "")
        if self.people.main and self.feminine in (None, feminine):
            return self.people.main if self.people.main_meant(place) else ""
        return meant.name if meant and k == 0 else ""

    def _kin_meant(self, phrase: Phrase, k: int, subject: bool) -> bool:
        """Return whether a pronoun that fits the main subject means a relative after all."""
        following = {t.lower for t in phrase[k + 1 : k + 4]}
        if self.feminine is None and subject:
            return True
        return subject and bool(following & _DIES or (self.minor and following & _REPORTS))


def _speaks(phrase: Phrase, k: int) -> bool:
    """Return whether a word of the first person means who wrote the text.

    Not in a title (*Find Me Guilty*), nor in a quotation of another person; *ME* among small
    letters is an illness or a state, *the us* a country.
    """
    token = phrase[k]
    before = phrase[k - 1] if k else None
    after = phrase[k + 1] if k + 1 < len(phrase) else None
    if token.text == "I" and before is not None and before.tag == "NNP":
        return after is not None and after.tag in (*FINITE, "RB", "VB", "VBN")  # not "Annex I"
    told = token.quoted and any(t.text[0].isalnum() and not t.quoted for t in phrase)
    if token.text == "US" or told:
        return False
    if token.lower == "us" and before is not None and before.lower == "the":
        return False
    if token.text == "ME" and token.tag == "NNP":
        return False
    inside = k > 0 and phrase[k - 1].text[0].isalnum() and phrase[k - 1].text[0].isupper()
    shouting = phrase[k - 1].text.isupper() if k else False
    return not (inside and not shouting and token.lower != "i" and token.text[0].isupper())


def _instead(token: Token, name: str) -> Phrase:
    """Return what stands for a word of the first person where its speaker is named."""
    word = token.lower
    if word == "im":
        return [*made(name), _like(token, "is")]
    if word in ("myself", "ourselves"):
        return [_like(token, "themself")]
    ending = "'s" if word in _POSSESSIVE else ""
    return [*made(name)[:-1], _like(token, name.split()[-1] + ending)]


def _like(token: Token, text: str) -> Token:
    return token._replace(text=text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _inner(name: str) -> str:
    """Return a name as it stands inside a sentence: *the writer*, but *Anna Berg*."""
    return "t" + name[1:] if name.startswith("The ") else name


def _healed(rest: Phrase) -> Phrase:
    """Write out *'s* and *'d* where the pronoun before them is gone."""
    if not rest:
        return rest
    ending = rest[0].lower.lstrip("'’")
    if ending == rest[0].lower and (ending != "s" or rest[0].tag not in ("VBZ", "POS")):
        return rest
    participle = next((t.tag for t in rest[1:] if t.tag not in ("RB", "RBR")), "") == "VBN"
    perfect = len(rest) > 1 and rest[1].tag == "VBN" and rest[1].lower in ("been", "had", "got")
    full = {
        "s": "has" if perfect else "is", "re": "are", "ve": "have", "ll": "will",
        "d": "had" if participle else "would",
    }  # fmt: skip
    if ending not in full:
        return rest
    return [rest[0]._replace(text=full[ending], place=-9), *rest[1:]]


def _expletive(phrase: Phrase) -> bool:
    """Return whether *it* stands for nothing: *it is clear that*, *it seems*."""
    words = {t.lower for t in phrase[1:12]}
    return phrase[0].lower == "it" and bool(words & {"that", "to", "seems", "appears", "how", "if"})
