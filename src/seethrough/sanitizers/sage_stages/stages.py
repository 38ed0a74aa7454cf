"""The two stages of SAGE on many records at once (sections 3.1 and 3.2)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.language_model import Options, Prompt
from seethrough.models.answers import Reading, T, ask_each, refused
from seethrough.models.resolve import resolve
from seethrough.models.rewriting import PLAIN_FORM, whole
from seethrough.prompts import load
from seethrough.sanitizers.sage_stages import guard as _guard
from seethrough.storage.files import write_atomically

if TYPE_CHECKING:
    from seethrough.sanitizers.sage import Sage

POINTS_FORM = "Write one line for each attribute: - [attribute]: key information."
VERDICT_FORM = "Write THISISSAFE on the first line, or SUGGESTIONS: and what to change."
DATA_FORM = "Write the whole new text after a line that says GENERATED DATA:"
NEVER_SAFE = "never declared safe"

_BULLET = r"^[ \t*•#-]*(?:\d+[.)][ \t*]*)?"
_BRACKETED = r"\[(?P<bracketed>[^\]\n]+)\][ \t*]*:?[ \t*]*"
_VERDICT = re.compile(r"\A[\s*_`#>-]*(THISISSAFE|SUGGESTIONS)\b[\s*_`:]*", re.IGNORECASE)
_DATA = re.compile(r"^[\s*_`#]*GENERATED (?:DATA|CONVERSATION)[\s*_`]*:[\s*_`]*", re.MULTILINE)


class Verdict(NamedTuple):
    """The privacy agent's verdict on a generated text.

    Attributes:
        safe: Whether it may be published.
        suggestions: What to change; empty if it is safe.
    """

    safe: bool
    suggestions: str


@dataclass
class Step:
    """Every intermediate of one record; all of it is private.

    Attributes:
        points: The key information of each attribute.
        drafts: The generated text and each rewriting of it, in order.
        verdicts: The privacy agent's verdict on each draft that it saw.
        final: What is released, or None if the record is withheld.
        problem: Why it is withheld; empty if it is not.
    """

    points: str = ""
    drafts: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    final: str | None = None
    problem: str = ""


def generate(
    settings: Sage,
    texts: Mapping[int, str],
    attributes: Sequence[str],
    steps: Mapping[int, Step],
    seed: int,
) -> None:
    """Stage 1: extract the key points of each record and write a new one from them.

    Args:
        settings: The sanitizer.
        texts: Private texts by place.
        attributes: Those of the data set.
        steps: Filled in, by place.
        seed: Of the models' sampling.
    """
    listed = "\n".join(f"[{name}]" for name in attributes)
    extract = load("sage_extract")
    points = _ask(
        settings,
        settings.extractor_model,
        {i: extract.fill({"attributes": listed, "record": text}) for i, text in texts.items()},
        partial(read_points, attributes=attributes),
        POINTS_FORM,
        seed,
    )
    for i, read in points.items():
        steps[i].points = read.value or ""
        steps[i].problem = read.problem and f"extraction: {read.problem}"
    task = "sage_generate_dialogue" if settings.kind == "dialogue" else "sage_generate"
    write = load(task)
    asked = {i: write.fill({"points": s.points}) for i, s in steps.items() if s.points}
    drafts = _ask(settings, settings.generator_model, asked, whole, PLAIN_FORM, seed)
    for i, draft in drafts.items():
        if draft.value is None:
            steps[i].problem = f"generation: {draft.problem}"
        else:
            steps[i].drafts.append(draft.value)
            steps[i].final = draft.value if settings.stage == 1 else None


def refine(settings: Sage, texts: Mapping[int, str], steps: Mapping[int, Step], seed: int) -> None:
    """Stage 2: assess and rewrite until declared safe, at most ``settings.rounds`` assessments.

    Args:
        settings: The sanitizer.
        texts: Private texts by place.
        steps: With the drafts of stage 1; filled in further.
        seed: Of the models' sampling.
    """
    assess, rewrite = load("sage_privacy"), load("sage_rewrite")
    open_ = [i for i, step in steps.items() if step.drafts]
    for turn in range(settings.rounds):
        asked = {
            i: assess.fill(
                {"real": _guard.without_orders(texts[i]), "generated": steps[i].drafts[-1]}
            )
            for i in open_
        }
        said = _ask(settings, settings.privacy_model, asked, read_verdict, VERDICT_FORM, seed)
        unsafe = []
        for i, verdict in said.items():
            step = steps[i]
            if verdict.value is None:
                step.problem = f"assessment: {verdict.problem}"
                continue
            judged = verdict.value
            against = _guard.objections(texts[i], step.drafts[-1]) if settings.check else ""
            if against:
                judged = Verdict(False, f"{against} {judged.suggestions}".strip())
            step.verdicts.append(judged)
            if judged.safe:
                step.final = step.drafts[-1]
            else:
                unsafe.append(i)
        if turn == settings.rounds - 1 or not unsafe:
            open_ = unsafe
            break
        asked = {
            i: rewrite.fill(
                {
                    "generated": steps[i].drafts[-1],
                    "suggestions": steps[i].verdicts[-1].suggestions,
                }
            )
            for i in unsafe
        }
        texts_of = _ask(settings, settings.rewriter_model, asked, read_data, DATA_FORM, seed)
        open_ = []
        for i, text in texts_of.items():
            if text.value is None:
                steps[i].problem = f"rewriting: {text.problem}"
            else:
                steps[i].drafts.append(text.value)
                open_.append(i)
    for i in open_:
        steps[i].problem = NEVER_SAFE


def read_points(text: str, attributes: Sequence[str] = ()) -> str | None:
    """Return the key information in an answer, a line for each attribute, or None without any.

    What an attribute has over several lines is put on one. Small models leave the brackets out.

    Args:
        text: The answer.
        attributes: Names that are read without brackets, too, where a line opens with one and a
            colon.
    """
    if refused(text):
        return None
    found = list(_points(attributes).finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    lines = [
        f"- [{(match['bracketed'] or match['bare']).strip()}]: "
        f"{' '.join(text[match.end() : end].split())}"
        for match, end in zip(found, ends, strict=False)
    ]
    return "\n".join(lines) or None


def _points(attributes: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(attributes, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first)) or r"(?!)"  # without names, nothing
    bare = rf"(?P<bare>{names})[ \t*]*:[ \t*]*"
    return re.compile(f"{_BULLET}(?:{_BRACKETED}|{bare})", re.MULTILINE | re.IGNORECASE)


def read_verdict(text: str) -> Verdict | None:
    """Return the privacy agent's verdict, which its answer must open with, or None.

    An answer that opens with the word for safe and then suggests changes is not a verdict.
    """
    match = _VERDICT.match(text)
    if match is None:
        return None
    rest = text[match.end() :].strip()
    if match.group(1).upper() == "THISISSAFE":
        return None if "SUGGESTIONS:" in rest else Verdict(True, "")
    return Verdict(False, rest or "Remove what identifies the person.")


def read_data(text: str) -> str | None:
    """Return the text behind the rewriting agent's mark, or None if there is no mark."""
    match = _DATA.search(text)
    return None if match is None else whole(text[match.end() :])


def write_steps(
    path: str, attributes: Sequence[str], texts: Mapping[str, str], steps: Mapping[str, Step]
) -> None:
    """Write the intermediates, one record a line, readable only by the owner.

    Args:
        path: The file.
        attributes: Those of the data set.
        texts: The private texts by id.
        steps: The intermediates by id.
    """
    rows: list[dict[str, Any]] = [{"attributes": list(attributes)}]
    rows += [
        {"id": id_, "record": texts[id_]}
        | asdict(step)
        | {"verdicts": [v._asdict() for v in step.verdicts]}
        for id_, step in steps.items()
    ]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    file = Path(path)
    write_atomically(file, text.encode("utf-8", "replace"))
    file.chmod(0o600)


def _ask(
    settings: Sage,
    model: str,
    prompts: Mapping[int, Prompt],
    read: Callable[[str], T | None],
    form: str,
    seed: int,
) -> dict[int, Reading[T]]:
    if not prompts:
        return {}
    options = Options(settings.temperature, seed, 0, settings.max_tokens)
    return ask_each(resolve(model or settings.model), prompts, options, read, form)
