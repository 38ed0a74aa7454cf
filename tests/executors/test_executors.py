"""Whoever does the parts of long work, the results are the same, and a death loses nothing."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.executors._parts import (
    dies,
    extracted,
    make_vectors,
    reconstructed,
    report,
    slowest_first,
    whose,
)
from tests.executors.conftest import by_one_process

import seethrough as st
from seethrough import components
from seethrough.errors import UnavailableError
from seethrough.executors.local import DEATHS
from seethrough.judges import local as judge
from seethrough.parallel.cores import available, cores
from seethrough.parallel.spreading import spread

pytestmark = pytest.mark.system

EXECUTORS = [components.example("executors", name) for name in components.names("executors")]
MARKER = "zanzibarian-marker"


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the spec of the executor that the tests of this module run with, each in turn."""
    with st.working_with(request.param):
        yield request.param


def test_there_are_several() -> None:
    assert len(EXECUTORS) >= 2


def test_results_come_in_the_order_of_the_parts(executor: str) -> None:
    assert list(spread(slowest_first, range(12))) == list(range(12))
    assert list(spread(slowest_first, [])) == []


def test_other_processes_do_it_each_with_one_core(executor: str) -> None:
    done = set(spread(whose, range(30)))
    assert os.getpid() not in {process for process, _ in done}
    assert len({process for process, _ in done}) >= 2
    assert {count for _, count in done} == {1}
    assert cores() == available()


def test_parts_are_taken_no_sooner_than_needed(executor: str) -> None:
    taken = []

    def parts() -> Iterator[int]:
        for part in range(10_000):
            taken.append(part)
            yield part

    first = next(iter(spread(math.factorial, parts())))
    assert (first, len(taken) < 1000) == (1, True)


def test_an_error_of_a_part_is_raised_here(executor: str) -> None:
    with pytest.raises(ValueError, match="math domain error"):
        list(spread(math.sqrt, [4.0, -1.0, 9.0]))
    assert list(spread(math.sqrt, [4.0])) == [2.0]


def test_a_part_whose_worker_dies_is_done_again(executor: str, tmp_path: Path) -> None:
    marker = tmp_path / "deaths"
    marker.write_text("")
    done = list(spread(partial(dies, str(marker), 1), range(20)))
    assert done == [part * part for part in range(20)]
    assert marker.read_text() == "."


def test_a_part_that_always_kills_its_worker_is_given_up(executor: str, tmp_path: Path) -> None:
    marker = tmp_path / "deaths"
    marker.write_text("")
    with pytest.raises(UnavailableError, match="ended again and again, perhaps for lack of memory"):
        list(spread(partial(dies, str(marker), 10**6), range(20)))
    assert DEATHS <= len(marker.read_text()) <= 10
    assert list(spread(math.sqrt, [4.0])) == [2.0]


@pytest.mark.long
def test_an_audit_is_the_same_to_the_last_byte(
    executor: str, alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "PART", 4)
    assert report() == alone


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with word vectors."""
    folder = tmp_path_factory.mktemp("vectors")
    make_vectors(folder)
    return folder


@pytest.fixture(scope="module")
def alone_reconstructed(vectors: Path) -> str:
    return by_one_process(f"reconstructed(Path({str(vectors)!r}))")


@pytest.fixture(scope="module")
def alone_extracted() -> str:
    return by_one_process("extracted()")


@pytest.mark.long
def test_words_guessed_back_are_the_same_to_the_last_byte(
    executor: str, vectors: Path, alone_reconstructed: str
) -> None:
    assert reconstructed(vectors) == alone_reconstructed


def test_what_a_service_recites_is_the_same_to_the_last_byte(
    executor: str, alone_extracted: str
) -> None:
    assert extracted() == alone_extracted


@pytest.mark.parametrize("name", EXECUTORS)
def test_nothing_private_is_left_or_named(name: str, tmp_path: Path) -> None:
    """Of the text in a part no file, no name of a process and no line on the screen has a word."""
    script = tmp_path / "script.py"
    script.write_text(_WITHOUT_A_GUARD.format(name=name, marker=MARKER))
    folder = tmp_path / "t"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "TMPDIR": tempfile.gettempdir()},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert MARKER not in done.stderr
    count, processes = done.stdout.splitlines()
    assert (count, processes) == ("40", "0")
    assert [*folder.iterdir()] == []
    left = {*Path(tempfile.gettempdir()).glob("st-*")}
    assert not any(MARKER.encode() in f.read_bytes() for d in left for f in d.rglob("*.log"))


_WITHOUT_A_GUARD = """
import time
from pathlib import Path
import seethrough as st
from seethrough.parallel.spreading import spread
from seethrough.text.normalised import words

def named():
    lines = [f.read_bytes() for f in Path("/proc").glob("[0-9]*/cmdline") if f.exists()]
    return sum(b"{marker}" in line for line in lines)

with st.working_with("{name}"):
    found = list(spread(words, ["{marker} has a cat"] * 40))
    print(len(found))
    print(named())
"""


@pytest.mark.long
@pytest.mark.parametrize("name", EXECUTORS)
def test_a_death_puts_nothing_between_what_a_command_prints(name: str, tmp_path: Path) -> None:
    marker = tmp_path / "deaths"
    script = (
        "from functools import partial; import seethrough as st\n"
        "from seethrough.parallel.spreading import spread\n"
        "from tests.executors._parts import dies\n"
        f"marker = {str(marker)!r}; open(marker, 'w').close()\n"
        f"with st.working_with({name!r}):\n"
        "    print(sum(spread(partial(dies, marker, 2), range(9))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert (done.stdout, marker.read_text()) == ("204\n", "..")


def test_too_long_a_path_for_sockets_is_one_line(tmp_path: Path) -> None:
    place = tmp_path / ("d" * 90)
    place.mkdir()
    script = "import seethrough as st\nwith st.working_with('ray:processes=2'): pass"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "TMPDIR": str(place)},
        capture_output=True,
        text=True,
    )
    last = done.stderr.splitlines()[-1]
    assert last.endswith("too long a path for Ray; set TMPDIR to a shorter one"), done.stderr
    assert "UnavailableError" in last
    assert [*place.iterdir()] == []
