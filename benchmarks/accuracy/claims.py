"""How many of the claims that a reader could not rate, or found wrong, does `clause` still cut?

    python -m benchmarks.accuracy.claims [--data DIR]

``judge_ratings.jsonl`` holds claims that an earlier `clause` cut from 333 texts; a rating ``x``
marks one that cannot be rated. ``wrong_owners.json`` beside this module marks, by position in the
text's ``claims``, those of 238 texts that one reader (a large language model, not a person) found
to say something of the wrong person or thing: a wrong owner, a crossed coordination, a relative
clause about the wrong noun. The rules were written with the development texts in view; the first
held-apart texts were read once the rules were first frozen, the second after one revision. A
claim that is new was rated by nobody here, so the command counts what is still cut word for word,
a lower bound of what is still wrong; coverage says how many texts lost a content word.

``read_claims.json`` holds what was said of old and new claims of the 95 other texts, shuffled
together, by readers (a large language model) who did not know which is which: ``right``, ``wrong``
(of the wrong person or thing) or ``unclear`` (no statement at all), by a hash of each claim. No
rule was changed afterwards, so these texts are unseen; a claim that is cut otherwise one day counts
as not read.

``judge_training/ratings`` holds claims that `clause` cut from invented texts. No rule was changed
after ``contrasts`` and ``invented`` were written, so what raters (a large language model) could not
rate there was unseen.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from seethrough.atomizers._coverage import uncovered
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus

LABELS = Path(__file__).with_name("wrong_owners.json")
READ = Path(__file__).with_name("read_claims.json")
INVENTED = Path(__file__).parents[2] / "judge_training" / "ratings"


def unratable(row: dict) -> list[str]:
    """Return the claims of a text that some rating calls impossible to rate."""
    marks = zip(*row["ratings"].values(), strict=True)
    return [c for c, given in zip(row["claims"], marks, strict=True) if "x" in given]


def line(name: str, texts: int, rated: int, bad: list[tuple[str, str]], cut: dict) -> str:
    still = sum(claim in cut[text] for text, claim in bad)
    return (
        f"| {name} | {texts} | {rated} | {len(bad)} ({len(bad) / rated:.1%}) | "
        f"{still} ({still / rated:.1%}) |"
    )


def of_invented(ratings: Path) -> str:
    """Return how many claims of a file of invented texts cannot be rated."""
    rows = [json.loads(line) for line in ratings.read_text("utf-8").splitlines()]
    counts = np.array([(len(unratable(row)), len(row["claims"])) for row in rows])
    return f"| {ratings.stem} | {len(rows)} | {counts[:, 1].sum()} | {share(counts)} |"


def share(counts: np.ndarray) -> str:
    """Return how many claims are bad, with a 95 % interval: a bootstrap by text.

    Args:
        counts: (texts, 2) how many claims of each text are bad, and how many were read.
    """
    drawn = np.random.default_rng(0).integers(len(counts), size=(2_000, len(counts)))
    bad, read = counts[drawn].sum(axis=1).T
    low, high = np.quantile(bad / read, (0.025, 0.975))
    bad, read = counts.sum(axis=0)
    return f"{bad} ({bad / read:.1%}, {low:.1%} to {high:.1%})"


def hashed(claim: str) -> str:
    return hashlib.sha256(claim.encode("utf-8")).hexdigest()[:8]


def read_anew(
    name: str, claims: Mapping[str, Sequence[str]], marks: Mapping[str, Mapping[str, list[str]]]
) -> str:
    """Return one line: how many of some claims a reader found wrong or unclear.

    Args:
        name: What they are called.
        claims: The claims of each text that was read.
        marks: The hashes of each text's claims, by what the reader said of them.
    """
    asked = {text: [hashed(claim) for claim in claims[text]] for text in marks}
    said = {
        mark: np.array([sum(c in of[mark] for c in asked[text]) for text, of in marks.items()])
        for mark in ("right", "wrong", "unclear")
    }
    read = sum(said.values())
    unread = sum(map(len, asked.values())) - read.sum()
    bad = (share(np.stack([said[mark], read], axis=1)) for mark in ("wrong", "unclear"))
    return f"| {name} | {len(marks)} | {read.sum()} | {unread} | {' | '.join(bad)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    default = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[2] / "../shared/data"))
    parser.add_argument("--data", type=Path, default=default)
    args = parser.parse_args()
    with (args.data / "judge_ratings.jsonl").open() as file:
        rows = {row["id"]: row for row in map(json.loads, file)}
    texts = [row["text"] for row in rows.values()]
    claims = Clause().atomize(Corpus.from_texts(texts))
    cut = {name: set(found) for name, found in zip(rows, claims, strict=True)}
    print("| claims | texts | claims read | bad before | still cut |")
    print("| --- | ---: | ---: | ---: | ---: |")
    total = sum(len(row["claims"]) for row in rows.values())
    bad = [(name, claim) for name, row in rows.items() for claim in unratable(row)]
    print(line("cannot be rated", len(rows), total, bad, cut))
    for part, labels in json.loads(LABELS.read_text()).items():
        read = sum(len(rows[name]["claims"]) for name in labels)
        bad = [(name, rows[name]["claims"][k]) for name, places in labels.items() for k in places]
        print(line(f"wrong owner, {part}", len(labels), read, bad, cut))
    marks = json.loads(READ.read_text())
    print("\n| read without knowing which | texts | read | not read | wrong | unclear |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    old = {name: row["claims"] for name, row in rows.items()}
    print(read_anew("claims before", old, marks))
    print(read_anew("claims now", dict(zip(rows, claims, strict=True)), marks))
    lost = sum(bool(uncovered(t, c)) for t, c in zip(texts, claims, strict=True))
    print(f"\n{sum(map(len, claims))} claims; texts that lost a content word: {lost}")
    print("\n| invented texts | texts | claims read | cannot be rated |")
    print("| --- | ---: | ---: | ---: |")
    for file in sorted(INVENTED.glob("*.jsonl")):
        print(of_invented(file))


if __name__ == "__main__":
    main()
