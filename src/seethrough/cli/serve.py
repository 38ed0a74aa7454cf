"""``seethrough serve CORPUS``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._say import say
from seethrough.errors import UsageError

if TYPE_CHECKING:
    from seethrough.loopback.chat import Chat

KEY = "SEETHROUGH_SERVE_KEY"
"""The environment variable that holds the key, if no other is named."""


def _refuse_key(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise UsageError(
            "--key would show the key in the list of processes: put it into the environment"
            f" variable {KEY} or one that --key-env names, or make one with --new-key"
        )


def _key(variable: str | None, new: bool) -> str:
    """Return the key that clients must send, or an empty string for none."""
    if new:
        import secrets

        if variable is not None:
            raise UsageError("--new-key makes a key and --key-env names one: use one of them")
        made = secrets.token_urlsafe(24)
        say(f"Key of this run, printed once: {made}", err=True)
        return made
    key = os.environ.get(variable or KEY, "").strip()
    if variable is not None and not key:
        raise UsageError(
            f"--key-env {variable}: this environment variable is empty or not set; export it"
        )
    return key


@click.command("serve")
@click.argument("corpus", metavar="CORPUS")
@click.option(
    "--as",
    "form",
    type=click.Choice(["rag", "model"]),
    default="rag",
    show_default=True,
    help="What is served: a service that answers from CORPUS, or the language model in the folder"
    " CORPUS.",
)
@click.option(
    "--service",
    default="service",
    metavar="SPEC",
    help="The service, such as k=1,model=local,embedder=minilm.",
)
@click.option(
    "--lookup",
    metavar="PRIVATE",
    help="Search these private records and show the model their released versions.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="Port of 127.0.0.1; 0 for a free one.",
)
@click.option(
    "--key-env",
    metavar="NAME",
    help="The environment variable with the API key that clients must send;"
    f" {KEY} by default, and no key if that is not set.",
)
@click.option("--new-key", is_flag=True, help="Make a key and print it once.")
@click.option("--key", expose_value=False, hidden=True, is_eager=True, callback=_refuse_key)
@options.columns
@options.models
def command(
    corpus: str,
    form: str,
    service: str,
    lookup: str | None,
    port: int,
    key_env: str | None,
    new_key: bool,
    **named: Any,
) -> int:
    """Answer questions from CORPUS on 127.0.0.1, as an OpenAI-compatible endpoint."""
    key = _key(key_env, new_key)
    if form == "model":
        from pathlib import Path

        from seethrough.model_releases.directory import read_model
        from seethrough.model_releases.serving import ModelServer

        tuned = read_model(Path(corpus))
        return _serve(ModelServer(tuned, port, key), tuned.model.described, key)
    from seethrough.retrieval.opening import open_service
    from seethrough.retrieval.serving import RagServer
    from seethrough.sidecars.sidecar import read_release

    released = inputs.read(corpus, **named).corpus
    originals = None if lookup is None else inputs.read(lookup, **named).corpus
    release = open_service(read_release(released, corpus), service, originals)
    release.service.prepare()
    told = f"{len(released)} records, {release.details['retrieval']}"
    return _serve(RagServer(release, port, key), told, key)


def _serve(server: Chat, told: str, key: str) -> int:
    """Say what is served, and serve until interrupted."""
    say(told, err=True)
    if not key:
        say("Any program on this machine can ask questions; require a key with --new-key", err=True)
    say(f"Serving on {server.url} until interrupted", err=True)
    server.serve()
    return 0
