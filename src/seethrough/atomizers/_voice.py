"""Whom a text is about, and how each statement comes to name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from seethrough.atomizers._agreement import third_person
from seethrough.atomizers._tokens import Phrase, Token, joined, made
from seethrough.language.words import vocabulary

Manner = Literal["patient", "first person", "third person"]

_FIRST = vocabulary("i me my mine myself we us our ours ourselves im")
_INVERTED = vocabulary(
    "did do does can could would will should am are have is was were may might must shall"
)
_MAYBE_PRONOUN = vocabulary("PRP PRP$ NN FW NNP UH VBP JJ")
_POSSESSIVE = vocabulary("my mine our ours")
_FEMININE_KIN = vocabulary("mother wife daughter sister girlfriend aunt grandmother mom niece")
_MASCULINE_KIN = vocabulary("father husband son brother boyfriend uncle grandfather dad nephew")
_KIN = _FEMININE_KIN | _MASCULINE_KIN | vocabulary("parents parent partner friend neighbor")
_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you\b|\bplease\b|^\W*(?:write|give|make|create|tell|explain|"
    r"translate|rewrite|summari[sz]e|generate|help|act|provide|list|describe|rephrase|correct|"
    r"show|find|convert|answer|analy[sz]e|draft|suggest|paraphrase|reply|improve|read|what|how|"
    r"why|who|which|is|are|do|does)\b|\bi (?:want|need) (?:you|to|a|an)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"^\W*(?:dear|hi|hello|hey)\b[^.?!\n]{0,40},?\s*$", re.IGNORECASE | re.MULTILINE
)
_PATIENT = re.compile(
    r"\bpatient(?!\s+with\b.{0,20}\bme\b)\b|\b\d{1,3}[- ](?:year|month|week|day)s?[- ]old\b|"
    r"\by/?o\b|\b(?:wom[ae]n|m[ae]n|boy|girl) (?:presents|comes|is brought)\b", re.IGNORECASE
)  # fmt: skip
_OWNED = vocabulary(
    """abdomen abdominal abnormalities adl ankle appetite arm auscultation back blood bowel brain
    breast breath breathing cardiac cardiopulmonary cervical cervix chest complaint count counts
    culture cultures diet ear ears ecg ekg electrocardiogram electrolytes examination exam
    extremities extremity eye eyes face fever finger fundoscopic gait genital genitalia glucose
    hair hand hands head hearing heart height hematocrit hemoglobin history infant's joint joints
    kidney knee laboratory labs leg legs leukocyte liver lung lungs medications medication memory
    menses mood mouth mucosa muscle neck neurologic neurological nose organ oxygen pain palpation
    pelvic physical platelet pressure pulse pulses pupils radiograph rash reflexes respirations
    respiratory review scan scrotum sensation serum skin sodium speech spleen stool strength
    studies stomach swab swabs symptoms temperature testes thigh throat thyroid tongue
    transvaginal ultrasonography ultrasound urinalysis urine uterus vaginal vision vital weight
    wound x-ray swelling mass hypertension diabetes cough bleeding hymen patch lesion lesions
    """
)


@dataclass
class Voice:
    """The main subject of a record and the person last spoken of.

    Attributes:
        subject: How claims name the main subject (``The patient``); empty where nobody is.
        manner: How the text speaks of it.
        feminine: Whether the main subject is female; None where unknown.
        focus: Whom *he* or *she* means now; the main subject where empty.
        introduced: Whether age and sex were told.
        theme: What *it* or *they* means now: the last subject, and whether it is plural.
    """

    subject: str
    manner: Manner
    feminine: bool | None = None
    focus: str = ""
    theme: tuple[str, bool] | None = None
    introduced: bool = False

    @classmethod
    def of(cls, text: str, speaker: str = "") -> Voice:
        """Choose the main subject of a text, or of what a speaker says in it."""
        if speaker:
            return cls(f"The {speaker.lower()}" if speaker.isalpha() else speaker, "first person")
        words = [w.lower() for w in re.findall(r"[A-Za-z']+", text[:20_000])]
        first = sum(w in _FIRST or w in ("i'm", "i've", "i'd", "i'll") for w in words)
        third = sum(w in ("he", "she", "his", "her", "him") for w in words)
        if _PATIENT.search(text) and first <= max(1, third):
            return cls("The patient", "patient")
        if re.search(r"\bthe applicant\b", text):
            return cls("The applicant", "third person")
        letter = _LETTER.search(text[:300])
        if _REQUEST.search(text) and not letter:
            return cls("The user", "first person")
        if first:
            return cls("The writer", "first person")
        return cls("", "third person")

    @property
    def owner(self) -> str:
        """The main subject as a possessive, or empty."""
        return f"{self.subject}'s" if self.subject else ""

    def spoken(self, phrase: Phrase) -> Phrase:
        """Return a statement that names whom it is about."""
        if not phrase:
            return phrase
        phrase = self._resolved(phrase)
        if self.manner == "first person":
            return self._first(phrase)
        return self._third(phrase)

    def heard(self, sentence: Phrase) -> None:
        """Remember the subject of a sentence for the pronouns of the next."""
        verb = next((i for i, t in enumerate(sentence) if t.tag in ("VBD", "VBZ", "VBP", "MD")), 0)
        subject = [t for t in sentence[:verb] if not t.opaque]
        self.theme = None
        comma = max((i for i, t in enumerate(subject) if t.text == ","), default=-1)
        subject = subject[comma + 1 :]
        words = [t.lower for t in subject]
        if not subject or words[0] in ("it", "they", "this", "that", "there", "these", "those"):
            return
        if len(subject) == 1 and words[0] in ("he", "she", "i", "we", "you", "who", "what"):
            return
        kin = next((w for w in words if w in _KIN), "")
        if kin and words.index(kin) == len(words) - 1:
            owner = self.owner[:1].lower() + self.owner[1:]
            patient = self.manner == "patient" and words[0] in ("his", "her", "the")
            own = owner and (patient or words[0] in ("my", "our"))
            self.focus = f"{owner} {kin}" if own else " ".join(t.text for t in subject)
        elif self.subject and self.subject.split()[-1].lower() in words:
            self.focus = ""
        elif self.manner == "third person" and _names_person(subject):
            self.focus = joined(subject)
        thing = not kin and subject[-1].tag in ("NN", "NNS") and not _names_person(subject)
        if len(subject) <= 8 and thing:
            plural = any(t.tag in ("NNS", "NNPS") for t in subject[-1:])
            if any(t.tag == "IN" for t in subject):
                at = next(i for i, t in enumerate(subject) if t.tag == "IN")
                plural = at > 0 and subject[at - 1].tag in ("NNS", "NNPS")
            self.theme = (joined(subject), plural)

    def _first(self, phrase: Phrase) -> Phrase:
        out: Phrase = []
        name = self.subject
        agree = False
        for k, token in enumerate(phrase):
            word = token.lower
            named = name if not out else name[0].lower() + name[1:]
            after = phrase[k + 1] if k + 1 < len(phrase) and not token.space else None
            if word in ("i", "we") and after is not None and after.lower == "d":
                out.append(token)  # "id" and "Wed" read as "I 'd" and "we 'd"
                continue
            if word in _FIRST and token.text != "US" and token.tag in _MAYBE_PRONOUN:
                if word == "im":
                    out += [*made(named), _like(token, "is")]
                elif word in ("myself", "ourselves"):
                    out.append(_like(token, "themself"))
                else:
                    ending = "'s" if word in _POSSESSIVE else ""
                    out += [*made(named)[:-1], _like(token, named.split()[-1] + ending)]
                    agree = word in ("i", "we") and not (k and phrase[k - 1].lower in _INVERTED)
                continue
            inverted = token.tag in ("VBP", "VB") and word in ("am", "are", "do", "have")
            if inverted and k + 1 < len(phrase) and phrase[k + 1].lower in ("i", "we"):
                out.append(token._replace(text=third_person(token.text)))
                continue
            if word in ("'ll", "’ll", "'d", "’d") and out and out[-1].place == token.place - 1:
                out[-1] = out[-1]._replace(space=True)
                out.append(token._replace(text="will" if word.endswith("ll") else "would"))
                agree = False
                continue
            if agree and word in ("m", "ve", "re") and not out[-1].space:
                out[-1] = out[-1]._replace(space=True)
                out.append(token._replace(text="has" if word == "ve" else "is"))
                agree = False
                continue
            if agree and word in ("'m", "’m", "'re", "’re", "'ve", "’ve", "were", "am"):
                if out and out[-1].place == token.place - 1:
                    out[-1] = out[-1]._replace(space=True)
                out.append(token._replace(text=third_person(token.text)))
                agree = False
                continue
            if agree and token.tag in ("VBP", "VB"):
                out.append(token._replace(text=third_person(token.text)))
                agree = False
                continue
            if token.tag in ("VBD", "VBZ", "MD", "VBP") or token.tag not in ("RB", "RBR"):
                agree = False
            out.append(token)
        return out

    def _resolved(self, phrase: Phrase) -> Phrase:
        """Say whom the pronoun that opens a statement stands for."""
        first = phrase[0]
        word = first.lower
        if word in ("he", "she") and (who := self._who(word == "she")):
            return [*made(_capital(who)), *_healed(phrase[1:])]
        if word in ("it", "they") and self.theme and first.dep != "expl":
            theme, plural = self.theme
            fits = plural if word == "they" else not plural and self.manner != "first person"
            if fits and not _expletive(phrase):
                return [*made(_capital(theme)), *_healed(phrase[1:])]
        return phrase

    def _third(self, phrase: Phrase) -> Phrase:
        named = {t.lower for t in phrase} & {"patient", "patient's"}
        if self.manner == "patient":
            phrase = self._existing(phrase)
        out: Phrase = []
        replaced = bool(named)
        for k, token in enumerate(phrase):
            word = token.lower
            pronoun = word in ("his", "her", "he", "she", "him") and token.tag[:3] == "PRP"
            if pronoun and not replaced:
                feminine = word in ("her", "she")
                who = self._who(feminine) if not any(t.lower in _KIN for t in phrase[:k]) else ""
                if who:
                    possessive = token.tag == "PRP$"
                    who = _capital(who) if not out else who[0].lower() + who[1:]
                    if who.split()[0] in ("The", "the") and out:
                        who = "the" + who[3:]
                    out += [*made(who)[:-1], _like(token, who.split()[-1] + "'s" * possessive)]
                    replaced = True
                    continue
            out.append(token)
        return out if replaced else self._owned(out)

    def _existing(self, phrase: Phrase) -> Phrase:
        """Say who has it: *There is no guarding* -> *The patient has no guarding*."""
        for k, token in enumerate(phrase[:-2]):
            if token.tag == "EX" and phrase[k + 1].lower in ("is", "are", "was", "were"):
                verb = "has" if phrase[k + 1].tag in ("VBZ", "VBP") else "had"
                name = self.subject if k == 0 else self.subject[0].lower() + self.subject[1:]
                return [*phrase[:k], *made(f"{name} {verb}"), *phrase[k + 2 :]]
        return phrase

    def _owned(self, phrase: Phrase) -> Phrase:
        """Say whose lungs they are: *The patient's lungs are clear*."""
        if self.manner != "patient":
            return phrase
        verb = next((i for i, t in enumerate(phrase) if t.tag in ("VBD", "VBZ", "VBP", "MD")), 0)
        subject = phrase[:verb]
        if not 0 < verb <= 8 or any(t.lower in _KIN or t.tag == "PRP" for t in subject):
            return phrase
        head = next((i for i, t in enumerate(subject) if t.tag == "IN"), verb)
        if not {t.lower for t in subject[:head]} & _OWNED:
            return phrase
        if subject[0].lower == "the":
            return [*made(self.owner), *phrase[1:]]
        if subject[0].tag in ("DT", "PRP$", "CD", "EX", "IN", "NNP", "WDT"):
            return phrase
        first = subject[0]
        text = first.text if first.text[1:2].isupper() else first.lower
        return [*made(self.owner), first._replace(text=text), *phrase[1:]]

    def _who(self, feminine: bool) -> str:
        if self.focus:
            words = self.focus.lower().split()
            kin = next((w for w in words if w in _KIN), "")
            fits = kin not in (_MASCULINE_KIN if feminine else _FEMININE_KIN)
            if fits and (kin or self.manner != "patient"):
                return self.focus
        if self.subject and self.feminine in (None, feminine):
            return self.subject
        return "" if self.subject and self.feminine is not None else self.subject


def _like(token: Token, text: str) -> Token:
    return token._replace(text=text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _healed(rest: Phrase) -> Phrase:
    """Write out *'s* and *'d* where the pronoun before them is gone."""
    if rest and rest[0].lower in ("'s", "’s"):
        has = len(rest) > 1 and rest[1].tag == "VBN" and rest[1].lower in ("been", "had", "got")
        return [rest[0]._replace(text="has" if has else "is", place=-9), *rest[1:]]
    if rest and rest[0].lower in ("'re", "’re", "'ve", "’ve"):
        text = "are" if rest[0].lower.endswith("re") else "have"
        return [rest[0]._replace(text=text, place=-9), *rest[1:]]
    return rest


def _expletive(phrase: Phrase) -> bool:
    """Return whether *it* stands for nothing: *it is clear that*, *it seems*."""
    words = {t.lower for t in phrase[1:12]}
    return phrase[0].lower == "it" and bool(words & {"that", "to", "seems", "appears", "how", "if"})


def _names_person(subject: Phrase) -> bool:
    titles = {"mr", "mr.", "mrs", "mrs.", "ms", "ms.", "dr", "dr.", "applicant"}
    if any(t.lower in titles for t in subject):
        return True
    return len(subject) in (2, 3) and all(t.tag == "NNP" for t in subject)
