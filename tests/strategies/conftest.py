import pytest
from tests.strategies._toy_view import make_view, toy_vectors

from seethrough.word_level.mechanisms.tokens import Tokens


@pytest.fixture(scope="session")
def toy():
    return toy_vectors()


@pytest.fixture(scope="session")
def build(toy):
    """Return a function that makes a view and its truth."""

    def make(*sizes, **fields):
        return make_view(toy, *sizes, **fields)

    return make


@pytest.fixture(scope="session")
def tokens(toy):
    def cut(texts) -> Tokens:
        return toy.tokenizer.split(texts)

    return cut
