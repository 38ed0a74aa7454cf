"""Tag what stands in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from seethrough.errors import InputError
from seethrough.fields import ReadFile
from seethrough.protocols import Protected
from seethrough.storage.lists import read_list
from seethrough.text.normalised import whole_words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Listed:
    """Tags the names and other strings of a list wherever they stand as whole words.

    Letter case counts, and of two that overlap the longer one is taken.

    Attributes:
        path: A file with one string a line; behind a tab may stand its kind, such as ``ssn``.
    """

    path: ReadFile

    example: ClassVar[str] = "listed:path=names.txt"

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text.

        Raises:
            InputError: The list cannot be read, or is empty.
        """
        kinds = {}
        for line in read_list(self.path):
            written, _, kind = line.partition("\t")
            if written.strip():
                kinds[written.strip()] = kind.strip() or "name"
        if not kinds:
            raise InputError(f"{self.path}: no line names anything")
        longest = sorted(map(re.escape, kinds), key=len, reverse=True)
        pattern = re.compile(whole_words("|".join(longest)))
        return [
            [Protected(m.start(), m.end(), kinds[m.group()]) for m in pattern.finditer(text)]
            for text in corpus.texts
        ]
