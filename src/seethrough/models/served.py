"""What a model or service says that somebody else serves over OpenAI's chat protocol."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.language_model import EMPTY, Answer, Message, Options, Prompt
from seethrough.models.resolve import require_allowed, resolve, using

_SERVED = "openai/"


def said_at(
    url: str, name: str, turns: Sequence[tuple[Message, ...]], tokens: int, sent: str
) -> list[tuple[str, str]]:
    """Return what was said to each conversation, at temperature 0, and else why nothing was.

    Args:
        url: The base URL.
        name: The model's name there.
        turns: The conversations; the same one is asked once.
        tokens: The most tokens of an answer.
        sent: What the conversations hold, such as ``the text of the records``.

    Returns:
        Pairs of a text and a problem. Where there is a problem, the text is no answer but what the
        server sent instead of one, if anything.

    Raises:
        UsageError: Text would leave this machine, and that was not allowed.
        UnavailableError: Nobody answers there.
    """
    require_allowed(url, "the audit", sent)
    different = list(dict.fromkeys(turns))
    with using(base_url=url):
        model = resolve(f"{_SERVED}{name}")
        answers = model.generate([Prompt(turn) for turn in different], Options(0.0, 0, 0, tokens))
    found = dict(zip(different, map(_said, answers), strict=True))
    return [found[turn] for turn in turns]


def _said(answer: Answer) -> tuple[str, str]:
    # A model that stops at its limit still gave away what it wrote, and what it thought.
    text = "\n".join(part for part in (answer.text, answer.beside) if part.strip())
    return (text, "") if text else (answer.instead, answer.problem or EMPTY)
