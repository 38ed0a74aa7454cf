import numpy as np
import pytest

from seethrough.word_level.adversary_view import BEST, sanitized
from seethrough.word_level.lattice import context_free, guesses_of, lattice
from seethrough.word_level.word_by_word import word_by_word


def brute_force(view, prior, place):
    """Pr(x) f(y|x) of every word for one released token, from the definition."""
    words = np.arange(len(view.vectors))
    y = np.full(len(words), view.released.ids[place])
    joint = view.masked(prior) * view.mechanism.likelihood(words, y)
    return joint / joint.sum()


@pytest.mark.parametrize("kind", ["custext", "santext"])
def test_theorem_1_agrees_with_brute_force(build, kind):
    view, _ = build(20, kind=kind)
    prior = view.shadow_counts + view.unseen(1.0)
    found = word_by_word(view, prior)
    for place in range(len(view.replaced)):
        if not view.replaced[place]:
            assert found.best[place].tolist() == [view.released.ids[place]] + [-1] * (BEST - 1)
            assert found.chance[place] == 1
            continue
        expected = brute_force(view, prior, place)
        order = np.argsort(-expected, kind="stable")[:BEST]
        order = np.where(expected[order] > 0, order, -1)
        assert found.best[place].tolist() == order.tolist() + [-1] * (BEST - len(order))
        assert found.chance[place] == pytest.approx(expected.max(), abs=1e-6)


def test_word_by_word_is_the_lattice_s_answer(build):
    view, _ = build(40)
    prior = view.shadow_counts + view.unseen(1.0)
    short = word_by_word(view, prior)
    long = guesses_of(*context_free(view, prior))
    np.testing.assert_array_equal(short.best, long.best)
    np.testing.assert_allclose(short.chance, long.chance)


def test_a_limit_leaves_out_what_it_says(build):
    view, _ = build(20, kind="santext")
    prior = view.shadow_counts + view.unseen(1.0)
    grid, chance = context_free(view, prior, limit=2)
    cut = guesses_of(grid, chance)
    whole = word_by_word(view, prior)
    place = int(np.flatnonzero(view.replaced)[0])
    two = np.sort(brute_force(view, prior, place))[-2:].sum()
    assert cut.left_out[place] == pytest.approx(1 - two, abs=1e-6)
    np.testing.assert_array_equal(cut.best[:, 0], whole.best[:, 0])
    assert (cut.best[:, 2:] == -1).all()
    np.testing.assert_allclose(cut.chance, whole.chance, atol=1e-6)
    assert not whole.left_out.any()


def test_what_was_added_up_is_nobody_s_guess(build):
    view, _ = build(20, kind="santext")
    prior = view.shadow_counts + view.unseen(1.0)
    alike = np.ones(len(view.vectors), dtype=bool)
    grid = lattice(view.places, view.candidates(prior, alike=alike), 3, float(prior[3]))
    assert len(grid.sums) == view.replaced.sum()
    assert (grid.words[grid.sums] == 3).all()
    chance = np.ones(len(grid.words))
    chance[grid.sums] = 2.0
    found = guesses_of(grid, chance)
    assert (found.chance == 1).all()
    assert (found.best[:, 0] >= 0).all()
    # With its prior, each sum weighs what the words weigh that are not listed.
    joint = prior[grid.words] * grid.likelihood
    totals = np.add.reduceat(joint, grid.starts[:-1])
    for place in np.flatnonzero(view.replaced).tolist():
        y = np.full(len(view.vectors), view.released.ids[place])
        words = np.arange(len(view.vectors))
        own = view.masked(prior) * view.mechanism.likelihood(words, y)
        if grid.starts[place + 1] - grid.starts[place] > 1:
            assert totals[place] == pytest.approx(own.sum(), rel=1e-5)


def test_cuts_make_up_the_whole(build):
    view, _ = build(12)
    cuts = view.cuts(5)
    assert [i for cut in cuts for i in range(cut.start, cut.stop)] == list(range(12))
    starts = view.released.starts
    for cut in cuts:
        replaced = view.replaced[starts[cut.start] : starts[cut.stop]].sum()
        assert replaced <= 5 or cut.stop - cut.start == 1


def test_a_released_word_that_nothing_explains_is_its_own_guess(build):
    view, _ = build(5)
    found = word_by_word(view, np.zeros(view.words))
    assert found.best[:, 0].tolist() == view.released.ids.tolist()


def test_tokens_without_a_vector_stay_as_they_are(build, tokens):
    view, _ = build(5)
    odd = tokens(["the cat sees xyzzy ."])
    odd.ids[odd.ids < 0] = len(view.vectors)
    copy, replaced = sanitized(view, odd, np.random.default_rng(0))
    assert copy.surfaces[3] == "xyzzy"
    assert copy.ids[3] == len(view.vectors)
    assert replaced.tolist() == [False, True, True, False, True]
