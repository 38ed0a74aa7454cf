"""``seethrough audit PRIVATE RELEASE``."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from seethrough.cli import _bars as bars
from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._runs import RUNS
from seethrough.cli._say import say
from seethrough.cli._unnamed import files_in, unnamed
from seethrough.errors import InputError
from seethrough.report.hiding import A_FILE, CONTROL, PRIVATE, RELEASE

if TYPE_CHECKING:
    from seethrough.sidecars.sidecar import Sidecar


@click.command("audit")
@click.argument("private", metavar="PRIVATE")
@click.argument("release", metavar="RELEASE")
@options.columns
@click.option("--release-text", metavar="COLUMN", help="Text column of the release.")
@click.option("--release-id", metavar="COLUMN", help="Id column of the release.")
@click.option(
    "--release-header/--no-release-header",
    default=None,
    help="The same as --header, of the release.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["text", "rag", "model"]),
    default="text",
    show_default=True,
    help="What is released: the text, a service that answers from it, or a language model.",
)
@click.option(
    "--service",
    default="service",
    metavar="SPEC",
    help="With --as rag: the service, such as k=1,model=local,embedder=minilm, or the address where"
    " it already runs; RELEASE is what it answers from. With --as model: the address where somebody"
    " serves it; RELEASE is then its name there.",
)
@click.option(
    "--lookup",
    is_flag=True,
    help="With --as rag: search the private records and show the model their released versions.",
)
@click.option(
    "--questions",
    metavar="FILE",
    help="With --as rag or model: questions with reference answers, for the utilities.",
)
@click.option(
    "--unaligned", is_flag=True, help="The release's records correspond to no particular person."
)
@options.attack_parts
@options.common
@options.models
@options.executor
@options.decision
@options.limits
@options.curve
@click.option(
    "--ratings",
    metavar="FILE",
    help="Your own ratings of this run's claims (annotate); they correct the judge.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever the verdict.")
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help=f"Folder for finished work and the report; made under {RUNS}/ by default.",
)
def command(private: str, release: str, **given: Any) -> int:
    """Attack RELEASE, a sanitized version of the PRIVATE records, and say what it gives away.

    Each is a file of records (JSONL, CSV, TSV, Parquet, DocBin) or a folder of .txt files.

    A SPEC is NAME or NAME:FIELD=VALUE,FIELD=VALUE. `seethrough list KIND` says which there are and
    what each field means; the KIND is in brackets below.

    Exit status: 0 passed, 1 failed, 2 inconclusive.
    """
    parts = (given[part] for part in options.ATTACK_PARTS)
    names = files_in(*given["attacks"], *given["utilities"], *parts, given["service"])
    names |= {given["ratings"]: A_FILE, given["questions"]: A_FILE, given["control"]: CONTROL}
    names |= {private: PRIVATE, release: RELEASE}
    with unnamed(names, hide=given["no_text"]):
        audit = _audit_model if given["form"] == "model" else _audit
        return audit(_Request.of(private, release, given, names))


class _Request(NamedTuple):
    """What is asked for, and what of it is read before any record is.

    Attributes:
        private: The private records.
        release: The release.
        given: The options.
        names: The files that are read, and what they are called where they may not be named.
        limits: Limits on figures.
        tolerances: Leaks tolerated beyond what is guessed anyway.
        rated: The user's own ratings, or None.
    """

    private: str
    release: str
    given: dict[str, Any]
    names: dict[str | None, str]
    limits: Any
    tolerances: Any
    rated: Any

    @classmethod
    def of(
        cls, private: str, release: str, given: dict[str, Any], names: dict[str | None, str]
    ) -> _Request:
        from seethrough.agreement.ratings import read_ratings
        from seethrough.engine.verdict.limits import Limit, Tolerances
        from seethrough.fields import Names, names_in

        _check_form(release, given)
        inputs.check_control(given["control"], private, release)
        made = _made(given)
        for name in names_in(made, Names.READ, Names.FOLDER):
            names.setdefault(name, A_FILE)
        _check_outputs(given, names)
        inputs.check_all_there([*names_in(made, Names.READ), given["questions"]])
        limits = [Limit.parse(t) for t in given["fail_above"]]
        limits += [Limit.parse(t, above=False) for t in given["fail_below"]]
        rated = None if given["ratings"] is None else read_ratings(given["ratings"])
        tolerances = Tolerances.parse(given["tolerances"])
        return cls(private, release, given, names, limits, tolerances, rated)


def _check_form(release: str, given: dict[str, Any]) -> None:
    """Refuse a model, or options, of other kinds of release than what is audited."""
    from seethrough.errors import UsageError

    if given["form"] != "model" and Path(release).is_dir():
        from seethrough.model_releases.directory import MANIFEST

        if (Path(release) / MANIFEST).is_file():
            raise UsageError(f"{release}: is the folder of a model; audit it with --as model")
    named = {
        "--service": given["service"] != "service",
        "--lookup": given["lookup"],
        "--questions": given["questions"] is not None,
    }
    fitting = {"text": (), "rag": tuple(named), "model": ("--service", "--questions")}
    for option, said in named.items():
        if said and option not in fitting[given["form"]]:
            kinds = [f"--as {form}" for form, options in fitting.items() if option in options]
            raise UsageError(f"{option} needs {' or '.join(kinds)}; without it, it has no effect")


def _made(given: dict[str, Any]) -> list[Any]:
    """Return the components among the options, which may name files."""
    from seethrough import spec
    from seethrough.retrieval.opening import parse_attacked

    made: list[Any] = options.build_attacks(given["attacks"], given)
    made += [spec.parse("utilities", text) for text in given["utilities"]]
    if given["form"] == "rag":
        made.append(parse_attacked(given["service"]))
    return made


def _check_outputs(given: dict[str, Any], names: dict[str | None, str]) -> None:
    """Refuse, before any work, an output that cannot be written or is one of the inputs."""
    from seethrough.cli._output import check_chart, check_table

    read = [name for name in names if name is not None]
    check_table(given, read)
    check_chart(given, read)


def _named(given: dict[str, Any]) -> dict[str, Any]:
    """Return what reads take: the columns of the private file, and whether these may be named."""
    return {part: given[part] for part in options.COLUMN_PARTS} | {"shown": not given["no_text"]}


def _audit(request: _Request) -> int:
    """Attack a text, or a service that answers from it."""
    from seethrough.records.corpus import without
    from seethrough.records.id_alignment import check_rows
    from seethrough.records.releases.text import TextRelease
    from seethrough.sidecars.sidecar import read_sidecar

    private, release, given, *_ = request
    named = _named(given)
    own, other = inputs.read_pair(
        private,
        release,
        **named,
        release_text=given["release_text"],
        release_id=given["release_id"],
        release_header=given["release_header"],
    )
    records, released = own.corpus, other.corpus
    served, aligned = given["form"] == "rag", not given["unaligned"]
    inputs.check_order((private, records), (release, released))
    sidecar = read_sidecar(release, released, records)
    control, left_out, made_of = given["control"], None, False
    target: Any = TextRelease(released, aligned=aligned)
    if sidecar is not None:
        target = sidecar.release_of(released, aligned)
        left_out, made_of = sidecar.holdout, sidecar.made_of_private
    stands_for_records = target.aligned and not served
    if sidecar is not None:
        control = _told_by(sidecar, request, others_needed=not stands_for_records)
    if stands_for_records:
        check_rows(own, other, made_of=made_of)
    others: Any = None
    if control is not None:
        others = inputs.read_control(control, own.columns, left_out, **named)
    if left_out is not None and not stands_for_records:
        # Who was held out when the release was made stands in the whole file, too.
        gone = others if control is not None and inputs.same_file(control, left_out) else None
        if gone is None:
            gone = inputs.read_held_out(left_out, own.columns, **named)
        records = without(records, gone)
    utilities = given["utilities"]
    if served:
        from seethrough.retrieval.opening import answer_utilities, open_service, parse_attacked

        service = parse_attacked(given["service"])
        target = open_service(target, service, records if given["lookup"] else None)
        utilities = answer_utilities(utilities, given["questions"])
    return _attacked(request, records, target, utilities, others)


def _told_by(sidecar: Sidecar, request: _Request, others_needed: bool) -> Any:
    """Say what a sidecar says, heed the files that it names, and return the control.

    Args:
        sidecar: What stands beside the release.
        request: What is asked for.
        others_needed: Whether a control of other people is needed: those who were held out when the
            release was made, unless the user names another.
    """
    from seethrough.report.sidecars import sidecar_lines

    given, names, control = request.given, request.names, request.given["control"]
    held_out = others_needed and control is None
    for line in sidecar_lines(
        sidecar, unaligned=given["unaligned"], held_out=held_out, text=not given["no_text"]
    ):
        say(line, err=True)
    control = sidecar.holdout if held_out else control
    names |= {str(file): CONTROL for file in (control, sidecar.holdout) if file is not None}
    names[str(sidecar.path)] = RELEASE
    _check_outputs(given, names)
    return control


def _beside(request: _Request) -> list[str]:
    """Return the files that are read where they lie beside a release; a model has its own."""
    from seethrough.sidecars.sidecar import key_path, sidecar_path

    if request.given["form"] == "model":
        return []
    return [str(path(request.release)) for path in (sidecar_path, key_path)]


def _audit_model(request: _Request) -> int:
    """Attack a model: that of a folder, or the one of that name where somebody serves it."""
    from seethrough.model_releases.held_out import doubting, held_out_of, paths_beside
    from seethrough.records.corpus import without
    from seethrough.retrieval.opening import MODEL_UTILITIES, answer_utilities

    private, release, given, names, *_ = request
    named = _named(given)
    control, beside, its = given["control"], None, None  # type: Any, Path | None, Path | None
    if given["service"] == "service":
        from seethrough.model_releases.directory import read_model

        target = read_model(Path(release))
        beside, owner = paths_beside(Path(release))
        names |= {str(beside): CONTROL, str(owner): A_FILE}
        _check_outputs(given, names)
        if control is None:
            control = its = held_out_of(Path(release))
        else:
            with suppress(InputError):  # whoever was held out of another model may be in this one
                its = held_out_of(Path(release))
    else:
        from seethrough.model_releases.remote import served

        target = served(given["service"], release)
    own = inputs.read(private, **named)
    records, others = own.corpus, None
    if control is not None:
        others = inputs.read_control(control, own.columns, beside, **named)
    if its is not None:
        read = others if inputs.same_file(control, its) else None
        held = read or inputs.read_held_out(its, own.columns, **named)
        # All others of the file were trained on: they are no control, whoever names them.
        records = without(own.corpus, held)
        target = doubting(target, Path(release), records)
    elif others is not None:
        # Who was held out of the training stands in the whole file, too.
        records = without(own.corpus, others)
        if gone := len(own.corpus) - len(records):
            say(f"{private}: records of the control, taken as held out: {gone:,}", err=True)
    utilities = answer_utilities(given["utilities"], given["questions"], MODEL_UTILITIES)
    return _attacked(request, records, target, utilities, others)


def _attacked(request: _Request, records: Any, target: Any, utilities: Any, others: Any) -> int:
    """Audit, say what was found, and return the exit status."""
    from seethrough.cli._kept import forget_command, keep_command
    from seethrough.cli._output import finish, form_of
    from seethrough.engine.audit import audit

    given = request.given
    attacks = options.build_attacks(given["attacks"], given, type(target))
    if given["chart"] is not None:
        from seethrough.report.charts.curve import check_curve

        check_curve(attacks, given["chart_of"], given["chart_against"])
    with bars.progress() as progress:
        result = audit(
            records,
            target,
            attacks=attacks,
            utilities=utilities,
            control=others,
            limits=request.limits,
            tolerances=request.tolerances,
            standard=given["standard"],
            seed=given["seed"],
            targets=given["targets"],
            run=given["run"],
            runs=Path(RUNS),
            progress=progress,
            ratings=request.rated,
        )
    text = not given["no_text"]
    if text and result.folder is not None:
        further = [*filter(None, request.names), *_beside(request)]
        keep_command(result.folder, [request.private, request.release], further)
    elif result.folder is not None:
        forget_command(result.folder)
    drawn = {key: given[key] for key in ("table", "chart", "chart_of", "chart_against")}
    status = finish(result, form=form_of(given), text=text, **drawn)
    return 0 if given["exit_zero"] else status
