# ruff: noqa: D103
"""Pairs out of real sentences, changed by rule: synonyms, numbers, negation, details left out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from words import _LEXICON, number_word

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])|\n+")
_NUMBER = re.compile(r"(?<![\d.,/-])\d{1,3}(?![\d.,/%°-])")
_NEGATE = [
    (re.compile(r"\b(She|He|I|The patient|It|They) (has|have) (?!no |not |been |never )"),
     r"\1 \2 no "),
    (re.compile(r"\b(is|was|are|were) (?!no|not)"), r"\1 not "),
    (re.compile(r"\bdenies\b"), "reports"), (re.compile(r"\breports\b"), "denies"),
    (re.compile(r"\bshows no\b"), "shows"), (re.compile(r"\bno history of\b"), "a history of"),
    (re.compile(r"\bwith a history of\b"), "with no history of"),
    (re.compile(r"\bdoes not (\w+)\b"), r"does \1"), (re.compile(r"\bwithout\b"), "with"),
    (re.compile(r"\b(can|could|would|will) (?!not)"), r"\1 not "),
]  # fmt: skip


def excluded(data: Path) -> set[str]:
    """Return the beginnings of the texts that the development ratings are about."""
    with (data / "gold_claims.jsonl").open(encoding="utf-8") as file:
        return {json.loads(line)["text"].strip()[:80] for line in file}


def documents(data: Path) -> Iterator[list[str]]:
    """Yield the sentences of documents whose licence allows training.

    MTS-Dialog notes (CC BY 4.0), MedQA vignettes (MIT) without those of the development ratings,
    synthetic forum answers and SynthPAI comments (MIT), MedQuAD answers (CC BY 4.0).
    """
    out = excluded(data)
    for name, limit, get in (
        ("mts_dialog", 1297, lambda r: r["section_text"]),
        ("medqa_usmle", 637, lambda r: r["question"]),
        ("reddit_synthetic", 254, lambda r: r["response"]),
        (
            "synthpai",
            150,
            lambda r: " ".join(
                c["text"] if isinstance(c, dict) else str(c) for c in r["comments"][:8]
            ),
        ),
        ("medquad", 500, lambda r: r["answer"]),
    ):
        with (data / f"{name}.jsonl").open(encoding="utf-8") as file:
            for number, line in enumerate(file):
                text = get(json.loads(line)).strip()
                if number >= limit or text[:80] in out:
                    continue
                parts = [s.strip() for s in _SENTENCE.split(text)]
                parts = [s for s in parts if 3 <= len(s.split()) <= 34 and "?" not in s]
                if len(parts) >= 2:
                    yield parts[:14]


class Rewriter:
    """Changes sentences by the lexicon."""

    def __init__(self) -> None:
        self.same: dict[str, list[str]] = {}
        self.broad: dict[str, list[str]] = {}
        self.sibling: dict[str, list[str]] = {}
        for raw in _LEXICON.read_text("utf-8").splitlines():
            if not raw.strip() or raw.startswith("#"):
                continue
            if "<" in raw:
                left, right = raw.split("<")
                if right.strip() in ("month", "day"):
                    continue
                lows = [low.strip() for low in left.split(",")]
                for low in lows:
                    self.sibling.setdefault(low, []).extend(x for x in lows if x != low)
                    self.broad.setdefault(low, []).extend(r.strip() for r in right.split("=")[:2])
            else:
                parts = [p.strip() for p in raw.split("=")]
                for part in parts:
                    self.same.setdefault(part, []).extend(p for p in parts if p != part)

    def swap(self, rng: random.Random, text: str, table: dict[str, list[str]]) -> str | None:
        """Return the text with one or more phrases replaced, or None where none fits."""
        words = text.split()
        spots = []
        for length in (4, 3, 2, 1):
            for at in range(len(words) - length + 1):
                key = " ".join(words[at : at + length]).lower().strip(".,;:!")
                if table.get(key):
                    spots.append((at, length, key))
        if not spots:
            return None
        rng.shuffle(spots)
        used: set[int] = set()
        for at, length, key in spots[: rng.choice((1, 2, 3))]:
            if used & set(range(at, at + length)):
                continue
            used |= set(range(at, at + length))
            tail = re.findall(r"[.,;:!]*$", words[at + length - 1])[0]
            words[at : at + length] = [rng.choice(table[key]) + tail] + [""] * (length - 1)
        return " ".join(word for word in words if word)

    def restyle(self, rng: random.Random, text: str) -> str:
        """Return a looser wording with the same information."""
        if rng.random() < 0.7:
            text = self.swap(rng, text, self.same) or text
        if rng.random() < 0.5:
            text = _NUMBER.sub(lambda m: number_word(int(m.group())), text, count=1)
        for before, after in (
            ("The patient ", rng.choice(("She ", "He ", "This person ", "The patient "))),
            (" is brought to ", " comes to "), (" because of ", " due to "),
            (" has a history of ", " suffers from "), (" shows ", " reveals "),
        ):  # fmt: skip
            if rng.random() < 0.5:
                text = text.replace(before, after)
        return text


def negate(rng: random.Random, text: str) -> str | None:
    for pattern, replacement in rng.sample(_NEGATE, len(_NEGATE)):
        if pattern.search(text):
            return pattern.sub(replacement, text, count=1)
    return None


def renumber(rng: random.Random, text: str) -> tuple[str, int] | None:
    """Return the text with a number changed, and the grade it leaves."""
    spots = list(_NUMBER.finditer(text))
    if not spots:
        return None
    spot = rng.choice(spots)
    n = int(spot.group())
    if rng.random() < 0.3 and n >= 10:
        new, grade = str(n + rng.choice((-1, 1, 2))), SIMILAR
    elif rng.random() < 0.4 and re.match(
        r"[ -](year|month|week|day|hour|time)", text[spot.end() :]
    ):
        new, grade = rng.choice(("several", "some", "a few")), SIMILAR
    else:
        new, grade = str(max(1, int(n * rng.choice((0.4, 1.7, 2.5)))) + 1), UNSUPPORTED
    return text[: spot.start()] + new + text[spot.end() :], grade


def shorten(rng: random.Random, text: str) -> str | None:
    """Return the text without its last phrase: what is left says less."""
    match = list(re.finditer(r" (?:at|in|on|for|with|by|from|to|of|near|during) (?:\w+ ){0,4}\w+"
                             r"(?=[.]?$)", text))  # fmt: skip
    if not match or match[0].start() < 18:
        return None
    return text[: match[0].start()] + "."


def claim_of(rng: random.Random, sentence: str) -> str:
    """Return a claim out of a sentence: about the patient, or one part of a list."""
    text = re.sub(r"^(She|He) ", "The patient ", sentence)
    text = re.sub(r"^(Her|His|The) (?=\w+ (is|was|shows|are))", "The patient's ", text)
    match = re.match(r"(.*?\b(?:has|have|had|denies|reports|shows|of|includes?)) ([\w\s-]{4,40}), "
                     r"([\w\s-]{4,40})(?:, |,? and )", text)  # fmt: skip
    if match and rng.random() < 0.7:
        return f"{match.group(1)} {rng.choice(match.groups()[1:])}."
    if ", and " in text and rng.random() < 0.5:
        parts = text.split(", and ")
        if min(len(p.split()) for p in parts) >= 4:
            part = rng.choice(parts).strip().rstrip(".")
            return part[0].upper() + part[1:] + "."
    return text


def pairs(rng: random.Random, data: Path, rounds: int) -> Iterator[tuple[str, str, int, str]]:
    """Yield (claim, passage, grade, kind) out of real sentences."""
    docs = list(documents(data))
    rewriter = Rewriter()
    for _ in range(rounds):
        for at, sentences in enumerate(docs):
            chosen = rng.randrange(len(sentences))
            sentence = sentences[chosen]
            claim = claim_of(rng, sentence)
            form = rng.choices(
                ("same", "restyle", "number", "negate", "broad", "shorten", "gone", "stranger"),
                (1, 3, 2, 2, 2, 1.5, 1.5, 1.5),
            )[0]
            new: str | None = sentence
            grade = SAME
            if form == "restyle":
                new = rewriter.restyle(rng, sentence)
            elif form == "number":
                changed = renumber(rng, claim)
                if changed is None:
                    continue
                claim, grade = changed
            elif form == "negate":
                new, grade = negate(rng, sentence), UNSUPPORTED
                claim = (
                    claim
                    if claim.rstrip(".").lower() in sentence.lower()
                    else re.sub(r"^(She|He) ", "The patient ", sentence)
                )
            elif form == "broad":
                new, grade = rewriter.swap(rng, sentence, rewriter.broad), SIMILAR
                claim = re.sub(r"^(She|He) ", "The patient ", sentence)
            elif form == "shorten":
                new, grade = shorten(rng, sentence), SIMILAR
                claim = re.sub(r"^(She|He) ", "The patient ", sentence)
            elif form in ("gone", "stranger"):
                grade, new = UNSUPPORTED, ""
            if new is None:
                continue
            base = sentences
            if form == "stranger":
                base = docs[rng.randrange(max(0, at - 200), min(len(docs), at + 200))]
                if base is sentences:
                    continue
            body = [
                new if (i == chosen and base is sentences) else
                (rewriter.restyle(rng, s) if rng.random() < 0.3 else s)
                for i, s in enumerate(base)
            ]  # fmt: skip
            yield claim, " ".join(s for s in body if s), grade, f"real/{form}"


def dialogues(rng: random.Random, data: Path, rounds: int) -> Iterator[tuple[str, str, int, str]]:
    """Yield claims out of clinical notes against the dialogues they sum up (MTS-Dialog).

    What a note says, its dialogue says in other words: these are real paraphrases. Claims changed
    in a number, a negation or a drug, and other people's dialogues, are the hard counterparts.
    """
    with (data / "mts_dialog.jsonl").open(encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    by_section: dict[str, list[str]] = {}
    for record in records:
        by_section.setdefault(record["section_header"], []).append(record["dialogue"])
    rewriter = Rewriter()
    for _ in range(rounds):
        for record in records:
            told = re.sub(r"\b(Doctor|Patient|Guest_\w+|Guest): ?", "", record["dialogue"])
            parts = [s.strip() for s in _SENTENCE.split(record["section_text"])]
            parts = [s for s in parts if 3 <= len(s.split()) <= 28]
            for sentence in rng.sample(parts, min(3, len(parts))):
                claim = claim_of(rng, sentence)
                form = rng.choices(("told", "number", "negate", "sibling", "other"),
                                   (5, 1, 1.5, 1.5, 1.5))[0]  # fmt: skip
                text, grade = told, SAME
                if form == "number":
                    changed = renumber(rng, claim)
                    if changed is None:
                        continue
                    claim, grade = changed
                elif form == "negate":
                    new = negate(rng, claim)
                    if new is None:
                        continue
                    claim, grade = new, UNSUPPORTED
                elif form == "sibling":
                    new = rewriter.swap(rng, claim, rewriter.sibling)
                    if new is None:
                        continue
                    claim, grade = new, UNSUPPORTED
                elif form == "other":
                    text = rng.choice(by_section[record["section_header"]])
                    if text == record["dialogue"]:
                        continue
                    text, grade = re.sub(r"\b(Doctor|Patient): ?", "", text), UNSUPPORTED
                yield claim, text, grade, f"dialogue/{form}"
