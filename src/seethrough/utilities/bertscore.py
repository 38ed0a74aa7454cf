"""BERTScore of answers, with an encoder of the user's."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from seethrough.errors import InputError, MissingExtraError, UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.fields import Between, ReadFile
from seethrough.protocols import Figure, Generator
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.storage.contents import state_of
from seethrough.utilities._answers import OfAnswers
from seethrough.utilities._questions import Question, nearest

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class BERTScore(OfAnswers):
    """BERTScore's F1 of the answers against the nearest reference answer, by its own library.

    All tokens count alike and nothing is rescaled. Figures compare only where encoder and layer are
    the same; the paper's are RoBERTa-large and 17, which are not on the package index. An empty
    answer scores 0.

    Source: Zhang et al., "BERTScore" (2020); Xiao et al., "Large language models can be contextual
    privacy protection learners" (2024), section 5.3.

    Attributes:
        encoder: The folder of an encoder: ``config.json``, a tokenizer, weights as safetensors.
        layer: The layer whose vectors are compared, from 1; 0 for the last.
    """

    encoder: ReadFile = ""
    layer: Annotated[int, Between(0, 1000)] = 0

    example: ClassVar[str] = "bertscore:encoder=encoder,questions=questions.jsonl"
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.bertscore",
            "higher_is_better",
            "How alike the answers' words are to those of a reference answer, by an encoder's"
            " vectors.",
            "Its values compare only with those of the same encoder and layer.",
            title="Meaning of answers kept (BERTScore)",
            unit="number",
        ),
    )

    def measure(
        self, private: Corpus, release: AnsweringRelease, rng: Generator
    ) -> Sequence[Estimate]:
        """Return the mean over questions; the baseline is what answers without the private data.

        Raises:
            InputError: The file of questions or the encoder cannot be read.
            UsageError: No file of questions or no encoder is named, or it has no such layer.
            MissingExtraError: bert-score is not installed.
        """
        self._scorer()  # before anything is asked
        return super().measure(private, release, rng)

    def require(self, private: Corpus, release: AnsweringRelease) -> None:
        """Raise where there are no questions or no encoder; as for ``measure``."""
        self._scorer()
        super().require(private, release)

    def scores(self, answers: Sequence[str], questions: Sequence[Question]) -> list[float]:
        """Return the F1 of each against its nearest reference."""
        return nearest(answers, questions, partial(_f1, self._scorer()))

    def _scorer(self) -> Any:
        if not self.encoder:
            raise UsageError("bertscore needs an encoder: name the folder of one, encoder=")
        folder = Path(self.encoder).expanduser()
        state = tuple(sorted(state_of(file) for file in folder.glob("*") if file.is_file()))
        return _scorer(str(folder), self.layer, state)


def _f1(scorer: Any, references: Sequence[str], answers: Sequence[str]) -> list[float]:
    """Return the F1 of n pairs, in [0, 1]; 0 where either says nothing."""
    pairs = enumerate(zip(references, answers, strict=True))
    rows = [i for i, pair in pairs if all(map(str.strip, pair))]
    found = [0.0] * len(references)
    if rows:
        made = scorer.score([answers[i] for i in rows], [references[i] for i in rows])[2]
        for i, score in zip(rows, made.tolist(), strict=True):
            found[i] = min(1.0, max(0.0, score))
    return found


@lru_cache(maxsize=2)
def _scorer(folder: str, layer: int, state: tuple[tuple[int, ...], ...]) -> Any:
    """Return what scores by an encoder; it is loaded again once its files are others."""
    place = Path(folder)
    if not (place / "config.json").is_file() or not any(place.glob("*.safetensors")):
        raise InputError(
            f"{folder}: no encoder; name a folder with config.json and weights as safetensors"
        )
    if "MPLCONFIGDIR" in os.environ:
        return _loaded(place, layer)
    with tempfile.TemporaryDirectory(prefix="seethrough-plots-") as scratch:
        os.environ["MPLCONFIGDIR"] = scratch  # the library loads matplotlib, which writes at home
        try:
            return _loaded(place, layer)
        finally:
            del os.environ["MPLCONFIGDIR"]


def _loaded(place: Path, layer: int) -> Any:
    try:
        from bert_score import BERTScorer
    except ImportError as error:
        raise MissingExtraError("bertscore", "bert-score") from error
    from transformers import AutoConfig

    from seethrough.training.bases import without_bars

    try:
        config = AutoConfig.from_pretrained(str(place), local_files_only=True)
        layers = int(config.num_hidden_layers)
    except Exception as error:
        raise InputError(f"{place}: cannot be loaded ({type(error).__name__})") from error
    if layer > layers:
        raise UsageError(f"bertscore: layer={layer}: the encoder has {layers}")
    try:
        with without_bars():
            made = BERTScorer(
                model_type=str(place), num_layers=layer or layers, use_fast_tokenizer=True
            )
    except Exception as error:
        raise InputError(f"{place}: cannot be loaded ({type(error).__name__})") from error
    # A tokenizer that was saved without its limit would pass on more than the encoder reads.
    most = int(getattr(config, "max_position_embeddings", 512))
    made._tokenizer.model_max_length = min(made._tokenizer.model_max_length, most)
    return made
