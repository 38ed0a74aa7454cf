# ruff: noqa: D103
"""Facts about patients, each with ways to say it, to abstract it and to contradict it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from facts import Fact, Family
from words import (
    DISEASES,
    DRUGS,
    FINDINGS,
    JOBS,
    LABS,
    PLACES,
    PROCEDURES,
    RELATIVES,
    SYMPTOMS,
    number_word,
)  # fmt: skip


def other(rng: random.Random, options: Sequence, not_this) -> object:  # type: ignore[type-arg]
    """Return another element."""
    while (choice := rng.choice(options)) == not_this:
        pass
    return choice


def span(rng: random.Random) -> tuple[list[str], list[str], list[str]]:
    """Return ways to say a length of time: same, rounded, different."""
    n, unit = rng.choice(
        [(rng.randint(2, 6), "day"), (rng.randint(2, 3), "week"), (rng.randint(2, 11), "month"),
         (rng.randint(2, 20), "year"), (rng.randint(2, 23), "hour")]
    )  # fmt: skip
    same = [f"{n} {unit}s", f"{number_word(n)} {unit}s", f"about {number_word(n)} {unit}s"]
    if (n, unit) == (2, "week"):
        same += ["a fortnight", "14 days"]
    if (n, unit) == (2, "year"):
        same += ["24 months", "a couple of years"]
    rounded = [f"several {unit}s", f"a few {unit}s", f"some {unit}s"]
    m = other(rng, [k for k in range(2, 25) if abs(k - n) > 0.4 * n], n)
    units = [u for u in ("day", "week", "month", "year", "hour") if u != unit]
    return same, rounded, [f"{m} {unit}s", f"{n} {rng.choice(units)}s"]


def symptom(rng: random.Random) -> Fact:
    s = rng.choice(SYMPTOMS)
    o = other(rng, SYMPTOMS, s)
    t, rounded, wrong = span(rng)
    a, b, w = s.pick(rng), s.pick(rng), o.pick(rng)  # type: ignore[attr-defined]
    if rng.random() < 0.5:
        return Fact(
            [f"{{C}} has {a}.", f"{{C}} complains of {a}.", f"{{C}} reports {a}."],
            [f"{{S}} has {b}.", f"{{S}} complains of {b}.", f"For {t[1]} {{s}} has had {b}.",
             f"{{S}} is bothered by {b}.", f"{{S}} mentions {b}."],
            [f"{{S}} has {s.broad}.", f"{{S}} reports some {s.broad}."] if s.broad else [],
            [f"{{S}} denies {b}.", f"There is no {b}.", f"{{S}} has {w}.",
             f"{{p}} mother has {b}.", f"{{S}} has never had {b}."],
            [b], "have",
        )  # fmt: skip
    return Fact(
        [f"{{C}} has had {a} for {t[0]}.", f"{{CP}} {a} has lasted {t[0]}.",
         f"{{C}} complains of {a} for {t[0]}.", f"{{CP}} {a} began {t[0]} ago."],
        [f"{{S}} has had {b} for the past {t[1]}.", f"For {t[1]} {b} has troubled {{s}}.",
         f"{{S}} has a {t[0].replace(' ', '-').rstrip('s')} history of {b}.",
         f"{{p}} {b} started {t[1]} ago.", f"Over the last {t[2]}, {{s}} developed {b}."],
        [f"{{S}} has had {b} for {rounded[0]}.", f"{{S}} recently developed {b}.",
         f"{{p}} {b} began {rounded[1]} ago.", f"{{S}} has {b}.",
         f"{{S}} has had {s.broad or b} for {t[1]}."],
        [f"{{S}} denies {b}.", f"{{S}} has had {w} for {t[0]}.",
         f"{{S}} has had {w} for {wrong[0]}.", f"For {t[1]} {{s}} has had {w}, but no {b}."],
    )  # fmt: skip


def no_symptom(rng: random.Random) -> Fact:
    s = rng.choice(SYMPTOMS)
    o = other(rng, SYMPTOMS, s)
    a, b, w = s.pick(rng), s.pick(rng), o.pick(rng)  # type: ignore[attr-defined]
    return Fact(
        [f"{{C}} denies {a}.", f"{{C}} has no {a}.", f"{{C}} does not have {a}."],
        [f"{{S}} denies {b}.", f"There is no {b}.", f"{{S}} reports no {b}.",
         f"{{S}} says {{s}} has not had {b}.", f"{b} is absent.", f"{{S}} is without {b}."],
        [],
        [f"{{S}} has {b}.", f"{{S}} complains of {b}.", f"{{S}} denies {w}.",
         f"{{S}} has no {w} but reports {b}.", f"{{S}} has {w}."],
        [b], "lack",
    )  # fmt: skip


def disease(rng: random.Random) -> Fact:
    d = rng.choice(DISEASES)
    o = other(rng, DISEASES, d)
    n = rng.randint(2, 30)
    a, b, w = d.pick(rng), d.pick(rng), o.pick(rng)  # type: ignore[attr-defined]
    broad = [f"{{S}} has {d.broad}.", f"{{S}} has a history of {d.broad}."] if d.broad else []
    if rng.random() < 0.5:
        return Fact(
            [f"{{C}} has {a}.", f"{{C}} has a history of {a}.", f"{{C}} was diagnosed with {a}."],
            [f"{{S}} has {b}.", f"Past medical history is significant for {b}.",
             f"{{S}} suffers from {b}.", f"{{p}} background includes {b}.",
             f"{{S}} is known to have {b}.", f"{{S}} lives with {b}."],
            [*broad, f"{{S}} has {d.broad or 'a chronic condition'} under treatment."],
            [f"{{S}} has no history of {b}.", f"{{p}} father has {b}.", f"{{S}} has {w}.",
             f"Past medical history is significant for {w}.", f"{{S}} was tested for {b}, and the "
             "test was negative.", f"{{S}} worries about getting {b}."],
        )  # fmt: skip
    return Fact(
        [f"{{C}} has a {n}-year history of {a}.", f"{{C}} was diagnosed with {a} {n} years ago.",
         f"{{C}} has had {a} for {n} years."],
        [f"{{S}} has had {b} for {number_word(n)} years.", f"{n} years ago {{s}} was found to have "
         f"{b}.", f"{{p}} {b} was diagnosed {number_word(n)} years ago.",
         f"{{S}} has lived with {b} for the last {n} years."],
        [f"{{S}} has a long history of {b}.", f"{{S}} has a history of {b}.", f"{{S}} has had {b} "
         "for several years.", f"{{S}} was diagnosed with {b} some years ago.",
         f"{{S}} has had {d.broad or b} for many years."],
        [f"{{S}} has a {n}-year history of {w}.", f"{{S}} has no history of {b}.",
         f"{{S}} was diagnosed with {w} {n} years ago.", f"{{p}} brother has had {b} for years."],
    )  # fmt: skip


def drug(rng: random.Random) -> Fact:
    name, broad, why = rng.choice(DRUGS)
    o, _, o_why = other(rng, DRUGS, (name, broad, why))  # type: ignore[misc]
    mg = rng.choice((5, 10, 20, 25, 40, 50, 75, 100, 250, 500))
    form = rng.randrange(3)
    if form == 0:
        return Fact(
            [f"{{C}} takes {name}.", f"{{CP}} medications include {name}.",
             f"{{C}} is on {name}."],
            [f"{{S}} takes {name} every day.", f"Current medications include {name}.",
             f"{{S}} is on {name}.", f"{{S}} has been prescribed {name}."],
            [f"{{S}} takes a {broad}.", f"{{S}} is on a {broad}.",
             f"{{S}} takes medication for {why}.", f"Current medications include a {broad}."],
            [f"{{S}} takes {o}.", f"{{S}} is on {o} for {o_why}.", f"{{S}} is allergic to {name}.",
             f"{{S}} stopped {name} a year ago.", "{S} takes no medications.",
             f"Current medications include {o}."],
            [name], "drug",
        )  # fmt: skip
    if form == 1:
        return Fact(
            [f"{{CP}} {why} is treated with {name}.", f"{{C}} takes {name} for {why}.",
             f"{{C}} was given {name} for {why}."],
            [f"{{S}} takes {name} for {why}.", f"For {why} {{s}} is given {name}.",
             f"{{S}} has {why}, for which {{s}} takes {name}.", f"{name} controls {{p}} {why}."],
            [f"{{p}} {why} is treated with medication.", f"{{S}} takes a {broad} for {why}.",
             f"{{S}} takes {o} for {why}.", f"{{S}} has {why}, treated with a {broad}."],
            [f"{{S}} takes {o} for {o_why}.", f"{{S}} is allergic to {name}.",
             f"{{p}} {why} is not treated.", "{S} takes no medications."],
        )  # fmt: skip
    return Fact(
        [f"{{C}} takes {mg} mg of {name} daily.", f"{{CP}} dose of {name} is {mg} mg."],
        [f"{{S}} takes {name} {mg} mg once a day.", f"{name}, {mg} mg every day, is {{p}} "
         "medication."],
        [f"{{S}} takes {name}.", f"{{S}} takes a {broad}.", f"{{S}} takes {name} every day.",
         f"{{S}} takes {mg * 2} mg of {name}."],
        [f"{{S}} takes {o} {mg} mg once a day.", f"{{S}} is allergic to {name}.",
         f"{{S}} does not take {name}."],
    )  # fmt: skip


def procedure(rng: random.Random) -> Fact:
    d = rng.choice(PROCEDURES)
    o = other(rng, PROCEDURES, d)
    n = rng.randint(2, 25)
    a, b, w = d.names[0], d.pick(rng), o.pick(rng)  # type: ignore[attr-defined]
    when = rng.random() < 0.6
    tail = f" {n} years ago" if when else ""
    told = f" {number_word(n)} years ago" if when else ""
    return Fact(
        [f"{{C}} underwent {a}{tail}.", f"{{C}} had {b}{tail}."],
        [f"{{S}} underwent {b}{told}.", f"{{S}} had {b}{tail}.", f"{{p}} history includes {b}"
         f"{f' roughly {number_word(n)} years back' if when else ''}."],
        [f"{{S}} had {d.broad}{told}.", f"{{S}} had surgery{tail}.",
         *([f"{{S}} underwent {b} several years ago.", f"{{S}} once had {b}."] if when else [])],
        [f"{{S}} underwent {w}{tail}.", "{S} has never had surgery.", f"{{p}} sister had {b}.",
         f"{{S}} is scheduled for {w}."],
    )  # fmt: skip


def vital(rng: random.Random) -> Fact:
    kind = rng.randrange(5)
    if kind == 0:
        v, u = rng.randint(52, 140), "/min"
        names = ("pulse", "heart rate", "pulse rate")
    elif kind == 1:
        v, u = rng.randint(10, 36), "/min"
        names = ("respirations", "respiratory rate", "breathing rate")
    elif kind == 2:
        v, u = rng.randint(80, 100), "%"
        names = ("oxygen saturation", "oxygen saturation on room air", "oxygen level")
    elif kind == 3:
        c = rng.randint(355, 405) / 10
        f = f"{c * 1.8 + 32:.1f}"
        near = c + rng.choice((-0.3, 0.2, 0.3))
        far = 77 - c
        return Fact(
            [f"{{CP}} temperature is {c}°C ({f}°F).", f"{{CP}} temperature is {c}°C."],
            [f"{{p}} temperature is {c}°C ({f}°F).", f"A temperature of {c}°C ({f}°F) is measured.",
             f"The temperature reads {c}°C."],
            [f"{{p}} temperature is {near:.1f}°C.", f"{{S}} is "
             f"{'febrile' if c > 38 else 'afebrile'}.", f"{{p}} temperature is "
             f"{'raised' if c > 38 else 'normal'}."],
            [f"{{p}} temperature is {far:.1f}°C ({far * 1.8 + 32:.1f}°F).", "Vital signs are "
             "recorded.", f"{{p}} pulse is {int(c * 2)}/min."],
            [f"temperature of {c}°C ({f}°F)"], "vital",
        )  # fmt: skip
    else:
        a, b = rng.randint(90, 180), rng.randint(55, 110)
        near = f"{a + rng.choice((-2, 2, 4))}/{b + rng.choice((-2, 2))}"
        far = f"{a + rng.choice((-40, 35, 50))}/{b + rng.choice((-20, 22))}"
        return Fact(
            [f"{{CP}} blood pressure is {a}/{b} mm Hg."],
            [f"{{p}} blood pressure is {a}/{b} mm Hg.", f"Blood pressure reads {a}/{b} mmHg.",
             f"BP {a}/{b}.", f"A blood pressure of {a}/{b} mm Hg is found."],
            [f"{{p}} blood pressure is {near} mm Hg.",
             f"{{p}} blood pressure is {'high' if a > 139 else 'normal'}."],
            [f"{{p}} blood pressure is {far} mm Hg.", f"{{p}} pulse is {a}/min.",
             f"{{S}} has blood pressure of {far}."],
            [f"blood pressure of {a}/{b} mm Hg"], "vital",
        )  # fmt: skip
    near_v = v + rng.choice((-2, -1, 1, 2))
    far_v = int(v * rng.choice((0.6, 1.5, 1.35)))
    n1, n2 = rng.choice(names), rng.choice(names)
    return Fact(
        [f"{{CP}} {names[0]} is {v}{u}.", f"{{CP}} {n1} is {v}{u}."],
        [f"{{p}} {n2} is {v}{u}.", f"The {n2} is {v}{u}.", f"A {n2} of {v}{u} is measured."],
        [f"{{p}} {n2} is {near_v}{u}.", f"The {n2} is about {round(v / 10) * 10}{u}."],
        [f"{{p}} {n2} is {far_v}{u}.", f"{{S}} has a value of {far_v}, with {n2} not recorded."],
        [f"{n2} of {v}{u}"], "vital",
    )  # fmt: skip


def lab(rng: random.Random) -> Fact:
    names, low, high, unit, digits = rng.choice(LABS)
    v = round(rng.uniform(low, high), digits)
    text = f"{v:,.{digits}f}" if digits else f"{int(v):,}"
    near = round(v * rng.choice((0.95, 1.06)), digits) + (0 if digits else 1)
    far = round(v * rng.choice((0.4, 0.6, 1.8, 2.4)), digits)
    near, far = (f"{x:,.{digits}f}" for x in (near, far))
    n1, n2 = rng.choice(names), rng.choice(names)
    o = other(rng, LABS, (names, low, high, unit, digits))
    return Fact(
        [f"{{CP}} {n1} is {text} {unit}.", f"{{CP}} {n1} level is {text} {unit}.",
         f"{{CP}} {n1} was measured at {text} {unit}."],
        [f"{{p}} {n2} is {text} {unit}.", f"{n2} {text} {unit}.", f"A {n2} of {text} {unit} is "
         "found."],
        [f"{{p}} {n2} is {near} {unit}.", f"{{p}} {n2} was measured."],
        [f"{{p}} {n2} is {far} {unit}.", f"{{p}} {o[0][0]} is {text} {unit}.",  # type: ignore[index]
         f"The {n2} is pending."],
        [f"{n2} {text} {unit}"], "lab",
    )  # fmt: skip


def finding(rng: random.Random) -> Fact:
    site, present, absent, wrong = rng.choice(FINDINGS)
    if rng.random() < 0.55:
        a, b = rng.choice(present), rng.choice(present)
        return Fact(
            [f"Physical examination of the patient shows {a}.", f"{{CP}} {site} examination shows "
             f"{a}.", f"{{C}} has {a} on examination."],
            [f"Examination shows {b}.", f"On {site} exam there is {b}.", f"{{S}} has {b}.",
             f"Examination of the {site} reveals {b}."],
            [f"{site} examination is abnormal.", f"There are changes on {site} examination."],
            [f"There is no {b}.", f"Examination shows {rng.choice(wrong)}.",
             f"{site} examination shows no abnormalities."],
            [b], "exam",
        )  # fmt: skip
    a, b = rng.choice(absent), rng.choice(absent)
    return Fact(
        [f"{{CP}} {site} examination {a}.", f"{{CP}} {site} exam {a}."],
        [f"{site} examination {b}.", f"The {site} exam {b}.", f"Examination of the {site} {b}."],
        ["The examination shows no abnormalities.", "Physical exam is normal."],
        [f"{site} examination shows {rng.choice(present)}.", f"The {site} has {rng.choice(wrong)}.",
         f"The {site} was not examined."],
    )  # fmt: skip


def habit(rng: random.Random) -> Fact:
    n, y = rng.randint(1, 4), rng.randint(3, 45)
    k = rng.randrange(4)
    if k == 0:
        return Fact(
            [f"{{C}} has smoked {n} packs of cigarettes daily for {y} years.", f"{{C}} has smoked "
             f"for {y} years."],
            [f"{{S}} has smoked {number_word(n)} packs of cigarettes a day for {y} years.",
             f"For {number_word(y)} years {{s}} has smoked {n} packs per day."],
            ["{S} smokes.", "{S} is a long-time smoker.", "{S} has smoked for many years.",
             "{S} uses tobacco."],
            ["{S} does not smoke.", "{S} has never smoked.", f"{{S}} drinks {n} beers a day.",
             "{p} husband smokes."],
        )  # fmt: skip
    if k == 1:
        return Fact(
            ["{C} does not smoke.", "{C} denies smoking.", "{C} has no smoking history."],
            ["{S} has never smoked.", "{S} denies tobacco use.", "{S} is a nonsmoker.",
             "{S} does not smoke or drink alcohol.", "{S} uses no tobacco, alcohol or drugs."],
            [], ["{S} smokes one pack a day.", "{S} quit smoking last year.",
                 "{S} drinks no alcohol.", f"{{S}} has smoked for {y} years."],
            ["tobacco use", "smoking"], "lack",
        )  # fmt: skip
    if k == 2:
        a = rng.choice(("beers", "glasses of wine", "drinks"))
        return Fact(
            [f"{{C}} drinks {n + 1} {a} a week.", f"{{C}} drinks {n + 1} {a} on weekends."],
            [f"{{S}} drinks {number_word(n + 1)} {a} each week.", f"{{S}} has {n + 1} {a} on "
             "weekends."],
            ["{S} drinks alcohol.", "{S} drinks socially.", "{S} drinks alcohol occasionally."],
            ["{S} does not drink alcohol.", "{S} denies alcohol use.", "{S} smokes daily."],
        )  # fmt: skip
    a = rng.choice(("illicit drugs", "recreational drugs", "street drugs"))
    return Fact(
        ["{C} denies illicit drug use.", "{C} does not use illicit drugs.",
         "{C} denies using illicit drugs."],
        [f"{{S}} does not use {a}.", f"{{S}} denies {a}.", f"{{S}} says {{s}} takes no {a}."],
        [], [f"{{S}} uses {a}.", "{S} uses cocaine.", "{S} denies alcohol use."],
        [a], "lack",
    )  # fmt: skip


def life(rng: random.Random) -> Fact:
    k = rng.randrange(6)
    if k == 0:
        job, broad = rng.choice(JOBS)
        o, _ = other(rng, JOBS, (job, broad))  # type: ignore[misc]
        return Fact(
            [f"{{C}} works as a {job}.", f"{{C}} is a {job}.", f"{{CP}} job is {job}."],
            [f"{{S}} works as a {job}.", f"{{S}} is a {job}.", f"{{S}} is employed as a {job}."],
            [f"{{S}} works in {broad}.", f"{{S}} has a job in {broad}.",
             f"{{S}} works as a {job} assistant."],
            [f"{{S}} works as a {o}.", f"{{p}} brother is a {job}.", "{S} is unemployed.",
             "{S} works.", "{S} has a job."],
        )  # fmt: skip
    if k == 1:
        place, broad = rng.choice(PLACES)
        o, _ = other(rng, PLACES, (place, broad))  # type: ignore[misc]
        verb, base = rng.choice((("returned from a trip to", "came back from"),
                                 ("moved to", "relocated to"), ("traveled to", "visited"),
                                 ("was born in", "comes from")))  # fmt: skip
        t, rounded, _ = span(rng)
        return Fact(
            [f"{{C}} {verb} {place}.", f"{{C}} {verb} {place} {t[0]} ago."],
            [f"{{S}} {verb} {place} {t[0]} ago.", f"{{S}} {base} {place} {t[1]} ago."],
            [f"{{S}} {verb} {broad} {rounded[0]} ago.", f"{{S}} {base} {broad}.",
             f"{{S}} {verb} {o}."],
            ["{S} has not traveled recently.", "{S} has lived here all {p} life.",
             f"{{p}} cousin lives in {place}."],
        )  # fmt: skip
    if k == 2:
        r, broad, r2 = rng.choice(RELATIVES)
        o = other(rng, RELATIVES, (r, broad, r2))
        return Fact(
            [f"{{C}} lives with {{p}} {r}.", f"{{C}} is accompanied by {{p}} {r}.",
             f"{{C}} is brought to the physician by {{p}} {r}."],
            [f"{{S}} lives with {{p}} {r2} and was accompanied by {{p}} {r2}, who brought {{s}} "
             "to the physician."],
            [f"{{S}} lives with a {broad} and was brought in by a {broad}."],
            [f"{{S}} lives alone and came alone, though {{p}} {r} called.",
             f"{{S}} lives with {{p}} {o[0]}, who brought {{s}} in."],  # type: ignore[index]
        )  # fmt: skip
    if k == 3:
        r, broad, r2 = rng.choice(RELATIVES[:8])
        o = other(rng, RELATIVES[:8], (r, broad, r2))
        d = rng.choice(DISEASES)
        w = other(rng, DISEASES, d)
        a, b, age = d.pick(rng), d.pick(rng), rng.randint(38, 85)
        return Fact(
            [f"{{CP}} {r} has {a}.", f"{{CP}} {r} died of {a}.", f"{{C}} has a {r} with {a}."],
            [f"{{p}} {r2} has {b} and died of it.", f"{{S}} reports that {{p}} {r2} died of {b} at "
             f"age {age}."],
            [f"A {broad} has {b} and died of it.", f"{{S}} has a family history of {b}.",
             f"{{p}} {r2} has {d.broad or 'a chronic illness'}."],
            [f"{{S}} has {b}.", f"{{p}} {o[0]} has {w.pick(rng)}.",  # type: ignore[index,attr-defined]
             "There is no family history of serious illness.", f"{{p}} {r2} is healthy."],
        )  # fmt: skip
    if k == 4:
        return Fact(
            ["{C} is sexually active.", "{C} is sexually active with one partner."],
            ["{S} is sexually active with one partner.", "{S} has sex with a single partner."],
            ["{S} has a partner.", "{S} is in a relationship."],
            ["{S} is not sexually active.", "{S} has never been sexually active."],
        )  # fmt: skip
    return Fact(
        ["{C} has no history of serious illness.", "{C} was previously healthy.",
         "{C} has no significant past medical history."],
        ["Past medical history is unremarkable.", "{S} has always been healthy.",
         "{S} has no past medical problems.", "{S} has never been seriously ill."],
        ["{S} is generally healthy apart from occasional colds."],
        ["{S} has several chronic conditions.", "Family history is unremarkable.",
         "{S} has a long and complicated medical history."],
    )  # fmt: skip


FAMILIES: list[tuple[Family, float]] = [
    (symptom, 5), (no_symptom, 3), (disease, 2.5), (drug, 2.5), (procedure, 1.2), (vital, 2.5),
    (lab, 2), (finding, 2.5), (habit, 1.2), (life, 2.5),
]  # fmt: skip
