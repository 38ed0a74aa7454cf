"""Whose lungs they are: what a clinical note calls *the lungs* is the patient's."""

from __future__ import annotations

from seethrough.atomizers.clauses.tags import FINITE
from seethrough.atomizers.clauses.tokens import Phrase, made
from seethrough.atomizers.owners.people import KIN
from seethrough.text.words import vocabulary

OWNED = vocabulary(
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


def existing(phrase: Phrase, subject: str) -> Phrase:
    """Say who has it: *There is no guarding* -> *The patient has no guarding*."""
    for k, token in enumerate(phrase[:-2]):
        if token.tag == "EX" and phrase[k + 1].lower in ("is", "are", "was", "were"):
            verb = "has" if phrase[k + 1].tag in ("VBZ", "VBP") else "had"
            name = subject if k == 0 else subject[0].lower() + subject[1:]
            return [*phrase[:k], *made(f"{name} {verb}"), *phrase[k + 2 :]]
    return phrase


def owned(phrase: Phrase, owner: str) -> Phrase:
    """Say whose lungs they are: *The patient's lungs are clear*."""
    verb = next((i for i, t in enumerate(phrase) if t.tag in FINITE), 0)
    subject = phrase[:verb]
    if not 0 < verb <= 8 or any(t.lower in KIN or t.tag == "PRP" for t in subject):
        return phrase
    head = next((i for i, t in enumerate(subject) if t.tag == "IN"), verb)
    if not {t.lower for t in subject[:head]} & OWNED:
        return phrase
    if subject[0].lower == "the":
        return [*made(owner), *phrase[1:]]
    if subject[0].tag in ("DT", "PRP$", "CD", "EX", "IN", "NNP", "WDT"):
        return phrase
    first = subject[0]
    text = first.text if first.text[1:2].isupper() else first.lower
    return [*made(owner), first._replace(text=text), *phrase[1:]]
