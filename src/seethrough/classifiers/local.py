"""The offline classifier: lexicons, patterns and names, weighed by a small fitted model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.personal_data.contacts import contacts
from seethrough.protocols import Sensitivity
from seethrough.sensitivity import model


@dataclass(frozen=True)
class Local:
    """Classifies claims on this machine, without a language model, in English.

    It reads what a claim is about (a hand-written lexicon of topics, the vectors of its words),
    names (titles, given names, speakers, names that its record introduces), contact data
    and numbers (patterns), who it is about, and the same of the sentences around it and of the
    whole record, for "it is fine now" is health in a clinical note and nothing in a review. A
    multinomial logistic model weighs this. Missing an identifier or a special category counts for
    more than finding one too many. Contact data and numbers of accounts and cases, as the attack
    ``identifiers`` finds them, are an identifier whatever else is said.

    A class depends on the claim and its record alone. Of claims in another language it sees
    numbers, names and contact data, and little else. How often it is right is in
    ``benchmarks/accuracy/classifiers.py``; how the model was made in ``classifier_training/``.

    Source: the classes follow GDPR, articles 9 and 10, and HIPAA's identifiers (45 CFR
    164.514(b)(2)); the model is this package's own.
    """

    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        """Return the class of each claim, in order.

        Args:
            claims: n claims.
            records: The private text that each claim was cut from; n texts.

        Raises:
            ValueError: The two sequences differ in length.
        """
        pairs = list(dict.fromkeys(zip(claims, records, strict=True)))
        found = spread(_classified, parts_of(pairs, model.BLOCK))
        classes = dict(zip(pairs, chain.from_iterable(found), strict=True))
        return [classes[pair] for pair in zip(claims, records, strict=True)]


def _classified(pairs: Sequence[tuple[str, str]]) -> list[Sensitivity]:
    """Return the class of each claim and record."""
    found = model.classify(model.shipped(), [c for c, _ in pairs], [r for _, r in pairs])
    return [
        "identifier" if said == "identifier" or any(contacts(claim)) else said
        for (claim, _), said in zip(pairs, found, strict=True)
    ]
