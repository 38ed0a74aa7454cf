import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seethrough.atomizers._coverage import content_stems, uncovered
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus

VIGNETTE = (
    "A 51-year-old man with gout comes to the clinic because of fever, dry cough, and fatigue for "
    "two weeks. He denies smoking, drinking alcohol, and using illicit drugs. His temperature is "
    "38.1°C (100.6°F), pulse is 96/min, and blood pressure 130/82 mm Hg. There is no rebound "
    "tenderness or guarding. He takes lisinopril and allopurinol. The lungs are clear."
)


def atomize(text: str) -> list[str]:
    return Clause().atomize(Corpus.from_texts([text]))[0]


def content_words_covered(text: str, claims: list[str]) -> bool:
    """Every content word of the text occurs in some claim, up to inflection."""
    return not uncovered(text, claims)


def test_vignette_by_hand():
    assert atomize(VIGNETTE) == [
        "The patient is a 51-year-old man.",
        "The patient has gout.",
        "The patient comes to the clinic because of fever for two weeks.",
        "The patient comes to the clinic because of dry cough for two weeks.",
        "The patient comes to the clinic because of fatigue for two weeks.",
        "The patient denies smoking.",
        "The patient denies drinking alcohol.",
        "The patient denies using illicit drugs.",
        "The patient's temperature is 38.1°C (100.6°F).",
        "The patient's pulse is 96/min.",
        "The patient's blood pressure is 130/82 mm Hg.",
        "The patient has no rebound tenderness.",
        "The patient has no guarding.",
        "The patient takes lisinopril.",
        "The patient takes allopurinol.",
        "The patient's lungs are clear.",
    ]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        pytest.param(
            "I am 34 and I live in Leeds with my wife.",
            ["The writer is 34.", "The writer lives in Leeds with the writer's wife."],
            id="first person",
        ),
        pytest.param(
            "I've been a nurse for ten years and I don't drink.",
            ["The writer has been a nurse for ten years.", "The writer doesn't drink."],
            id="contractions",
        ),
        pytest.param(
            "Can you write a letter to my landlord? I rent a flat in Graz.",
            [
                "The user asks to write a letter to the user's landlord.",
                "The user rents a flat in Graz.",
            ],
            id="request",
        ),
        pytest.param(
            "The applicant was born in 1966 and lives in Ankara.",
            ["The applicant was born in 1966.", "The applicant lives in Ankara."],
            id="court",
        ),
        pytest.param(
            "The patient was seen by a nurse who said that the wound was clean.",
            ["The patient was seen by a nurse.", "The nurse said that the wound was clean."],
            id="relative clause",
        ),
        pytest.param(
            "The patient's mother has asthma and his father has gout.",
            ["The patient's mother has asthma.", "The patient's father has gout."],
            id="kin",
        ),
        pytest.param(
            "The patient reports pain in his neck and groin.",
            ["The patient reports pain in his neck.", "The patient reports pain in his groin."],
            id="shared possessive",
        ),
        pytest.param(
            "Anna Berg works as a teacher. She speaks Danish and Finnish.",
            [
                "Anna Berg works as a teacher.",
                "Anna Berg speaks Danish.",
                "Anna Berg speaks Finnish.",
            ],
            id="third person",
        ),
    ],
)
def test_by_hand(text, claims):
    assert atomize(text) == claims


def test_lab_table():
    text = (
        "The patient is tired. Serum studies show:\nNa+ 154 mEq/L\nK+ 2.8 mEq/L\nGlucose 236 mg/dL"
    )
    claims = atomize(text)
    assert "The patient's Na+ is 154 mEq/L." in claims
    assert "The patient's K+ is 2.8 mEq/L." in claims
    assert "The patient's glucose is 236 mg/dL." in claims


def test_bullets_keep_their_heading():
    assert atomize(
        "Medications:\n- aspirin 100 mg\n- metoprolol\n\n## Allergies\n\n* penicillin\n\nBeehives:"
    ) == [
        "Medications: aspirin is 100 mg.",
        "Medications: metoprolol.",
        "Allergies: penicillin.",
        "Beehives.",
    ]


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("Ed: hated the divorce.", "Ed says: Hated the divorce."),
        (
            "Patient: hated the patience of others.",
            "The patient says: Hated the patience of others.",
        ),
        ("Interviewer: hated the divorce.", "The interviewer says: Hated the divorce."),
        ("Rose: hated the divorce.", "Rose says: Hated the divorce."),
    ],
)
def test_who_says_it_is_said_where_no_word_names_them(line: str, claim: str) -> None:
    assert claim in atomize(f"{line}\nKim: I slept.\n{line.split(':')[0]}: I ran.\nKim: I ate.")


def test_dialogue_names_the_speaker():
    claims = atomize("Doctor: Do you smoke?\nPatient: No. I take aspirin.\nDoctor: Good.")
    assert "The doctor asks: Do you smoke?" in claims
    assert "The patient takes aspirin." in claims


@pytest.mark.parametrize(
    "text",
    [
        "He may have pneumonia or pulmonary embolism.",
        "If the patient smokes and drinks, the risk rises.",
        "The distance between Bonn and Trier is 140 km.",
        "Neither the mother nor the father has gout.",
    ],
)
def test_keeps_whole_what_would_change_its_meaning(text):
    claims = atomize(text)
    assert len(claims) == 1
    assert claims[0].split()[1:] == text.split()[1:]


def test_denial_reaches_every_item():
    for claim in atomize("The patient has no fever, chills, or night sweats."):
        assert re.search(r"\bno\b", claim)


def test_denial_stops_at_but():
    claims = atomize("The patient is not a smoker but a heavy drinker.")
    assert "The patient is not a heavy drinker." not in claims
    assert "The patient has chills." in atomize("The patient has no fever but has chills.")


ODD = [
    "",
    " \n\t ",
    "...",
    "😀😀",
    "ok",
    "这句话是什么意思？我住在北京，今年三十岁。",
    "Мне 34 года, я живу в Минске и работаю врачом.",
    "Ich bin 34 Jahre alt, wohne in Graz und arbeite als Lehrerin, aber nicht gern.",
    "أعيش في القاهرة وعمري ثلاثون سنة.",
    "im 23 yr old femael n i hav a pian in teh leg,, cant slep!!1 plz hlep",
    "<div class='x'><p>My name is <b>Ola</b></p></div>",
    "```python\ndef f(x):\n    return x + 1  # adds one\n```\nWhat does this do?",
    "| name | age |\n| --- | --- |\n| Ola | 34 |\n| Kim | 29 |",
    "✅ Username- 😃 admin 😃 ✅ Port- 3389",
    "((((( “unclosed [ quote ‘ and, or, but",
    ", and and, or ; - - who which that",
    "I I I my my we we us",
    "A 5-year-old",
    "a\u00a0b\u2028c\u200bd\x00e",
    "Dear all,\n\nplease find attached the file that John, our new lead, and Mary\nprepared; "
    "it is due on May 3, 2021.\n\nBest,\nT.",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_text_loses_nothing(text):
    claims = atomize(text)
    assert content_words_covered(text, claims)
    assert all(claim.strip() == claim and claim for claim in claims)
    assert len(set(claims)) == len(claims)


def test_empty_text_has_no_claim():
    assert Clause().atomize(Corpus.from_texts(["", "  \n", "…"])) == [[], [], []]
    assert Clause().atomize(Corpus.from_texts([])) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.one_of(
        st.text(max_size=120),
        st.lists(
            st.sampled_from(
                [
                    "I",
                    "he",
                    "she",
                    "the",
                    "patient",
                    "who",
                    "which",
                    "and",
                    "or",
                    ",",
                    ";",
                    ".",
                    "(",
                    ")",
                    '"',
                    "'",
                    "is",
                    "has",
                    "no",
                    "not",
                    "34",
                    "mg/dL",
                    "pain",
                    "fever",
                    "denies",
                    "with",
                    "of",
                    "smokes",
                    "was",
                    "born",
                    "that",
                    "if",
                    "Ola",
                    "Berg",
                    "'s",
                    "\n",
                    "-",
                    ":",
                ]
            ),
            max_size=30,
        ).map(" ".join),
    )
)
def test_any_text_loses_nothing(text):
    claims = atomize(text)
    assert content_words_covered(text, claims)
    assert len(set(claims)) == len(claims)


def test_a_record_does_not_depend_on_its_neighbours():
    texts = [VIGNETTE, *ODD]
    together = Clause().atomize(Corpus.from_texts(texts))
    assert together == [atomize(text) for text in texts]
    assert together == Clause().atomize(Corpus.from_texts(texts))


def test_very_long_text_is_read_whole():
    text = " ".join(f"Visitor{k} saw room {k} and hall{k}." for k in range(600)) + " x" * 2000
    text += "y" * 50_000
    assert content_words_covered(text, atomize(text))


def test_content_stems_keep_denials():
    assert content_stems("He has no pain, and never smoked.") == {"no", "pain", "never", "smoke"}
    assert uncovered("No pain.", ["The patient has pain."]) == {"no"}
