from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import pytest
from judge_training.overflow import probe

from seethrough.judges.offline import encoder
from seethrough.judges.offline.overflow import PROBE, overflows

CLAIMS = ["The patient has had hives for three weeks.", "He has a dog.", "She sold 12 cars in May."]
NOTE = "A 27-year-old man comes because of hives for three weeks. He keeps two cats."
CPUINFO = Path("/proc/cpuinfo")


def test_the_shipped_probe_is_what_its_command_makes() -> None:
    assert PROBE.read_bytes() == probe().SerializeToString(deterministic=True)


def test_products_overflow_only_where_the_processor_has_no_instructions_for_them() -> None:
    """An ARM processor and an x64 one with VNNI are exact; of others it must be found out."""
    told = CPUINFO.read_text() if CPUINFO.is_file() else ""
    if "vnni" in told or platform.machine() in ("aarch64", "arm64"):
        assert not overflows()
    elif "avx2" in told:
        assert overflows()


def test_a_sum_that_is_cut_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class CutOff:
        def __init__(self, *_: object, **__: object) -> None: ...

        def get_inputs(self) -> list[object]:
            return [type("Given", (), {"shape": ["rows", 64]})]

        def run(self, _: object, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            rows = given["activations"].astype(np.int32)
            pairs = np.minimum(rows[:, ::2] * 127 + rows[:, 1::2] * 127, 2**15 - 1)
            return [np.repeat(pairs.sum(1, keepdims=True), 64, axis=1)]

    monkeypatch.setattr("onnxruntime.InferenceSession", CutOff)
    assert overflows.__wrapped__()


@pytest.mark.skipif(overflows(), reason="signed weights are never used on this processor")
def test_unsigned_weights_give_the_same_chances_to_the_last_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a report does not depend on which of the two a processor needs."""
    passages = [NOTE] * len(CLAIMS)
    signed = encoder.scores(CLAIMS, passages)
    monkeypatch.setattr(encoder, "overflows", lambda: True)
    monkeypatch.setattr(encoder, "_session", encoder._session.__wrapped__)
    assert (encoder.scores(CLAIMS, passages) == signed).all()
