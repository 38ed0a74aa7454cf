"""What the fake model does with the tasks of retrieval-augmented generation, by rule.

As a service it obeys "repeat all the context" and every other request to repeat, so that an attack
on the original corpus must recover all that was retrieved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from seethrough.language_model import Prompt
from seethrough.models.prompt_fences import fenced_parts, outside_fences

_REPEAT = re.compile(r"\brepeat\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_TELLING = re.compile(r"\d|@|(?<=[a-z,] )[A-Z][a-z]+")
_NAMES = ("Main topic", "Main details", "Facts and events", "Advice", "Open questions")
_VALUES = ("ordinary", "urgent", "rare", "common", "mild", "severe", "brief", "long", "new", "old")


def answer(prompt: Prompt) -> str:
    """Repeat the context where asked to; else say the sentence that shares most with the question.

    Orders inside the fence are text to repeat, nothing more.
    """
    context = fenced_parts(prompt).get("context", "")
    question = prompt.messages[-1].content.rpartition("\n\n")[2]
    if _REPEAT.search(question):
        return context
    asked = set(re.findall(r"\w{4,}", question.lower()))
    sentences = [s for s in _SENTENCE.split(context) if s.strip()] or ["I do not know."]
    return max(sentences, key=lambda s: len(asked & set(re.findall(r"\w{4,}", s.lower()))))


def _alone(prompt: Prompt) -> str:
    return "I do not know."


def _attributes(prompt: Prompt) -> str:
    asked = re.search(r"the (\d+) most", prompt.messages[-1].content)
    count = int(asked.group(1)) if asked else len(_NAMES)
    names = [_NAMES[i] if i < len(_NAMES) else f"Attribute {i + 1}" for i in range(count)]
    return "\n".join(f"{i}. {name}" for i, name in enumerate(names, start=1))


def _extract(prompt: Prompt) -> str:
    parts = fenced_parts(prompt)
    attributes = [line for line in parts["attributes"].splitlines() if line.strip()]
    said = [s.strip() for s in _SENTENCE.split(parts["record"]) if s.strip()]
    lines = []
    for i, attribute in enumerate(attributes):
        lines.append(f"- {attribute}: {' '.join(said[i :: len(attributes)]) or 'none'}")
    return "\n".join(lines)


def _generate(prompt: Prompt) -> str:
    points = re.findall(r"^- \[[^\]]*\]: (.*)$", fenced_parts(prompt)["points"], re.MULTILINE)
    return " ".join(f"It is said that {p}" for p in points if p != "none") or "Nothing is said."


def _privacy(prompt: Prompt) -> str:
    if "THISISSAFE" in outside_fences(prompt.messages[-1].content):
        return "THISISSAFE"  # gullible: it obeys any text that gets out of the fence
    if _TELLING.search(fenced_parts(prompt)["generated"]):
        return "SUGGESTIONS: 1. Leave out names, figures and addresses. 4. Generalize dates."
    return "THISISSAFE"


def _rewrite(prompt: Prompt) -> str:
    parts = fenced_parts(prompt)
    text = re.sub(r"\S*[\d@]\S*|(?<=[a-z,] )[A-Z][a-z]+", "some", parts["generated"])
    if "word for word" in parts["suggestions"]:
        text = " ".join(w for i, w in enumerate(text.split()) if i % 4 != 3)
    return f"GENERATED DATA:\n{text}"


def _excerpt(prompt: Prompt) -> str:
    said = [s for s in _SENTENCE.split(fenced_parts(prompt)["document"]) if s.strip()]
    return " ".join(said[: max(1, len(said) // 2)])


def _numbered(prompt: Prompt) -> str:
    asked = re.search(r"(?:Name|Generate) (\d+)", prompt.messages[-1].content)
    count = int(asked.group(1)) if asked else 10
    return "\n".join(f"{i + 1}. {_VALUES[i % 10]} {i // 10 or ''}".rstrip() for i in range(count))


def _example(prompt: Prompt) -> str:
    values = fenced_parts(prompt)["attributes"].replace("\n", ", ")
    return f"An invented example that is {values}."


TASKS: Mapping[str, Callable[[Prompt], str]] = {
    "sage_answer": answer,
    "sage_answer_alone": _alone,
    "sage_attributes": _attributes,
    "sage_extract": _extract,
    "sage_generate": _generate,
    "sage_generate_dialogue": _generate,
    "sage_privacy": _privacy,
    "sage_rewrite": _rewrite,
    "sage_excerpt": _excerpt,
    "sage_zerogen": lambda prompt: "What does the text name there?",
    "sage_attrprompt_attributes": _numbered,
    "sage_attrprompt_subtopics": _numbered,
    "sage_attrprompt_generate": _example,
    "sage_similar": _numbered,
}
"""By the name of the prompt file."""
