"""A finished text release as JSON, so that a comparison that was killed need not make it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from seethrough.reasons import Reason
from seethrough.records.corpus import COLUMNS, Corpus
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.storage.string_tables import string_array

if TYPE_CHECKING:
    import pyarrow as pa


def encoded(release: Any) -> dict[str, Any] | None:
    """Return a text release as JSON-able data; None for one of another kind."""
    if not isinstance(release, TextRelease):
        return None
    table: pa.Table = release.corpus.table
    return {
        "name": release.corpus.name,
        "columns": {name: table.column(name).to_pylist() for name in COLUMNS},
        "sanitizer": release.sanitizer,
        "aligned": release.aligned,
        "guarantee": None if release.guarantee is None else asdict(release.guarantee),
        "ledger": dict(release.ledger),
        "details": dict(release.details),
        "doubts": [asdict(doubt) for doubt in release.doubts],
    }


def decoded(kept: Mapping[str, Any]) -> TextRelease:
    """Return the release of which ``encoded`` made the data."""
    import pyarrow as pa

    columns = {name: string_array(kept["columns"][name]) for name in COLUMNS}
    guarantee = kept["guarantee"]
    return TextRelease(
        Corpus(pa.table(columns), kept["name"]),
        aligned=kept["aligned"],
        sanitizer=kept["sanitizer"],
        guarantee=None if guarantee is None else Guarantee(**guarantee),
        ledger=kept["ledger"],
        details=kept["details"],
        doubts=tuple(
            Reason(**{**doubt, "questions": tuple(doubt["questions"])}) for doubt in kept["doubts"]
        ),
    )
