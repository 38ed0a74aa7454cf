"""What a sidecar claims and what was checked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.report.hiding import A_FILE
from seethrough.report.labels.reasons import sentence

if TYPE_CHECKING:
    from seethrough.sidecars.sidecar import Sidecar


def sidecar_lines(sidecar: Sidecar, *, unaligned: bool, held_out: bool, text: bool) -> list[str]:
    """Return a line for everything that a sidecar changes in an audit, and how to change it back.

    Args:
        sidecar: What was read beside the release.
        unaligned: Whether the user said ``--unaligned``.
        held_out: Whether people held out are needed as the control and the user named none.
        text: Whether files may be named.
    """
    name = sidecar.path.name if text else "the sidecar"
    holdout = sidecar.claims.holdout if text else A_FILE
    lines = [
        f"{name}: {sentence(doubt.to_json(text))}"
        for doubt in sidecar.doubts
        if doubt.kind == "sidecar_mismatch"
    ]
    if sidecar.release == "absent":
        lines.append(f"{name}: names no hash of the release, so no guarantee in it counts")
    if sidecar.denied and not unaligned:
        lines.append(
            f"{name}: claims that records correspond to nobody, but most released ids are private"
            " ids; taken as aligned (--unaligned if they do correspond to nobody)"
        )
    elif not sidecar.claims.aligned and not unaligned:
        lines.append(
            f"{name}: claims that records correspond to no particular person; taken as unaligned"
            " (delete the file for records that correspond to those of the same id)"
        )
    if sidecar.claims.holdout is not None and held_out:
        if sidecar.holdout is not None:
            lines.append(
                f"{name}: names {holdout} as people held out; used as the control"
                " (--control FILE for others)"
            )
        else:
            lines.append(
                f"{name}: names {holdout} as people held out; no such file here, so"
                " not used (--control FILE)"
            )
    if sidecar.claims.seeded and sidecar.claims.note:
        lines.append(f"{name}: {sidecar.claims.note}")
    return lines
