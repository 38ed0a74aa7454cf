# ruff: noqa: D103
"""Write training pairs: claim, passage, grade, kind. Same seed, same pairs.

Usage: python generate.py OUT.jsonl --data ../shared/data --passages 6000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

import everyday
import medical
import partial
import real
from facts import SAME, SIMILAR, UNSUPPORTED, Fact, Family, passage, render, voice
from words import number_word

_FORMS = ("same", "similar", "contrary", "none")
_GRADE = {"same": SAME, "similar": SIMILAR, "contrary": UNSUPPORTED, "none": UNSUPPORTED}
_NOUNS = {1: ("man", "boy", "male", "gentleman"), -1: ("woman", "girl", "female", "lady")}


def opening(rng: random.Random) -> tuple[str, list[tuple[str, int, str]], int]:
    """Return a first sentence, claims about age and sex with their grades, and the sex told."""
    sex = rng.choice((1, -1))
    age = rng.randint(1, 92)
    adult = age >= 18
    noun, wrong = (n[0 if adult else 1] for n in (_NOUNS[sex], _NOUNS[-sex]))
    decade = age // 10 * 10
    band = (
        "toddler" if age < 4 else "young child" if age < 12 else "teenager" if age < 18
        else "young adult" if age < 36 else "middle-aged person" if age < 64 else "elderly person"
    )  # fmt: skip
    adjective = {"young adult": "young", "middle-aged person": "middle-aged",
                 "elderly person": "elderly"}.get(band, "young")  # fmt: skip
    why = rng.choice((
        "comes to the physician for a checkup.", "is brought to the emergency department.",
        "is seen at the clinic.", "presents to the office.", "sees a doctor today.",
        "is evaluated.", "comes to the office to establish care.",
    ))  # fmt: skip
    o = (age + rng.choice((9, 15, 23, 31))) % 90 + 1
    age_claim = rng.choice((f"The patient is {age} years old.", f"The patient's age is {age}.",
                            f"The patient is a {age}-year-old."))  # fmt: skip
    sex_claim = f"The patient is a {noun}."
    form = rng.randrange(8)
    if form <= 1:
        a = rng.choice((f"{age}-year-old", f"{number_word(age)}-year-old"))
        return (f"A {a} {noun} {why}",
                [(age_claim, SAME, "age"), (sex_claim, SAME, "sex"),
                 (f"The patient is a {wrong}.", UNSUPPORTED, "sex"),
                 (f"The patient is {o} years old.", UNSUPPORTED, "age")], sex)  # fmt: skip
    if form == 2:
        return (
            f"A {adjective} {noun} {why}",
            [(age_claim, SIMILAR, "age"), (sex_claim, SAME, "sex")],
            sex,
        )
    if form == 3 and adult and age < 90:
        return (f"A {noun} in {'his' if sex > 0 else 'her'} {decade}s {why}",
                [(age_claim, SIMILAR, "age"), (sex_claim, SAME, "sex"),
                 (f"The patient is {o} years old.", UNSUPPORTED, "age")], sex)  # fmt: skip
    if form == 4:
        return (f"A {band} {why}", [(age_claim, SIMILAR, "age"),
                                    (sex_claim, UNSUPPORTED, "sex")], 0)  # fmt: skip
    if form == 5:
        word = "An adult" if adult else "A minor"
        return f"{word} {why}", [(age_claim, SIMILAR, "age"), (sex_claim, UNSUPPORTED, "sex")], 0
    if form == 6:
        return (f"A patient {why}", [(age_claim, UNSUPPORTED, "age"),
                                     (sex_claim, UNSUPPORTED, "sex")], 0)  # fmt: skip
    return (f"A {age}-year-old patient {why}", [(age_claim, SAME, "age"),
                                                (sex_claim, UNSUPPORTED, "sex")], 0)  # fmt: skip


def made(rng: random.Random, families: list[tuple[Family, float]], kind: str
         ) -> Iterator[tuple[str, str, int, str]]:  # fmt: skip
    """Yield the pairs of one made-up passage."""
    who = voice(rng, kind)
    first, about, told = opening(rng) if kind == "patient" else ("", [], 0)
    if kind == "patient":
        subject = {1: ("He", "his"), -1: ("She", "her"), 0: ("The patient", "their")}[told]
        who = (*who[:2], *subject)
    makers, weights = zip(*families, strict=True)
    facts: list[tuple[str, Fact, str]] = []
    for maker in rng.choices(makers, weights, k=rng.randint(4, 11)):
        fact = maker(rng)
        form = rng.choices(_FORMS, (4, 2.2 if fact.similar else 0, 2, 1.6))[0]
        facts.append((maker.__name__, fact, form))
    text = passage(rng, first, [(fact, form) for _, fact, form in facts], who)
    if not text:
        return
    for name, fact, form in rng.sample(facts, min(len(facts), 5)):
        yield render(rng.choice(fact.claims), who), text, _GRADE[form], f"{name}/{form}"
    for claim, grade, name in about:
        if rng.random() < 0.22:
            yield claim, text, grade, f"{name}/opening"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    rows = []
    for number in range(args.passages):
        families, kind = (
            (medical.FAMILIES, "patient") if rng.random() < 0.68 else (everyday.FAMILIES, "user")
        )
        rows += [(*row, f"made-{number}") for row in made(rng, families, kind)]
    rows += [(*row, f"real-{i}") for i, row in enumerate(real.pairs(rng, args.data, args.rounds))]
    rows += [
        (*row, f"dialogue-{i}") for i, row in enumerate(real.dialogues(rng, args.data, args.rounds))
    ]
    rows += [
        (*row, f"partial-{i}") for i, row in enumerate(partial.pairs(rng, args.data, args.rounds))
    ]
    rng.shuffle(rows)
    with args.out.open("w", encoding="utf-8") as file:
        for claim, text, grade, kind, group in rows:
            row = {"claim": claim, "passage": text, "grade": grade, "kind": kind, "group": group}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
