"""Embedding inversion, the bound, and the strategies that train an encoder."""

import importlib.util

import numpy as np
import pytest
from tests import _workbench

from seethrough.errors import MissingExtraError
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.contextual import Contextual
from seethrough.strategies.contextual_bound import ContextualBound
from seethrough.strategies.embedding_inversion import EmbeddingInversion
from seethrough.strategies.inversion_bert import InversionBert
from seethrough.strategies.mask_inference import MaskInference

HAVE_TORCH = all(importlib.util.find_spec(n) is not None for n in ("torch", "transformers"))


@pytest.fixture(scope="module")
def encoder(tmp_path_factory, toy):
    """A tiny encoder of one's own: any Hugging Face folder will do."""
    folder = tmp_path_factory.mktemp("encoder")
    if HAVE_TORCH:
        _workbench.encoder(folder, toy.words)
    return str(folder)


def test_embedding_inversion_guesses_the_nearest_words_itself_first(build):
    view, _ = build(20)
    found = EmbeddingInversion().infer(view, np.random.default_rng(0))
    assert found.best[:, 0].tolist() == view.released.ids.tolist()
    matrix = view.vectors.matrix.astype(float)
    allowed = np.union1d(np.flatnonzero(~view.mechanism.kept), view.places.distinct[0])
    for place in np.flatnonzero(view.replaced).tolist():
        own = matrix[view.released.ids[place]]
        order = allowed[np.argsort(np.linalg.norm(matrix[allowed] - own, axis=1))]
        assert found.best[place].tolist() == order[:5].tolist()
    assert np.isnan(found.chance[view.replaced]).all()


def test_no_context_free_rule_beats_the_bound_on_average(build):
    rng = np.random.default_rng(0)
    wins = 0
    for seed in range(8):
        view, truth = build(100, oracle=True, seed=seed)
        replaced = view.replaced
        best = (ContextFreeBound().infer(view, rng).best[:, 0] == truth)[replaced].mean()
        rule = rng.integers(2, len(view.vectors), len(view.vectors))
        wins += best >= (rule[view.released.ids] == truth)[replaced].mean()
    assert wins == 8


TRAINED = [
    lambda e: Contextual(k=3, encoder=e, epochs=2, rate=2e-3, window=2),
    lambda e: Contextual(k=3, encoder=e, epochs=2, rate=2e-3, head="pooled"),
    lambda e: ContextualBound(k=3, encoder=e, epochs=2, rate=2e-3),
    lambda e: InversionBert(encoder=e, epochs=2, rate=5e-3),
    lambda e: MaskInference(encoder=e, epochs=2, rate=5e-3),
]


@pytest.mark.parametrize("make", TRAINED)
def test_strategies_that_train_an_encoder(build, encoder, make):
    view, truth = build(40, shadow=150, oracle=True)
    strategy = make(encoder)
    if not HAVE_TORCH:
        with pytest.raises(MissingExtraError, match=r"seethrough\[torch\]"):
            strategy.infer(view, np.random.default_rng(0))
        return
    first = strategy.infer(view, np.random.default_rng(0))
    again = strategy.infer(view, np.random.default_rng(0))
    np.testing.assert_array_equal(first.best, again.best)
    assert (first.best[~view.replaced, 0] == view.released.ids[~view.replaced]).all()
    right = (first.best[:, 0] == truth)[view.replaced]
    assert right.mean() > 0.15  # a blind guess is right one time in twelve
    sure = first.chance[view.replaced]
    assert ((sure >= 0) & (sure <= 1)).all()
