"""A run that is killed at any moment goes on where it ended and gives the same release."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seethrough.models.fake_server import FakeServer

RUN = """
import json, sys
from pathlib import Path
from seethrough.data import Corpus
from seethrough.models.resolve import using
from seethrough.sanitizing import sanitize

texts = [f"Case {i}: a {20 + i}-year-old woman from Hull saw Doctor Ann{i}." for i in range(30)]
with using(base_url=sys.argv[1], cache=Path(sys.argv[2]), concurrency=4):
    release = sanitize(Corpus.from_texts(texts), "anonymize:model=openai/fake", seed=7)
Path(sys.argv[3]).write_text(json.dumps([release.corpus.texts, dict(release.details)]))
"""


def run(server: FakeServer, cache: Path, out: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", RUN, server.url, str(cache), str(out)])


@pytest.mark.slow
def test_kill_at_ten_random_moments(tmp_path: Path) -> None:
    with FakeServer(delay=0.05) as server:
        began = time.monotonic()
        with run(server, tmp_path / "undisturbed", tmp_path / "expected.json") as process:
            assert process.wait(120) == 0
        whole = time.monotonic() - began
        needed = len(server.requests)
        moments = random.Random(1)
        for number in range(10):
            server.requests.clear()
            cache, out = tmp_path / f"cache{number}", tmp_path / f"out{number}.json"
            with run(server, cache, out) as process:
                time.sleep(moments.uniform(0.2, whole))
                process.kill()
            with run(server, cache, out) as process:
                assert process.wait(120) == 0
            assert json.loads(out.read_text()) == json.loads(
                (tmp_path / "expected.json").read_text()
            )
            assert len(server.requests) <= needed + 8  # what was under way is asked again
