"""One attack on one release: on the targets, on a control and on a baseline, step by step.

Every arm of a cell is worked through in chunks, and each finished chunk goes to the store, so a
killed run loses one chunk at the most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.contracts.knowledge import knowledge_of
from seethrough.contracts.outcomes import outcomes_of
from seethrough.engine.content_key import kept_as
from seethrough.engine.runs import contrasts, correcting, equal_size, figures, linker_choice
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.judged_arm import Ratings, judge_of
from seethrough.engine.runs.kept_outcomes import counts, decoded, encoded, of_shape, shape_of
from seethrough.engine.runs.linker_choice import Choice
from seethrough.engine.runs.linking import blinded, by_luck, left_to_luck
from seethrough.engine.runs.sampled import Sampled
from seethrough.estimates.estimate import Estimate, assemble
from seethrough.estimates.figure import Luck, Tally
from seethrough.fields import Names, names_in
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Figure, Knowledge
from seethrough.statistics.seeding import generator
from seethrough.storage.store import Store

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims
    from seethrough.records.corpus import Corpus

CHUNK = 200
"""How many guesses are scored between two saves."""


@dataclass(frozen=True)
class Setting:
    """What every cell of an audit shares.

    Attributes:
        private: The private records.
        control: Records of people held out before the release was made, or None.
        seed: The user's seed.
        store: Where finished chunks are kept.
        targets: At most so many targets, drawn at random; all where None.
        progress: Told how far a stage is.
        rated: The user's own ratings of claims against passages, or None.
        sampled: What is read in the place of all records by attacks that know each by itself.
        drawn: The records that may be attacked; all where None.
        beyond: The ids of records that might have been drawn and were not.
    """

    private: Corpus
    control: Corpus | None
    seed: int
    store: Store
    targets: int | None = None
    progress: Progress = field(default=silent)
    rated: RatedClaims | None = None
    sampled: Sampled | None = None
    drawn: frozenset[str] | None = None
    beyond: Sequence[str] = ()

    @property
    def ratings(self) -> Ratings | None:
        """The grade that most raters gave, by claim and passage."""
        return None if self.rated is None else self.rated.by_pair

    def of(self, attack: Attack[Any]) -> Setting:
        """Return what an attack works on: the sample, where it need not know the other records."""
        if self.sampled is None or not attack.record_by_record():
            return self
        part, drawn, others = self.sampled
        return replace(self, private=part, sampled=None, drawn=drawn, beyond=others)


def run_attack(attack: Attack[Any], release: Any, label: str, setting: Setting) -> Cell:
    """Run one attack on one release, three ways.

    Args:
        attack: The attack.
        release: A release of the kind that it attacks.
        label: A key for the release, the same for the same release.
        setting: What the audit's cells share.
    """
    setting = setting.of(attack)
    key = f"cells/{label}/{kept_as(attack)}"
    known = learn(attack, setting.private, setting)
    there = [_there(k.record, release) and _drawn(k, setting) for k in known]
    known_of = len({k.record for k, own in zip(known, there, strict=True) if own})
    eligible = known_of + _likely(known_of, release, setting)
    known = sample(known, setting, there)
    cuts = equal_size.NO_CUTS
    if attack.asks and setting.control is not None:
        cuts = equal_size.cut(setting.private, setting.control, setting.seed)
    choice = None
    if release.aligned:
        choice = linker_choice.choose(
            attack, release, known, setting.private, setting.seed, setting.progress
        )
    emptied = release.emptied()  # says at once where the baseline is not there
    targets = run_arm(
        attack, release, known, setting.private, f"{key}/targets", setting, choice, cuts.private
    )
    baseline = run_arm(attack, emptied, known, setting.private, f"{key}/baseline", setting, choice)
    control = _control(attack, release, known, f"{key}/control", setting, choice, cuts)
    alone = _alone(attack, release, control, f"{key}/control-apart", setting, choice)
    cell = Cell(
        attack,
        targets,
        control,
        baseline,
        estimates=(),
        paired=release.aligned,
        eligible=eligible,
        linkers=() if choice is None else choice.uses,
        sizes=cuts.sizes,
        alone=alone,
    )
    return replace(cell, estimates=[_estimate(f, cell, release, setting) for f in attack.figures])


def _control(
    attack: Attack[Any],
    release: Any,
    known: Sequence[Knowledge],
    key: str,
    setting: Setting,
    choice: Choice | None,
    cuts: equal_size.Cuts,
) -> Arm | None:
    """Return what is guessed anyway: of the same targets, unseen, or of people held out.

    Unseen targets are linked as they are when seen. Of records most of which say nothing, an
    adversary who links all targets jointly reads few that say something, with their own or without.
    """
    if release.aligned:
        unseeing = blinded(known, release, setting.private)
        return run_arm(attack, release, unseeing, setting.private, key, setting, choice)
    if setting.control is None:
        return None
    others = sample(learn(attack, setting.control, setting), replace(setting, drawn=None))
    return run_arm(
        attack,
        release,
        others,
        setting.control,
        key,
        setting,
        parts=cuts.control,
        halves=cuts.halves,
    )


def _alone(
    attack: Attack[Any],
    release: Any,
    control: Arm | None,
    key: str,
    setting: Setting,
    choice: Choice | None,
) -> Arm | None:
    """Return the control where each target is linked by itself; None where it is anyway.

    One record that tells of many people may be what fits each of them best.
    """
    if control is None or not release.aligned or not linker_choice.links_jointly(attack, choice):
        return None
    apart = None if choice is None else choice.apart()
    one_by_one = linker_choice.apart(attack)
    return run_arm(one_by_one, release, control.knowledge, setting.private, key, setting, apart)


def _estimate(figure: Figure, cell: Cell, release: Any, setting: Setting) -> Estimate:
    attack, targets, control, baseline = cell.attack, cell.targets, cell.control, cell.baseline
    if figure.contrast is not None:
        return contrasts.estimate(figure, attack, targets, control)
    made = assemble(
        figure,
        spec.to_json(attack),
        targets.tallies(figure.name),
        targets.people,
        control=None if control is None else control.tallies(figure.name),
        control_clusters=None if control is None or cell.paired else control.people,
        baseline=_baseline(figure, cell, release, setting.private),
    )
    if figure.judged:
        others = setting.private if cell.paired else setting.control
        beside = None if control is None or others is None else (control, others)
        own = (targets, setting.private)
        made = correcting.corrected(made, figure, attack, own, beside, baseline, setting.ratings)
    if not attack.asks:
        return made
    scale = cell.sizes.scale if cell.sizes is not None and cell.sizes.control_words else 1.0
    return figures.recounted(made, figure, targets, control, baseline, scale)


def _baseline(figure: Figure, cell: Cell, release: Any, private: Corpus) -> Sequence[Tally] | Luck:
    """Return what a release that holds nothing gives: as drawn, or as far as it is known."""
    drawn = cell.baseline.tallies(figure.name)
    if figure.luck is None:
        return drawn
    chances = by_luck(figure.luck, cell.targets.people, release, private)
    lucky = left_to_luck(cell.targets.outcomes, release)
    known = [0.0 if luck else chance for chance, luck in zip(chances, lucky, strict=True)]
    rest = [t if luck else Tally(0.0, t.of) for t, luck in zip(drawn, lucky, strict=True)]
    return Luck(_mean(chances), rest, _mean(known))


def _mean(shares: Sequence[float]) -> float:
    return fmean(shares) if shares else 0.0


def learn(attack: Attack[Any], private: Corpus, setting: Setting) -> Sequence[Knowledge]:
    """Return what is known about each target, the same for every attack and release."""
    return knowledge_of(attack, private, generator(setting.seed, "learn"))


def sample(
    knowledge: Sequence[Knowledge], setting: Setting, there: Sequence[bool] | None = None
) -> Sequence[Knowledge]:
    """Return at most ``setting.targets`` targets, drawn at random, in order.

    Args:
        knowledge: What is known about each.
        setting: What the audit's cells share.
        there: Which of them a release has; all where None. Two releases that lack a few records
            are still attacked on the same targets, without those few.
    """
    may = [_drawn(k, setting) and (there is None or there[i]) for i, k in enumerate(knowledge)]
    if setting.targets is None or len(knowledge) <= setting.targets:
        return [k for k, own in zip(knowledge, may, strict=True) if own]
    order = generator(setting.seed, "sample").permutation(len(knowledge)).tolist()
    chosen = [i for i in order if may[i]][: setting.targets]
    return [knowledge[i] for i in sorted(chosen)]


def _likely(known: int, release: Any, setting: Setting) -> int:
    """Return about how many of the records that were not read could have been attacked.

    Nobody looked whether anything is known about them, so they count as those that were drawn do.

    Args:
        known: Of how many drawn and released records something is known.
        release: What is attacked.
        setting: What the audit's cells share.
    """
    beyond = sum(_there(id_, release) for id_ in setting.beyond)
    drawn = sum(_there(id_, release) for id_ in setting.drawn or ())
    return round(beyond * known / drawn) if drawn else beyond


def _there(record: str, release: Any) -> bool:
    """Return whether a release has a record, where its records stand for the private ones."""
    return not release.aligned or record in release.corpus.position


def _drawn(known: Knowledge, setting: Setting) -> bool:
    return setting.drawn is None or known.record in setting.drawn


def run_arm(
    attack: Attack[Any],
    release: Any,
    knowledge: Sequence[Knowledge],
    truth: Corpus,
    key: str,
    setting: Setting,
    choice: Choice | None = None,
    parts: Sequence[Corpus] = (),
    halves: Sequence[Corpus] = (),
) -> Arm:
    """Guess and score, keeping each finished chunk.

    What a model gave no answer to is asked again the next time: no chunk is kept from there on,
    as what a later answer counts for may depend on it.

    Args:
        attack: The attack.
        release: A release of the kind that it attacks.
        knowledge: What is known about each target.
        truth: The corpus that the targets' records are in.
        key: Where finished chunks are kept.
        setting: What the audit's cells share.
        choice: The linker of each target; None for the attack as it is.
        parts: Parts of ``truth`` that the same guesses are compared with, too.
        halves: The same for halves of it.

    Raises:
        ContractError: The attack gave what are no guesses of these targets.
    """
    stage = " ".join((spec.name_of(attack), key.rpartition("/")[2]))
    starts = range(0, len(knowledge), CHUNK)
    shape = shape_of(attack)
    kept = {start: of_shape(setting.store.get(f"{key}-{start}"), shape) for start in starts}
    if any(chunk is None for chunk in kept.values()):
        guesses = linker_choice.guesses(attack, release, knowledge, choice, setting.seed)
        whole, unanswered = True, _unanswered(attack)
        for start in starts:
            if kept[start] is None:
                chunk = guesses[start : start + CHUNK]
                scored = [encoded(o) for o in outcomes_of(attack, chunk, truth)]
                whole = whole and not any(o["ledger"].get(e) for o in scored for e in unanswered)
                others = [outcomes_of(attack, chunk, part) for part in (*parts, *halves)]
                compared = [[counts(o) for o in part] for part in others]
                kept[start] = {"shape": shape, "outcomes": scored, "parts": compared}
                if whole:
                    setting.store.put(f"{key}-{start}", kept[start])
            setting.progress(stage, min(start + CHUNK, len(knowledge)), len(knowledge))
    chunks = [chunk for chunk in kept.values() if chunk is not None]
    within = [
        [decoded(o, attack) for chunk in chunks for o in chunk["parts"][i]]
        for i in range(len(parts) + len(halves))
    ]
    outcomes = [decoded(o, attack) for chunk in chunks for o in chunk["outcomes"]]
    return Arm(knowledge, outcomes, within[: len(parts)], within[len(parts) :])


def _unanswered(attack: Attack[Any]) -> tuple[str, ...]:
    """Return the entries of a ledger that count what a model gave no answer to.

    A judge without a model never says more of a claim than it did the first time.
    """
    of_release = ("questions_unanswered", "continuations_unanswered")
    asks = names_in(judge_of(attack), Names.MODEL)
    return (*of_release, "claims_unjudged") if asks else of_release
