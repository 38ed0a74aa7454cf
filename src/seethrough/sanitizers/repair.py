"""Audit a release, hide what leaks most, and audit again until the leak is under a limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

from seethrough import spec
from seethrough.atomizers.clause import Clause
from seethrough.errors import UsageError
from seethrough.fields import MOST_ROUNDS, Between, ModelName, ReadFile
from seethrough.judges.local import Local
from seethrough.judges.rouge import Rouge
from seethrough.models.resolve import named_model
from seethrough.progress import tell
from seethrough.protocols import Atomizer, Generator, Judge, Sanitizer
from seethrough.records.releases.release import occurred
from seethrough.records.releases.text import TextRelease
from seethrough.repair.hiding import hide
from seethrough.repair.leaks import (
    Leak,
    RememberingJudge,
    Trace,
    find_leaks,
    over_limit,
    trace,
    worst_records,
)
from seethrough.repair.rounds import beyond, risk_of, stage, utility_of
from seethrough.sanitizers.scrub import Scrub
from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.records.corpus import Corpus

AUDITED = 500
"""The most records that an audit between two rounds attacks."""


@dataclass(frozen=True)
class Repair:
    """Runs a sanitizer, then hides what its release still gives away, round by round.

    Each round rates every claim of every record against the record's own released text. Of the
    records that leak claims which the nearest record of another person does not disclose, those
    that leak most are edited: their leaked claims, and the sentence that discloses each, go to the
    editor. Without a language model the editor generalizes ages and removes the revealing words;
    if that was not enough it removes more of them, then the clause, then the sentence. With one,
    the model rewrites the text, and what still leaks after its try is hidden the other way. Where
    its answer cannot be read (``repair_not_answered`` in ``ledger``), or is the same text again
    (``repair_not_changed``), the other way is taken at once.

    A repair sees the private claims, so the release keeps no formal guarantee of the inner
    sanitizer. It can only hide what its judge notices, and a release that was repaired until a
    judge was satisfied looks safer to that judge than it is. So ``details`` has, besides the risk
    and the utility after each round, a last audit of the release before and after repair by
    another judge, with other known facts (``final``); trust that figure. Audit the
    release like any other: with ``seethrough audit`` and your own judge and seed.

    Emptying every text would end any leak, so each round also says how much wording, length and
    numbers the release keeps, and ``ledger`` counts the records that lost all their text
    (``repair_records_emptied``) and those that still give away a larger share of their claims
    than the limit when the repair ends (``repair_records_over_limit``). A judge that leaves more
    than one claim in twenty unjudged (``repair_claims_unjudged``) reaches no limit.

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
        model: ``provider/model`` of the editor; the run's model where one was named
            (``--model``, ``SEETHROUGH_MODEL``), else empty: the editor without a model.
        prompt: The user's own prompt file for the editor; empty for the package's.
    """

    sanitizer: Sanitizer[TextRelease] = Scrub()
    limit: Annotated[float, Between(0, 1)] = 0.05
    rounds: Annotated[int, Between(1, MOST_ROUNDS)] = 5
    share: Annotated[float, Between(0, 1, above=True)] = 0.5
    judge: Judge = Local()
    final_judge: Judge = Rouge()
    atomizer: Atomizer = Clause()
    model: ModelName = field(default_factory=named_model)
    prompt: ReadFile = ""

    def __post_init__(self) -> None:
        if self.judge == self.final_judge:
            raise ValueError("final_judge must differ from the judge that steers")

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the repaired release; a record that the inner sanitizer left out is empty.

        Args:
            private: The private records; may be empty.
            rng: Gives the inner sanitizer its randomness, and the audits their known facts.

        Raises:
            UsageError: The inner release does not align record by record.
            UnavailableError: A model is named that is not there, or a judge lacks a package.
        """
        for judge in (self.judge, self.final_judge):
            judge.require()
        inner = self.sanitizer.sanitize(private, rng)
        if not isinstance(inner, TextRelease) or not inner.aligned:
            name = spec.name_of(self.sanitizer)
            raise UsageError(
                f"repair: the records of {name} are not aligned, so none can be repaired"
            )
        seed, last_seed = (int(s) for s in rng.choice(2**31, size=2, replace=False))
        whole = _in_order(private, inner)
        ledger = Counter(inner.ledger)
        repaired, rounds, stopped = self._repair(private, whole, seed, ledger)
        details: dict[str, Any] = {
            "inner": {"sanitizer": spec.to_json(self.sanitizer), "details": dict(inner.details)},
            "limit": self.limit,
            "judge": spec.to_json(self.judge),
            "rounds": rounds,
            "stopped": stopped,
            "final": {
                "judge": spec.to_json(self.final_judge),
                "before": risk_of(self._audit(private, whole, self.final_judge, last_seed)),
                "after": risk_of(self._audit(private, repaired, self.final_judge, last_seed)),
            },
        }
        if inner.guarantee is not None:
            details["guarantee_lost"] = (
                f"epsilon {inner.guarantee.epsilon:g}: the edits saw the claims"
            )
        return TextRelease(repaired.corpus, ledger=dict(ledger), details=details)

    def _repair(
        self, private: Corpus, release: TextRelease, seed: int, ledger: Counter[str]
    ) -> tuple[TextRelease, list[dict[str, Any]], str]:
        """Return the repaired release, what each round did, and why it stopped."""
        from seethrough.engine.claims import claims_of

        judge = RememberingJudge(self.judge)
        claims = claims_of(self.atomizer, private)
        first = release.corpus.texts
        tries: Counter[tuple[int, int]] = Counter()
        rounds: list[dict[str, Any]] = []
        edited: dict[int, str] = {}
        for number in range(self.rounds + 1):
            texts = release.corpus.texts
            risk = self._audit(private, release, judge, seed)
            leaks = find_leaks(claims, texts, private.persons, judge, generator(seed, "nearest"))
            over = over_limit(leaks, claims, self.limit)
            emptied = sum(
                bool(a.strip()) > bool(b.strip()) for a, b in zip(first, texts, strict=True)
            )
            rounds.append(
                {
                    "round": number,
                    "records_edited": len(edited),
                    "records_over_limit": over,
                    "records_emptied": emptied,
                    "claims_told_by_own_record": len(leaks),
                    "claims": sum(map(len, claims)),
                    **risk_of(risk),
                    "utility": utility_of(private, release, seed),
                }
            )
            tell(stage(rounds[-1], risk), number, self.rounds)
            stopped = self._done(risk, leaks, claims, number, judge)
            if stopped:
                break
            edited = self._edit(private, release, leaks, judge, tries, seed, ledger)
            changed = [edited.get(record, text) for record, text in enumerate(texts)]
            tries.update((k.record, k.claim) for k in leaks if k.record in edited)
            release = replace(release, corpus=release.corpus.with_texts(changed))
        counts = {
            "repair_records_over_limit": over,
            "repair_records_emptied": emptied,
            "repair_claims_unjudged": judge.unjudged[0],
        }
        ledger.update(occurred(counts))
        return release, rounds, stopped

    def _done(
        self,
        risk: Sequence[Estimate],
        leaks: Sequence[Leak],
        claims: Sequence[Sequence[str]],
        number: int,
        judge: RememberingJudge,
    ) -> str:
        """Return why the rounds end, or nothing.

        What a judge leaves unjudged may leak, so nothing is said of the limit where that is much.
        """
        from seethrough.engine.coverage.missing import MOST_UNJUDGED

        excess = beyond(risk)
        rate = len(leaks) / max(1, sum(map(len, claims))) if excess is None else excess
        missing, asked = judge.unjudged
        blind = missing > MOST_UNJUDGED * asked
        if blind and (rate <= self.limit or not leaks):
            return f"the judge could not judge {missing:,} of {asked:,} claims"
        if rate <= self.limit and excess is None:
            return "no leak rate could be measured; own records disclose few enough claims"
        if rate <= self.limit:
            return "the leak rate is below the limit"
        if not leaks:
            return "no record's own text discloses a claim"
        return "all rounds were used" if number == self.rounds else ""

    def _edit(
        self,
        private: Corpus,
        release: TextRelease,
        leaks: Sequence[Leak],
        judge: Judge,
        tries: Mapping[tuple[int, int], int],
        seed: int,
        ledger: Counter[str],
    ) -> dict[int, str]:
        """Return the new texts of the records that leak most, by their place."""
        from seethrough.text.details import vocabulary

        texts = release.corpus.texts
        usual = vocabulary(texts, private.persons)
        chosen = set(worst_records(leaks, self.share))
        own: dict[int, list[Trace]] = {}
        for found in trace([leak for leak in leaks if leak.record in chosen], texts, judge):
            own.setdefault(found.leak.record, []).append(found)
        by_rule = {r: hide(texts[r], traces, tries, usual) for r, traces in own.items()}
        if not self.model:
            return by_rule
        # Leaks that remain after the model's own try are hidden by rule; the model gets the rest.
        later = Counter({key: n - 1 for key, n in tries.items()})
        old = {r: [t for t in ts if _tried(t, tries)] for r, ts in own.items()}
        new = {r: [t for t in ts if not _tried(t, tries)] for r, ts in own.items()}
        mended = {r: hide(texts[r], old[r], later, usual) for r in own}
        asked = {r: mended[r] for r in own if new[r] and mended[r]}
        for record, answer in self._ask(asked, texts, new, seed).items():
            if answer is None or answer.split() == asked[record].split():
                ledger["repair_not_answered" if answer is None else "repair_not_changed"] += 1
                mended[record] = by_rule[record]
            else:
                mended[record] = answer
        return mended

    def _ask(
        self,
        texts: Mapping[int, str],
        released: Sequence[str],
        traces: Mapping[int, Sequence[Trace]],
        seed: int,
    ) -> dict[int, str | None]:
        """Return the model's new text for each record, None if it cannot be read."""
        from seethrough.language_model import Options
        from seethrough.models.answers import ask_each, room
        from seethrough.models.resolve import resolve
        from seethrough.models.rewriting import PLAIN_FORM, whole
        from seethrough.prompts import load

        template = load("hide_claims", self.prompt)

        def listed(record: int) -> str:
            return "\n".join(
                f"{n}. {found.leak.text} (told by: {_quoted(released[record], found)})"
                for n, found in enumerate(traces[record], 1)
            )

        prompts = {
            record: template.fill({"document": text, "claims": listed(record)})
            for record, text in texts.items()
        }
        options = Options(seed=seed % 2**31, max_tokens=room(texts.values(), 4096))
        readings = ask_each(resolve(self.model), prompts, options, whole, PLAIN_FORM)
        return {record: reading.value for record, reading in readings.items()}

    def _audit(
        self, private: Corpus, release: TextRelease, judge: Judge, seed: int
    ) -> Sequence[Estimate]:
        """Return the figures of the inference attack on a release."""
        from seethrough.attacks.inference import Inference
        from seethrough.engine.runs.attacks import Setting, run_attack
        from seethrough.storage.store import MemoryStore

        attack = Inference(judge=judge, atomizer=self.atomizer)
        setting = Setting(private, None, seed, MemoryStore(), AUDITED, tell)
        return run_attack(attack, release, "repair", setting).estimates


def _in_order(private: Corpus, release: TextRelease) -> TextRelease:
    """Return the release with one text for each private record, empty if it was left out."""
    texts, position = release.corpus.texts, release.corpus.position
    own = [texts[position[id_]] if id_ in position else "" for id_ in private.ids]
    return TextRelease(private.with_texts(own))


def _tried(found: Trace, tries: Mapping[tuple[int, int], int]) -> bool:
    return tries.get((found.leak.record, found.leak.claim), 0) > 0


def _quoted(text: str, found: Trace) -> str:
    start, end = found.sentence
    return f'"{" ".join(text[start:end].split())}"'
