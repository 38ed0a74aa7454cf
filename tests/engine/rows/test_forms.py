from __future__ import annotations

import json

import pytest

from seethrough.engine.rows.forms import with_ticked
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.records.corpus import Corpus

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
    told = with_ticked(f"Seen in May.\n{form}\n")
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
    assert with_ticked(text) == text


def test_a_release_is_read_so_in_its_texts_and_columns() -> None:
    form = "; ".join([*(f"{d}: no" for d in DENIED), "HIV: yes"])
    texts = whole_rows(Corpus.from_texts([form, "None."])).corpus.texts
    assert texts == [with_ticked(form), "None."]
    assert "HIV" in texts[0]
    beside = Corpus.from_texts(["Seen.", "None."], fields=[{"form": form}, {"form": "Empty."}])
    assert whole_rows(beside).corpus.texts == [f"Seen.\n{with_ticked(form)}", "None.\nEmpty."]
