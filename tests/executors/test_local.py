"""Processes of this machine, and who does the work where there are none."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from tests.executors._parts import whose

import seethrough as st
from seethrough import spec
from seethrough.errors import UsageError
from seethrough.parallel.spreading import spread

pytestmark = pytest.mark.system


def test_workers_end_with_their_block() -> None:
    with st.working_with("local:processes=2,patience=0"):
        workers = {process for process, _ in spread(whose, range(20))}
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(Path(f"/proc/{w}").exists() for w in workers):
        time.sleep(0.1)
    assert len(workers) == 2
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_no_thread_of_a_pool_outlives_its_block() -> None:
    before = set(threading.enumerate())
    for _ in range(5):  # where one does, it does so once in four times
        with st.working_with("local:processes=2,patience=0"):
            list(spread(whose, range(20)))
        assert set(threading.enumerate()) <= before


@pytest.mark.long
@pytest.mark.parametrize("executor", ["local:processes=2,patience=0", "ray:processes=2"])
def test_workers_end_with_a_command_that_is_killed(executor: str) -> None:
    script = (
        "import seethrough as st\n"
        "from seethrough.parallel.spreading import spread\n"
        "from tests.executors._parts import whose\n"
        f"with st.working_with({executor!r}):\n"
        "    for process, _ in spread(whose, range(10**6)): print(process, flush=True)\n"
    )
    command = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert command.stdout is not None
    workers = {int(command.stdout.readline()) for _ in range(20)}
    assert len(workers) == 2
    assert all(Path(f"/proc/{worker}").exists() for worker in workers)
    command.kill()
    command.communicate()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(Path(f"/proc/{w}").exists() for w in workers):
        time.sleep(0.1)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@pytest.mark.long
def test_ray_asked_to_end_leaves_nothing() -> None:
    script = (
        "import signal\n"
        "import seethrough as st\n"
        "from seethrough.parallel.spreading import spread\n"
        "from tests.executors._parts import whose\n"
        "with st.working_with('ray:processes=2'):\n"
        "    list(spread(whose, range(2)))\n"
        "print(signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)\n"
        "with st.working_with('ray:processes=2'):\n"
        "    for process, _ in spread(whose, range(10**6)): print(process, flush=True)\n"
    )
    with tempfile.TemporaryDirectory(prefix="t-") as folder:  # short: sockets lie in it
        command = subprocess.Popen(
            [sys.executable, "-c", script],
            env={**os.environ, "TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert command.stdout is not None
        assert command.stdout.readline() == "True\n"
        command.stdout.readline()
        command.terminate()
        _, errors = command.communicate(timeout=60)
        assert (command.returncode, errors) == (128 + signal.SIGTERM, "")
        assert [*Path(folder).iterdir()] == []


def test_an_interruption_is_answered_by_the_command_and_not_by_its_workers() -> None:
    """A worker that is still importing would print where it was."""
    script = (
        "import seethrough as st\n"
        "from seethrough.parallel.spreading import spread\n"
        "from tests.executors._parts import interruptible\n"
        "with st.working_with('local:processes=2,patience=0'):\n"
        "    workers = {*spread(interruptible, range(20))}\n"
        "    print(interruptible(None), workers)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "True {False}\n", done.stderr


def test_little_work_starts_nobody() -> None:
    with st.working_with("local:processes=2"):
        assert {process for process, _ in spread(whose, range(5))} == {os.getpid()}


def test_one_process_is_this_one() -> None:
    with st.working_with("local:processes=1,patience=0"):
        assert {process for process, _ in spread(whose, range(5))} == {os.getpid()}


def test_an_inner_block_keeps_the_workers_of_the_outer_one() -> None:
    with st.working_with("local:processes=2,patience=0"):
        before = {process for process, _ in spread(whose, range(10))}
        with st.working_with("local:processes=1"):
            assert {process for process, _ in spread(whose, range(10))} <= before


def test_outside_of_a_block_everything_is_done_here() -> None:
    assert {process for process, _ in spread(whose, range(2))} == {os.getpid()}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("local:processes=-1", "processes"),
        ("local:patience=-1", "patience"),
        ("ray:processes=-1", "processes"),
        ("ray:address=10.0.0.1:6379,processes=2", "processes is for this machine"),
        ("nobody", "no executor is named 'nobody'"),
    ],
)
def test_a_wrong_spec(wrong: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        spec.parse("executors", wrong)


def test_a_cluster_elsewhere_gets_no_text_unasked() -> None:
    with (
        pytest.raises(UsageError, match=r"10\.0\.0\.1:6379; add --allow-remote"),
        st.working_with("ray:address=10.0.0.1:6379"),
    ):
        pass


def test_files_beside_the_data_are_not_run(tmp_path: Path) -> None:
    """A folder of somebody's data may hold a file that is called like a module of Python."""
    trap = (
        "import os, pathlib\npathlib.Path(__file__).with_name('ran').write_text('')\nos._exit(3)\n"
    )
    for module in ("multiprocessing", "pickle", "random"):
        (tmp_path / f"{module}.py").write_text(trap)
    rows = "".join(f'{{"text": "My name is Ann{i} and I keep bees."}}\n' for i in range(30))
    (tmp_path / "p.jsonl").write_text(rows)
    command = [
        Path(sys.executable).with_name("seethrough"), "sanitize", "p.jsonl", "--with", "scrub",
        "-o", "r.jsonl", "--executor", "local:processes=2,patience=0",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert not (tmp_path / "ran").exists()
