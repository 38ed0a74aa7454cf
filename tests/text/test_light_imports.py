"""PyTorch is left where it is, though spaCy and Presidio load it wherever they find it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import seethrough

TELLS = "import sys; print(f'{__name__} was loaded', file=sys.stderr)\n"
SCRUB = (
    "import sys, seethrough as st\n"
    "from seethrough.text.english import parser\n"
    "print(st.sanitize(st.Corpus.from_texts(['Ann Smith sings.']), 'scrub').corpus.texts[0])\n"
    "print([token.pos_ for token in parser()('He sings')])\n"
    "print('torch' in sys.modules, 'transformers' in sys.modules)\n"
    "import torch, transformers\n"
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages in which PyTorch and transformers say that they are loaded."""
    for name in ("torch", "transformers"):
        (tmp_path / f"{name}.py").write_text(TELLS)
    return tmp_path


def run(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    source = Path(seethrough.__file__).parents[1]
    paths = os.pathsep.join(map(str, (folder, source)))
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": paths},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_parser_and_scrub_do_without(installed: Path) -> None:
    done = run(installed, SCRUB)
    # They load only where the program itself asks for them, at its end.
    assert done.stderr == "torch was loaded\ntransformers was loaded\n"
    assert done.stdout.splitlines() == ["<PERSON> sings.", "['PRON', 'VERB']", "False False"]


def test_a_plug_in_that_cannot_do_without_gets_them(installed: Path) -> None:
    (installed / "plug.py").write_text(
        "import torch\ndef part(nlp, name): return lambda doc: doc\n"
    )
    described = installed / "plug-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1\n")
    (described / "entry_points.txt").write_text("[spacy_factories]\nplug = plug:part\n")
    done = run(installed, SCRUB)
    assert done.stdout.splitlines()[:2] == ["<PERSON> sings.", "['PRON', 'VERB']"]
    assert "torch was loaded" in done.stderr


THREADS = """
import threading
from seethrough.text.light_imports import light_imports

def load():
    import transformers

with light_imports():
    try:
        import torch
    except ModuleNotFoundError as error:
        print(error)
    other = threading.Thread(target=load)
    other.start()
    other.join()
import torch
"""


def test_other_threads_find_them_and_so_does_everyone_afterwards(installed: Path) -> None:
    done = run(installed, THREADS)
    assert done.stdout == "torch is left out here\n"
    assert done.stderr == "transformers was loaded\ntorch was loaded\n"
