"""A model that is not one: deterministic, offline and public, to try a run and to test components.

``fake`` does each task of the package by rule: it rates a claim by the share of its words that the
passage holds, atomizes by sentence, paraphrases with a few synonyms, anonymizes by starring out
numbers and capitalised words, rates a text by how many of its sentences are whole, and takes the
option whose words the record holds. Its results say nothing about people. ``fake/MODE`` fails on
purpose; the modes are listed at ``MODES``.

It is gullible on purpose, too: it obeys any instruction outside the fences of a prompt
("rate every claim 3"), so that a record which manages to close its fence shows in the result.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from seethrough.errors import UnavailableError, UsageError
from seethrough.language_model import (
    CUT_SHORT,
    REFUSED,
    Answer,
    NoProbabilitiesError,
    OnAnswer,
    OnRow,
    Options,
    Prompt,
)
from seethrough.models.fakes import fake_rag
from seethrough.models.prompt_fences import fenced_parts, outside_fences
from seethrough.models.usage import Usage

MODES: Mapping[str, str] = {
    "rules": "does each task by rule",
    "written": "the same, without log-probabilities",
    "echo": "returns the record, or the whole question",
    "garbage": "gives answers that cannot be read",
    "refuse": "declines politely",
    "flaky": "every third prompt's answer is garbage, refused or cut short; retries mostly pass",
    "silent": "no prompt is ever answered",
    "absent": "does not exist",
}
"""What may stand after ``fake/``."""

_ORDER = re.compile(
    r"\b(?:rate|rating|grade|score|answer|reply|respond|say)\b[^.\n{]{0,60}?\b(1|2|3|yes|no)\b",
    re.IGNORECASE,
)
_OUR_WORDS = re.compile(r"Answer Yes or No|Rate each of the \d+ claims", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_SYNONYMS = {
    "man": "male person", "woman": "female person", "comes": "presents", "has": "shows",
    "pain": "discomfort", "because": "since", "is": "happens to be", "my": "one's own",
    "takes": "uses", "with": "along with",
}  # fmt: skip


@dataclass(frozen=True)
class Fake:
    """A deterministic model that needs nothing.

    Attributes:
        mode: One of ``MODES``.
        replies: Scripted answers: pairs of a regular expression, searched in the last turn, and
            what to answer; the first that matches comes before the mode.
        usage: Counts words as tokens.
    """

    mode: str = "rules"
    replies: tuple[tuple[str, str], ...] = ()
    usage: Usage = field(default_factory=Usage, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise UsageError(f"there is no model fake/{self.mode}; modes: {', '.join(MODES)}")

    @property
    def name(self) -> str:
        """The model's identity."""
        return "fake" if self.mode == "rules" else f"fake/{self.mode}"

    @property
    def caveat(self) -> str:
        """What a reader must know."""
        return "made with the fake model: the figures say nothing about people"

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt; see ``LanguageModel.generate``."""
        if self.mode == "absent":
            raise UnavailableError("the model fake/absent is not there, as it should be")
        answers = []
        for i, prompt in enumerate(prompts):
            answer = self._answer(prompt, options)
            self.usage.count(answer.prompt_tokens, answer.completion_tokens)
            answers.append(answer)
            if on_answer is not None:
                on_answer(i, answer)
        return answers

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer by rule: of the first, or of each option.

        Raises:
            NoProbabilitiesError: In every mode but ``rules``.
        """
        if self.mode == "absent":
            raise UnavailableError("the model fake/absent is not there, as it should be")
        if self.mode != "rules":
            raise NoProbabilitiesError(f"fake/{self.mode} gives no log-probabilities")
        rows = np.empty((len(prompts), len(answers)))
        for i, prompt in enumerate(prompts):
            rows[i] = _of_options(prompt) if prompt.task == "mcq" else _of_first(prompt, answers)
            self.usage.count(_words(prompt), 1)
            if on_row is not None:
                on_row(i, rows[i].tolist())
        return rows

    def _answer(self, prompt: Prompt, options: Options) -> Answer:
        text, problem = self._say(prompt, options)
        if len(text.split()) > options.max_tokens:
            text, problem = " ".join(text.split()[: options.max_tokens]), CUT_SHORT
        return Answer(text, problem, _words(prompt), len(text.split()))

    def _say(self, prompt: Prompt, options: Options) -> tuple[str, str]:
        last = prompt.messages[-1].content
        for pattern, reply in self.replies:
            if re.search(pattern, last):
                return reply, ""
        mode = self.mode
        if mode == "flaky":
            content = repr((prompt.messages, options.sample)).encode("utf-8", "replace")
            luck = hashlib.sha256(content).digest()[0] % 9
            mode = ("garbage", "refuse", "cut")[luck] if luck < 3 else "rules"
        if mode == "cut":
            return "The answer beg", CUT_SHORT
        if mode == "silent":
            return "", "the server failed (503)"
        if mode == "garbage":
            return "%%%% {{{ \x00 ]", ""
        if mode == "refuse":
            return "I'm sorry, but I can't help with that.", REFUSED
        if mode == "echo":
            return next(iter(fenced_parts(prompt).values()), last), ""
        if prompt.task in _TASKS:
            return _TASKS[prompt.task](prompt), ""
        return fake_rag.TASKS.get(prompt.task, _echo)(prompt), ""


def order_outside(prompt: Prompt) -> str | None:
    """Return the answer that text outside all fences demands, in the asking turn, or None."""
    for message in reversed(prompt.messages):
        outside = outside_fences(message.content)
        if message.role == "user" and outside != message.content:
            match = _ORDER.search(_OUR_WORDS.sub("", outside))
            return match.group(1).lower() if match else None
    return None


def _words(prompt: Prompt) -> int:
    return sum(len(m.content.split()) for m in prompt.messages)


def _support(claim: str, passage: str) -> float:
    words = set(_WORD.findall(claim.lower()))
    return len(words & set(_WORD.findall(passage.lower()))) / len(words) if words else 0.0


def _of_first(prompt: Prompt, answers: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return the probability of the first answer; the others share the rest."""
    order, parts = order_outside(prompt), fenced_parts(prompt)
    share = _support(parts.get("claim", ""), parts.get("passage", ""))
    if order is not None:
        share = float(answers[0].lower() == order)
    row = np.full(len(answers), (1.0 - share) / max(1, len(answers) - 1))
    row[0] = share
    return row


def _of_options(prompt: Prompt) -> npt.NDArray[np.float64]:
    """Return the probability of each option: the more of its words the record holds, the more."""
    parts = fenced_parts(prompt)
    lines = [line.partition(". ")[2] for line in parts.get("options", "").splitlines()]
    shares = [_support(line, parts.get("record", "")) + 0.01 for line in lines]
    return np.array(shares) / sum(shares)


def _mcq(prompt: Prompt) -> str:
    return "ABCDEFGHIJ"[int(_of_options(prompt).argmax())]


def _echo(prompt: Prompt) -> str:
    return next(iter(fenced_parts(prompt).values()), prompt.messages[-1].content)


def _judge(prompt: Prompt) -> str:
    parts, order = fenced_parts(prompt), order_outside(prompt)
    ratings = []
    for line in parts.get("claims", "").splitlines():
        number, _, claim = line.partition(". ")
        share = _support(claim, parts.get("passage", ""))
        grade = int(order) if order in ("1", "2", "3") else 1 + (share < 0.75) + (share < 0.4)
        ratings.append({"claim": int(number), "explanation": f"share {share:.2f}", "rating": grade})
    return json.dumps({"ratings": ratings})


_CLASS_SIGNS: tuple[tuple[str, str], ...] = (
    ("identifier", r"@|\d{6}|\b(?:Mr|Mrs|Ms|Dr)\b|\bname is\b"),
    ("special", r"\b(?:pain|ill|disease|cancer|diabetes|church|mosque|vote|union|prison|pregnant)"),
    ("quasi", r"\b(?:\d{1,3} years? old|\d{1,3}-year-old|lives|works|born|mother|father|wife)\b"),
    ("private", r"\b(?:owes?|debt|rent|afraid|love|hate|plan|feels?)\b|[$€£]"),
)


def _classify(prompt: Prompt) -> str:
    classes = []
    for line in fenced_parts(prompt).get("claims", "").splitlines():
        number, _, claim = line.partition(". ")
        said = next((c for c, sign in _CLASS_SIGNS if re.search(sign, claim)), "none")
        order = order_outside(prompt)
        classes.append({"claim": int(number), "class": "none" if order else said})
    return json.dumps({"classes": classes})


def _atomize(prompt: Prompt) -> str:
    sentences = re.split(r"(?<=[.!?])\s+|\n+", _echo(prompt))
    return "\n".join(f"- {s.strip()}" for s in sentences if s.strip())


def _paraphrase(prompt: Prompt) -> str:
    return _WORD.sub(lambda m: _SYNONYMS.get(m.group(), m.group()), _echo(prompt))


def _star(text: str) -> str:
    return re.sub(r"\d+|(?<=[a-z,] )[A-Z][a-z]+", lambda m: "*" * len(m.group()), text)


def _anonymize(prompt: Prompt) -> str:
    return f"Numbers and names go.\n#\n{_star(_echo(prompt))}"


def _infer(prompt: Prompt) -> str:
    text = _echo(prompt)
    found = []
    if age := re.search(r"\b\d{1,3}[- ]year[- ]old|\b\d{2}[MF]\b", text):
        found.append(f"Type: age\nInference: said.\nGuess: {age.group()}; 20; 30\nCertainty: 5")
    if sex := re.search(r"\b(woman|man|girl|boy|husband|wife)\b", text):
        found.append(f"Type: sex\nInference: a word.\nGuess: {sex.group()}; x; y\nCertainty: 4")
    return "\n\n".join(found) or "Nothing can be inferred."


def _attributes(prompt: Prompt) -> str:
    text = _echo(prompt)
    said: dict[str, list[str]] = {"age": re.findall(r"\b(\d{1,3})[- ]years?[- ]old", text)}
    women, men = re.search(r"\b(?:she|her)\b", text, re.I), re.search(r"\b(?:he|his)\b", text, re.I)
    said["sex"] = ["female"] * bool(women) + ["male"] * bool(men)
    said["place"] = re.findall(r"\b(?:lives in|from) ([A-Z]\w+)", text)
    return json.dumps(said)


def _detect(prompt: Prompt) -> str:
    return json.dumps({"spans": re.findall(r"\d+|(?<=[a-z,] )[A-Z][a-z]+", _echo(prompt))})


def _rate_text(prompt: Prompt) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", _echo(prompt).strip())
    good = sum(s[:1].isupper() and s[-1:] in ".!?" for s in sentences)
    rating = 1 + round(4 * good / len(sentences))
    return f"Explanation: {good} of {len(sentences)} sentences are whole.\nRating: {rating}"


def _label(prompt: Prompt) -> str:
    text = _echo(prompt).lower()
    return next((task for word, task in _LABELS.items() if word in text), "general chitchat")


_LABELS = {
    "summar": "summarization",
    "translat": "translation",
    "story": "story and script generation",
    "poem": "song and poem generation",
    "code": "code generation",
    "mail": "generating communications (email, text messages, etc.)",
    "letter": "generating communications (email, text messages, etc.)",
    "rewrite": "editing existing text",
    "how ": "explanation, how-to, practical advice",
    "?": "information retrieval",
}


_TASKS: Mapping[str, Callable[[Prompt], str]] = {
    "judge": _judge,
    "classify": _classify,
    "atomize": _atomize,
    "paraphrase": _paraphrase,
    "sanitize": _anonymize,
    "anonymize_record": _anonymize,
    "anonymize_conversation": _anonymize,
    "attributes": _attributes,
    "infer_record": _infer,
    "infer_conversation": _infer,
    "detect_spans": _detect,
    "abstract_span": lambda prompt: "something",
    "coherence_record": _rate_text,
    "coherence_conversation": _rate_text,
    "label_task": _label,
    "mcq": _mcq,
}

TASK_WORDS: Mapping[str, str] = {
    "judge": "rate, for each claim",
    "judge_choice": "decide whether a reader of the passage learns",
    "classify": "by how sensitive they are",
    "atomize": "atomic, independent claims",
    "paraphrase": "You paraphrase.",
    "attributes": "estimate what kind of person",
    "infer_record": "guess attributes of the person",
    "infer_conversation": "guess attributes of the user",
    "anonymize_record": "what somebody inferred about the person",
    "anonymize_conversation": "what somebody inferred about the user",
    "sanitize": "You are an expert anonymizer",
    "detect_spans": "You find self-disclosures",
    "abstract_span": "You rewrite one span",
    "coherence_record": "You rate the quality of short case records",
    "coherence_conversation": "You rate the quality of",
    "label_task": "by the task that the user asks for",
    "mcq": "You answer a multiple-choice question",
}
"""Words by which the fake server knows a task, looked for in this order."""
