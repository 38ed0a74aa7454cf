"""AttrPrompt: records invented from attributes alone, without any private data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from seethrough.errors import UnavailableError
from seethrough.fields import Between, ModelName
from seethrough.language_model import LanguageModel, Options
from seethrough.models.answers import ask, ask_each
from seethrough.models.resolve import default_model, resolve
from seethrough.models.rewriting import PLAIN_FORM, whole
from seethrough.prompts import defuse, load
from seethrough.protocols import Generator
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.lists import NUMBERED_FORM, read_list
from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class AttrPrompt:
    """Asks a language model for attributes, for subtopics of each, and for records that mix them.

    No private text is shown to the model: the release holds only what the model knew. Of the
    private records only their number is used, so the records are not aligned.

    Source: SAGE, A.2, after Yu et al., "Large language model as attributed training data
    generator" (2024).

    Attributes:
        model: ``provider/model``; the run's model if not given.
        kind: The kind of text to generate, such as ``exchanges between patients and doctors``.
        attributes: How many attributes, at least 1.
        subtopics: How many subtopics of each attribute, at least 1.
        records: How many records to invent; 0 for as many as there are private ones.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
    """

    model: ModelName = field(default_factory=default_model)
    kind: str = "exchanges between patients and doctors"
    attributes: Annotated[int, Between(1, 100)] = 5
    subtopics: Annotated[int, Between(1, 1000)] = 10
    records: Annotated[int, Between(0, 1_000_000)] = 0
    temperature: Annotated[float, Between(0, 2)] = 0.7
    max_tokens: Annotated[int, Between(1, 100_000)] = 1024

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return invented texts under new ids.

        Args:
            private: Only its size is used.
            rng: Gives the seed; each record draws its subtopics by the seed and its number.

        Raises:
            UnavailableError: The model is not there or names no attributes.
            UsageError: The model is remote and that was not allowed.
        """
        from seethrough.records.corpus import Corpus

        seed = int(rng.integers(2**31))
        count = self.records or len(private)
        ids = [f"invented-{i}" for i in range(count)]
        if not count:
            return TextRelease(Corpus.from_texts([], [], name=private.name), aligned=False)
        model = resolve(self.model)
        values = self._values(model, seed)
        write = load("sage_attrprompt_generate")
        prompts = []
        for id_ in ids:
            draw = generator(seed, "attrprompt", id_)
            mix = [f"{name}: {own[int(draw.integers(len(own)))]}" for name, own in values.items()]
            # A mix may occur twice; the number makes it another request.
            mix.append(f"variation: {id_.rpartition('-')[2]}")
            prompts.append(write.fill({"attributes": "\n".join(mix)}, {"kind": self.kind}))
        options = Options(self.temperature, seed, 0, self.max_tokens)
        readings = ask(model, prompts, options, whole, PLAIN_FORM)
        failed = sum(r.value is None for r in readings)
        return TextRelease(
            Corpus.from_texts([r.value or "" for r in readings], ids, name=private.name),
            aligned=False,
            ledger=occurred({"withheld": failed}),
            details={"attributes": {name: list(own) for name, own in values.items()}},
        )

    def _values(self, model: LanguageModel, seed: int) -> dict[str, list[str]]:
        """Return the attributes with their subtopics."""
        options = Options(self.temperature, seed, 0, self.max_tokens)
        template = load("sage_attrprompt_attributes")
        first = template.fill(plain={"kind": self.kind, "count": str(self.attributes)})
        named = ask(model, [first], options, read_list, NUMBERED_FORM)[0]
        if named.value is None:
            raise UnavailableError(f"{model.name} names no attributes ({named.problem})")
        attributes = list(dict.fromkeys(named.value))[: self.attributes]
        template = load("sage_attrprompt_subtopics")
        prompts = {
            name: template.fill(
                plain={"kind": self.kind, "count": str(self.subtopics), "attribute": defuse(name)}
            )
            for name in attributes
        }
        readings = ask_each(model, prompts, options, read_list, NUMBERED_FORM)
        return {name: (said.value or ["any"])[: self.subtopics] for name, said in readings.items()}
