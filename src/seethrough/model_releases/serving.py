"""A model release on loopback, which speaks OpenAI's chat protocol, its guard on."""

from __future__ import annotations

from dataclasses import replace

from seethrough.errors import UsageError
from seethrough.loopback.chat import Asked, Chat, Told
from seethrough.model_releases.answering import TunedModel
from seethrough.records.releases.model import ModelRelease

MODEL = "seethrough-model"


class ModelServer(Chat):
    """Serves a model on 127.0.0.1 while it is open.

    The last user turn is answered in the form that the model was tuned in; a last turn of the
    model's own is gone on with. What a client asks for can shorten an answer and nothing else: only
    what may leave does, and neither probabilities nor hidden words can be asked for.

    Args:
        release: What answers; its model must be on this machine.
        port: The port; 0 for a free one.
        key: What a request must carry as its bearer token; empty for none.

    Raises:
        UnavailableError: The port is taken or not allowed.
        UsageError: The model is elsewhere.
    """

    def __init__(self, release: ModelRelease, port: int = 0, key: str = "") -> None:
        model = release.model
        if not isinstance(model, TunedModel):
            raise UsageError("only a model on this machine can be served")
        own = model

        def answer(asked: Asked) -> Told:
            tokens = min(asked.tokens or own.writing.tokens, own.writing.tokens)
            asking = replace(own, writing=own.writing._replace(tokens=tokens))
            parts = list(asking.stream(asked.question, asked.stops, asked.begun))
            return Told(parts, withheld=own.form.between != "" and not any(parts))

        super().__init__(MODEL, answer, port, key)
