"""The notebooks run, and print what stands in them."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from notebooks.execute import FOLDER, executed

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def printed(notebook: nbformat.NotebookNode) -> list[str]:
    return [
        "".join(out.get("text", "") for out in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of sockets that the kernel's client leaves open
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_prints_what_stands_in_it(file: Path) -> None:
    kept = printed(nbformat.read(file, 4))
    assert all(kept), "a cell that prints nothing shows nothing"
    assert printed(executed(file)) == kept
