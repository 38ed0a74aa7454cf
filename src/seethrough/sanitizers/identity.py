"""Release the originals: the ceiling of every attack."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


@dataclass(frozen=True)
class Identity:
    """Releases every text unchanged.

    It protects nobody: an audit that does not find that this release leaks almost
    everything cannot find leaks.

    Source: A False Sense of Privacy, appendix A.2 (No Sanitization).
    """

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the private texts under their own ids; other fields are left out.

        Args:
            private: The private records; may be empty.
            rng: Not used.
        """
        return TextRelease(private.with_texts(private.texts))
