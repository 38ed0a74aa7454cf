"""What servers of models and services answer, as JSON."""

from __future__ import annotations

import contextlib
import json
import math

from seethrough.models.clients.completions import read_choice
from seethrough.models.clients.endpoint_errors import UNREADABLE
from seethrough.models.clients.event_stream import joined
from seethrough.models.clients.openai import share_out
from seethrough.sanitizers.azure_pii import _read

SEEDS = (
    b'{"choices": [{"message": {"content": "Yes"}, "finish_reason": "stop", "logprobs": {"content":'
    b' [{"top_logprobs": [{"token": "Yes", "logprob": -0.1}, {"token": " No", "logprob": -3}]}]}}],'
    b' "usage": {"prompt_tokens": 3, "completion_tokens": 1}}',
    b'{"choices": [{"message": {"content": null, "refusal": "no"}, "finish_reason": "length"}]}',
    b'{"choices": [{"message": {"content": [{"type": "thinking", "thinking":'
    b' [{"text": "Yes"}]}]}}]}',
    b'data: {"choices": [{"delta": {"content": "Y"}}]}\n\n: ping\n\ndata: {"choices": [{"delta":'
    b' {"content": "es"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n',
    b'{"results": {"documents": [{"id": "0", "redactedText": "*** keeps bees.", "entities":'
    b' [{"category": "Person"}]}], "errors": []}}',
)
WORDS = (
    b'"choices"',
    b'"message"',
    b'"content"',
    b'"logprob": ',
    b'"usage"',
    b'"id": ',
    b'"delta": ',
    b"data: ",
    b"\n\n",
    b'"documents"',
)


def check(content: bytes) -> None:
    with contextlib.suppress(*UNREADABLE):
        assert isinstance(read_choice(joined(content)).text, str)
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return
    # The clients ask again after these, and say that the answer was not the protocol's.
    with contextlib.suppress(*UNREADABLE):
        choice = read_choice(value)
        assert isinstance(choice.text, str)
        shares = share_out(choice.likeliest, ["Yes", "No"])
        assert all(math.isnan(share) or 0 <= share <= 1 for share in shares)
    with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError):
        assert len(_read(value, 1)) == 1
