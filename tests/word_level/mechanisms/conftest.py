import numpy as np
import pytest

from seethrough.word_level.word_vectors import WordVectors

SPELLED = """
the of 7 , film movie picture story plot tale good great fine bad poor awful doctor nurse
surgeon pain ache fever cat dog bird red blue green run walk
"""
WORDS = SPELLED.split()


@pytest.fixture(scope="session")
def vectors():
    matrix = np.random.default_rng(3).normal(size=(len(WORDS), 5))
    return WordVectors(list(WORDS), matrix.astype(np.float32), "toy")
