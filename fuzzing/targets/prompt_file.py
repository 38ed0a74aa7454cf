"""A user's own prompt files."""

from __future__ import annotations

from fuzzing.checks import answered, file_of
from seethrough.model_releases.form import Form
from seethrough.prompts import load

SLOW = True
SEEDS = (
    b"[system]\nYou split texts.\n\n[user]\nSplit this:\n{document}\n",
    b"Question: {question}\nAnswer: {answer}\nProtected: {protected}\n",
    b"{question} {answer}",
    b"[user]\nA\n[assistant]\nB\n[user]\n{document}",
)
WORDS = (
    b"{document}",
    b"{question}",
    b"{answer}",
    b"{protected}",
    b"[system]\n",
    b"\n[user]\n",
    b"{",
)


def check(content: bytes) -> None:
    path = str(file_of(content, "input.txt"))
    with answered():
        prompt = load("atomize", path).fill({"document": "x"})
        assert "x" in prompt.messages[-1].content or len(prompt.messages) > 1
    with answered():
        assert Form.load("finetune_answer", path).first in ("answer", "protected")
