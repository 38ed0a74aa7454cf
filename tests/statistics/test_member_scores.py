"""Membership scores of a released model, worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from seethrough.statistics.member_scores import calibrated_loss, loss, min_k_plus_plus, rmia

NEVER = -math.inf


def logs(*chances: float) -> np.ndarray:
    return np.log(np.array(chances))


def test_the_loss_is_the_geometric_mean_of_the_chances() -> None:
    assert loss(logs(0.5, 0.125)) == pytest.approx(math.log(0.25))
    with pytest.raises(ValueError, match="without tokens"):
        loss(np.array([]))


def test_what_is_likely_for_anyone_counts_for_nothing() -> None:
    assert calibrated_loss(logs(0.9, 0.5), logs(0.9, 0.125)) == pytest.approx(math.log(2))
    assert calibrated_loss(logs(0.9, 0.9), logs(0.9, 0.9)) == 0
    with pytest.raises(ValueError, match="2 tokens, but 1"):
        calibrated_loss(logs(0.9, 0.5), logs(0.9))


def test_min_k_by_hand() -> None:
    # Chances 4/5 and 1/5: the logs are log 4 apart, so that their standard deviation is
    # log 4 * sqrt(4/5 * 1/5), and they lie 1/5 and 4/5 of log 4 from their mean: 1/2 and 2 of them.
    place = logs(0.8, 0.2)
    assert min_k_plus_plus(place[:1], place[None]) == pytest.approx(0.5)
    assert min_k_plus_plus(place[1:], place[None]) == pytest.approx(-2.0)


def test_min_k_takes_the_least_likely() -> None:
    place = np.tile(logs(0.8, 0.2), (5, 1))
    tokens = logs(0.8, 0.8, 0.2, 0.8, 0.2)
    assert min_k_plus_plus(tokens, place, 0.2) == pytest.approx(-2.0)
    assert min_k_plus_plus(tokens, place, 0.7) == pytest.approx((-2 - 2 + 0.5) / 3)  # 3 of 5
    assert min_k_plus_plus(tokens, place, 1.0) == pytest.approx((3 * 0.5 - 2 * 2) / 5)
    assert min_k_plus_plus(tokens[:2], place[:2], 0.2) == pytest.approx(0.5)  # one at least


def test_where_nothing_can_stand_out_a_token_counts_nothing() -> None:
    even, sure = logs(0.25, 0.25, 0.25, 0.25), np.array([0.0, NEVER, NEVER, NEVER])
    assert min_k_plus_plus(np.array([even[0], sure[0]]), np.stack([even, sure]), 1.0) == 0
    never = np.array([*logs(0.8, 0.2), NEVER, NEVER])
    assert min_k_plus_plus(logs(0.2), never[None]) == pytest.approx(-2.0)


def test_a_token_that_is_nearly_sure_still_counts() -> None:
    # Chances p and q lie sqrt(q/p) and sqrt(p/q) standard deviations from their mean.
    place = logs(1 - 1e-6, 1e-6)
    for token, away in zip(place, (1e-3, -1e3), strict=True):
        found = min_k_plus_plus(np.array([token]), place[None])
        assert found == pytest.approx(away, rel=1e-5)


def test_min_k_refuses_what_does_not_fit() -> None:
    place = logs(0.8, 0.2)[None]
    for share in (0.0, 1.1, math.nan):
        with pytest.raises(ValueError, match="share"):
            min_k_plus_plus(logs(0.8), place, share)
    with pytest.raises(ValueError, match="2 tokens, but 1"):
        min_k_plus_plus(logs(0.8, 0.2), place)
    with pytest.raises(ValueError, match="without tokens"):
        min_k_plus_plus(np.array([]), np.empty((0, 2)))


def test_rmia_by_hand() -> None:
    # Ratios of the texts 8, 1 and 0.5; of the strangers 0.5, 1, 2 and 4.
    texts, references = logs(0.08, 0.02, 0.01), logs(0.01, 0.02, 0.02)[None]
    strangers, theirs = logs(0.01, 0.02, 0.04, 0.08), logs(0.02, 0.02, 0.02, 0.02)[None]
    assert rmia(texts, references, strangers, theirs).tolist() == [1.0, 0.5, 0.25]
    assert rmia(texts, references, strangers, theirs, gamma=3.0).tolist() == [0.75, 0.0, 0.0]


def test_rmia_means_the_probabilities_of_reference_models_not_their_logs() -> None:
    # 0.01 and 0.07 have the mean 0.04, so the ratio is 1; by logs it would be 1.51.
    references = logs(0.01, 0.07)[:, None]
    for stranger, share in ((0.9, 1.0), (1.1, 0.0)):
        found = rmia(logs(0.04), references, logs(0.5 * stranger), logs(0.5, 0.5)[:, None])
        assert found.tolist() == [share]


def test_rmia_stands_where_probabilities_underflow() -> None:
    found = rmia(
        np.array([-4000.0]), np.array([[-4010.0], [-4020.0]]),
        np.array([-3000.0]), np.array([[-3000.0], [-3001.0]]),
    )  # fmt: skip
    assert found.tolist() == [1.0]


def test_rmia_refuses_what_does_not_fit() -> None:
    one, row = logs(0.5), logs(0.5)[None]
    with pytest.raises(ValueError, match="gamma"):
        rmia(one, row, one, row, gamma=0.0)
    with pytest.raises(ValueError, match="at least one"):
        rmia(one, row, np.array([]), np.empty((1, 0)))
    with pytest.raises(ValueError, match="at least one"):
        rmia(one, np.empty((0, 1)), one, np.empty((0, 1)))
    with pytest.raises(ValueError, match="references are"):
        rmia(one, logs(0.5, 0.5)[None], one, row)
    with pytest.raises(ValueError, match="strangers' references are"):
        rmia(one, row, one, logs(0.5, 0.5)[None])


def test_the_mean_over_models_is_one_of_probabilities() -> None:
    # 0.2 by the released model; 0.1 and 0.3 by the references, 0.2 on average: a ratio of one.
    texts, references = np.log([0.2]), np.log([[0.1], [0.3]])
    for theirs, beaten in ((0.199, 1.0), (0.201, 0.0)):
        strangers, others = np.log([theirs]), np.log([[0.2]] * 2)
        assert rmia(texts, references, strangers, others).tolist() == [beaten]
    one = rmia(texts, references, np.log([0.2 / 3]), np.log([[0.1], [0.0333333]]), gamma=0.99)
    assert one.tolist() == [1.0]


def test_a_text_of_many_tokens_counts_its_lowest_one() -> None:
    vocabulary = np.log(np.array([[0.7, 0.3]] * 4))
    tokens = np.array([np.log(0.7), np.log(0.3), np.log(0.7), np.log(0.7)])
    mean = 0.7 * np.log(0.7) + 0.3 * np.log(0.3)
    spread = np.sqrt(0.7 * np.log(0.7) ** 2 + 0.3 * np.log(0.3) ** 2 - mean**2)
    lowest = (np.log(0.3) - mean) / spread
    assert min_k_plus_plus(tokens, vocabulary, 0.2) == pytest.approx(lowest)
    higher = (np.log(0.7) - mean) / spread
    assert min_k_plus_plus(tokens, vocabulary, 0.5) == pytest.approx((lowest + higher) / 2)
    certain = np.array([[0.0, -np.inf], [np.log(0.7), np.log(0.3)]])
    assert min_k_plus_plus(np.array([0.0, np.log(0.7)]), certain, 1.0) == pytest.approx(higher / 2)
