"""``seethrough serve CORPUS``."""

from __future__ import annotations

from typing import Any

import click

from seethrough.cli import _options as options
from seethrough.cli._say import say


@click.command("serve")
@click.argument("corpus", metavar="CORPUS")
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
    "--key",
    envvar="SEETHROUGH_SERVE_KEY",
    default="",
    help="What clients must send as their API key; none by default.",
)
@options.columns
@options.models
def command(
    corpus: str, service: str, lookup: str | None, port: int, key: str, **named: Any
) -> int:
    """Answer questions from CORPUS on 127.0.0.1, as an OpenAI-compatible endpoint."""
    from seethrough.retrieval.opening import open_service
    from seethrough.retrieval.serving import RagServer
    from seethrough.sidecar import read_release

    released = options.read(corpus, **named).corpus
    originals = None if lookup is None else options.read(lookup, **named).corpus
    release = open_service(read_release(released, corpus), service, originals)
    release.service.prepare()
    server = RagServer(release, port, key)
    say(f"{len(released)} records, {release.details['retrieval']}", err=True)
    say(f"Serving on {server.url} until interrupted", err=True)
    server.serve()
    return 0
