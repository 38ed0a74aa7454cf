"""SAGE: synthetic records from key points, refined by two agents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from seethrough.fields import MOST_ROUNDS, Between, ModelName, ReadFile, WrittenFile
from seethrough.models.resolve import default_model
from seethrough.models.rewriting import not_empty, put_back
from seethrough.protocols import Generator
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.sanitizers.sage_stages.attributes import find_attributes
from seethrough.sanitizers.sage_stages.stages import (
    NEVER_SAFE,
    Step,
    generate,
    refine,
    write_steps,
)

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Sage:
    """Writes a synthetic version of each record in two stages.

    Stage 1 names the attributes of the data set from a few samples, extracts the key information
    of each record for them, and generates a new record from that alone. Stage 2 lets a privacy
    agent compare the new record with the real one and a rewriting agent follow its suggestions,
    until the privacy agent declares it safe or the limit of rounds is reached.

    A record that is never declared safe, or for which a step failed, is withheld: its text
    becomes empty and the ledger counts it. Every intermediate is private; ``made`` returns
    it beside the release, and a file holds it if asked for.

    Source: SAGE, sections 3.1 and 3.2, A.1. Different here: the verdict is the first word of the
    privacy agent's answer, since the paper's flag anywhere in it would also be found where the
    agent quotes a record that holds it; what is released is the text that was assessed, not the
    agent's copy of it; the rewriting agent does not see the real record; and a rule overrules
    "safe" where the text holds contact data, ten tokens of the record in a row (all of a shorter
    record), or instructions to its reader (``check``).

    Attributes:
        model: ``provider/model`` for every role that names none; the run's if not given.
        kind: What is generated: ``text``, or ``dialogue`` for a patient's question and a doctor's
            answer.
        stage: 1 to stop before the agents, 2 for both stages.
        attributes: How many attributes are named, at least 1.
        samples: How many records the attribute identifier sees.
        attributes_file: A file of attributes, one a line, to read where it exists and to write
            where it does not, so that it can be edited; empty for none.
        rounds: How many times the privacy agent assesses a record at the most, at least 1.
        check: Whether the rule may overrule the privacy agent.
        attribute_model: The model that names the attributes.
        extractor_model: The model that extracts key information.
        generator_model: The model that generates.
        privacy_model: The model of the privacy agent.
        rewriter_model: The model of the rewriting agent.
        temperature: Randomness of the answers, 0 and up.
        max_tokens: The longest answer, in tokens.
        keep: A JSONL file for the intermediates of each record, private; empty for none.
            ``seethrough report FILE`` shows them on a page.
    """

    model: ModelName = field(default_factory=default_model)
    kind: Literal["text", "dialogue"] = "text"
    stage: Literal[1, 2] = 2
    attributes: Annotated[int, Between(1, 100)] = 5
    samples: Annotated[int, Between(1, 100)] = 5
    attributes_file: ReadFile = ""
    rounds: Annotated[int, Between(1, MOST_ROUNDS)] = 4
    check: bool = True
    attribute_model: ModelName = ""
    extractor_model: ModelName = ""
    generator_model: ModelName = ""
    privacy_model: ModelName = ""
    rewriter_model: ModelName = ""
    temperature: Annotated[float, Between(0, 2)] = 0.0
    max_tokens: Annotated[int, Between(1, 100_000)] = 2048
    keep: WrittenFile = ""

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the synthetic texts under the ids of their originals.

        Args:
            private: The private records; may be empty.
            rng: Draws the samples and gives the seed of the models' sampling.

        Raises:
            UnavailableError: A model is not there, or names no attributes.
            UsageError: A model is remote and that was not allowed.
        """
        seed = int(rng.integers(2**31))
        texts = not_empty(private.texts)
        steps: dict[int, Step] = {i: Step() for i in texts}
        attributes: list[str] = []
        if texts:
            attributes = find_attributes(self, list(texts.values()), rng, seed)
            generate(self, texts, attributes, steps, seed)
            if self.stage == 2:
                refine(self, texts, steps, seed)
        safe = {i: s.final for i, s in steps.items() if s.final is not None}
        if self.keep:
            named = {private.ids[i]: text for i, text in texts.items()}
            own = {private.ids[i]: step for i, step in steps.items()}
            write_steps(self.keep, attributes, named, own)
        ledger = {
            "withheld": len(texts) - len(safe),
            NEVER_SAFE: sum(s.problem == NEVER_SAFE for s in steps.values()),
            "step_failed": sum(s.problem not in ("", NEVER_SAFE) for s in steps.values()),
        }
        rounds = [len(s.verdicts) for s in steps.values() if s.verdicts]
        details = {"attributes": len(attributes), "rounds": _counts(rounds)}
        return TextRelease(
            private.with_texts(put_back(private.texts, safe)),
            ledger=occurred(ledger),
            details=details,
        )


def _counts(rounds: list[int]) -> dict[str, int]:
    """Return how many records took how many assessments."""
    return {str(n): rounds.count(n) for n in sorted(set(rounds))}
