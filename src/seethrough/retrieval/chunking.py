"""Cutting documents into chunks that a service retrieves."""

from __future__ import annotations

from collections.abc import Sequence

SEPARATORS = ("\n\n", "\n", " ", "")
"""Where a text is cut, the best place first: paragraphs, lines, words, characters."""


def split(
    text: str, size: int = 1500, overlap: int = 0, separators: Sequence[str] = SEPARATORS
) -> list[str]:
    """Cut a text recursively: at the best separator there is, and what is still too long further.

    The chunks are those of LangChain's ``RecursiveCharacterTextSplitter`` with its default
    separators (``benchmarks/peers/chunking.py`` sets them side by side).

    Source: SAGE, A.4 (recursive character splitter of LangChain, chunks of 1,500 characters).

    Args:
        text: Any text.
        size: The longest chunk, in characters, above 0.
        overlap: How many characters of a chunk may be said again by the next, below ``size``.
        separators: Where to cut, the best place first; the last should be empty (anywhere).

    Returns:
        The chunks in order, without white space around them; none for a blank text.

    Raises:
        ValueError: The size or the overlap is out of range.
    """
    if size < 1 or not 0 <= overlap < size:
        raise ValueError(f"size={size} must be above overlap={overlap}, and that at least 0")
    separator, finer = _best(text, separators)
    chunks: list[str] = []
    short: list[str] = []
    for piece in _cut(text, separator):
        if len(piece) < size:
            short.append(piece)
            continue
        chunks += _join(short, size, overlap)
        short = []
        chunks += split(piece, size, overlap, finer) if finer else _join([piece], size, overlap)
    return chunks + _join(short, size, overlap)


def _best(text: str, separators: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the first separator that the text has, and those that are finer."""
    for i, separator in enumerate(separators):
        if not separator or separator in text:
            return separator, separators[i + 1 :] if separator else ()
    return separators[-1], ()


def _cut(text: str, separator: str) -> list[str]:
    """Return the pieces of a text, each beginning with the separator that stood before it."""
    if not separator:
        return list(text)
    first, *rest = text.split(separator)
    return [piece for piece in (first, *(separator + piece for piece in rest)) if piece]


def _join(pieces: Sequence[str], size: int, overlap: int) -> list[str]:
    """Return the pieces put together again, as many as fit into each chunk."""
    chunks: list[str] = []
    start = length = 0
    for end, piece in enumerate(pieces):
        if length + len(piece) > size and end > start:
            chunks.append("".join(pieces[start:end]).strip())
            while length > overlap or (length and length + len(piece) > size):
                length -= len(pieces[start])
                start += 1
        length += len(piece)
    chunks.append("".join(pieces[start:]).strip())
    return [chunk for chunk in chunks if chunk]
