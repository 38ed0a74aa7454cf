from __future__ import annotations

import json
import time

import pytest

from seethrough.engine.rows.forms import with_ticked
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.records.corpus import Corpus

TO_DO = """
[ ] call Dr Smith about the HIV test
[ ] pick up methadone at the pharmacy
[ ] tell Anna of the new job
[ ] pay the fine
[ ] sell the house
[x] buy milk
"""
DENIED = ["gout", "mumps", "measles", "lupus", "type 2 diabetes"]


@pytest.mark.parametrize(
    ("form", "read"),
    [
        ("\n".join(["[x] HIV infection", *(f"[ ] {d}" for d in DENIED)]), "HIV infection"),
        (" ".join([*(f"☐ {d}" for d in DENIED), "☑ HIV infection"]), "HIV infection"),
        ("; ".join([*(f"{d}: no" for d in DENIED), "HIV infection: yes"]), "HIV infection"),
        ("HIV infection = Y, " + ", ".join(f"{d} = N" for d in DENIED), "HIV infection"),
        (json.dumps({"HIV": True} | dict.fromkeys(DENIED, False) | {"age": 34}), "HIV age 34"),
        ("\n".join(f"- {d}: unknown" for d in DENIED), ""),
    ],
)
def test_what_is_ticked_is_told(form: str, read: str) -> None:
    told, _ = with_ticked([f"Seen in May.\n{form}\n", form])
    assert told.startswith("Seen in May.")
    words = told.removeprefix("Seen in May.").translate(str.maketrans(';,:{}"', "      "))
    assert words.split() == read.split()


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["[x] HIV infection", *(f"[ ] {d}" for d in DENIED[1:])]),
        "Smoking: no. Alcohol: no. Drugs: no. Allergies: no. She sleeps well.",
        "\n".join(f"Doctor: Any {d}?\nPatient: No." for d in DENIED),
        "HBsAg: negative, HBeAg: negative, anti-HBc: negative, anti-HBs: positive, HIV: negative",
        " ".join(f"She has no {d}." for d in DENIED),
        "",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert [*with_ticked([text, text])] == [text, text]


def test_items_of_one_text_alone_are_its_own_words() -> None:
    answers = "Drugs: no; women: no; debts: no; the child: no; the war: no."
    texts = [TO_DO, answers, "[ ] buy milk", "Debts: no; HIV: no."]
    assert [*with_ticked(texts)] == texts


def test_a_long_row_of_blanks_behind_short_sentences_is_read_at_once() -> None:
    text = "a: no; " * 6 + "a.b." * 20 + " " * 100_000
    start = time.process_time()
    assert [*with_ticked([text])] == [text]
    assert time.process_time() - start < 1


def test_a_release_is_read_so_in_its_texts_and_columns() -> None:
    form = "; ".join([*(f"{d}: no" for d in DENIED), "HIV: yes"])
    told = [*with_ticked([form, form])]
    assert "HIV" in told[0] != form
    assert whole_rows(Corpus.from_texts([form, form])).corpus.texts == told
    beside = Corpus.from_texts(["Seen.", "None."], fields=[{"form": form}, {"form": f"{form}."}])
    texts = whole_rows(beside).corpus.texts
    assert texts == [f"Seen.\n{told[0]}", f"None.\n{told[1]}."]
