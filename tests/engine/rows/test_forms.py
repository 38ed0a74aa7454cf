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
        (" ".join([*(f"{d}? No." for d in DENIED), "HIV infection? Yes."]), "HIV infection"),
        (
            "\n".join(["Q: Do you smoke?\nA: Yes", *(f"Any {d}?\nNo" for d in DENIED)]),
            "Q Do you smoke",
        ),
        (
            "\n".join(["A: HIV?\nB: Yes, I do.", *(f"A: {d}?\nB: No." for d in DENIED)]),
            "A HIV I do" + " A" * 5,
        ),
        ("\n".join([*(f"{d} - no" for d in DENIED), "HIV - yes"]), "HIV"),
        (
            "\n".join([*(f"{i}. {d}\t0" for i, d in enumerate(DENIED)), "9) HIV\t1"]),
            "0 1 2 3 4 9) HIV",
        ),
        ("\n".join([*(f"| {d} | negative |" for d in DENIED), "| HIV | positive |"]), "HIV"),
        (", ".join(["+HIV", *(f"-{d}" for d in DENIED)]), "HIV"),
        (", ".join(["HIV (+)", *(f"{d} (-)" for d in DENIED)]), "HIV"),
        ("\n".join(["HIV [x]", *(f"{d} [ ]" for d in DENIED)]), "HIV"),
        (
            "\n".join(["HIV: ☒ Yes ☐ No", *(f"{d}: ☐ Yes ☒ No" for d in DENIED)]),
            "HIV" + " ☐ No",
        ),
        (",".join([*DENIED, "HIV"]) + "\n0,0,0,0,0,1", "HIV"),
    ],
)
def test_what_is_ticked_is_told(form: str, read: str) -> None:
    told, _ = with_ticked([f"Seen in May.\n{form}\n", form])
    assert told.startswith("Seen in May.")
    words = told.removeprefix("Seen in May.").translate(str.maketrans(';,:{}"|?.', " " * 9))
    assert words.split() == read.split()


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["[x] HIV infection", *(f"[ ] {d}" for d in DENIED[1:])]),
        "Smoking: no. Alcohol: no. Drugs: no. Allergies: no. She sleeps well.",
        "\n".join(f"-{d}" for d in DENIED),
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
