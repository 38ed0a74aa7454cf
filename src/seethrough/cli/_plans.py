"""From a plan to what a comparison takes: records, releases, attacks, limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli import _plan_files as files
from seethrough.cli._unnamed import files_in
from seethrough.errors import SeethroughError, UsageError
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.report.hiding import A_FILE, CONTROL, PRIVATE, RELEASE

if TYPE_CHECKING:
    from seethrough.engine.comparing.candidates import Candidate
    from seethrough.plans.plan import Entry, Plan
    from seethrough.records.corpus import Corpus
    from seethrough.records.reading import Reading
    from seethrough.retrieval.served import Served
    from seethrough.retrieval.service import Service


class Opened(NamedTuple):
    """What a plan names, read and made.

    Attributes:
        private: The private records.
        control: The people held out, or None.
        candidates: The releases.
        attacks: The attacks, with the plan's parts put in.
        utilities: The utilities, with the plan's questions put in.
        makers: The sanitizers and finetuners.
    """

    private: Corpus
    control: Corpus | None
    candidates: list[Candidate]
    attacks: list[Any]
    utilities: list[Any]
    makers: list[Any]


def open_plan(
    plan: Plan,
    file: str | None,
    outputs: Sequence[Path],
    force: bool,
    text: bool,
    private: Reading | None = None,
    control: Corpus | None = None,
) -> Opened:
    """Read the files of a plan and make its components.

    Args:
        plan: The plan, its paths as seen from here.
        file: The plan's file, which errors in it name; None where the command line says it all.
        outputs: What the command writes; the sanitizers may write more.
        force: Whether files that are there may be replaced, except those that are read.
        text: Whether what is said may name files.
        private: The private records, where they were read before; the plan names no files of
            releases then.
        control: The people held out, where the plan names no file of them.

    Raises:
        SeethroughError: The private records, the control or a file that an attack or a utility
            reads is not there or cannot be read, or a spec is wrong. A release that cannot be read
            is a candidate that fails.
    """
    made = _components(plan, file)
    _check_files(plan, file, made, outputs, force)
    released: dict[int, Any] = {}
    if private is None:
        private, released = files.read(plan, text)
    apart = _apart(plan, private, text)
    candidates = [
        _candidate(entry, made.makers.get(place), released.get(place), apart.trained(entry))
        for place, entry in enumerate(plan.releases)
    ]
    makers = [*made.makers.values()]
    control = control if apart.control is None else apart.control
    return Opened(apart.records, control, candidates, made.attacks, made.utilities, makers)


class _Components(NamedTuple):
    """What a plan's specs stand for; the makers by the places of their releases."""

    makers: dict[int, Any]
    services: list[Any]
    attacks: list[Any]
    utilities: list[Any]


def _components(plan: Plan, file: str | None) -> _Components:
    from seethrough.retrieval.opening import (
        ANSWER_UTILITIES,
        MODEL_UTILITIES,
        answer_utilities,
    )

    makers = {
        place: _parsed(file, f"release {place + 1}: {key}", partial(spec.parse, kind, text))
        for place, entry in enumerate(plan.releases)
        for key, kind, text in (
            ("with", "sanitizers", entry.maker),
            ("finetune", "finetuners", entry.finetune),
        )
        if text is not None
    }
    services = [
        _parsed(file, f"release {place}: service", partial(_service, entry))
        for place, entry in enumerate(plan.releases, 1)
    ]
    parts = {part: getattr(plan, part) for part in options.ATTACK_PARTS}
    kinds = _kinds(plan)
    named = tuple(plan.attacks)
    attacks = _parsed(
        file,
        "attacks",
        lambda: [
            a
            for kind in kinds[: 1 if named else None]
            for a in options.build_attacks(named, parts, kind)
        ],
    )
    usual = MODEL_UTILITIES if kinds == [ModelRelease] else ANSWER_UTILITIES
    utilities = _parsed(
        file, "utilities", lambda: answer_utilities(plan.utilities, plan.questions, usual)
    )
    return _Components(makers, services, attacks, utilities)


def _service(entry: Entry) -> Service | Served:
    """Return what answers from a release where that is a service.

    Raises:
        UsageError: The spec is wrong, or it is an address and the release would not be what is
            answered from there.
    """
    from seethrough.retrieval.opening import parse_attacked
    from seethrough.retrieval.served import Served

    service = parse_attacked(entry.service)
    if isinstance(service, Served):
        if entry.file is None:
            raise UsageError("a service that already runs needs file = FILE, what it answers from")
        if entry.lookup:
            raise UsageError(
                "a service that already runs searches what it searches; leave lookup out"
            )
    return service


def _check_files(
    plan: Plan, file: str | None, made: _Components, outputs: Sequence[Path], force: bool
) -> None:
    """Check that what is read is there, and that nothing that is written replaces it."""
    from seethrough.cli._overwriting import check_outputs
    from seethrough.fields import Names, names_in

    components = [*made.makers.values(), *made.attacks, *made.utilities, *made.services]
    reads = [*_read_by(plan, file), *names_in(components, Names.READ, Names.FOLDER)]
    check_outputs([*outputs, *map(Path, names_in(components, Names.WRITTEN))], reads, force)
    asking = [*made.attacks, *made.utilities]
    inputs.check_all_there([*names_in(asking, Names.READ), plan.shadow])
    there = [str(entry.file) for entry in plan.releases if entry.file is not None]
    inputs.check_control(plan.control, str(plan.private), *there)


class _Apart(NamedTuple):
    """The private records and the people held out.

    Attributes:
        whole: All private records.
        records: Those without all people held out.
        control: The plan's control, if any.
        held: The people held out of each release, by their file.
    """

    whole: Corpus
    records: Corpus
    control: Corpus | None
    held: dict[Path, Corpus]

    def trained(self, entry: Entry) -> Corpus | None:
        """Return what a model was trained on by the file of those held out; None if none says."""
        from seethrough.model_releases.held_out import paths_beside
        from seethrough.records.corpus import without

        if entry.model is None:
            return None
        held = self.held.get(paths_beside(Path(entry.model))[0])
        return None if held is None else without(self.whole, held)


def _apart(plan: Plan, private: Reading, text: bool) -> _Apart:
    """Return the private records without all people held out, who these are, and the control."""
    from seethrough.model_releases.held_out import paths_beside
    from seethrough.records.corpus import without

    columns = {part: getattr(plan, part) for part in options.COLUMN_PARTS}
    held_out = [files.held_out(entry, text) for entry in plan.releases]
    beside = [path for path in held_out if path is not None]
    named = [paths_beside(Path(e.model))[0] for e in plan.releases if e.model is not None]
    records, control = private.corpus, None
    held: dict[Path, Corpus] = {}
    if (file := plan.control) is not None:
        ours = any(inputs.same_file(file, path) for path in (*beside, *named))
        read = inputs.read_held_out if ours else inputs.read_others
        control = read(file, private.columns, **columns, shown=text)
        # Who was held out when a release was made stands in the whole file, too. Where the files
        # beside all models say who that was, all others were trained on, and are no control.
        pairs = zip(plan.releases, held_out, strict=True)
        if ours or any(_kind(e) is ModelRelease and path is None for e, path in pairs):
            records = without(records, control)
        held = {path: control for path in beside if inputs.same_file(file, path)}
    for path in dict.fromkeys(beside):
        if path not in held:
            held[path] = inputs.read_held_out(path, private.columns, **columns, shown=text)
            records = without(records, held[path])
    return _Apart(private.corpus, records, control, held)


def _kinds(plan: Plan) -> list[type[Any]]:
    """Return the kinds of releases that a plan compares, each once."""
    return [*dict.fromkeys(map(_kind, plan.releases))]


def _kind(entry: Entry) -> type[Any]:
    """Return the kind of release that an entry stands for."""
    if entry.model is not None or entry.finetune is not None:
        return ModelRelease
    return RagRelease if entry.form == "rag" else TextRelease


def names_in(plan: Plan) -> dict[str | None, str]:
    """Return, for ``unnamed``, the files that a plan names, and what to call each instead."""
    specs = [*plan.attacks, *plan.utilities, *(getattr(plan, p) for p in options.ATTACK_PARTS)]
    specs += [s for e in plan.releases for s in (e.maker, e.finetune, e.service)]
    names = files_in(*specs)
    names |= {named: RELEASE for entry in plan.releases for named in (entry.file, entry.model)}
    names |= {plan.shadow: A_FILE, plan.questions: A_FILE, plan.control: CONTROL}
    return names | {plan.private: PRIVATE}


def _read_by(plan: Plan, file: str | None) -> list[str]:
    """Return the files that a plan names, its own, and those that are read beside a release."""
    from seethrough.sidecars.sidecar import key_path, sidecar_path

    named = [file, plan.private, plan.control, plan.shadow, plan.questions]
    for entry in plan.releases:
        if entry.file is not None:
            named += [entry.file, str(sidecar_path(entry.file)), str(key_path(entry.file))]
        if entry.model is not None:
            named += map(str, Path(entry.model).rglob("*"))
    return [name for name in named if name]


def _parsed(file: str | None, key: str, parse: Callable[[], Any]) -> Any:
    """Return what a spec of a plan stands for; an error says where it stands."""
    try:
        return parse()
    except UsageError as error:
        if file is None:
            raise
        raise UsageError(f"{file}: {key}: {error}") from None


def _candidate(entry: Entry, maker: Any, there: Any, trained: Corpus | None) -> Candidate:
    from dataclasses import replace

    from seethrough.engine.comparing.candidates import (
        Candidate,
        of_finetuner,
        of_folder,
        of_release,
        of_sanitizer,
    )

    name = entry.name or ""
    if entry.finetune is not None:
        made = of_finetuner(maker, name, entry.decides)
    elif entry.model is not None:
        made = of_folder(Path(entry.model), name, entry.decides, trained)
    elif maker is not None:
        made = of_sanitizer(maker, name, entry.decides)
    elif isinstance(there, SeethroughError):

        def fail(*_: Any) -> Any:
            raise there

        own = name or Path(str(entry.file)).name
        made = Candidate(own, "", fail, None, entry.decides, bool(name))
    else:
        made = of_release(there, name, entry.decides)
    if entry.form == "text":
        return made
    served = made.name if name else f"{made.name}, {entry.form}"
    return replace(made, name=served, opened=_serving(entry))


def _serving(entry: Entry) -> Callable[[Any, Corpus], Any]:
    from seethrough.retrieval.opening import open_service

    service = _service(entry)

    def serve(release: Any, private: Corpus) -> Any:
        if not isinstance(release, TextRelease):
            raise UsageError(f'as = "rag": a {type(release).__name__} cannot be served')
        return open_service(release, service, private if entry.lookup else None)

    return serve
