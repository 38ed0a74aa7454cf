"""spaCy's binary documents (``DocBin``), as ``spacy convert`` and training corpora have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seethrough.errors import InputError
from seethrough.records.formats.opening import Stream

ENDING = ".spacy"
"""How the name of such a file ends."""


def read_rows(stream: Stream, place: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (row, values) for each document, rows counted from 1.

    Values: ``text``; ``cats`` and ``entities`` (``start``, ``end`` in letters, ``label``) where
    there are any; and the document's user data that have names, such as an ``id``.

    Raises:
        InputError: It is no such file.
    """
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    try:
        documents = DocBin().from_bytes(stream.read()).get_docs(Vocab())
        for number, document in enumerate(documents, 1):
            yield number, _values(document)
    except (KeyError, ValueError, TypeError, EOFError, OSError, ArithmeticError) as error:
        raise _broken(place, error) from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("zlib", "srsly", "spacy", "numpy"):
            raise
        raise _broken(place, error) from None


def _broken(place: str, error: Exception) -> InputError:
    return InputError(f"{place}: no spaCy DocBin, or a broken one ({type(error).__name__})")


def _values(document: Any) -> dict[str, Any]:
    values = {key: value for key, value in document.user_data.items() if isinstance(key, str)}
    if document.cats:
        values["cats"] = dict(document.cats)
    if document.ents:
        values["entities"] = [
            {"start": span.start_char, "end": span.end_char, "label": span.label_}
            for span in document.ents
        ]
    return {**values, "text": document.text}
