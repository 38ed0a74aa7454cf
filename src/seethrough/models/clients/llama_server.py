"""The child process that runs llama.cpp; ``seethrough.models.clients.local`` starts it.

It reads its settings as one line of JSON from standard input, writes one line of JSON with its
address or what is wrong to standard output, and serves until its parent ends, however the parent
ends. On Linux the kernel kills it then, also in the middle of loading a model, when no Python
thread runs. Elsewhere two threads watch: one that standard input ends, whose other end the parent
holds and never writes to again; one that there is another parent, should that end of the pipe have
been inherited by another process.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import threading
import time
from typing import Any, TextIO

WATCH = 0.5
"""Seconds between two looks at the parent."""

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve until the parent, whose process id is the only argument, is gone."""
    parent = int(sys.argv[1])
    _end_with_the_thread_that_started_this()
    if os.getppid() != parent:
        return
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # llama.cpp writes to standard output
    settings = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    threading.Thread(target=_end_without, args=(parent,), daemon=True).start()
    try:
        server = _serve(settings)
    except ImportError:
        _report(reports, {"missing": "xllamacpp"})
        return
    except Exception as error:
        _report(reports, {"error": f"{type(error).__name__}: {error}"})
        return
    _report(reports, {"address": server.listening_address})
    threading.Event().wait()


def _serve(settings: dict[str, Any]) -> Any:
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = settings["model"]
    parameters.n_parallel = settings["slots"]
    parameters.n_ctx = settings["context"] * settings["slots"]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.verbosity = 0
    parameters.api_keys = [settings["key"]]  # without one, any page in a browser could ask
    parameters.ui = False
    parameters.cpuparams.n_threads = settings["threads"]
    parameters.cpuparams_batch.n_threads = settings["threads"]
    return xllamacpp.Server(parameters)


def _report(reports: TextIO, message: dict[str, str]) -> None:
    reports.write(json.dumps(message) + "\n")
    reports.flush()


def _end_with_the_thread_that_started_this() -> None:
    """Have the kernel kill this process when that thread, or its whole process, ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _end_with_standard_input() -> None:
    while os.read(0, 4096):
        pass
    os._exit(0)


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(0)


if __name__ == "__main__":
    main()
