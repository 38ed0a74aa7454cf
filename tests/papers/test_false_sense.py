"""The figures of *A False Sense of Privacy* on MedQA, with tolerances."""

from __future__ import annotations

import pytest
from benchmarks import _data
from benchmarks.papers import table3

import seethrough as st

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not _data.FOLDER.is_dir(), reason=f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA"
    ),
]


@pytest.fixture(scope="module")
def private() -> st.Corpus:
    return _data.medqa()


def test_the_vignette_is_the_question_without_its_last_sentence(private: st.Corpus) -> None:
    assert len(private) > 600
    assert sum(text.endswith("?") for text in private.texts) < 0.02 * len(private)
    assert min(len(text) for text in private.texts) > 20


def test_table_3_without_sanitization(private: st.Corpus) -> None:
    found = table3.measure(private, ["identity"])
    for source in table3.SOURCES:
        assert found["identity", source].value >= 0.98
        assert found["identity", source].control.value == 0
        assert found["identity", source].baseline.value < 0.02


def test_table_1_without_sanitization(private: st.Corpus) -> None:
    result = st.audit(private, private, attacks=["inference"])
    assert result["semantic.distance"].value <= 0.08
    assert result["semantic.distance"].control.value >= 0.7


def test_scrubbing_hardly_helps(private: st.Corpus) -> None:
    """The paper has 0.06; here ages are starred out, and claims that say one are half told."""
    result = st.audit(private, st.sanitize(private, "scrub:style=star"))
    assert result["linkage.top1"].value > 0.85
    assert result["semantic.distance"].value == pytest.approx(0.06, abs=0.04)
