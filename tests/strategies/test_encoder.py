"""Encoders are loaded from this machine alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from seethrough.errors import UnavailableError
from seethrough.strategies import _encoder
from seethrough.strategies.mask_inference import _has_head


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replace the library by one that notes how it is asked."""
    asked: list[dict[str, Any]] = []

    def from_pretrained(source: str, **options: Any) -> Any:
        asked.append(options)
        if source == "absent":
            raise OSError("We couldn't connect to 'https://huggingface.co'\nto load the files")
        return SimpleNamespace(architectures=["BertForMaskedLM"])

    kinds = ("AutoTokenizer", "AutoConfig", "AutoModel")
    library = {kind: SimpleNamespace(from_pretrained=from_pretrained) for kind in kinds}
    monkeypatch.setattr(_encoder, "torch_modules", lambda: (None, SimpleNamespace(**library)))
    return asked


def test_nothing_is_downloaded_and_no_code_beside_an_encoder_is_run(
    asked: list[dict[str, Any]],
) -> None:
    _encoder.load("org/encoder", "AutoModel", num_labels=2)
    assert _has_head("org/encoder")
    assert len(asked) == 3
    for options in asked:
        assert options["local_files_only"] is True
        assert options["trust_remote_code"] is False
    assert asked[1]["use_safetensors"] is True
    assert asked[1]["num_labels"] == 2


def test_without_an_encoder_there_is_no_head(asked: list[dict[str, Any]]) -> None:
    assert not _has_head("")
    assert asked == []


@pytest.mark.parametrize("load", [lambda name: _encoder.load(name, "AutoModel"), _has_head])
def test_an_encoder_that_is_not_here_is_one_line(load: Any, asked: list[dict[str, Any]]) -> None:
    with pytest.raises(UnavailableError, match="absent is not on this machine") as error:
        load("absent")
    assert len(str(error.value).splitlines()) == 1
    assert asked
