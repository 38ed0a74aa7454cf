from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from benchmarks.peers import __main__ as peers
from benchmarks.peers.beside.pair import Agreement, Pair, Timed, spread, timed


def pair(agrees: bool = True, peer: str = "theirs") -> Pair:
    return Pair("ours", peer, "1 word", list, list, lambda a, b: Agreement("same", agrees))


def test_the_ratio_is_the_middle_of_the_rounds_ratios() -> None:
    found = Timed([1.0, 2.0, 1.0], [2.0, 8.0, 8.0], Agreement("same"))
    ratio, low, high = found.ratio
    assert ratio == pytest.approx((2 * 4 * 8) ** (1 / 3))
    assert low < 2 < 8 < high  # three rounds that differ so much say little
    steady = Timed([1.0, 2.0, 3.0], [2.0, 4.0, 6.0], Agreement("same")).ratio
    assert steady == pytest.approx((2, 2, 2))


def test_both_are_run_by_turns_and_what_ours_remembers_is_forgotten() -> None:
    calls: list[str] = []
    work = Pair(
        "w", "p", "1", lambda: calls.append("ours"), lambda: calls.append("theirs"),
        lambda a, b: Agreement("same"), lambda: calls.append("forget"),
    )  # fmt: skip
    found = timed(work, 2)
    assert len(found.ours) == len(found.theirs) == 2
    order = " ".join(c for c in calls if c != "forget")
    assert order == "ours theirs theirs ours ours theirs"
    assert calls[0] == "forget"
    assert calls.count("forget") == 5


def test_times_are_read_in_milliseconds() -> None:
    assert spread([0.001, 0.002, 0.0154]) == "2.00 (1.00 to 15.40)"
    assert spread([1.0, 2.0, 3.0]) == "2,000 (1,000 to 3,000)"


@pytest.mark.parametrize("agrees", [True, False])
def test_a_result_that_differs_ends_with_1(
    agrees: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def missing() -> Iterator[Pair]:
        raise ModuleNotFoundError("no", name="a_peer")
        yield

    kind = ModuleType("kind")
    kind.MAKERS = (lambda: [pair(agrees)], missing)  # type: ignore[attr-defined]
    monkeypatch.setattr(peers.importlib, "import_module", lambda name: kind)
    monkeypatch.setattr(peers, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["peers", "--rounds", "2", "linking"])
    assert peers.main() == int(not agrees)
    printed = capsys.readouterr().out
    assert ("NO: same" in printed) != agrees
    assert "a_peer: is not installed; run: make peers" in printed
    assert "dpmlm: loads roberta-base from a model hub" in printed


def test_an_unknown_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["peers", "speling"])
    with pytest.raises(SystemExit) as stopped:
        peers.main()
    assert stopped.value.code == 2
