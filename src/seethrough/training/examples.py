"""From private records to token rows: control codes, the cap per person, what had to be cut."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.records.releases.release import occurred
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_SHINGLE = 5
_ALIKE = 0.5
_COMMON = 50


@dataclass(frozen=True)
class Examples:
    """What a model is trained on.

    Attributes:
        prompts: (n,) the tokens of each record's control code, which are read but not learned.
        targets: (n,) the tokens of its text with the sign of its end, which are learned.
        people: (p,) for each person the places of their records.
        ledger: What was left out or cut, by count. It counts private records, so that it must not
            stand beside a release that keeps a promise.
    """

    prompts: Sequence[Sequence[int]]
    targets: Sequence[Sequence[int]]
    people: Sequence[Sequence[int]]
    ledger: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.targets)


def control_code(fields: Mapping[str, Any], columns: Sequence[str]) -> str:
    """Return ``Question: ... | Answer: ...`` for the columns of a record; empty for none.

    Source: A False Sense of Privacy, A.2, after Yue et al. (2023).
    """
    parts = [f"{name.replace('_', ' ').capitalize()}: {fields.get(name, '')}" for name in columns]
    return " | ".join(parts) + "\n" if parts else ""


def check_columns(private: Corpus, columns: Sequence[str]) -> None:
    """Raise InputError where a record lacks a column of the control code."""
    for record in private if columns else ():
        for name in columns:
            if name not in record.fields:
                raise InputError(
                    f"{private.name}: a record has no column {name!r}, of which a control code is"
                    " made; name others with codes="
                )


def encode(
    private: Corpus, tokenizer: Any, columns: Sequence[str], length: int, cap: int, key: bytes
) -> Examples:
    """Return the examples of all records that have any text.

    Args:
        private: The private records.
        tokenizer: Of the base model.
        columns: Those of the control code.
        length: The most tokens of a code and a text together; what is longer is cut and counted.
        cap: The most records of one person, drawn at random; the rest are left out and counted.
        key: 256 secret bits, by which they are drawn.

    Raises:
        InputError: No record has any text, a column is missing, or a code leaves a text no room.
    """
    check_columns(private, columns)
    owned: dict[str, list[int]] = defaultdict(list)
    for place, (person, text) in enumerate(zip(private.persons, private.texts, strict=True)):
        if text.strip():
            owned[person].append(place)
    if not owned:
        raise InputError(f"{private.name}: no record has any text to train on")
    kept: list[int] = []
    people: list[list[int]] = []
    for _, places in sorted(owned.items()):
        ranked = sorted(places, key=lambda i: _lot(key, private.ids[i]))[:cap]
        people.append(list(range(len(kept), len(kept) + len(ranked))))
        kept += ranked
    records = {i: record for i, record in enumerate(private) if columns}
    prompts, targets, cut = [], [], 0
    for i in kept:
        code = control_code(records[i].fields, columns) if columns else ""
        prompt = prompt_tokens(tokenizer, code)
        text = tokenizer.encode(private.texts[i], add_special_tokens=False)
        room = length - len(prompt) - 1
        if room < 1:
            raise InputError(
                f"{private.name}: a control code has {len(prompt)} tokens, which leaves a text no"
                f" room in length={length}; raise it, or name shorter columns with codes="
            )
        cut += len(text) > room
        targets.append([*text[:room], end_of(tokenizer)])
        prompts.append(prompt)
    ledger = {
        "records_without_text": len(private) - sum(map(len, owned.values())),
        "records_beyond_the_cap": sum(map(len, owned.values())) - len(kept),
        "records_cut": cut,
    }
    return Examples(prompts, targets, people, occurred(ledger))


def prompt_tokens(tokenizer: Any, code: str) -> list[int]:
    """Return what a text is conditioned on: the sign of a beginning, then the code."""
    begin = tokenizer.bos_token_id
    begin = end_of(tokenizer) if begin is None else begin
    return [begin, *(tokenizer.encode(code, add_special_tokens=False) if code else ())]


def end_of(tokenizer: Any) -> int:
    """Return the token that ends a text.

    Raises:
        InputError: The tokenizer has none.
    """
    if tokenizer.eos_token_id is None:
        raise InputError("the base model's tokenizer has no token that ends a text; name another")
    return int(tokenizer.eos_token_id)


def near_duplicates(private: Corpus) -> int:
    """Return how many records say nearly what a record of somebody else says.

    Two do where at least half of the runs of five words of either stand in both (Jaccard). Runs
    that stand in more than 50 different texts are set phrases and do not count. One person under
    two ids is protected as two: half as well.
    """
    same: dict[tuple[str, ...], set[str]] = defaultdict(set)
    copies: dict[tuple[str, ...], int] = defaultdict(int)
    for person, text in zip(private.persons, private.texts, strict=True):
        if row := tuple(words(text)):
            same[row].add(person)
            copies[row] += 1
    runs = [{row[i : i + _SHINGLE] for i in range(max(1, len(row) - _SHINGLE + 1))} for row in same]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, own in enumerate(runs):
        for run in own:
            holders[run].append(place)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for places in holders.values():
        if len(places) <= _COMMON:
            for i, a in enumerate(places):
                for b in places[i + 1 :]:
                    shared[a, b] += 1
    people = list(same.values())
    alike = {place for place, own in enumerate(people) if len(own) > 1}
    for (a, b), n in shared.items():
        apart = len(people[a] | people[b]) > 1
        if apart and n >= _ALIKE * (len(runs[a]) + len(runs[b]) - n):
            alike |= {a, b}
    return sum(n for place, n in enumerate(copies.values()) if place in alike)


def _lot(key: bytes, id_: str) -> bytes:
    return hashlib.sha256(key + id_.encode(errors="surrogatepass")).digest()
