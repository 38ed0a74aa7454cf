"""The release as an adversary reads it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from seethrough.deobfuscation.undoing import deobfuscate

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def adversary_view(corpus: Corpus) -> tuple[Corpus, dict[str, int]]:
    """Return a released corpus with every disguise of its texts undone.

    Args:
        corpus: The released records.

    Returns:
        The same records, ids, people, fields and name with plain texts (the corpus itself where
        nothing was disguised), and how many records each step of
        `seethrough.deobfuscation.undoing.STEPS` changed.
    """
    from seethrough.records.corpus import Corpus, string_array

    found = deobfuscate(corpus.texts)
    counts = Counter(step for each in found for step in each.steps)
    if not counts:
        return corpus, {}
    column = corpus.table.schema.get_field_index("text")
    plain = string_array([each.text for each in found])
    table = corpus.table.set_column(column, "text", plain)
    return Corpus(table, corpus.name), dict(counts)
