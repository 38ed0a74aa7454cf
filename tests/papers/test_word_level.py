"""The figures of *On the Vulnerability of Text Sanitization* on SST-2's whole sentences."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks import _data
from benchmarks.papers import reconstruction

from seethrough.sanitizers.santext import SanText
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.markov import Markov

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not _data.FOLDER.is_dir(), reason=f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA"
    ),
]

# epsilon: least markov, least lead over context-free Bayes, least context-free Bayes
FLOORS = {
    0.5: (0.44, 0.11, 0.322),
    1.0: (0.44, 0.11, 0.323),
    2.0: (0.45, 0.10, 0.339),
    3.0: (0.47, 0.09, 0.367),
    4.0: (0.50, 0.08, 0.417),
    6.0: (0.61, 0.04, 0.572),
}


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Any:
    private, shadow = reconstruction.sentences()
    folder = tmp_path_factory.mktemp("vectors")
    return reconstruction.custext(reconstruction.vocabulary(folder, private + shadow))


@pytest.mark.parametrize("epsilon", FLOORS)
def test_reconstruction_of_custext(make: Any, epsilon: float) -> None:
    private, shadow = reconstruction.sentences()
    stage = reconstruction.Stage(make(epsilon), private, shadow[:1000])
    markov, free, bound = (stage.run(s) for s in (Markov(), ContextFree(), ContextFreeBound()))
    least, lead, least_free = FLOORS[epsilon]
    assert markov.n > 30_000
    assert markov.asr >= least
    assert markov.asr >= free.asr + lead
    assert markov.asr > bound.asr + markov.error + bound.error
    assert free.asr >= least_free
    assert markov.calibration < 0.03
    assert abs(markov.expected - markov.all) < 0.02


def test_more_shadow_text(make: Any) -> None:
    private, shadow = reconstruction.sentences()
    for epsilon, least in ((1.0, 0.49), (4.0, 0.55), (6.0, 0.65)):
        found = reconstruction.Stage(make(epsilon), private, shadow).run(Markov())
        assert found.asr >= least
        assert found.calibration < 0.03


def test_santext_is_decoded_with_nearly_nothing_left_out() -> None:
    private, shadow = reconstruction.sentences()
    sanitizer = SanText(1.0, cut="spaces", unknown="keep")
    stage = reconstruction.Stage(sanitizer, private[:60], shadow[:1000], whole=True)
    markov, bound = (stage.run(s) for s in (Markov(calibrate=False), ContextFreeBound()))
    assert markov.left_out < 0.001
    assert markov.asr > bound.asr + 0.02
