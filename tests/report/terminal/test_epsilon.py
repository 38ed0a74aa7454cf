from dataclasses import replace

from seethrough.report.terminal.epsilon import epsilon_lines
from seethrough.word_level.epsilon_audit import EpsilonBound

KEPT = EpsilonBound("cat", "dog", 1.0, 0.8, 0.95, 2000, 0.4, 0.0, 5.0)


def test_a_claim_that_stands():
    lines = epsilon_lines([KEPT])
    assert "cat | dog" in lines[1]
    assert lines[-1].startswith("Not refuted")


def test_a_claim_that_is_refuted_and_results_that_are_astray():
    text = "\n".join(epsilon_lines([KEPT, replace(KEPT, low=1.2), replace(KEPT, fit=0.001)]))
    assert "REFUTED: 1 of 3" in text
    assert "WRONG PROBABILITIES: the results of 1 of 3" in text
    assert "Not refuted" not in text


def test_texts_and_telltale_results():
    text = "\n".join(
        epsilon_lines(
            [replace(KEPT, first="x" * 80, claimed=float("inf"), fit=float("nan"), telltale=0.25)]
        )
    )
    assert "..." in text
    assert "none" in text
    assert "25.0%" in text
    assert "does not cover results" in text


def test_a_claim_that_so_few_draws_cannot_refute():
    above, text = replace(KEPT, claimed=9.0), replace(KEPT, claimed=9.0, fit=float("nan"))
    by_fit, nothing = ("\n".join(epsilon_lines([bound])) for bound in (above, text))
    assert "at most 5.000: the lower bounds of 1 of 1 pairs could not have refuted" in by_fit
    assert "Not refuted by the fit, which alone could." in by_fit
    assert "UNDECIDED" in nothing
    assert "Not refuted" not in nothing
