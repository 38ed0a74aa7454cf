"""The files of a plan: the private records, and the releases that are there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._say import say
from seethrough.errors import InputError, SeethroughError, UsageError
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.plans.plan import Entry, Plan
    from seethrough.records.corpus import Corpus
    from seethrough.records.reading import Reading
    from seethrough.sidecars.sidecar import Sidecar


def read(plan: Plan, text: bool) -> tuple[Any, dict[int, Any]]:
    """Return the private records as read, and each release that is there, or why it cannot be.

    The columns of the private file are chosen with the first release in view, as ``audit`` does,
    and with the first one whose records stand for private ones, if there is any. A release that
    the private records would have other ids for cannot be compared with that one.
    """
    from seethrough.records.formats.opening import STDIN

    named = {part: getattr(plan, part) for part in options.COLUMN_PARTS}
    files = {place: entry for place, entry in enumerate(plan.releases) if entry.file is not None}
    if files and plan.private == STDIN:
        raise UsageError(
            "the private records come from standard input, which can be read once"
            " only: name a file to compare releases that are there"
        )
    private: Any = None
    released: dict[int, Any] = {}
    for place, entry in sorted(files.items(), key=lambda item: not _stands_for_records(item[1])):
        try:
            own, other = _read_beside(plan.private, entry, named, private, text)
        except SeethroughError as error:
            released[place] = error
            continue
        released[place] = other
        if private is None:
            private = own
            named |= {"text": own.columns.text, "person": own.columns.person or ""}
    return private or inputs.read(plan.private, **named, shown=text), {
        place: there
        if isinstance(there, SeethroughError)
        else _with_sidecar(files[place], private, there, plan, text)
        for place, there in released.items()
    }


def _stands_for_records(entry: Entry) -> bool:
    """Return whether a release's records may stand for the private ones of the same id."""
    return not entry.unaligned and entry.form != "rag"


def held_out(entry: Entry, text: bool) -> Path | None:
    """Return the file of the people held out when a release was made, None if there is none.

    Not of a release whose records stand for the private ones: it is measured without a control.
    One line says so where a file beside a model is not shown to be of that model.

    Args:
        entry: The release.
        text: Whether what is said may name files.
    """
    from seethrough.model_releases import held_out as of_model
    from seethrough.sidecars import sidecar

    if entry.model is None and (entry.file is None or _stands_for_records(entry)):
        return None
    try:
        if entry.model is not None:
            return of_model.held_out_of(Path(entry.model))
        return sidecar.held_out_of(str(entry.file))
    except SeethroughError:  # the release cannot be read, or the file is of another model
        if entry.model is not None:
            file = of_model.paths_beside(Path(entry.model))[0]
            say(
                f"{file if text else 'people held out'}: not used, since nothing shows that they"
                " were held out of this model",
                err=True,
            )
        return None


def _read_beside(
    private: str, entry: Entry, named: Mapping[str, Any], known: Reading | None, text: bool
) -> tuple[Reading, Reading]:
    """Return a private file and a release, matched by the ids that the records are known by.

    Args:
        private: The private file.
        entry: The release.
        named: The columns of the private file that are given.
        known: The private records as they were read beside an earlier release; None for the first.
        text: Whether what is said may name files.

    Raises:
        SeethroughError: It cannot be read, or no column that both hold has those ids.
    """
    beside = {
        "release_text": entry.text,
        "release_id": entry.id,
        "release_header": entry.header,
        "shown": text,
    }
    if known is None or named["id"] is not None:
        return inputs.read_pair(private, str(entry.file), **named, **beside)
    ids = known.columns.id
    if not _stands_for_records(entry):
        return inputs.read_pair(private, str(entry.file), **{**named, "id": ids or ""}, **beside)
    own, other = inputs.read_pair(private, str(entry.file), **named, **beside)
    if ids is not None and own.columns.id != ids:
        own, other = inputs.read_pair(private, str(entry.file), **{**named, "id": ids}, **beside)
    if own.columns.id != ids or (other.columns.id is None) != (ids is None):
        by = "by the number of their rows" if ids is None else f'by the column "{ids}"'
        raise InputError(
            f"{entry.file}: other releases are matched with the private records {by}, and this one"
            " cannot be; name the id column of the plan, or compare it by itself"
        )
    return own, other


def _with_sidecar(entry: Entry, own: Reading, other: Reading, plan: Plan, text: bool) -> Any:
    """Return a release that is there, with what its sidecar claims; or why it cannot be read."""
    from seethrough.records.id_alignment import check_rows
    from seethrough.sidecars.sidecar import read_sidecar

    try:
        sidecar = read_sidecar(str(entry.file), other.corpus, own.corpus)
        release = _release_of(entry, other.corpus, sidecar, plan, text)
        if entry.form != "rag" and release.aligned:
            check_rows(own, other, made_of=sidecar is not None and sidecar.made_of_private)
    except SeethroughError as error:
        return error
    return release


def _release_of(
    entry: Entry, released: Corpus, sidecar: Sidecar | None, plan: Plan, text: bool
) -> TextRelease:
    """Return a release that is there, with what its sidecar claims."""
    from seethrough.report.sidecars import sidecar_lines

    aligned = not entry.unaligned
    if sidecar is None:
        return TextRelease(released, aligned=aligned)
    for line in sidecar_lines(sidecar, unaligned=not aligned, held_out=False, text=text):
        say(line, err=True)
    if plan.control is None and sidecar.claims.holdout is not None:
        name = sidecar.path.name if text else "a sidecar"
        say(f"{name}: names people held out, who are no control unless the plan says so", err=True)
    return sidecar.release_of(released, aligned)
