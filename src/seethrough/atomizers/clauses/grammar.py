"""Splits one tagged sentence into the statements that it coordinates.

The small parser is reliable about parts of speech and about near attachments, less so about long
lists, so the split reads the tags from left to right and asks the parser only what a
conjunct is coordinated with. A sentence is cut at commas, conjunctions and relative pronouns
into segments; each segment then either

- opens a statement of its own (it has a subject and a finite verb),
- continues the subject (it opens with a verb): *pain that starts early and lasts long*,
- is one more item of a list: the statement so far is repeated up to where the list starts, or
- belongs to what came before and is left there (*or* outside a denial, *if*, *between*, ...).

Where that leaves a piece that states nothing, the sentence is cut between its clauses alone, and
where that does no better, not at all.
"""

from __future__ import annotations

from itertools import pairwise

from seethrough.atomizers._denials import denied_each, denied_lists, loses_denial
from seethrough.atomizers.clauses.joins import clauses_only, merged
from seethrough.atomizers.clauses.reader import Reader
from seethrough.atomizers.clauses.segments import Segment, cut
from seethrough.atomizers.clauses.tags import FINITE
from seethrough.atomizers.clauses.tokens import Phrase
from seethrough.atomizers.clauses.unfinished import any_unfinished

_LONGEST = 160
"""Sentences with more words than this are left whole: they are lists of symbols, not prose."""


def statements(sentence: Phrase) -> list[Phrase]:
    """Return the statements of a sentence; the sentence alone where nothing can be split."""
    if not 4 <= len(sentence) <= _LONGEST or _stays_whole(sentence):
        return [sentence]
    denied = denied_lists(sentence)
    tokens = denied_each(sentence, denied)
    whom = any(a.text == "," and b.lower in ("whom", "whose") for a, b in pairwise(sentence))
    for arranged in (_clauses,) if whom else (merged, _clauses):
        found = Reader(arranged(cut(tokens))).read()
        if not any_unfinished(found, tokens) and not loses_denial(found, denied):
            return found
    return [sentence]


def _stays_whole(sentence: Phrase) -> bool:
    """Return whether a part could not stand alone: *Tom is a thief and Kim a liar*."""
    neither = any(t.lower == "neither" and not t.opaque for t in sentence)
    if neither or _interrupted(sentence):
        return True
    return any(_lacks_verb(sentence, k) for k in range(2, len(sentence) - 2))


def _interrupted(sentence: Phrase) -> bool:
    """Return whether a remark parts a subject from its verb: *My boss, I think, is a thief*."""
    subjects = {t.head: t.place for t in sentence if t.dep in ("nsubj", "nsubjpass")}
    return any(
        t.dep == "parataxis" and subjects.get(t.head, t.place) < t.place < t.head for t in sentence
    )


def _lacks_verb(sentence: Phrase, k: int) -> bool:
    """Return whether a subject without its verb opens behind ``k``: *and Kim a murderer*."""
    if sentence[k].opaque or (sentence[k].text != "," and sentence[k].lower != "and"):
        return False
    at = k + 1
    if sentence[at].tag == "NNP":
        while at < len(sentence) and sentence[at].tag == "NNP":
            at += 1
    elif sentence[at].tag == "PRP$" and sentence[at + 1].tag == "NN":
        at += 2
    else:
        return False
    rest = sentence[at : at + 2]
    article = len(rest) == 2 and rest[0].lower in ("a", "an") and rest[1].tag[:2] in ("NN", "JJ")
    return article and not rest[0].opaque and any(t.tag in FINITE for t in sentence[:k])


def _clauses(segments: list[Segment]) -> list[Segment]:
    return clauses_only(merged(segments))
