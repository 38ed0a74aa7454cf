"""Calibrations of judges that ask a language model, kept in the user's data folder.

A calibration holds the cuts that turn a judge's probability into grades and the judge's error
rates, both measured on ratings. It holds no text. It is used where the same judge asks the same
version of the same model with the same prompts, and nowhere else. That of the shipped model comes
with the package (``llm.json``), in the form that ``seethrough agree --write`` keeps; one of the
user's own takes its place.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.contracts.agreements import is_agreement
from seethrough.errors import InputError
from seethrough.statistics.fits.cuts import Cuts
from seethrough.storage.files import write_atomically

FOLDER_VARIABLE = "SEETHROUGH_CALIBRATIONS"
"""The environment variable that names the folder of the calibrations."""

SHIPPED = Path(__file__).parents[1] / "llm.json"
"""The calibration of the judge ``llm`` with the shipped model."""

_BY_PROBABILITY = ("auto", "probability")


@dataclass(frozen=True)
class Calibration:
    """The measurements of one judge with one version of one model.

    Attributes:
        identity: ``judge``, ``model``, ``version`` and all else that the judge's ratings depend on,
            except the cuts.
        cuts: The probabilities from which a claim counts as disclosed.
        agreement: How well the judge agrees with the ratings (``judge.agreement``).
    """

    identity: Mapping[str, Any]
    cuts: Cuts
    agreement: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the form that is kept."""
        return {
            "schema": 1,
            "identity": dict(self.identity),
            "cuts": self.cuts._asdict(),
            "agreement": dict(self.agreement),
        }


def folder() -> Path:
    """Return where calibrations are kept.

    ``SEETHROUGH_CALIBRATIONS``, else ``seethrough/calibrations`` in ``XDG_DATA_HOME``, which is
    ``~/.local/share`` unless it is set.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "seethrough" / "calibrations"


def any_of(judge: str, model: str) -> bool:
    """Return whether there is a calibration of a judge with a model, whatever its version."""
    if (judge, model) == (_shipped().identity["judge"], _shipped().identity["model"]):
        return True
    return next(folder().glob(f"{_stem(judge, model)}-*.json"), None) is not None


def write(calibration: Calibration) -> Path:
    """Keep a calibration in place of an older one of the same identity; return its file.

    The file is readable only by its owner.
    """
    path = _file(calibration.identity)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = calibration.to_json()
    write_atomically(path, (json.dumps(kept, indent=1, ensure_ascii=False) + "\n").encode())
    return path


def find(identity: Mapping[str, Any]) -> Calibration | None:
    """Return the calibration of a judge, the user's own before the shipped one, or None.

    Args:
        identity: What the judge is.

    Raises:
        InputError: There is a file and it is not a calibration.
    """
    own = _read(_file(identity))
    if own is None and _asks_as(identity, _shipped().identity):
        return _shipped()
    return own


@functools.cache
def _shipped() -> Calibration:
    found = _read(SHIPPED)
    assert found is not None  # it is part of the package
    return found


def _asks_as(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two judges ask one version of a model for the same probability."""
    return (
        all(one.get(part) == other[part] for part in ("judge", "model", "version"))
        and one["method"] in _BY_PROBABILITY
        and one["prompts"]["choice"] == other["prompts"]["choice"]
    )


def _read(path: Path) -> Calibration | None:
    try:
        kept = json.loads(path.read_bytes())
        cuts = Cuts(float(kept["cuts"]["same"]), float(kept["cuts"]["similar"]))
        if not 0 < cuts.similar < cuts.same <= 1 or kept["schema"] != 1:
            raise ValueError("cuts")
        found = Calibration(kept["identity"], cuts, dict(kept["agreement"]))
        if not is_agreement(found.agreement) or "accuracy" not in found.agreement:
            raise ValueError("agreement")
    except FileNotFoundError:
        return None
    except (AttributeError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(
            f"{path}: not a calibration of this version of seethrough; delete it and make it again"
        ) from error
    return found


def _file(identity: Mapping[str, Any]) -> Path:
    whole = json.dumps(dict(identity), sort_keys=True).encode()
    digest = hashlib.sha256(whole).hexdigest()[:16]
    return folder() / f"{_stem(identity['judge'], identity['model'])}-{digest}.json"


def _stem(judge: str, model: str) -> str:
    """Return how the file names of a judge and a model begin; the name itself gives no path."""
    digest = hashlib.sha256(model.encode("utf-8", "replace")).hexdigest()[:8]
    readable = re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-.")[-60:]
    return f"{judge}-{readable}-{digest}"
