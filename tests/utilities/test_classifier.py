from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.utilities import classifier
from seethrough.utilities.classifier import Classifier, fit

N = 30


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Embed a text by how often each of three letters stands in it."""

    def embed(texts: Sequence[str]) -> Any:
        return np.array([[t.count(c) for c in "xyz"] for t in texts], dtype=float).reshape(-1, 3)

    monkeypatch.setattr(classifier, "embed", embed)


def corpus(label: str = "label", classes: str = "xyz", n: int = N) -> Corpus:
    texts = [f"{classes[i % len(classes)]} and so on {i}" for i in range(n)]
    fields = [{label: classes[i % len(classes)], "age": i} for i in range(n)]
    return Corpus.from_texts(texts, persons=[f"p{i // 2}" for i in range(n)], fields=fields)


def measured(private: Corpus, release: TextRelease, **fields: Any) -> list[Any]:
    return list(Classifier(**fields).measure(private, release, np.random.default_rng(1)))


def test_the_originals_reach_the_ceiling_and_an_erased_release_the_majority() -> None:
    private = corpus()
    own, ceiling = measured(private, TextRelease(private.with_texts(private.texts)))
    assert own.value == ceiling.value == 1
    assert own.n == N
    assert own.control.value < 0.6
    assert own.baseline.value == ceiling.baseline.value < 0.45
    assert own.excess is None
    assert "5 folds by person" in own.method
    erased, same = measured(private, TextRelease(private.with_texts([""] * N)))
    assert erased.value == erased.baseline.value
    assert same.value == 1


def test_nobody_is_tested_with_what_was_learned_of_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    private = Corpus.from_texts(
        [*map(str, range(12))], fields=[{"label": i % 2} for i in range(12)]
    )
    monkeypatch.setattr(classifier, "embed", lambda texts: np.eye(12)[[*map(int, texts)]])
    assert all(figure.value <= 0.5 for figure in measured(private, TextRelease(private)))


def test_the_same_seed_gives_the_same_figures() -> None:
    private = corpus(classes="xxyz")
    release = TextRelease(private)
    assert measured(private, release) == measured(private, release)


def test_a_release_with_labels_of_its_own() -> None:
    private = corpus()
    made_up = Corpus.from_texts(["x x", "y y", "z", "?"], fields=[{"label": c} for c in "xyzw"])
    own, _ = measured(private, TextRelease(made_up, aligned=False))
    assert own.value == 1  # a label that no private record has teaches nothing
    without = Corpus.from_texts(["x", "y"])
    own, _ = measured(private, TextRelease(without, aligned=False))
    assert own.value is None
    assert "no released record has a label" in own.method


def test_a_label_is_the_same_however_a_file_holds_it() -> None:
    texts = ["x x", "y y"] * 6
    private = Corpus.from_texts(texts, fields=[{"label": i % 2} for i in range(12)])
    held = [{"label": float(i % 2)} for i in range(12)]  # a column with an empty cell
    own, _ = measured(private, TextRelease(Corpus.from_texts(texts, private.ids, fields=held)))
    assert own.value == 1
    others = [{"label": "yes"}] * 12
    own, _ = measured(private, TextRelease(Corpus.from_texts(texts, private.ids, fields=others)))
    assert own.value is None
    assert "no released record has a label that a private one has" in own.method


def test_a_named_column() -> None:
    private = corpus("kind")
    assert measured(private, TextRelease(private), label="kind")[0].value == 1
    with pytest.raises(UsageError, match=r"no column of labels; .*there are: age, kind"):
        measured(private, TextRelease(private))
    with pytest.raises(UsageError, match="no labels in a column 'sort'"):
        measured(private, TextRelease(private), label="sort")


def test_labels_that_cannot_be_learned() -> None:
    with pytest.raises(InputError, match="1 different labels"):
        measured(corpus(classes="x"), TextRelease(corpus(classes="x")))
    with pytest.raises(InputError, match="of 1 people"):
        measured(corpus(n=2), TextRelease(corpus(n=2)))
    many = Corpus.from_texts(["a"] * 200, fields=[{"label": i} for i in range(200)])
    with pytest.raises(InputError, match="200 different labels of 200 people"):
        measured(many, TextRelease(many))


def test_records_without_a_label_do_not_count() -> None:
    private = Corpus.from_texts(
        ["x", "y", "x", "y", "?", "?"],
        fields=[{"label": "x"}, {"label": 1}, {"label": "x"}, {"label": 1}, {}, {"label": None}],
    )
    assert measured(private, TextRelease(private), folds=2)[0].n == 4


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_logistic_regression_is_at_its_optimum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(20, 3))
    classes = rng.integers(0, 3, 20)
    weights = fit(table, classes, 3, penalty=0.5)

    def loss(w: Any) -> float:
        logits = table @ w[:-1] + w[-1]
        chances = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        own = chances[np.arange(20), classes]
        return float(-own.mean() + 0.5 / 40 * (w[:-1] ** 2).sum())

    least = loss(weights)
    for _ in range(5):
        assert loss(weights + rng.normal(scale=0.05, size=weights.shape)) >= least - 1e-7


def test_rows_that_are_all_alike_give_the_commonest_class() -> None:
    weights = fit(np.zeros((5, 2)), np.array([0, 1, 1, 2, 1]), 3, 1.0)
    assert weights[-1].argmax() == 1
    assert np.allclose(weights[:-1], 0)


def test_labels_come_from_one_column() -> None:
    texts = ["A cough of the lungs." if i % 2 else "The lawyer signed it." for i in range(20)]
    ids = [str(i) for i in range(20)]
    private = Corpus.from_texts(
        texts, ids, ids, [{"label": i % 2, "target": 1 - i % 2} for i in range(20)]
    )
    released = Corpus.from_texts(texts, ids, ids, [{"target": 1 - i % 2} for i in range(20)])
    own, _ = Classifier().measure(private, TextRelease(released), np.random.default_rng(0))
    assert own.value == 1


def test_each_figure_has_a_title_that_reads_alone() -> None:
    titles = [figure.title for figure in Classifier.figures]
    assert not [title for title in titles if title.startswith("The same")]
