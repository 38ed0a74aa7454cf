"""A headless Chromium, driven over its debugging pipe; nothing but the standard library."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--disable-domain-reliability",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
    "--no-pings",
    "--remote-debugging-pipe",
)


PATIENCE = 120
"""Seconds without a word from Chromium after which a test fails."""

AXE = """axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify(
  found.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.html.slice(0, 120))])))"""


def executable() -> str | None:
    """Return where Chromium is, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One browser with one page.

    Attributes:
        requests: The address of everything that pages asked for.
        messages: What pages wrote to the console, refusals by the security policy among it.
    """

    def __init__(self, reading: int, writing: int) -> None:
        self._in = os.fdopen(reading, "rb", buffering=0)
        self._out = os.fdopen(writing, "wb", buffering=0)
        self._left = b""
        self._number = 0
        self._session: str | None = None
        self._events: list[dict[str, Any]] = []
        self.requests: list[str] = []
        self.messages: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result

    def open(self, page: Path, *, width: int = 1100, dark: bool = False, media: str = "") -> None:
        """Show a file at a width, in CSS pixels, and wait until it is loaded."""
        self.visit(page.as_uri(), width=width, dark=dark, media=media)

    def visit(
        self, url: str, *, width: int = 1100, height: int = 900, dark: bool = False, media: str = ""
    ) -> None:
        """Show an address at a width and a height, in CSS pixels, and wait until it is loaded."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.follow(lambda: self.call("Page.navigate", url=url))

    def follow(self, act: Callable[[], object]) -> None:
        """Do what opens another page, and wait until that is loaded.

        Nothing is asked of the page meanwhile: what is asked while one page makes way for
        another fails.
        """
        self._events.clear()
        act()
        while not any(e["method"] == "Page.loadEventFired" for e in self._events):
            self._read()

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression, which may be a promise."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def serious(self) -> list[list[Any]]:
        """Return what axe-core finds serious or critical: how bad, its rule, where."""
        axe = resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
        self.evaluate(f"{axe}; 0")
        found: list[list[Any]] = json.loads(self.evaluate(AXE))
        return [row for row in found if row[0] in ("serious", "critical")]

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press and release a key."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def screenshot(self, file: Path, *, whole: bool = True) -> None:
        """Write a picture of the page."""
        picture = self.call("Page.captureScreenshot", captureBeyondViewport=whole, format="png")
        file.write_bytes(base64.b64decode(picture["data"]))

    def pdf(self) -> bytes:
        """Return the page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            assert select.select([self._in], [], [], PATIENCE)[0], f"silent for {PATIENCE} s"
            piece = self._in.read(65536)
            assert piece, "Chromium ended"
            self._left += piece
        line, _, self._left = self._left.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self._note(message)
        return message

    def _note(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        parameters = event["params"]
        if event["method"] == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif event["method"] == "Log.entryAdded":
            self.messages.append(parameters["entry"]["text"])
        elif event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.messages.append(json.dumps(parameters))


@contextlib.contextmanager
def browser(log: Path | None = None, reachable: str = "") -> Iterator[Browser]:
    """Start a browser with a profile of its own, and end it.

    Args:
        log: Where to write Chromium's own log of everything on the network, or None.
        reachable: The only host that it finds; none where empty.
    """
    program = executable()
    assert program is not None
    to_reading, to_writing = os.pipe()
    from_reading, from_writing = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        hosts = "MAP * ~NOTFOUND" + (f", EXCLUDE {reachable}" if reachable else "")
        arguments = [program, *FLAGS, f"--host-resolver-rules={hosts}"]
        arguments += [f"--user-data-dir={profile}"]
        arguments += [f"--log-net-log={log}"] if log is not None else []

        def place() -> None:
            # Chromium reads commands from descriptor 3 and writes answers to 4.
            os.dup2(to_reading, 13)
            os.dup2(from_writing, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        process = subprocess.Popen(
            [*arguments, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=place, close_fds=False,
        )  # fmt: skip
        os.close(to_reading)
        os.close(from_writing)
        started = Browser(from_reading, to_writing)
        try:
            yield started
        finally:
            started._session = None
            with contextlib.suppress(AssertionError, OSError):
                started.call("Browser.close")
            process.wait(timeout=20)
            started._in.close()
            started._out.close()


def assert_outlined(chromium: Browser) -> None:
    """Check that a page's headings go down by one level each, and that header cells say of what."""
    levels = chromium.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    loose = "[...document.querySelectorAll('th')].filter(t => !t.scope).length"
    assert chromium.evaluate(loose) == 0
