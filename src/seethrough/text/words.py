"""Word lists in a form that is easy to read and to review."""

from pathlib import Path


def vocabulary(words: str) -> frozenset[str]:
    """Return the words of a text, separated by white space, as a set."""
    return frozenset(words.split())


def word_lists(file: Path) -> dict[str, frozenset[str]]:
    """Return the lists of a file by their headings.

    Args:
        file: Each list is a line ``[heading]`` and lines of words; a line that begins with ``#`` is
            a remark.
    """
    found: dict[str, set[str]] = {}
    here: set[str] = set()
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            here = found.setdefault(line.strip("[]"), set())
        elif not line.startswith("#"):
            here.update(line.split())
    return {heading: frozenset(words) for heading, words in found.items()}
