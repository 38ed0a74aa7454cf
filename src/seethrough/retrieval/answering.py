"""The service at work: find the chunks, ask the model, keep the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.errors import InputError
from seethrough.language_model import EMPTY, LanguageModel, Options, Prompt
from seethrough.models.clients.versions import version_of
from seethrough.models.resolve import resolve
from seethrough.notices import notice
from seethrough.prompts import Template, defuse, load
from seethrough.records.id_alignment import check_ids_meet
from seethrough.records.releases.answering import Reply
from seethrough.retrieval.embedders import resolve_embedder, version_of_embedder
from seethrough.retrieval.retrieve import Passage, Retriever

if TYPE_CHECKING:
    from seethrough.protocols import Embedder
    from seethrough.records.corpus import Corpus
    from seethrough.retrieval.service import Service

BREAK = "\n\n"
"""The separator of two retrieved chunks in a prompt."""

MOST_KEPT = 10_000
"""Answers that are kept, the latest; a service may be asked for months."""


class AnsweringService:
    """A service over a corpus; built when first asked, and asked the same only once.

    Args:
        settings: Its configuration.
        corpus: What it answers from.
        originals: The private records for the lookup, or None.
        model: Another model than the one that the settings name.
        embedder: Another embedder than the one that the settings name.

    Raises:
        InputError: ``originals`` is given and has no id in common with ``corpus``.
    """

    def __init__(
        self,
        settings: Service,
        corpus: Corpus,
        originals: Corpus | None = None,
        model: LanguageModel | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self.settings = settings
        self.corpus = corpus
        self.originals = originals
        if originals is not None:
            check_ids_meet(originals, corpus)
        self._model = model
        self._embedder = embedder
        self._kept: dict[str, Reply] = {}
        self._others: dict[str, AnsweringService] = {}

    @property
    def hash(self) -> str:
        """SHA-256 of all that an answer depends on: configuration, corpora, prompt, models."""
        configured = spec.key(replace(self.settings, index=""))
        looked_up = "" if self.originals is None else self.originals.hash
        parts = (configured, self.corpus.hash, looked_up, self._template.hash)
        named = self.settings.model if self._model is None else self._model.name
        version = version_of(named) if self._model is None else ""
        embedder = version_of_embedder(self.settings.embedder)
        return hashlib.sha256("\x1f".join((*parts, named, version, embedder)).encode()).hexdigest()

    @property
    def retrieval(self) -> str:
        """A description of what is searched, for a report."""
        if self.originals is None:
            return "the released records are searched"
        return "the private records are searched, their released versions are shown to the model"

    @cached_property
    def retriever(self) -> Retriever:
        """The index over what is searched."""
        s = self.settings
        searched = self.corpus if self.originals is None else self.originals
        embedder = self._embedder or resolve_embedder(s.embedder)
        if not s.index:
            return Retriever.over(searched, embedder, s.metric, s.chunk, s.overlap)
        version = version_of_embedder(s.embedder)
        parts = (searched.hash, s.embedder, version, s.metric, str(s.chunk), str(s.overlap))
        folder = Path(s.index) / hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]
        if Retriever.kept_in(folder):
            try:
                return Retriever.load(folder, embedder)
            except InputError:
                notice(f"{folder}: an index that does not check; it is built again")
        made = Retriever.over(searched, embedder, s.metric, s.chunk, s.overlap)
        if not made.passages:
            return made
        made.save(folder)
        return Retriever.load(folder, embedder)

    def prepare(self) -> None:
        """Build the index and find the model, otherwise done at the first question.

        Raises:
            MissingExtraError: ``faiss-cpu`` is not installed.
            UnavailableError: The embedder is not there.
            UsageError: There is no such model or embedder, or text would leave this machine.
        """
        if self._model is None:
            resolve(self.settings.model)
        len(self.retriever.passages)

    def over(self, corpus: Corpus) -> AnsweringService:
        """Return the same service over another corpus, which is searched itself.

        The same corpus gives the same object, so that no question is asked twice. Its index is not
        kept: whoever serves the released records must not find the private ones beside them.
        """
        if corpus.hash not in self._others:
            self._others[corpus.hash] = AnsweringService(
                replace(self.settings, index=""), corpus, None, self._model, self._embedder
            )
        return self._others[corpus.hash]

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer questions, in order; what got no answer is asked again the next time.

        Raises:
            MissingExtraError: ``faiss-cpu`` is not installed.
            UnavailableError: The model or the embedder is not there.
        """
        known = {q: self._kept[q] for q in questions if q in self._kept}
        new = [q for q in dict.fromkeys(questions) if q not in known]
        if new:
            found = self.retrieve(new)
            prompts = [self._prompt(q, p) for q, p in zip(new, found, strict=True)]
            s = self.settings
            model = self._model or resolve(s.model)
            answers = model.generate(prompts, Options(s.temperature, 0, 0, s.max_tokens))
            for question, passages, answer in zip(new, found, answers, strict=True):
                # A model that stops at its limit still gave away what it wrote.
                problem = "" if answer.text.strip() else answer.problem or EMPTY
                sources = tuple(p.record for p in passages)
                known[question] = Reply(answer.text, problem, sources)
            came = [(q, reply) for q, reply in known.items() if not reply.problem]
            self._kept = dict([*self._kept.items(), *came][-MOST_KEPT:])
        return [known[q] for q in questions]

    def retrieve(self, questions: Sequence[str]) -> list[list[Passage]]:
        """Return what the model is shown for each question."""
        found = self.retriever.search(questions, self.settings.k)
        if self.originals is None:
            return found
        return [self._released(passages) for passages in found]

    def _released(self, passages: Sequence[Passage]) -> list[Passage]:
        """Return the released versions of private records; a withheld one is left out."""
        places = [self.corpus.position.get(r) for r in dict.fromkeys(p.record for p in passages)]
        shown = [self.corpus[place] for place in places if place is not None]
        return [Passage(r.id, r.text) for r in shown if r.text.strip()]

    @cached_property
    def _template(self) -> Template:
        return load("sage_answer", self.settings.prompt)

    def _prompt(self, question: str, passages: Sequence[Passage]) -> Prompt:
        plain = {"question": defuse(question)}
        if not passages:
            return load("sage_answer_alone").fill(plain=plain)
        context = BREAK.join(p.text for p in passages)
        return self._template.fill({"context": context}, plain)
