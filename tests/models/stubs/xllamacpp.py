"""Stands in for the real package in the child process: the same routes, words as tokens.

It keeps the slot's cache as llama.cpp does and answers with what it processed for a prompt, so that
a test can see whether that depends on what came before.
"""

import ctypes
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import SimpleNamespace


class CommonParams(SimpleNamespace):
    def __init__(self) -> None:
        super().__init__(
            model=SimpleNamespace(path=""),
            cpuparams=SimpleNamespace(n_threads=0),
            cpuparams_batch=SimpleNamespace(n_threads=0),
        )


class Handler(BaseHTTPRequestHandler):
    cache: list = []
    words: dict = {}

    def log_message(self, *args) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers["Authorization"] != f"Bearer {self.server.key}":
            self.reply(401, {})
        elif self.path == "/apply-template":
            turns = "".join(f"<{m['role']}> {m['content']} " for m in body["messages"])
            self.reply(200, {"prompt": turns + "<assistant>"})
        elif self.path == "/tokenize":
            ids = [self.words.setdefault(w, len(self.words)) for w in body["content"].split()]
            self.reply(200, {"tokens": ids})
        else:
            self.complete(body)

    def complete(self, body: dict) -> None:
        prompt, names = body["prompt"], {v: k for k, v in self.words.items()}
        words = [names[i] for i in prompt]
        if "DIE" in words:
            os._exit(3)
        if "SLOW" in words:
            time.sleep(30)
        if "DRIP" in words:
            self.drip()
        if len(prompt) > 1000:
            return self.reply(400, {"error": {"type": "exceed_context_size_error"}})
        reused = 0
        while body["cache_prompt"] and reused < min(len(self.cache), len(prompt) - 1):
            if self.cache[reused] != prompt[reused]:
                break
            reused += 1
        Handler.cache = list(prompt)
        likeliest = [{"token": "Yes", "logprob": -0.5}, {"token": " No", "logprob": -1.0 - reused}]
        self.reply(
            200,
            {
                "content": f" processed {len(prompt) - reused} of {len(prompt)} ",
                "stop_type": "limit" if body["n_predict"] < 4 else "eos",
                "tokens_evaluated": len(prompt),
                "tokens_predicted": min(4, body["n_predict"]),
                "completion_probabilities": [{"top_logprobs": likeliest}],
            },
        )

    def drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "300")
        self.end_headers()
        for _ in range(300):
            self.wfile.write(b" ")
            time.sleep(0.1)

    def reply(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Quiet(ThreadingHTTPServer):
    def server_bind(self) -> None:
        """Look up no name for the address: the real server looks up none."""
        TCPServer.server_bind(self)


class Server:
    def __init__(self, parameters: CommonParams) -> None:
        os.write(1, b"noise on standard output, as from a library")
        with open(parameters.model.path, "rb") as file:
            content = file.read()
        if content == b"GGUF broken":
            raise RuntimeError("Failed to load the model")
        if content == b"GGUF big":  # no Python thread runs while a big model loads
            ctypes.PyDLL(None).sleep(30)
        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.http.key = parameters.api_keys[0]
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{self.http.server_address[1]}"
