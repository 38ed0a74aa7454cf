"""Runs the notebooks and keeps what they print: ``make notebooks``."""

from __future__ import annotations

import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent


def executed(notebook: Path) -> nbformat.NotebookNode:
    """Return a notebook with what its cells print now, warnings left out.

    Args:
        notebook: The file; it is not changed.

    Raises:
        CellExecutionError: A cell failed.
    """
    made = nbformat.read(notebook, 4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(made, timeout=300, record_timing=False).execute(cwd=folder)
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr"]
    made.metadata.pop("language_info", None)
    return made


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(file), file)
