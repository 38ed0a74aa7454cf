# ruff: noqa: D103
"""Facts of everyday requests, messages and forum posts."""

from __future__ import annotations

import random

from facts import Fact, Family
from medical import other, span
from words import JOBS, PLACES, number_word

NAMES = [
    "Anna Keller",
    "Tom Ricks",
    "Priya Nair",
    "Yusuf Demir",
    "Lena Holm",
    "Marco Conti",
    "Grace Adeyemi",
    "Ivan Petrov",
    "Mei Tan",
    "Hector Ruiz",
    "Nadia Haddad",
    "Owen Price",
    "Sofia Lund",
    "Karim Aziz",
    "Julia Wolff",
    "Dev Patel",
]
FIRMS = [
    "Brightline",
    "Oakhurst Ltd",
    "Zeta Optics",
    "Norvik Group",
    "Pine & Co",
    "Lumora",
    "Kestrel Foods",
    "Halden Tech",
    "Morrow Design",
    "Delmar Shipping",
]
THINGS = [
    ("cameras", "items"), ("wooden tables", "furniture"), ("laptops", "equipment"),
    ("valves", "parts"), ("shirts", "clothes"), ("headphones", "electronics"), ("tires", "parts"),
    ("coffee machines", "appliances"), ("notebooks", "stationery"), ("LED panels", "components"),
    ("sunglasses", "accessories"), ("pumps", "equipment"), ("bicycles", "goods"),
]  # fmt: skip
TEXTS = [
    ("an email", "a message"), ("a cover letter", "a document"), ("a blog post", "a text"),
    ("a poem", "a text"), ("a product description", "marketing copy"), ("a reply", "a message"),
    ("a short story", "a text"), ("a speech", "a text"), ("an essay", "a text"),
    ("a business plan", "a plan"), ("a press release", "a text"), ("a Facebook post",
    "a social media post"), ("a summary", "a text"),
]  # fmt: skip
TOPICS = [
    ("climate change", "the environment"), ("the Roman Empire", "history"), ("knitting", "crafts"),
    ("machine learning", "technology"), ("remote work", "work"), ("solar panels", "energy"),
    ("vegan cooking", "food"), ("marathon training", "sports"), ("house prices", "economics"),
    ("dog training", "pets"), ("public transport", "travel"), ("jazz music", "music"),
]  # fmt: skip
TECH = [
    ("Laravel", "a web framework"), ("Python", "a programming language"), ("React",
    "a web framework"), ("Java", "a programming language"), ("WordPress", "a website builder"),
    ("MySQL", "a database"), ("Excel", "a spreadsheet program"), ("Unity", "a game engine"),
    ("Docker", "a developer tool"), ("Flutter", "a framework"),
]  # fmt: skip
HOBBIES = [
    ("hiking", "outdoor activities"), ("painting", "art"), ("chess", "games"),
    ("playing the guitar", "music"), ("rock climbing", "sports"), ("gardening", "hobbies"),
    ("baking bread", "cooking"), ("birdwatching", "nature"), ("surfing", "water sports"),
    ("video games", "games"), ("photography", "art"), ("yoga", "exercise"),
]  # fmt: skip


def task(rng: random.Random) -> Fact:
    text, broad = rng.choice(TEXTS)
    o, _ = other(rng, TEXTS, (text, broad))  # type: ignore[misc]
    topic, wide = rng.choice(TOPICS)
    o_topic, _ = other(rng, TOPICS, (topic, wide))  # type: ignore[misc]
    if rng.random() < 0.5:
        return Fact(
            [f"The user asks for {text}.", f"The user wants {text} to be written."],
            [f"Please write {text} about {topic}.", f"Can you draft {text} for me?",
             f"I need {text}.", f"Help me prepare {text}."],
            [f"Please write {broad}.", f"I need {broad}."],
            [f"Please write {o} about {topic}.", "Can you explain this to me?",
             f"Translate {text} into French."],
        )  # fmt: skip
    return Fact(
        [
            f"The user asks for {text} about {topic}.",
            f"The text should be about {topic}.",
            f"The requested text is about {topic}.",
        ],
        [
            f"Write {text} on the subject of {topic}.",
            f"{text} on {topic}, please.",
            f"Compose {text} that deals with {topic}.",
        ],
        [f"Write {text} about {wide}.", f"Write {broad} on {wide}."],
        [f"Write {text} about {o_topic}.", f"I like {topic}.", f"Write {o} about {o_topic}."],
    )


def name(rng: random.Random) -> Fact:
    n = rng.choice(NAMES)
    o = other(rng, NAMES, n)
    first = n.split()[0]
    kind = rng.randrange(4)
    if kind == 0:
        return Fact(
            [f"The email is addressed to {n}.", f"The message is addressed to {first}."],
            [f"Dear {n}, I hope you are well.", f"Hello {n}, how are you?",
             f"It is a letter to {n}."],
            ["Dear colleague, I hope you are well.", "Hello [name], how are you?"],
            [f"Dear {o}, I hope you are well.", f"Hello {o}!", f"Kind regards, {n}"],
        )  # fmt: skip
    if kind == 1:
        firm = rng.choice(FIRMS)
        o_firm = other(rng, FIRMS, firm)
        return Fact(
            [f"{{CP}} company is {firm}.", f"{{CP}} business is named {firm}.",
             f"{{C}} works for {firm}."],
            [f"{{p}} company is called {firm}.", f"I run a business named {firm} and work for it."],
            [f"{{p}} company is called {firm.split()[0]}-like Group."],
            ["{S} runs a business.", "{p} company is called [company].", "{S} works for a firm.",
             f"{{S}} works for {o_firm}."],
        )  # fmt: skip
    if kind == 2:
        job, broad = rng.choice(JOBS)
        return Fact(
            [f"{n} is the {job}.", f"{n} works as a {job}."],
            [f"{n}, the {job}, will come.", f"Our {job} is {n}."],
            [f"Our {job} will come.", f"{n} works in {broad}.", f"The {job} is mentioned."],
            [f"{o} is our accountant assistant.", "Somebody will come."],
        )
    code = "".join(rng.choice("ABCDEFGHKLMNPRSTUVXYZ0123456789") for _ in range(7))
    what = rng.choice(("model number", "order number", "username", "password", "IP address"))
    value = ".".join(str(rng.randint(2, 254)) for _ in range(4)) if what == "IP address" else code
    wrong = value[:-3] + str(rng.randint(200, 989))
    return Fact(
        [f"The {what} is {value}.", f"{{CP}} {what} is {value}."],
        [f"The {what} is {value}.", f"{what}: {value}", f"Use {value} as the {what}."],
        [],
        [f"The {what} is [{what}].", f"Please send the {what}.", f"The {what} is {wrong}.",
         f"The {what} is needed."],
    )  # fmt: skip


def trade(rng: random.Random) -> Fact:
    thing, broad = rng.choice(THINGS)
    o, _ = other(rng, THINGS, (thing, broad))  # type: ignore[misc]
    n, price = rng.randint(3, 400), rng.randint(15, 9000)
    if rng.random() < 0.5:
        return Fact(
            [f"{{C}} wants to buy {n} {thing}.", f"The order is for {n} {thing}.",
             f"{{C}} is interested in {n} {thing}."],
            [f"We would like to purchase {n} {thing}.", f"Please reserve {number_word(n)} {thing} "
             "for us, we order them all.", f"I am interested in buying {n} {thing}."],
            [f"We would like to purchase some {thing}.", f"We want to order {n} {broad}.",
             f"I am interested in buying {broad}.", f"We would like {n + 1} {thing}."],
            [f"We would like to purchase {n} {o}.", f"We sold our {thing}.",
             f"Do you repair {thing}?", f"We are not interested in {thing} anymore."],
        )  # fmt: skip
    return Fact(
        [f"The price is {price} USD.", f"The {thing} cost ${price}.",
         f"A payment of ${price} was made for the {thing}."],
        [f"The {thing} cost ${price:,}.", f"We paid {price} dollars for the {thing}.",
         f"The price for the {thing} is {price} USD, already transferred."],
        [f"We paid about ${round(price, -2)} for the {thing}.", f"We paid for the {thing}.",
         f"The {thing} cost several hundred dollars."],
        [f"The {thing} cost ${price * 3}.", f"The {o} cost ${price + 700}.",
         "The price is not known yet."],
    )  # fmt: skip


def technology(rng: random.Random) -> Fact:
    t, broad = rng.choice(TECH)
    o, _ = other(rng, TECH, (t, broad))  # type: ignore[misc]
    return Fact(
        [f"The application is written in {t}.", f"The backend is developed in {t}.",
         f"The user asks for code in {t}.", f"{{C}} uses {t}."],
        [f"My app is written in {t}, I use it for the backend; give me {t} code.",
         f"Give me code in {t} for a backend built with {t}."],
        [f"My backend is built with {broad}, give me code for it.", "Give me code for my "
         f"application, I use {broad}."],
        [f"My app is written in {o}, I use {o} code for the backend.",
         f"What is {t}?", "Give me an application form."],
    )  # fmt: skip


def form(rng: random.Random) -> Fact:
    n = rng.choice((100, 150, 200, 250, 300, 500, 800, 1000, 1500))
    tone = rng.choice(("formal", "friendly", "funny", "polite", "persuasive"))
    if rng.random() < 0.5:
        return Fact(
            [f"The text should be at least {n} words long.", f"The text should have {n} words."],
            [f"It must have at least {n:,} words.", f"Minimum length: {n} words."],
            ["It should be long.", "There is a minimum length.", f"It must have {n + 50} words."],
            ["Keep it as short as possible.", f"It must have {n * 4} words.",
             "Write in your own words."],
        )  # fmt: skip
    o = other(rng, ("formal", "friendly", "funny", "polite", "persuasive"), tone)
    return Fact(
        [f"The user wants a {tone} tone.", f"The text should be {tone}."],
        [f"Make it sound {tone}.", f"Use a {tone} style.", f"Keep the text {tone}."],
        ["Mind the tone.", "Use a suitable style."],
        [f"Make it sound {o}.", f"Do not make it {tone}.", "The tone does not matter."],
    )


def profile(rng: random.Random) -> Fact:
    k = rng.randrange(5)
    if k == 0:
        p, broad = rng.choice(PLACES)
        o, _ = other(rng, PLACES, (p, broad))  # type: ignore[misc]
        return Fact(
            [f"{{C}} lives in {p}.", f"{{C}} is from {p}.", f"{{CP}} home is in {p}."],
            [f"{{S}} lives in {p}, where {{s}} was born.", f"Born and raised in {p}, and still "
             "here.", f"Life here in {p} suits me, it is home."],
            [f"{{S}} lives in {broad}, home since birth.", f"{{S}} lives in {o}, where {{s}} was "
             "born."],
            [f"{{S}} would like to visit {p}.", f"{{p}} friend lives in {p}.",
             "{S} likes where {s} lives."],
        )  # fmt: skip
    if k == 1:
        h, broad = rng.choice(HOBBIES)
        o, _ = other(rng, HOBBIES, (h, broad))  # type: ignore[misc]
        return Fact(
            [f"{{C}} enjoys {h}.", f"{{CP}} hobby is {h}.", f"{{C}} likes {h}."],
            [f"{{S}} loves {h} on weekends.", f"{h} is what I do in my free time.",
             f"{{S}} spends {{p}} free time with {h}."],
            [f"{{S}} likes {broad}.", f"{{S}} spends {{p}} free time with {broad}."],
            [f"{{S}} hates {h}.", f"{{S}} loves {o}.", "{S} has no time for hobbies.",
             f"{{p}} neighbor loves {h}."],
        )  # fmt: skip
    if k == 2:
        job, broad = rng.choice(JOBS)
        o, _ = other(rng, JOBS, (job, broad))  # type: ignore[misc]
        return Fact(
            [f"{{C}} works as a {job}.", f"{{C}} is a {job}."],
            [f"{{S}} works as a {job}.", f"As a {job} I see this every day.",
             f"My work as a {job} keeps me busy."],
            [f"{{S}} works in {broad}.", f"My job in {broad} keeps me busy."],
            [f"{{S}} works as a {o}.", f"I had to call a {job} last week.", "{S} is retired.",
             "Work keeps me busy."],
        )  # fmt: skip
    if k == 3:
        t, rounded, wrong = span(rng)
        what, o = rng.sample(["moved into the new flat", "got married", "started the new job",
                              "bought the house", "lost the job", "adopted a dog",
                              "finished university", "sold the car"], 2)  # fmt: skip
        return Fact(
            [f"{{C}} {what} {t[0]} ago."],
            [f"{{S}} {what} {t[1]} ago.", f"It has been {t[0]} since {{s}} {what}."],
            [f"{{S}} {what} {rounded[0]} ago.", f"{{S}} {what} recently.", f"{{S}} {what}."],
            [f"{{S}} {o} {t[0]} ago.", f"{{p}} cousin {what} {wrong[0]} ago."],
        )
    n = rng.randint(2, 5)
    return Fact(
        [f"{{C}} has {n} children.", f"{{C}} has {number_word(n)} kids."],
        [f"{{S}} has {number_word(n)} kids.", f"{{S}} is a parent of {n}, all still at school."],
        ["{S} has children.", "{S} is a parent.", f"{{S}} has {n + 1} children."],
        ["{S} has no children.", "{p} sister has kids.", f"{{S}} has {n} dogs."],
    )


FAMILIES: list[tuple[Family, float]] = [
    (task, 3), (name, 3), (trade, 2), (technology, 1.5), (form, 1), (profile, 4),
]  # fmt: skip
