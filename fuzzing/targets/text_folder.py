"""Folders of text files: a line names a file, and what follows stands in it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from fuzzing.checks import answered, text_of
from seethrough.records.formats.text_folder import is_text_folder
from seethrough.records.reading import read, read_pair

SLOW = True
LONGEST = 512
SEEDS = (
    b"//a.txt\nAnn keeps ninety bees.\n//b.txt\nBob plays the cello.\r\n//ward 3/c.v2.TXT\n",
    b"//a.txt\n\xef\xbb\xbfAnn.\n//.DS_Store\n\0\n//\xe9.txt\nBob.\n//b/.txt\nCid.\n",
    b"//a.txt\nAnn.\n//b.txt\nBob.\n//c.csv\nid,text\n",
    b"//a.txt\n/dev/zero\n//b.txt\n->a.txt\n//c.txt\n->.\n",
)
WORDS = (b"//", b".txt", b"->", b"->..", b"/", b"\n", b".txt/", b".jsonl", b"\xe9", b"\xff\xfe")


def check(content: bytes) -> None:
    folder = Path("input")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for part in re.split(rb"^//", content, flags=re.MULTILINE):
        name, _, text = part.partition(b"\n")
        try:
            _write(folder / text_of(name).strip("/").replace("..", "."), text)
        except (OSError, ValueError):  # no name that a file may have
            continue
    with answered():
        is_text_folder(str(folder))
    with answered():
        corpus = read(folder).corpus
        files = [f for f in folder.rglob("*") if f.is_file() and f.suffix.lower() == ".txt"]
        assert len(corpus) == len({*corpus.ids}) == len(files)
    with answered():
        read_pair(folder, folder)


def _write(file: Path, text: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if text.startswith(b"->"):
        file.symlink_to(text_of(text[2:].strip()))
    else:
        file.write_bytes(text)
