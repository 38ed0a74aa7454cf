from __future__ import annotations

from seethrough.extraction.holdings import Holdings, holdings


def test_what_three_texts_hold_counted_by_hand() -> None:
    texts = [
        "al@quist.org, bo@quist.org or 713-853-6161",  # three items
        "Again: AL@quist.org",  # one that is known
        "one two three four five six seven eight nine ten",
        "one two three four five six seven eight nine",
        "",
    ]
    held = holdings(texts, least=10, region="US", chunk=30)
    assert held == Holdings(
        records=2,  # the first has 17 words and signs, the third ten
        chunks=2 + 1 + 2 + 2,
        items={"email": 2, "phone": 1},
        clumps={
            # Sizes 3 and 1: an item shares its text with (9 + 1) / 4, a text has 4 / 2.
            "": (2.5, 2.0),
            "email": (5 / 3, 3 / 2),  # 2 and 1
            "phone": (1.0, 1.0),
            "url": (1.0, 1.0),
        },
    )


def test_texts_without_items() -> None:
    assert holdings([], 10, "US", 1500) == Holdings(
        0, 0, {}, {kind: (1.0, 1.0) for kind in ("", "phone", "email", "url")}
    )
