import numpy as np
import pytest

from seethrough.word_level.adversary_view import (
    BEST,
    beliefs,
    context_free,
    lattice,
    sanitized,
    word_by_word,
)


def brute_force(scene, prior, place):
    """Pr(x) f(y|x) of every word for one released token, from the definition."""
    words = np.arange(len(scene.vectors))
    y = np.full(len(words), scene.released.ids[place])
    joint = scene.masked(prior) * scene.mechanism.likelihood(words, y)
    return joint / joint.sum()


@pytest.mark.parametrize("kind", ["custext", "santext"])
def test_theorem_1_agrees_with_brute_force(build, kind):
    scene, _ = build(20, kind=kind)
    prior = scene.shadow_counts + scene.unseen(1.0)
    found = word_by_word(scene, prior)
    for place in range(len(scene.replaced)):
        if not scene.replaced[place]:
            assert found.best[place].tolist() == [scene.released.ids[place]] + [-1] * (BEST - 1)
            assert found.chance[place] == 1
            continue
        expected = brute_force(scene, prior, place)
        order = np.argsort(-expected, kind="stable")[:BEST]
        order = np.where(expected[order] > 0, order, -1)
        assert found.best[place].tolist() == order.tolist() + [-1] * (BEST - len(order))
        assert found.chance[place] == pytest.approx(expected.max(), abs=1e-6)


def test_word_by_word_is_the_lattice_s_answer(build):
    scene, _ = build(40)
    prior = scene.shadow_counts + scene.unseen(1.0)
    short = word_by_word(scene, prior)
    long = beliefs(scene, *context_free(scene, prior))
    np.testing.assert_array_equal(short.best, long.best)
    np.testing.assert_allclose(short.chance, long.chance)


def test_a_limit_leaves_out_what_it_says(build):
    scene, _ = build(20, kind="santext")
    prior = scene.shadow_counts + scene.unseen(1.0)
    grid, chance = context_free(scene, prior, limit=2)
    cut = beliefs(scene, grid, chance)
    whole = word_by_word(scene, prior)
    place = int(np.flatnonzero(scene.replaced)[0])
    two = np.sort(brute_force(scene, prior, place))[-2:].sum()
    assert cut.left_out[place] == pytest.approx(1 - two, abs=1e-6)
    np.testing.assert_array_equal(cut.best[:, 0], whole.best[:, 0])
    assert (cut.best[:, 2:] == -1).all()
    np.testing.assert_allclose(cut.chance, whole.chance, atol=1e-6)
    assert not whole.left_out.any()


def test_what_was_added_up_is_nobody_s_guess(build):
    scene, _ = build(20, kind="santext")
    prior = scene.shadow_counts + scene.unseen(1.0)
    alike = np.ones(len(scene.vectors), dtype=bool)
    grid = lattice(scene, scene.candidates(prior, alike=alike), 3, float(prior[3]))
    assert len(grid.sums) == scene.replaced.sum()
    assert (grid.words[grid.sums] == 3).all()
    chance = np.ones(len(grid.words))
    chance[grid.sums] = 2.0
    found = beliefs(scene, grid, chance)
    assert (found.chance == 1).all()
    assert (found.best[:, 0] >= 0).all()
    # With its prior, each sum weighs what the words weigh that are not listed.
    joint = prior[grid.words] * grid.likelihood
    totals = np.add.reduceat(joint, grid.starts[:-1])
    for place in np.flatnonzero(scene.replaced).tolist():
        y = np.full(len(scene.vectors), scene.released.ids[place])
        words = np.arange(len(scene.vectors))
        own = scene.masked(prior) * scene.mechanism.likelihood(words, y)
        if grid.starts[place + 1] - grid.starts[place] > 1:
            assert totals[place] == pytest.approx(own.sum(), rel=1e-5)


def test_parts_make_up_the_whole(build):
    scene, _ = build(12)
    done, ids, flags = 0, [], []
    while done < len(scene.released):
        part = scene.part(done, 5)
        assert len(part.replaced) == len(part.released.ids) == len(part.released.surfaces)
        assert part.replaced.sum() <= 5 or len(part.released) == 1
        ids += part.released.ids.tolist()
        flags += part.replaced.tolist()
        done += len(part.released)
    assert ids == scene.released.ids.tolist()
    assert flags == scene.replaced.tolist()


def test_a_released_word_that_nothing_explains_is_its_own_guess(build):
    scene, _ = build(5)
    found = word_by_word(scene, np.zeros(scene.words))
    assert found.best[:, 0].tolist() == scene.released.ids.tolist()


def test_tokens_without_a_vector_stay_as_they_are(build, tokens):
    scene, _ = build(5)
    odd = tokens(["the cat sees xyzzy ."])
    odd.ids[odd.ids < 0] = len(scene.vectors)
    copy, replaced = sanitized(scene, odd, np.random.default_rng(0))
    assert copy.surfaces[3] == "xyzzy"
    assert copy.ids[3] == len(scene.vectors)
    assert replaced.tolist() == [False, True, True, False, True]
