"""What is not protected although a tagger finds it: what is common knowledge in its context.

"Bill Gates founded Microsoft" gives nothing away, "Bill Gates visited the hospital" does
(Xiao et al. 2024, section 3). So a rule can name the words beside which a name is not protected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seethrough.protocols import Protected
from seethrough.storage.lists import read_list
from seethrough.text.normalised import words
from seethrough.text.sentences import sentences


@dataclass(frozen=True)
class Exempt:
    """What is not protected, and in which context.

    Attributes:
        rules: By a string in lower case, the words of which one must stand in the same sentence;
            none where it is never protected.
    """

    rules: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str) -> Exempt:
        """Return the rules of a file; those of no file exempt nothing.

        Args:
            path: One string a line; behind a tab may stand the words of its context, with commas
                between them. Empty for none.

        Raises:
            InputError: The file cannot be read.
        """
        rules = {}
        for line in read_list(path) if path else ():
            written, _, context = line.partition("\t")
            rules[_plain(written)] = frozenset(word for word in words(context.replace(",", " ")))
        return cls(rules)

    def holds(self, text: str, span: Protected) -> bool:
        """Return whether a span of a text is exempt."""
        context = self.rules.get(_plain(text[span.start : span.end]))
        if context is None:
            return False
        return not context or not context.isdisjoint(words(_sentence(text, span)))


def _plain(written: str) -> str:
    return " ".join(written.lower().split())


def _sentence(text: str, span: Protected) -> str:
    """Return the sentence that a span stands in; the whole line where it spans several."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    line = text[start : len(text) if end < 0 else end]
    written = text[span.start : span.end]
    place = 0
    for sentence in sentences(line):
        found = line.find(sentence, place)
        if found < 0:
            continue
        place = found + len(sentence)
        if start + found <= span.start and span.end <= start + place:
            return sentence
    return line if written in line else text
