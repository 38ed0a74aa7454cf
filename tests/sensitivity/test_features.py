from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from seethrough.sensitivity import features, names, topics
from seethrough.sensitivity.model import CAUTION, Model, chances, decide, read, save, shipped

RECORD = "My aunt Odile sells bread. She has gout. The weather was fine."


def test_topics_are_found_by_stem_and_longer_phrases_hide_shorter() -> None:
    lexicon = topics.read(["# a note", "[work]", "night shift, bread", "[time]", "night"])
    words = topics.stems(topics.tokens("Nights, a night shift, breads"))
    assert topics.spoken_of(words, lexicon) == [(0, 1), (2, 0), (4, 0)]


def test_every_feature_has_a_name_and_no_name_twice() -> None:
    row, _ = features.dense("The aunt has gout.", RECORD)
    named = features.names_of()
    assert len(named) == len(row) == len(set(named))
    value = dict(zip(named, row.tolist(), strict=True))
    assert value["topic condition"] == 1
    assert value["topic kin"] == 1
    assert value["topic health"] == 1
    assert value["near topic kin"] > 0
    assert value["shape located"] == 1


def test_a_claim_is_located_in_its_sentence_or_nowhere() -> None:
    about = features.context(RECORD)
    assert features.located(features.part("The aunt has gout."), about) == 1
    assert features.located(features.part("Quantum chromodynamics puzzles."), about) == -1
    assert features.located(features.part("x"), features.context("")) == -1


def test_words_of_very_many_sentences_locate_no_claim() -> None:
    sentences = [f"The aunt has sign {n}." for n in range(features.FREQUENT)]
    about = features.context(" ".join([*sentences, "The aunt has gout."]))
    assert features.located(features.part("The aunt has gout."), about) == len(sentences)
    assert features.located(features.part("The aunt."), about) == -1


@pytest.mark.parametrize(
    ("claim", "sign"),
    [
        ("The landlady is Mrs Petrosyan.", "title"),
        ("The writer's brother Hailu came.", "kin"),
        ("Then Sheila rang.", "given"),
        ("Vern: They never said why.", "speaker"),
        ("Curtis Boudreaux.", "signed"),
        ("The writer moved to Lyon.", "place"),
        ("A Polish song was sung.", "nationality"),
    ],
)
def test_signs_of_names(claim: str, sign: str) -> None:
    row, _ = features.dense(claim, "")
    value = dict(zip(features.names_of(), row.tolist(), strict=True))
    assert value[f"name {sign}"] >= 1
    assert value["name person"] == (sign not in ("place", "nationality"))


def test_a_name_that_a_record_introduces_is_known_in_its_claims() -> None:
    assert "odile" in features.context(RECORD).known
    signs = names.signs("Odile's bread", ["Odile's", "bread"], frozenset({"odile"}), {})
    assert signs[names.KINDS.index("known")] == 1


def test_a_decision_weighs_what_it_costs_to_miss() -> None:
    even = np.array([[0.25, 0.0, 0.0, 0.0, 0.30], [0.0, 0.25, 0.0, 0.0, 0.3], [0, 0, 0, 0, 1.0]])
    assert decide(even.astype(np.float32)) == ["identifier", "special", "none"]
    assert min(CAUTION[:2]) >= CAUTION[2] > CAUTION[3] > CAUTION[4]


def test_chances_of_a_model_worked_by_hand() -> None:
    zero, one = np.zeros(1, np.float32), np.ones(1, np.float32)
    weights = np.zeros((3, 5), np.float32)
    weights[0, 1] = np.log(2)  # the feature doubles the odds of special
    weights[1, 3] = np.log(3) / 2  # the word, of length 2, triples those of private
    model = Model({"debt": 0}, zero, one, 4 * one, weights)
    table = np.array([[1.0], [0.0]], np.float32)
    assert chances(model, table, [["debt"], []]) == pytest.approx(
        np.array([[1 / 8, 2 / 8, 1 / 8, 3 / 8, 1 / 8], [1 / 5] * 5]), abs=1e-6
    )


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    save(shipped(), first)
    save(read(first), second)
    assert first.read_bytes() == second.read_bytes()
    assert read(first).vocabulary == shipped().vocabulary


TIED = """
import numpy as np
from seethrough.sensitivity.features import Context, Part, located

stems = {0: ["apple", "bridge", "candle"], 1: ["drum", "engine", "feather"]}
sentences = {
    name: [home, *range(100 * count + 10 * home, 100 * count + 10 * home + count - 1)]
    for home, names in stems.items()
    for name, count in zip(names, (2, 3, 5))
}
none = np.zeros(1)
claim = Part([], [*stems[0], *stems[1]], none, none)
print(located(claim, Context([], frozenset(), none, sentences)))
"""


def test_a_sum_of_words_does_not_depend_on_how_python_hashes_them() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", TIED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert found in ({b"0\n"}, {b"1\n"})


def test_blank_lines_are_read_once() -> None:
    begin = process_time()
    features.context("Anna has asthma." + "\n" * 50_000 + "She bakes.")
    assert process_time() - begin < 15  # minutes where every line reads the blank ones behind it
