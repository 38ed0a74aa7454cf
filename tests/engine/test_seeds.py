"""What a seed does to a release or a model, and what it takes from its promise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from seethrough.engine.finetune import finetune
from seethrough.engine.sanitize import SEEDED, VOIDED, kept_secret, sanitize
from seethrough.errors import InputError, UsageError
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.notices import noticed_by
from seethrough.protocols import Finetuner, Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

PRIVATE = Corpus.from_texts(["one", "two"], ["a", "b"])
PROMISE = Guarantee(2.0, 0.001, "record")
LOST = "epsilon 2, delta 0.001 for each record"


@dataclass(frozen=True)
class Drawing(Finetuner):
    """Releases the numbers that it draws, with a promise; or a model that knows them."""

    promise: bool = True

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        texts = [str(rng.integers(2**60)) for _ in private]
        details = {"own": 1}
        made = PROMISE if self.promise else None
        return TextRelease(private.with_texts(texts), guarantee=made, details=details)

    def finetune(self, private: Corpus, rng: Generator) -> ModelRelease:
        known = KnownByHeart({"?": (str(rng.integers(2**60)),)}, "")
        made = PROMISE if self.promise else None
        return ModelRelease(known, guarantee=made, details={"own": 1})


def said(release: Any) -> str:
    if isinstance(release, ModelRelease):
        return release.ask(["?"])[0].text
    return "".join(release.corpus.texts)


@pytest.fixture(params=[sanitize, finetune])
def make(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_a_seed_repeats_the_draws_and_voids_the_promise(make: Any) -> None:
    one, again, other = (make(PRIVATE, Drawing(), seed=seed) for seed in (1, 1, 2))
    assert said(one) == said(again) != said(other)
    assert one.guarantee is None
    assert one.details == {"own": 1, SEEDED: True, VOIDED: LOST}
    assert one.sanitizer["name"].endswith("Drawing")
    plain = make(PRIVATE, Drawing(promise=False), seed=1)
    assert plain.details == {"own": 1, SEEDED: True}


def test_without_a_seed_nobody_can_repeat_the_draws_and_the_promise_stands(make: Any) -> None:
    one, other = make(PRIVATE, Drawing()), make(PRIVATE, Drawing())
    assert said(one) != said(other)
    assert one.guarantee == PROMISE
    assert one.details == {"own": 1, SEEDED: False}


def test_a_run_that_goes_on_draws_the_same(make: Any, tmp_path: Path) -> None:
    one, again = (make(PRIVATE, Drawing(), run=tmp_path / "run") for _ in range(2))
    assert said(one) == said(again)
    for changed in ({"seed": 3}, {"promise": False}):
        maker = Drawing(changed.pop("promise", True))  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="another run"):
            make(PRIVATE, maker, run=tmp_path / "run", **changed)
    with pytest.raises(UsageError, match="another run"):
        make(PRIVATE.take([0]), Drawing(), run=tmp_path / "run")


def test_a_model_of_no_records_is_refused() -> None:
    with pytest.raises(InputError, match="nothing: no records"):
        finetune(Corpus.from_texts([], name="nothing"), Drawing())  # type: ignore[arg-type]


def test_a_secret_is_kept_in_the_store_and_new_without_one() -> None:
    store = MemoryStore()
    assert kept_secret(store) == kept_secret(store)
    assert len(kept_secret(store)) == 32
    assert kept_secret(None) != kept_secret(None)
    assert kept_secret(MemoryStore()) != kept_secret(store)


def test_a_damaged_secret_is_not_replaced(tmp_path: Path) -> None:
    sanitize(PRIVATE, Drawing(), run=tmp_path / "run")
    (kept,) = [p for p in (tmp_path / "run").rglob("*secret*") if p.is_file()]
    kept.write_bytes(b"damaged")
    with noticed_by(print), pytest.raises(InputError, match="secret of this run was damaged"):
        sanitize(PRIVATE, Drawing(), run=tmp_path / "run")
