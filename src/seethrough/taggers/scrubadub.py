"""Tag personal data by scrubadub's detectors."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from seethrough.errors import MissingExtraError, UnavailableError
from seethrough.protocols import Protected

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_KINDS = {
    "social_security_number": "ssn",
    "twitter": "handle",
    "skype": "handle",
    "credit_card": "number",
    "postalcode": "address",
    "location": "address",
}
_OF_NAMES = ("name", "spacy", "stanford")
"""What the detectors of names are called."""
_PROBE = "Call Mr Smith."


@dataclass(frozen=True)
class Scrubadub:
    """Tags what scrubadub detects, by its detectors' names.

    Its own detectors find contact data, links and numbers, of the locale's kind. Those of names,
    organizations and addresses, which the paper uses, are packages of their own
    (``scrubadub_spacy``, ``scrubadub_stanford``, ``scrubadub_address``) with models to fetch; once
    installed they can be named here like any other. Without them ``presidio`` finds more.

    Source: Xiao et al., "Large language models can be contextual privacy protection learners"
    (2024), section 5.1.

    Attributes:
        detectors: Such as ``email+phone+spacy``; empty for those that scrubadub itself switches on.
        locale: Language and country of the texts, such as ``en_US``.
    """

    detectors: tuple[str, ...] = ()
    locale: str = "en_US"

    example: ClassVar[str] = "scrubadub:detectors=email+twitter"

    @property
    def nameless(self) -> bool:
        """Whether it looks for no names, as long as no detector of names is named."""
        return not any(word in name for name in self.detectors for word in _OF_NAMES)

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text; None where a detector failed.

        Raises:
            MissingExtraError: The extra ``scrubadub`` is not installed.
            UnavailableError: A detector is not there, lacks its model, or does not know the locale.
        """
        scrubber = self._scrubber()
        return [_tagged(scrubber, text) for text in corpus.texts]

    def _scrubber(self) -> Any:
        if find_spec("scrubadub") is None:
            raise MissingExtraError("scrubadub", "scrubadub")
        # Its messages may quote a text, and a mere warning would leave a detector out in silence.
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("error", message=".*does not support the")
                import scrubadub

                made = scrubadub.Scrubber(
                    detector_list=list(self.detectors) or None, locale=self.locale
                )
                list(made.iter_filth(_PROBE))
        except Exception as error:
            raise UnavailableError(
                f"scrubadub cannot start with detectors={'+'.join(self.detectors) or 'default'}"
                f" and locale={self.locale} ({type(error).__name__}): a detector is not installed,"
                " lacks its model, or does not know the locale"
            ) from None
        return made


def _tagged(scrubber: Any, text: str) -> list[Protected] | None:
    try:
        found = list(scrubber.iter_filth(text))
    except Exception:
        return None
    return [Protected(filth.beg, filth.end, _kind(filth)) for filth in found]


def _kind(filth: Any) -> str:
    """Return the kind; that of the first part where detectors found overlapping ones."""
    first = getattr(filth, "filths", [filth])[0]
    kind = str(first.type)
    return _KINDS.get(kind, kind)
