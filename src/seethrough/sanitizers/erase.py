"""Release nothing: the floor of every attack."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


@dataclass(frozen=True)
class Erase:
    """Releases an empty text for every record.

    An audit that finds a leak in this release above its control and its baseline does not
    measure what the release gives away.

    Source: A False Sense of Privacy, appendix A.2 (Remove All Information).
    """

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return an empty text under each private id; the number of records still shows.

        Args:
            private: The private records; may be empty.
            rng: Not used.
        """
        return TextRelease(private.with_texts([""] * len(private)))
