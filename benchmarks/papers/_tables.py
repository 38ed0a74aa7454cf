"""What the commands that print the paper's tables share: data, methods, models."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import seethrough as st
from benchmarks import _data
from seethrough.models.resolve import answers_kept, usage, using
from seethrough.presets.false_sense import RELEASES
from seethrough.records.reading import read_corpus

BUILT_IN = {"medqa": "MedQA", "wildchat": "WildChat"}
METHODS = RELEASES
"""The paper's rows. It scrubs with Azure AI Language (here ``azure_pii``), we with Presidio; in the
place of Dou et al.'s two fine-tuned models stand patterns and Presidio, or any model
(``spans:detector=NAME,abstraction=NAME``). Data synthesis needs training and is not here."""

CONVERSATIONS = {
    "anonymize": "anonymize:kind=conversation",
}


def parser(text: str | None, data: bool = True) -> argparse.ArgumentParser:
    """Return a parser with what all tables may be asked."""
    made = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if data:
        made.add_argument(
            "data",
            nargs="*",
            help="medqa, wildchat (of SEETHROUGH_DATA), or any file that `seethrough` reads; a"
            " file of conversations as FILE:conversation",
        )
        made.add_argument("--records", type=int, help="so many records, drawn at random")
        made.add_argument(
            "--method",
            action="append",
            help="a row: one of the paper's, or NAME=SPEC of any sanitizer; again for more",
        )
        made.add_argument("--atomizer", help="default: clause, for conversations of a summary")
    made.add_argument("--model", default="", help="language model; SEETHROUGH_MODEL or local")
    made.add_argument("--model-base-url", default="", help="where it is served")
    made.add_argument("--allow-remote", action="store_true", help="text may leave this machine")
    made.add_argument("--run", type=Path, help="folder for finished work and the models' answers")
    made.add_argument("--threads", type=int, default=0, help="of the local model")
    made.add_argument("--seed", type=int, default=0)
    return made


@contextmanager
def settings(asked: argparse.Namespace) -> Iterator[None]:
    """Run a block with the language model that was asked for; say at the end what it was asked."""
    with (
        using(
            model=asked.model,
            base_url=asked.model_base_url,
            allow_remote=asked.allow_remote,
            threads=asked.threads,
        ),
        answers_kept(asked.run),
    ):
        yield
    for name, count in usage().items():
        print(f"{name}: {count}")


def corpora(asked: argparse.Namespace) -> Iterator[tuple[str, st.Corpus, bool]]:
    """Yield each data set's name, its records, and whether they are conversations."""
    for name in asked.data or BUILT_IN:
        path, _, kind = name.partition(":")
        conversation = kind == "conversation" or name == "wildchat"
        if name in BUILT_IN:
            if not _data.FOLDER.is_dir():
                raise SystemExit(f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA")
            corpus = {"medqa": _data.medqa, "wildchat": _data.wildchat}[name]()
        else:
            corpus = read_corpus(path)
        if asked.records is not None and asked.records < len(corpus):
            drawn = np.random.default_rng(asked.seed).permutation(len(corpus))[: asked.records]
            corpus = corpus.take(sorted(drawn.tolist()))
        yield BUILT_IN.get(name, corpus.name), corpus, conversation


def methods(asked: argparse.Namespace, conversation: bool) -> dict[str, str]:
    """Return the rows: the paper's name and the sanitizer's spec."""
    chosen = {}
    for text in asked.method or METHODS:
        name, _, spec = text.partition("=")
        if text in METHODS:
            name, spec = text, METHODS[text]
        elif not spec:
            name = spec = text
        chosen[name] = CONVERSATIONS.get(spec, spec) if conversation else spec
    return chosen


def atomizer(asked: argparse.Namespace, conversation: bool) -> str:
    """Return the atomizer's spec; conversations are summarized first (A.1.1)."""
    return asked.atomizer or ("summarized" if conversation else "clause")


def inner(spec: str) -> str:
    """Return a spec in the form that it has inside another."""
    name, _, fields = spec.partition(":")
    return f"{name}({fields})" if fields else name
