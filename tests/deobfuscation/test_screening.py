"""Masks do not make ordinary text strange, and hide no disguise."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable

import pytest

from seethrough import samples
from seethrough.deobfuscation.screening import look
from seethrough.deobfuscation.undoing import undone

RECORDS = [
    json.loads(line)["text"] for line in samples.path("private.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("mask", ["*", "****", "###", "█", "■■"])
def test_masks_are_no_words(mask: str) -> None:
    for text in RECORDS:
        assert look(text.replace(" ", f" {mask} ")).strange == look(text).strange
    assert not look("She has asthma. " * 3 + f"{mask} ({mask}), {mask}/{mask} {mask}. {mask}").coded


@pytest.mark.parametrize("disguise", [lambda t: codecs.encode(t, "rot13"), lambda t: t[::-1]])
def test_disguised_words_between_masks_are_strange(disguise: Callable[[str], str]) -> None:
    for text in RECORDS:
        hidden = disguise(re.sub(r"(\w+ \w+) ", r"\1 * ", text))
        assert look(hidden).strange
        assert len(undone(hidden).steps) == 1


def test_signs_alone_are_strange() -> None:
    assert look(".- -... .-.. . / - --- -- .- .-. .. .-").strange
    assert look("_ . _ ._. .._ ... _").strange
