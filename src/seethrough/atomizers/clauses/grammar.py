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

from seethrough.atomizers.clauses.joins import clauses_only, merged
from seethrough.atomizers.clauses.reader import Reader
from seethrough.atomizers.clauses.segments import cut
from seethrough.atomizers.clauses.tokens import Phrase
from seethrough.atomizers.clauses.unfinished import any_unfinished

_LONGEST = 160
"""Sentences with more words than this are left whole: they are lists of symbols, not prose."""


def statements(tokens: Phrase) -> list[Phrase]:
    """Return the statements of a sentence; the sentence alone where nothing can be split."""
    neither = any(t.lower == "neither" and not t.opaque for t in tokens)
    if neither or not 4 <= len(tokens) <= _LONGEST:
        return [tokens]
    found = Reader(merged(cut(tokens))).read()
    if any_unfinished(found, tokens):
        found = Reader(clauses_only(merged(cut(tokens)))).read()
        if any_unfinished(found, tokens):
            return [tokens]
    return found
