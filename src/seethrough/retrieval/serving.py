"""A service on loopback that speaks OpenAI's chat protocol."""

from __future__ import annotations

from seethrough.loopback.chat import Asked, Chat, Told
from seethrough.records.releases.rag import RagRelease

MODEL = "seethrough-rag"


class RagServer(Chat):
    """Serves a release on 127.0.0.1 while it is open.

    The last user turn is answered. The retrieved text is never sent with the answer.

    Args:
        release: The service.
        port: The port; 0 for a free one.
        key: What a request must carry as its bearer token; empty for none.

    Raises:
        UnavailableError: The port is taken or not allowed.
    """

    def __init__(self, release: RagRelease, port: int = 0, key: str = "") -> None:
        def answer(asked: Asked) -> Told:
            reply = release.ask([asked.question])[0]
            return Told([reply.text], reply.problem)

        super().__init__(MODEL, answer, port, key)
