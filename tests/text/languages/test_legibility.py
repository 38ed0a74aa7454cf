import json
import re
from base64 import b32encode, b64encode
from zlib import compress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough import samples
from seethrough.text.languages.legibility import (
    Legibility,
    _characters,
    kind_of,
    legibility,
)
from seethrough.text.languages.letterhead import without_letterhead
from seethrough.text.segmentation import spaced
from seethrough.text.vocabulary import english_share, is_known, ranks, words_of

RECORDS = [
    json.loads(line)["text"] for line in samples.path("private.jsonl").read_text().splitlines()
]
GERMAN = "Der Patient ist 58 Jahre alt und hält neunzig Bienenstöcke oberhalb des Baches."
UNSPELLED = ("not_words", "")
"""Words of another language without its accents or in Latin letters, many of them like English."""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", ("empty", "")),
        (" \n", ("empty", "")),
        ("*** ***", ("empty", "")),
        ("XXXX [NAME] ███", ("empty", "")),
        ("Ok.", ("read", "")),
        ("58", ("read", "")),
        ("Marit Halvorsen", ("read", "")),
        ("[NAME] visited [PLACE] on [DATE].", ("read", "")),
        ("Pt c/o SOB x3d, BP 138/82, HR 90. Hx CHF, DM2. NKDA. s/p CABG 2019.", ("read", "")),
        ("salad tower quickly engine blue seventeen of mother table green", ("read", "")),
        (RECORDS[0].upper(), ("read", "")),
        (GERMAN, ("language", "de")),
        (" ".join(f'{{"w": "{word}"}}' for word in GERMAN.split()), ("not_words", "")),
        ("{{name}} {DATE} {first name}", ("empty", "")),
        (
            "El paciente tiene 58 años y mantiene noventa colmenas sobre el arroyo.",
            ("language", "es"),
        ),
        ("Le patient présente une douleur thoracique depuis trois jours déjà.", ("language", "fr")),
        ("Пациент жалуется на боль в груди уже три дня.", ("script", "cyrillic")),
        ("木村さんは喘息です。", ("script", "hiragana")),
        ("المريض يعاني من ألم", ("script", "arabic")),
        ("qwz kjdfh skjdf hsdkj fhskjdf dsdfgh wqrtz", ("not_words", "")),
        ("Anna nam nay 29 tuoi, song o Hue va lam tho moc. Nguoi nay bi giang mai.", UNSPELLED),
        ("wo jin nian san shi er sui, zhu zai Shanghai, qu nian you tang niao bing.", UNSPELLED),
        ("main teacher hoon aur Mumbai mein rehti hoon, pichle saal sugar hua.", UNSPELLED),
        ("3141592653 58979 32384 62643 38327 95028 84197 16939 93751", ("not_words", "")),
    ],
)
def test_the_kind_of_a_text(text, kind):
    assert kind_of(text) == kind


@pytest.mark.parametrize("coded", [b64encode, b32encode, lambda data: data.hex().encode()])
def test_codes_among_ordinary_words_are_not_read(coded):
    words = "the patient was seen in clinic and she will come back next week if the pain goes on"
    for record in RECORDS[:10]:
        code = coded(record.encode()).decode()
        pieces = [code[start : start + 10] for start in range(0, len(code), 10)]
        text = " ".join(f"{piece} {words}" for piece in pieces[:40])
        assert english_share(text) > 0.75
        assert kind_of(" ".join(f"{piece} pain goes" for piece in pieces)) == (
            "not_words",
            "",
        )


BRAILLE = str.maketrans("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵")


@pytest.mark.parametrize(
    "disguise",
    [
        lambda t: t.lower().translate(BRAILLE),
        lambda t: "".join(chr(0xE000 + ord(c)) for c in t),
        lambda t: "".join("■" if bit == "1" else "□" for c in t for bit in f"{ord(c):b}"),
        lambda t: compress(t.encode()).hex(),
        lambda t: ", ".join(t),
        lambda t: "::".join(t),
        lambda t: re.sub(r"(?<=\w)[aeiou]", "", t),
        lambda t: re.sub(r"\b(\w)(\w+)", r"\2\1", t),
        lambda t: re.sub(r"\w+", lambda m: f"w{sum(map(ord, m[0]))}", t),
    ],
    ids=[
        "Braille", "own font", "bits", "hexadecimal", "commas", "colons", "no vowels", "turned",
        "numbered",
    ],
)  # fmt: skip
def test_disguises_that_nobody_undoes_are_not_read(disguise):
    assert {kind_of(disguise(record))[0] for record in RECORDS} == {"not_words"}


@pytest.mark.parametrize("mask", ["■", "–", "…", "■■■■"])
def test_masks_with_their_punctuation_are_empty(mask):
    for record in RECORDS:
        assert kind_of(re.sub(r"\w+", mask, record)) == ("empty", "")


def test_what_strong_redaction_leaves_is_english():
    text = "The _ is a _ _ to the _ _ of _ _ He _ of _ on the _ of his _ _ an _ at _ which he _"
    for mark in ("[REDACTED]", "***", "___"):
        assert kind_of(text.replace("_", mark))[0] == "read"
    spelled = "pa ti en t i s se ve nt y ye ar s ol d an d ha s as th ma si nc e ch il dh oo d"
    assert kind_of(spelled)[0] == "not_words"


def test_one_hash_is_no_code():
    assert kind_of(f"{'9f86d081884c7d65' * 8} has a cough.") == ("read", "")


def test_a_few_codes_are_no_code():
    words = "She takes omeprazole 20 mg, and her HbA1c was 48 mmol/mol on 3 May. "
    named = "McDonald, a3f9c2d1 and CYP2D6 at NewYork1994 met WiFi7a, USB3c, and H5N1x2 users. "
    assert kind_of(5 * words + named) == ("read", "")
    hashed = [
        f"Mr {i:08x} saw Dr {7919 * i:08x} for a cough that he has had for three weeks."
        for i in range(0x8F3A2B1C, 0x8F3A2B1C + 12)
    ]
    assert kind_of(" ".join(hashed * 2)) == ("read", "")


def test_every_record_is_counted_once():
    found = legibility(
        [*RECORDS, GERMAN, "", "***", "木村さんは喘息です。", "zxcvb qwrtp lkjhg mnbvc xzlkq"]
    )
    assert found == Legibility(len(RECORDS) + 5, len(RECORDS), {"de": 1}, {"hiragana": 1}, 1, 2)
    assert found.unread == 3
    assert found.unread_share == pytest.approx(3 / (len(RECORDS) + 3))


def test_of_very_many_texts_some_are_looked_at(monkeypatch):
    monkeypatch.setattr("seethrough.text.languages.legibility.MOST_LOOKED_AT", 20)
    found = legibility([RECORDS[0], GERMAN] * 30)
    assert (found.total, found.records) == (20, 60)
    assert found.other_language == {"de": found.unread}
    assert 5 <= found.unread <= 15
    assert legibility(RECORDS[:20]).records == 0


FORM = (
    "Patient record of this year. Occupation of the patient: {}. Main complaint on admission: {}."
    " What happened before the visit: {}. Signed by the doctor on duty in the emergency room."
)
REPLY = (
    "I am sorry to hear that. It is important to talk to your doctor, to sleep enough and to eat"
    " well. If you feel worse, please call your clinic or an emergency line right away."
)


def test_a_tenth_in_another_language_is_not_read():
    answers = (
        "Krankenpfleger in der Nachtschicht",
        "leidet seit 2001 an Brustkrebs",
        "sie verlor das Haus an die Bank und trank",
    )
    assert kind_of(FORM.format(*answers)) == ("language", "de")
    assert kind_of(f"User: {GERMAN} Was soll ich tun?\nAssistant: {REPLY}") == ("language", "de")
    assert (
        kind_of(f"User: 木村さんは喘息です。毎日薬を飲んでいます。\nAssistant: {REPLY[:90]}")[0]
        == "script"
    )
    answers = "nurse", "she has had breast cancer since 2001", "she lost her house to the bank"
    assert kind_of(FORM.format(*answers)) == ("read", "")


def test_sentences_in_another_language_are_counted():
    quoted = f"{REPLY} {REPLY} He said: Auf Wiedersehen und vielen Dank. {REPLY}"
    dense = f"{REPLY} {REPLY} 教师，糖尿病，三个儿子，欠银行钱。"
    found = legibility([*RECORDS, quoted, dense])
    assert (found.read, found.in_part, found.unread) == (len(RECORDS) + 2, 2, 0)
    assert found.partly_unread_share == pytest.approx(2 / (len(RECORDS) + 2))


@pytest.mark.parametrize("word", ["糖尿病", "диабет", "سكري"])
def test_words_in_another_script_within_sentences_are_counted(word):
    rows = [f"{record} He suffers from {word} and is well." for record in RECORDS]
    assert legibility(rows).in_part == len(RECORDS)
    rows = [f"{record} The αβ cells, 5 µm and IFNγ." for record in RECORDS]
    assert legibility(rows).in_part == 0


@pytest.mark.parametrize("name", ["", "Gwendolyn Kowalczyk", "Xq Wrzk"])
def test_a_sentence_counts_whatever_stands_beside_it(name):
    thanks = "Vielen Dank und mit freundlichen Grüßen aus Köln."
    found = legibility([f"{record} {record}\n{thanks}\n{name}" for record in RECORDS])
    assert (found.in_part, found.unread) == (len(RECORDS) - 1, 1)


def bare_of(texts: list[str]) -> list[str | None]:
    return [*without_letterhead(texts, [str(i) for i in range(len(texts))])]


def test_a_letterhead_in_another_language_is_left_out():
    head = "Klinikum am Rosengarten, Abteilung für Innere Medizin.\nBitte Aktenzeichen angeben.\n"
    letters = [head + record for record in RECORDS]
    bare = bare_of([*letters, *RECORDS[:5], head])
    assert bare[:60] == RECORDS
    assert bare[60:] == [None] * 6
    ill = [f"{letter} Er leidet an Magersucht." for letter in letters[:20]]
    bare = bare_of([*ill, *letters[20:]])
    assert all("Magersucht" in text for text in bare[:20])
    german = [f"{head}{GERMAN.replace('58', str(age))}" for age in range(20, 60)]
    assert all("Bienen" in text for text in bare_of(german))
    assert not any(bare_of([*letters, *RECORDS[:10]]))  # one in seven has none
    assert not any(bare_of(letters[:9]))
    assert not any(bare_of(["Hospital of the town.\n" + record for record in RECORDS]))
    named = [f"Username: otter{i}. PMHx unremarkbl.\n{text}" for i, text in enumerate(RECORDS)]
    assert not any(bare_of(named))
    forms = [f"{head}Username: otter{i}.\n{text}" for i, text in enumerate(RECORDS)]
    assert all(text.startswith("Username: otter") for text in bare_of(forms))
    one = ["Anna"] * len(letters)
    assert not any(without_letterhead(letters, one))  # it may be what is told of this person


def test_texts_too_short_to_decide_are_read_together():
    illnesses = ["Brustkrebs", "Magersucht", "Schuppenflechte", "Bluthochdruck", "Heuschnupfen"]
    trades = ["Klempner", "Lehrerin", "Tischler", "Busfahrer", "Krankenpfleger", "Anwalt"]
    answers = [f"{illness}, {trade}" for illness in illnesses for trade in trades]
    assert {kind_of(answer) for answer in answers} == {("read", "")}
    assert legibility(answers).other_language == {"de": 30}
    assert legibility([*RECORDS, *answers]).other_language == {"de": 30}
    assert legibility(answers[:19]).read == 19


def test_short_english_answers_are_read():
    answers = ["Back pain.", "Ok.", "No complaints", "Night shift", "Asthma, nurse", "58", "Yes!"]
    names = ["Marit Halvorsen", "Ann Lee", "Tom Jones", "Omaha", "Leeds"]
    assert legibility(5 * [*answers, *names]).read == 60


def test_word_salad_of_english_is_english():
    rng = np.random.default_rng(0)
    frequent = list(ranks())[:20_000]
    salad = [" ".join(rng.choice(frequent, size=40)) for _ in range(50)]
    assert legibility(salad).read >= 48


def test_words_are_known_and_shares_are_of_letters():
    assert is_known("Fever")
    assert not is_known("srire")
    assert english_share("fever zzzzz") == 0.5
    assert english_share("") == english_share("a 5 of") == 0.0


def test_lost_spaces_come_back():
    assert spaced("thepatienthasafeverandacough") == "the patient has a fever and a cough"
    assert spaced("SeenbyDr.Okonjo,34,on") == "Seen by Dr. Okonjo, 34, on"
    assert spaced("fever") == "fever"


@given(st.text() | st.text("aZ9_- é٣²½ⅧЖ漢\u0301\ud800"))
def test_characters_and_words_are_counted_as_python_has_them(text: str) -> None:
    letters = [c for c in text if c.isalpha()]
    assert _characters(text) == (
        len(letters),
        sum(c.isdigit() for c in text),
        [c for c in letters if c > "\x7f"],
    )
    runs = [run for run in re.findall(r"[^\W\d_]+", text) if len(run) >= 3]
    assert words_of(text) == (" ".join(runs).lower().split(" ") if runs else [])
    assert words_of(text, most=2) == words_of(text)[:2]
