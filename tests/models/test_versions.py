import os
from pathlib import Path

from seethrough.models.clients import weights
from seethrough.models.clients.versions import version_of


def test_the_shipped_model_is_known_by_its_weights() -> None:
    assert version_of("local") == weights.SHA256[:16]


def test_other_weights_under_one_name_are_another_version(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF one")
    first = version_of(f"local/{path}")
    assert len(first) == 16
    path.write_bytes(b"GGUF two")
    os.utime(path, ns=(1, 1))
    assert version_of(f"local/{path}") != first
    path.write_bytes(b"GGUF one")
    os.utime(path, ns=(2, 2))
    assert version_of(f"local/{path}") == first


def test_a_name_is_all_that_is_known_of_a_served_model() -> None:
    assert version_of("openai/gpt-x") == version_of("fake") == ""
    assert version_of("local/owner/repo/model.gguf@abc") == "abc"
