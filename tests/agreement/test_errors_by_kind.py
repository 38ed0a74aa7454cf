from __future__ import annotations

from seethrough.agreement.errors_by_kind import errors_by_kind

KINDS = ("kept", "condensed", "rewritten")


def rates(kinds: tuple[str, ...] = KINDS) -> dict[str, dict[str, float]]:
    """Of each kind ten claims: five disclosed, all found; five others, of which some are called."""
    rows = [
        (rated, 1 if rated == 1 or i < called else 3, kind, f"{kind} {i}")
        for kind, called in zip(KINDS, (1, 0, 4), strict=True)
        for rated in (1, 3)
        for i in range(5)
        if kind in kinds
    ]
    rated, judged, of_kind, texts = (list(column) for column in zip(*rows, strict=True))
    return errors_by_kind(rated, judged, of_kind, texts, ["set"] * len(rows))


def test_what_is_measured_on_condensed_passages_counts_for_other_rewritten_ones() -> None:
    found = rates()
    assert list(found) == ["condensed", "kept", "rewritten"]
    assert {kind: r["false"] for kind, r in found.items()} == {
        "kept": 0.2,
        "condensed": 0.0,
        "rewritten": 0.4,
    }
    assert found["rewritten"]["other"] == 10


def test_passages_of_one_kind_alone() -> None:
    assert list(rates(("kept",))) == ["kept"]
    assert rates(("rewritten",))["rewritten"]["false"] == 0.8
    assert rates(("condensed",))["rewritten"]["false"] == 0.0


def test_collections_that_the_judge_learned_from_do_not_count_for_rewritten_passages() -> None:
    rated, judged = [1, 3, 1, 3], [1, 1, 1, 3]
    kinds, texts = ["condensed", "condensed", "rewritten", "rewritten"], list("abcd")
    found = errors_by_kind(rated, judged, kinds, texts, ["s"] * 4, [True, True, False, False])
    assert list(found) == ["rewritten"]
    assert found["rewritten"]["false"] == 0
