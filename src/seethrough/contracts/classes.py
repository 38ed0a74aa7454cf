"""What a classifier gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.estimates.figure import SENSITIVITIES

if TYPE_CHECKING:
    from seethrough.protocols import Classifier, Sensitivity


def classified(
    classifier: Classifier, claims: Sequence[str], texts: Sequence[str]
) -> list[Sensitivity]:
    """Return the class of each claim, as ``Classifier.classify`` does.

    Raises:
        ContractError: It did not return one class per claim, or one that there is not; such a claim
            would count in no figure by class.
    """
    classes = classifier.classify(fixed(claims), fixed(texts))
    odd = [name for name in classes if name not in SENSITIVITIES]
    if odd or len(classes) != len(claims):
        gave = f"{odd[0]!r:.50}" if odd else f"{len(classes):,} classes of {len(claims):,} claims"
        raise ContractError(
            f"classifier {spec.name_of(classifier)}: gave {gave}; each claim needs one of"
            f" {', '.join(SENSITIVITIES)}"
        )
    return classes
