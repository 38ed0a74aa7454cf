from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from seethrough.errors import InputError, MissingExtraError, UnavailableError
from seethrough.language_model import CUT_SHORT, Answer, Message, Options, Prompt
from seethrough.models.clients import local
from seethrough.models.clients.local import Local
from seethrough.prompts import load

STUBS = Path(__file__).parent / "stubs"


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A file that the stub of llama.cpp takes for a model."""
    monkeypatch.setenv("PYTHONPATH", str(STUBS))
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF")
    yield str(file)
    local.stop_all()


def ask(text: str) -> Prompt:
    return Prompt((Message("user", text),))


def children() -> list[int]:
    return [child.process.pid for child in local._children.values()]


def test_it_starts_on_first_use_and_once(weights: str) -> None:
    model = Local(weights)
    assert model.generate([], Options()) == []
    assert children() == []
    (answer,) = model.generate([ask("one two three")], Options())
    assert answer == Answer("processed 5 of 5", "", 5, 4)
    (pid,) = children()
    Local(weights).choose([ask("x")], ["Yes", "No"])
    assert children() == [pid]
    assert model.usage.total.prompt_tokens == 5
    assert model.name == "local/model.gguf"


def test_the_steps_for_a_prompt_do_not_depend_on_what_came_before(weights: str) -> None:
    template = load("judge_choice")
    prompts = [
        template.fill({"passage": p, "claim": c})
        for p in ("He is 40.", "She is 50.")
        for c in ("He is 40.", "He is 41.", "She smokes a lot.")
    ]
    model = Local(weights)
    forwards = model.choose(prompts, ["Yes", "No"])
    assert np.array_equal(model.choose(prompts[::-1], ["Yes", "No"])[::-1], forwards)
    alone = [model.choose([p], ["Yes", "No"])[0] for p in prompts]
    assert np.array_equal(alone, forwards)
    (answer,) = model.generate(prompts[:1], Options())
    processed, whole = (int(w) for w in answer.text.split() if w.isdigit())
    assert processed < whole / 2  # the passage is not processed again


def test_short_room_long_prompts_and_unlikely_answers(weights: str) -> None:
    model = Local(weights)
    assert model.generate([ask("a")], Options(max_tokens=2))[0].problem == CUT_SHORT
    long = ask("w " * 1200)
    assert [a.problem for a in model.generate([long, ask("a")], Options())] == [
        "too long for the model",
        "",
    ]
    assert np.isnan(model.choose([long], ["Yes", "No"])).all()
    assert np.isnan(model.choose([ask("a")], ["Maybe", "Perhaps"])).all()
    assert model.choose([], ["Yes", "No"]).shape == (0, 2)


def test_nobody_without_the_key_gets_an_answer(weights: str) -> None:
    Local(weights).generate([ask("a")], Options())
    (child,) = local._children.values()
    request = urllib.request.Request(child.client.address + "/completion", b'{"prompt": []}')
    with pytest.raises(urllib.error.HTTPError, match="401") as raised:
        urllib.request.urlopen(request)
    raised.value.close()


@pytest.mark.parametrize("word", ["SLOW", "DRIP"])
def test_the_time_out_is_for_the_whole_answer(word: str, weights: str) -> None:
    began = time.monotonic()
    with pytest.raises(UnavailableError, match=r"no answer within 0.5 s; .*--model-timeout"):
        Local(weights, timeout=0.5).generate([ask(word)], Options())
    assert time.monotonic() - began < 15.0


def test_a_model_that_died_is_said_to_have_and_starts_again(weights: str) -> None:
    model = Local(weights)
    with pytest.raises(UnavailableError, match="enough memory"):
        model.generate([ask("DIE")], Options())
    (first,) = children()
    time.sleep(0.1)
    assert model.generate([ask("a")], Options())[0].text
    assert children() != [first]


def test_a_broken_model_and_a_file_that_is_none(tmp_path: Path, weights: str) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF broken")
    with pytest.raises(UnavailableError, match=r"does not start with .*Failed to load the model"):
        Local(str(broken)).generate([ask("a")], Options())
    pickle = tmp_path / "model.pt"
    pickle.write_bytes(b"\x80\x04")
    with pytest.raises(InputError, match="not a GGUF file"):
        Local(str(pickle)).generate([ask("a")], Options())


def test_without_the_package(tmp_path: Path, weights: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xllamacpp.py").write_text("raise ImportError('no wheel')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(MissingExtraError, match=r"pip install 'seethrough\[local-model\]'"):
        Local(weights).generate([ask("a")], Options())


PARENT = """
import sys, time
from seethrough.models.clients import local
from seethrough.language_model import Message, Options, Prompt
from threading import Thread

def ask():
    try:
        local.Local(sys.argv[1]).generate([Prompt((Message("user", sys.argv[2]),))], Options())
    except Exception:
        pass

thread = Thread(target=ask, daemon=True)
thread.start()
while not local._children:
    time.sleep(0.01)
(child,) = local._children.values()
sys.stdout.write(f"{child.process.pid}\\n")
sys.stdout.flush()
if sys.argv[3] == "exit":
    sys.exit()
if sys.argv[3] == "raise":
    raise RuntimeError("a bug")
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("end", "word"), [("exit", "a"), ("raise", "a"), ("SIGKILL", "SLOW"), ("SIGINT", "SLOW")]
)
def test_no_orphan_is_left_however_the_parent_ends(
    weights: str, word: str, end: str, expect_gone: Callable[[int, float], None]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, weights, word, end],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if end.startswith("SIG"):
            parent.send_signal(getattr(signal, end))
        parent.wait(10)
    expect_gone(child, 5)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the child ends once it has loaded")
@pytest.mark.parametrize("after", [0.0, 0.05, 1.0])
def test_no_orphan_is_left_of_a_child_that_is_loading(
    tmp_path: Path,
    weights: str,
    after: float,
    kill_while_asking: Callable[..., int],
    expect_gone: Callable[[int, float], None],
) -> None:
    big = tmp_path / "big.gguf"
    big.write_bytes(b"GGUF big")
    expect_gone(kill_while_asking(after, "a", str(big)), 2)


def test_it_outlives_the_thread_that_first_asked(weights: str) -> None:
    model = Local(weights)
    thread = threading.Thread(target=model.generate, args=([ask("a")], Options()))
    thread.start()
    thread.join()
    (pid,) = children()
    time.sleep(0.1)
    assert model.generate([ask("a")], Options())[0].text
    assert children() == [pid]
