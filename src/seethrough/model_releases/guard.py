"""The guard: a token classifier that decides which words of an answer are never shown.

The head reads the hidden state of each token that was written and says how likely it is protected
(Xiao et al. 2024, section 4.2.3). What it flags is hidden word by word: a word of which any piece
is flagged is hidden whole, since the other pieces would give it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.training.examples import Examples
from seethrough.training.gradients import batch

PLACEHOLDER = "<X>"
_WORD = re.compile(r"\S+")
_CLOSING = re.compile(r"[.,;:!?]+$")


@dataclass(frozen=True)
class Guard:
    """A linear head over the last hidden states.

    Attributes:
        weight: (d,) of the head.
        bias: () of the head.
        threshold: A token at least so likely protected is flagged, in (0, 1].
    """

    weight: Any
    bias: Any
    threshold: float = 0.5

    def flags(
        self, model: Any, prompts: Sequence[Sequence[int]], rows: Sequence[Sequence[int]]
    ) -> list[list[bool]]:
        """Return for each token of each row whether it is flagged.

        Args:
            model: The model whose hidden states the head was trained on.
            prompts: What stands before each row.
            rows: What was written.
        """
        import torch

        found: list[list[bool]] = []
        for prompt, row in zip(prompts, rows, strict=True):  # alone: a batch would round otherwise
            if not row:
                found.append([])
                continue
            given = batch(
                Examples([prompt], [row], [[0]], {}), [0], next(model.parameters()).device
            )
            with torch.inference_mode():
                states = model(**given.inputs, output_hidden_states=True).hidden_states[-1]
                scores = states[0, len(prompt) :].float() @ self.weight + self.bias
            found.append((torch.sigmoid(scores) >= self.threshold).tolist())
        return found


def pieces(tokenizer: Any, row: Sequence[int]) -> tuple[str, list[tuple[int, int]]]:
    """Return the text of tokens, and from where to where each one reaches in it.

    A token that holds a part of a character reaches over all of it.

    Raises:
        ValueError: The tokenizer writes a text whose beginning changes with what follows.
    """
    text = _text(tokenizer, row)
    ends = [0]
    for i in range(1, len(row) + 1):
        so_far = _text(tokenizer, row[:i])
        settled = so_far.rstrip("\ufffd")
        if not text.startswith(settled):
            raise ValueError("a text whose beginning changes")
        ends.append(max(ends[-1], len(settled)))
    places = []
    for i in range(len(row)):
        reached = ends[i + 1]
        if reached == ends[i]:  # a part of a character: up to the end of that character
            reached = next((e for e in ends[i + 1 :] if e > ends[i]), len(text))
        places.append((ends[i], reached))
    return text, places


def hidden(text: str, places: Sequence[tuple[int, int]], flags: Sequence[bool]) -> str:
    """Return a text in which words with a flagged piece give place to ``PLACEHOLDER``.

    It stands once for several such words in a row.

    Args:
        text: What was written.
        places: From where to where each token reaches.
        flags: Whether each token is flagged.
    """
    bad = [(a, b) for (a, b), flag in zip(places, flags, strict=True) if flag and a < b]
    parts: list[str] = []
    end, masked = 0, False
    for word in _WORD.finditer(text):
        touching = [(a, b) for a, b in bad if a < word.end() and b > word.start()]
        if not touching:
            parts += [text[end : word.start()], word.group()]
            end, masked = word.end(), False
            continue
        closing = _CLOSING.search(word.group())
        tail = word.start() + closing.start() if closing else word.end()
        if any(b > tail for _, b in touching):
            tail = word.end()  # its signs are flagged, too
        if not masked:
            parts += [text[end : word.start()], PLACEHOLDER]
        parts.append(text[tail : word.end()])
        end, masked = word.end(), tail == word.end()
    return "".join([*parts, text[end:]])


def shown(tokenizer: Any, row: Sequence[int], flags: Sequence[bool] | None) -> str:
    """Return the text of tokens as it may be shown; where no token is flagged, as it is."""
    if flags is None or not any(flags):
        return _text(tokenizer, row)
    try:
        text, places = pieces(tokenizer, row)
    except ValueError:
        return PLACEHOLDER  # nothing says which part of the text the flagged token is
    return hidden(text, places, flags)


def until(text: str, stops: Sequence[str]) -> str:
    """Return what stands before the first of some strings."""
    found = [place for stop in stops if stop and (place := text.find(stop)) >= 0]
    return text[: min(found)] if found else text


def streamed(
    tokenizer: Any, tokens: Iterator[tuple[int, bool]], stops: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a text piece by piece; joined, the pieces are what ``shown`` and ``until`` give.

    A word is held back until it is whole, and words behind a hidden one until it is known whether
    they are hidden, too; so are the last characters that could begin a string to stop at.

    Args:
        tokenizer: Of the model.
        tokens: Each token that was written, and whether it is flagged.
        stops: Strings before which the text ends.
    """
    row: list[int] = []
    flags: list[bool] = []
    said = ""
    kept = max(map(len, stops), default=1) - 1
    for token, flag in tokens:
        row.append(token)
        flags.append(flag)
        text = _settled(tokenizer, row, flags)
        stopped = until(text, stops)
        if len(stopped) < len(text):
            if len(stopped) > len(said):
                yield stopped[len(said) :]
            return
        ready = text[: max(0, len(text) - kept)]
        if len(ready) > len(said) and ready.startswith(said):
            yield ready[len(said) :]
            said = ready
    rest = until(shown(tokenizer, row, flags), stops)
    if len(rest) > len(said):
        yield rest[len(said) :]


def _settled(tokenizer: Any, row: Sequence[int], flags: Sequence[bool]) -> str:
    """Return the beginning of what is shown that nothing to come can change."""
    try:
        text, places = pieces(tokenizer, row)
    except ValueError:
        return ""
    words = list(_WORD.finditer(text))
    if not words:
        return ""
    whole = hidden(text, places, flags)
    last = words[-1]
    # The last word may go on, and so does whatever was shown for it.
    before = hidden(text[: last.start()], [(a, min(b, last.start())) for a, b in places], flags)
    before = before.rstrip()
    return before if whole.startswith(before) else ""


def _text(tokenizer: Any, row: Sequence[int]) -> str:
    return str(tokenizer.decode(row, skip_special_tokens=True, clean_up_tokenization_spaces=False))
