"""Audit a release, hide what leaks most, and audit again until the leak is under a limit."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.atomizers.clause import Clause
from seethrough.errors import UsageError
from seethrough.judges.local import Local
from seethrough.judges.rouge import Rouge
from seethrough.protocols import Atomizer, Generator, Judge, Sanitizer
from seethrough.release import TextRelease
from seethrough.sanitizers._leaks import Leak, RememberingJudge, find_leaks
from seethrough.sanitizers.scrub import Scrub
from seethrough.seeding import generator

if TYPE_CHECKING:
    from seethrough.data import Corpus
    from seethrough.estimates import Estimate, Interval

AUDITED = 500
"""How many records an audit between two rounds attacks at the most."""


@dataclass(frozen=True)
class Repair:
    """Runs a sanitizer, then hides what its release still gives away, round by round.

    Each round rates every claim of every record against the record's own released text. Of the
    records that leak claims which the nearest record of somebody else does not tell, those that
    leak most are edited: their leaked claims, and the sentence and clause that tell each, go to
    the editor. Without a language model the editor generalises ages and takes the telling words
    out; where that was not enough it cuts the clause, then the sentence. With one, the model gets
    the text and the claims and rewrites it; where its answer cannot be read, the first way is
    taken and ``ledger`` counts ``repair_not_answered``.

    A repair sees the private claims, so the release keeps no formal guarantee of the inner
    sanitizer. It can only hide what its judge notices, and a release that was repaired until a
    judge was content looks safer to that judge than it is. So ``details`` has, besides the risk
    and the utility after each round, a last audit of the release before and after repair by
    another judge, with other known facts (``final``); that is the figure to believe. Audit the
    release as any other: with ``seethrough audit`` and a judge and seed of your own.

    Source: this package's own; the audit that steers it is that of A False Sense of Privacy,
    sections 2.3 and 2.4.

    Attributes:
        sanitizer: Makes the release that is repaired; must align record by record.
        limit: The leak rate beyond the control at which to stop, in [0, 1].
        rounds: The most rounds of edits, at least 1.
        share: Which share of the leaking records a round edits, those that leak most first; above
            0, at most 1.
        judge: Steers the repair.
        final_judge: Judges the result; another one.
        atomizer: How private records are split into claims.
        model: ``provider/model`` of the editor; empty for the editor without a model.
        prompt: The user's own prompt file for the editor; empty for the package's.
    """

    sanitizer: Sanitizer[TextRelease] = Scrub()
    limit: float = 0.05
    rounds: int = 5
    share: float = 0.5
    judge: Judge = Local()
    final_judge: Judge = Rouge()
    atomizer: Atomizer = Clause()
    model: str = ""
    prompt: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.limit <= 1:
            raise ValueError(f"limit={self.limit} must be between 0 and 1")
        if self.rounds < 1:
            raise ValueError(f"rounds={self.rounds} must be at least 1")
        if not 0 < self.share <= 1:
            raise ValueError(f"share={self.share} must be above 0 and at most 1")
        if self.judge == self.final_judge:
            raise ValueError("final_judge must be another judge than the one that steers")

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the repaired release.

        Args:
            private: The private records; may be empty.
            rng: Gives the inner sanitizer its randomness, and the audits their known facts.

        Raises:
            UsageError: The inner release does not align record by record.
            UnavailableError: A model is named that is not there.
        """
        inner = self.sanitizer.sanitize(private, rng)
        if not isinstance(inner, TextRelease) or not inner.aligned:
            name = spec.name_of(self.sanitizer)
            raise UsageError(
                f"repair: the records of {name} stand for nobody, so none can be mended"
            )
        seed, last_seed = (int(s) for s in rng.choice(2**31, size=2, replace=False))
        whole = _in_order(private, inner)
        repaired, rounds, stopped, failed = self._repair(private, whole, seed)
        details: dict[str, Any] = {
            "inner": {"sanitizer": spec.to_json(self.sanitizer), "details": dict(inner.details)},
            "rounds": rounds,
            "stopped": stopped,
            "final": {
                "judge": spec.to_json(self.final_judge),
                "before": _risk(self._audit(private, whole, self.final_judge, last_seed)),
                "after": _risk(self._audit(private, repaired, self.final_judge, last_seed)),
            },
        }
        if inner.guarantee is not None:
            details["guarantee_lost"] = f"epsilon {inner.guarantee.epsilon:g}: edits saw the claims"
        ledger = Counter(inner.ledger)
        ledger.update({"repair_not_answered": failed} if failed else {})
        return TextRelease(repaired.corpus, ledger=dict(ledger), details=details)

    def _repair(
        self, private: Corpus, release: TextRelease, seed: int
    ) -> tuple[TextRelease, list[dict[str, Any]], str, int]:
        """Return the repaired release, what each round did, why it stopped, and failed answers."""
        from seethrough.claims import claims_of

        judge = RememberingJudge(self.judge)
        claims = claims_of(self.atomizer, private)
        tries: Counter[tuple[int, int]] = Counter()
        rounds: list[dict[str, Any]] = []
        edited = failed = 0
        for number in range(self.rounds + 1):
            risk = self._audit(private, release, judge, seed)
            leaks = find_leaks(
                claims, release.corpus.texts, private.persons, judge, generator(seed, "nearest")
            )
            rounds.append(
                {
                    "round": number,
                    "records_edited": edited,
                    "claims_told_by_own_record": len(leaks),
                    "claims": sum(map(len, claims)),
                    **_risk(risk),
                    "utility": _utility(private, release, seed),
                }
            )
            excess = _beyond(risk)
            if excess is None or excess <= self.limit:
                return release, rounds, "the leak rate is under the limit", failed
            chosen = worst_records(leaks, self.share)
            if not chosen:
                return release, rounds, "no record's own text gives a claim away", failed
            if number < self.rounds:
                texts, unread = self._edit(private, release, leaks, chosen, tries, seed)
                changed = list(release.corpus.texts)
                for record, text in texts.items():
                    changed[record] = text
                tries.update((k.record, k.claim) for k in leaks if k.record in texts)
                release = replace(release, corpus=release.corpus.with_texts(changed))
                edited, failed = len(texts), failed + unread
        return release, rounds, "the rounds are spent", failed

    def _edit(
        self,
        private: Corpus,
        release: TextRelease,
        leaks: Sequence[Leak],
        chosen: Sequence[int],
        tries: Counter[tuple[int, int]],
        seed: int,
    ) -> tuple[dict[int, str], int]:
        """Return the new texts of the chosen records, and how many the model did not give."""
        from seethrough.report.words import vocabulary
        from seethrough.sanitizers._hiding import hide

        texts = release.corpus.texts
        usual = vocabulary(texts, private.persons)
        own = {record: [k for k in leaks if k.record == record] for record in chosen}
        by_rule = {r: hide(texts[r], found, tries, usual) for r, found in own.items()}
        if not self.model:
            return by_rule, 0
        answers = self._ask({r: texts[r] for r in chosen}, own, seed)
        given = {r: text for r, text in answers.items() if text is not None}
        return by_rule | given, len(answers) - len(given)

    def _ask(
        self, texts: dict[int, str], leaks: dict[int, list[Leak]], seed: int
    ) -> dict[int, str | None]:
        """Return the model's new text for each record, None where it cannot be read."""
        from seethrough.language_model import Options
        from seethrough.models.resolve import resolve
        from seethrough.prompts import load
        from seethrough.sanitizers._rewriting import PLAIN_FORM, rewrite_all, whole

        template = load("hide_claims", self.prompt)
        listed = {
            record: "\n".join(f"{n}. {leak.text}" for n, leak in enumerate(found, 1))
            for record, found in leaks.items()
        }
        readings = rewrite_all(
            resolve(self.model),
            texts,
            lambda i, text: template.fill({"document": text, "claims": listed[i]}),
            Options(seed=seed % 2**31, max_tokens=4096),
            whole,
            PLAIN_FORM,
        )
        return {record: reading.value for record, reading in readings.items()}

    def _audit(
        self, private: Corpus, release: TextRelease, judge: Judge, seed: int
    ) -> Sequence[Estimate]:
        """Return the figures of the inference attack on a release."""
        from seethrough.attacks.inference import Inference
        from seethrough.cells import Setting, run_cell
        from seethrough.store import MemoryStore

        attack = Inference(judge=judge, atomizer=self.atomizer)
        setting = Setting(private, None, seed, MemoryStore(), AUDITED)
        return run_cell(attack, release, "repair", setting).estimates


def worst_records(leaks: Sequence[Leak], share: float) -> list[int]:
    """Return the records that leak most: exact claims count double; of equals the first.

    Args:
        leaks: What leaks.
        share: Which share of the leaking records, rounded up.
    """
    weight: Counter[int] = Counter()
    for leak in leaks:
        weight[leak.record] += 3 - leak.grade
    ranked = sorted(weight, key=lambda record: (-weight[record], record))
    return sorted(ranked[: math.ceil(share * len(ranked))])


def _in_order(private: Corpus, release: TextRelease) -> TextRelease:
    """Return the release with one text for each private record, empty where it was left out."""
    texts, position = release.corpus.texts, release.corpus.position
    own = [texts[position[id_]] if id_ in position else "" for id_ in private.ids]
    return TextRelease(private.with_texts(own))


def _beyond(risk: Sequence[Estimate]) -> float | None:
    excess = next(e for e in risk if e.name == "semantic.leak_rate").excess
    return None if excess is None else excess.value


def _risk(risk: Sequence[Estimate]) -> dict[str, Any]:
    return {
        estimate.name: {
            **_ends(estimate),
            "control": None if estimate.control is None else _ends(estimate.control),
            "excess": None if estimate.excess is None else _ends(estimate.excess),
        }
        for estimate in risk
    }


def _utility(private: Corpus, release: TextRelease, seed: int) -> dict[str, Any]:
    from seethrough.utilities.length_kept import LengthKept
    from seethrough.utilities.rouge_kept import RougeKept

    rng = generator(seed, "utility")
    made = [
        *RougeKept().measure(private, release, rng),
        *LengthKept().measure(private, release, rng),
    ]
    return {estimate.name: _ends(estimate) for estimate in made}


def _ends(of: Estimate | Interval) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, 6)
        for name, value in (("value", of.value), ("low", of.low), ("high", of.high))
    } | {"n": of.n}
