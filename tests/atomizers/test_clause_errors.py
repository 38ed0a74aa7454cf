"""What the clause atomizer once got wrong: owners, coordinations, fragments."""

import pytest

from seethrough.atomizers._coverage import uncovered
from seethrough.atomizers._run_ons import run_ons
from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus


def atomize(text: str) -> list[str]:
    claims = Clause().atomize(Corpus.from_texts([text]))[0]
    assert not uncovered(text, claims)
    return claims


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        pytest.param(
            "A 40-year-old man comes to the clinic. His father had gout. "
            "His vital signs are normal.",
            "The patient's vital signs are normal.",
            id="his is the patient's, not the father's",
        ),
        pytest.param(
            "A 40-year-old man comes to the clinic. His mother lives in Graz. She has asthma.",
            "The patient's mother has asthma.",
            id="she can only be the mother",
        ),
        pytest.param(
            "A 40-year-old man comes to the clinic. His father smoked. He died at age 60.",
            "The patient's father died at age 60.",
            id="the patient of a case does not die",
        ),
        pytest.param(
            "A 2-year-old boy is brought to the clinic. His father came along. "
            "He says the boy is tired.",
            "The patient's father says the boy is tired.",
            id="a small child does not tell its own case",
        ),
        pytest.param(
            "I visited Mrs. Berg at home. My shift was long. She denies any falls.",
            "Mrs. Berg denies any falls.",
            id="she is not the writer but Mrs. Berg",
        ),
        pytest.param(
            "I visited the tenant at noon. The hall was dark. He refused a meal.",
            "He refused a meal.",
            id="nobody is named whom he could mean",
        ),
        pytest.param(
            "My wife works. I called my sister and she was out.",
            "The writer's sister was out.",
            id="the nearest who fits",
        ),
        pytest.param(
            "I met Tom and Ben at work. He owes me money.",
            "He owes the writer money.",
            id="two fit: the pronoun stays",
        ),
        pytest.param(
            "I live in Graz. He said 'I never saw you' to me.",
            "He said 'I never saw you' to the writer.",
            id="who is quoted is not the writer",
        ),
        pytest.param(
            "Peter Dale (born 1969) is an actor. He appeared in Find Me Guilty in 2006.",
            "Peter Dale appeared in Find Me Guilty in 2006.",
            id="a title speaks of nobody",
        ),
        pytest.param(
            "Anna Berg is an actress. She lost her voice in May.",
            "Anna Berg lost her voice in May.",
            id="names keep their capitals",
        ),
        pytest.param(
            "The patient reports pain in his jaw that is worse at night.",
            "The pain in the patient's jaw is worse at night.",
            id="which pain, not which jaw",
        ),
        pytest.param(
            "Ola: Where do you work? Kim: I work in Graz. Ola: Why? Kim: I like it there.",
            "Kim works in Graz.",
            id="a dialogue on one line",
        ),
        pytest.param(
            "Tom: I fell.\nAnna: When?\nTom: On Monday.\nKim: I have gout.\nAnna: I fell.",
            "Kim has gout.",
            id="who speaks only once",
        ),
        pytest.param(
            "12/05/23, 10:32 - Anna: I moved to Graz.\n12/05/23, 10:33 - Tom: I have gout.",
            "12/05/23, 10:33 - Tom has gout.",
            id="lines of a messenger",
        ),
    ],
)
def test_owner(text, claim):
    assert claim in atomize(text)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        pytest.param(
            "The exam finds that the patient is fluent while speaking and is able to comprehend "
            "both one and two step instructions.",
            [
                "The exam finds that the patient is fluent while speaking.",
                "The exam finds that the patient is able to comprehend both one and two step "
                "instructions.",
            ],
            id="is goes with is, both waits for and",
        ),
        pytest.param(
            "The endoscopy reveals bleeding from the veins in the lower third of the esophagus, "
            "but no ulcer.",
            [
                "The endoscopy reveals bleeding from the veins in the lower third of the "
                "esophagus.",
                "The endoscopy reveals no ulcer.",
            ],
            id="but no",
        ),
        pytest.param(
            "The rules should remain in effect and Sharon and I are the approvers.",
            [
                "The rules should remain in effect.",
                "Sharon and the writer are the approvers.",
            ],
            id="a plural verb wants its whole subject",
        ),
        pytest.param(
            "Dust and heat are two main types of problem.",
            ["Dust and heat are two main types of problem."],
            id="said of both together",
        ),
        pytest.param(
            "The patient comes to the physician for the evaluation of weakness and numbness of "
            "the legs.",
            [
                "The patient comes to the physician for the evaluation of weakness.",
                "The patient comes to the physician for the evaluation of numbness of the legs.",
            ],
            id="a bare noun goes with a bare noun",
        ),
        pytest.param(
            "She appeared in the film The Fast and the Furious in 2001.",
            ["She appeared in the film The Fast and the Furious in 2001."],
            id="a title is one name",
        ),
        pytest.param(
            "Electricity is in fact paid by the church.",
            ["Electricity is in fact paid by the church."],
            id="is waits for its participle",
        ),
        pytest.param(
            "She had hives on both arms and a tight throat.",
            ["She had hives on both arms.", "She had a tight throat."],
            id="both arms, and something else",
        ),
        pytest.param(
            "He asked that letters go to the club and not home.",
            ["He asked that letters go to the club and not home."],
            id="and not",
        ),
        pytest.param(
            "Her abdomen is soft, non-tender, and non-distended.",
            ["Her abdomen is soft.", "Her abdomen is non-tender.", "Her abdomen is non-distended."],
            id="a hyphen parts no adjective",
        ),
        pytest.param(
            "He presents with hemoptysis, diffuse muscle pain, and shortness of breath.",
            [
                "He presents with hemoptysis.",
                "He presents with diffuse muscle pain.",
                "He presents with shortness of breath.",
            ],
            id="an adjective is no verb",
        ),
        pytest.param(
            "She has shoulder swelling, excessive growth, and pelvic pressure.",
            [
                "She has shoulder swelling.",
                "She has excessive growth.",
                "She has pelvic pressure.",
            ],
            id="a swelling is a noun",
        ),
        pytest.param(
            "He is thin and pale with pinpoint pupils, poor dentition, and track marks.",
            [
                "He is thin.",
                "He is pale with pinpoint pupils.",
                "He is pale with poor dentition.",
                "He is pale with track marks.",
            ],
            id="a noun is not said of the subject like an adjective",
        ),
        pytest.param(
            "Anna has been experiencing hip pain, hand or finger pain, and vaginal pain.",
            [
                "Anna has been experiencing hip pain, hand or finger pain.",
                "Anna has been experiencing vaginal pain.",
            ],
            id="or within an item",
        ),
    ],
)
def test_coordination(text, claims):
    assert atomize(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "The patient has a son, whom she abused, and a daughter.",
        "Tom is a thief, Anna a liar and Kim a murderer.",
        "The complainant, he says, is a cousin of the councillor.",
        "The witness, he says, was drunk and armed.",
        "The complainant, he says, was beaten and robbed.",
    ],
)
def test_a_part_that_could_not_stand_alone_keeps_its_sentence_whole(text: str) -> None:
    assert atomize(text) == [text]


def test_a_relative_clause_with_whom_stays_with_its_noun() -> None:
    assert atomize("Tom's wife Anna, whom he met in Paris, says that he drinks and he left.") == [
        "Tom's wife Anna, whom he met in Paris, says that he drinks.",
        "He left.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Tom's boss, whose wife has asthma, drinks and gambles.",
        "Anna, whose brother is gay, is a nurse and a Catholic.",
    ],
)
def test_a_relative_clause_with_whose_takes_no_verb_from_its_noun(text: str) -> None:
    assert atomize(text) == [text]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "She has a brother, who is gay, and two sisters.",
            ["She has a brother.", "She has two sisters.", "The brother is gay."],
        ),
        (
            "The patient takes metformin, which was started in May, and insulin.",
            [
                "The patient takes metformin.",
                "The patient takes insulin.",
                "The metformin was started in May.",
            ],
        ),
        (
            "The patient has pain in his knee, which is swollen, and a rash.",
            [
                "The patient has pain in his knee.",
                "The patient has a rash.",
                "The patient's knee is swollen.",
            ],
        ),
        (
            "I owe money to Bill, who is my landlord, and to the bank.",
            [
                "The writer owes money to Bill.",
                "The writer owes money to the bank.",
                "Bill is the writer's landlord.",
            ],
        ),
    ],
)
def test_an_item_behind_a_relative_clause_is_not_of_its_noun(text: str, claims: list[str]) -> None:
    assert atomize(text) == claims


def test_a_subject_behind_but_finds_its_verb() -> None:
    assert atomize("He works in Graz, but his father, who drinks, lives in York.") == [
        "He works in Graz.",
        "His father lives in York.",
        "His father drinks.",
    ]


def test_a_verb_at_the_end_is_not_said_of_what_stands_first():
    assert atomize("My cartilage and in between the lobe piercings I have.") == [
        "The writer's cartilage and in between the lobe piercings the writer has."
    ]


def test_denial_is_never_lost():
    claims = atomize("The patient has had no dizziness, lightheadedness, no true syncope.")
    assert all(" no " in claim for claim in claims)
    assert "No concerns were raised by the doctor." in atomize(
        "No concerns were raised by the doctor."
    )
    assert not any("concerns are raised" in c for c in atomize("No concerns raised by him so far."))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "I don't smoke, drink, or use drugs.",
            [
                "The writer doesn't smoke.",
                "The writer doesn't drink.",
                "The writer doesn't use drugs.",
            ],
        ),
        (
            "He does not smoke, drink, or use drugs.",
            ["He does not smoke.", "He does not drink.", "He does not use drugs."],
        ),
        (
            "I never smoke, drink, or gamble.",
            ["The writer never smokes.", "The writer never drinks.", "The writer never gambles."],
        ),
        (
            "He never smokes, drinks, or gambles.",
            ["He never smokes.", "He never drinks.", "He never gambles."],
        ),
        (
            "I do not own a car, rent a flat, or have savings.",
            [
                "The writer does not own a car.",
                "The writer does not rent a flat.",
                "The writer does not have savings.",
            ],
        ),
        (
            "Does not smoke, drink, or utilize any illicit substances.",
            ["Does not smoke.", "Does not drink.", "Does not utilize any illicit substances."],
        ),
        (
            "The patient doesn't drink, smoke, and use drugs.",
            ["The patient doesn't drink, smoke, and use drugs."],
        ),
        (
            "I don't have a car and take the bus.",
            ["The writer doesn't have a car and take the bus."],
        ),
        ("He did not smoke and drank a lot.", ["He did not smoke.", "He drank a lot."]),
        (
            "The patient hasn't eaten, slept, or spoken since Monday.",
            [
                "The patient hasn't eaten.",
                "The patient hasn't slept.",
                "The patient hasn't spoken since Monday.",
            ],
        ),
        (
            "I have never been arrested, charged, or convicted.",
            [
                "The writer has never been arrested.",
                "The writer has never been charged.",
                "The writer has never been convicted.",
            ],
        ),
        (
            "I have never been married, had children, or owned a house.",
            ["The writer has never been married, had children, or owned a house."],
        ),
        (
            "She had not slept or eaten and took pills.",
            ["She had not slept or eaten.", "She took pills."],
        ),
        (
            "❌ Smokes and drinks\n✅ Works\nHe sued in N.D. Cal. in 2019. He lost.",
            ["❌ Smokes and drinks.", "Works.", "He sued in N.D. Cal. in 2019.", "He lost."],
        ),
        (
            "He has never smoked, drinks socially, and uses cocaine.",
            ["He has never smoked.", "He drinks socially.", "He uses cocaine."],
        ),
    ],
)
def test_denial_of_a_list_of_verbs(text: str, claims: list[str]) -> None:
    assert atomize(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("I, Hector Silva, 58, run the laundromat here.", id="subject alone"),
        pytest.param(
            "The hormone that is responsible for the weight gain is produced in the gut.",
            id="relative clause inside the subject",
        ),
        pytest.param("He is married, strict Presbyterian, haha.", id="exclamation"),
    ],
)
def test_every_claim_states_something(text):
    for claim in atomize(text):
        assert len(claim.split()) > 2
        assert not claim.rstrip(".").endswith((" has", " is", " the"))
        assert " is haha" not in claim


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        pytest.param(
            "The sky is grey. Thanks.", ["The sky is grey. Thanks."], id="thanks go with the last"
        ),
        pytest.param(
            "Honestly? I moved to Graz.", ["Honestly? The writer moved to Graz."], id="asks ahead"
        ),
        pytest.param("Thanks.", ["Thanks."], id="a record of remarks keeps them"),
        pytest.param(
            "I moved to Graz. She had been there before.",
            ["The writer moved to Graz.", "She had been there before."],
            id="a statement, however little it says",
        ),
    ],
)
def test_remarks_go_with_a_claim(text, claims):
    assert atomize(text) == claims


def test_a_case_asks_its_question():
    text = "A 30-year-old man has gout. Which of the following is the best next step?"
    assert atomize(text)[-1] == "The text asks: Which of the following is the best next step?"


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I 'm from Graz.", "The writer is from Graz."),
        ("I 've moved to Graz.", "The writer has moved to Graz."),
        ("I'd been ill for a week.", "The writer had been ill for a week."),
        ("I go to Graz on Sundays.", "The writer goes to Graz on Sundays."),
        ("I have type I diabetes.", "The writer has type I diabetes."),
        ("I joined a phase I trial.", "The writer joined a phase I trial."),
        ("I have ME.", "The writer has ME."),
        ("I had an M R I last week.", "The writer had an M R I last week."),
        ("I live in the us.", "The writer lives in the us."),
        ("The part I liked was short.", "The part the writer liked was short."),
        ("I moved to Portland, ME, in May.", "The writer moved to Portland, ME, in May."),
        ("I wrote to the agency about Annex I.", "The writer wrote to the agency about Annex I."),
    ],
)
def test_verbs_of_the_first_person(text, claim):
    assert atomize(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Twenty-three days passed before the boiler went again.",
            ["Twenty-three days passed before the boiler went again."],
        ),
        ("Years spent in the Australian sun.", ["Years spent in the Australian sun."]),
        (
            "Three weeks ago, fever and cough began.",
            ["Three weeks ago, cough began.", "Three weeks ago, fever began."],
        ),
    ],
)
def test_a_time_that_begins_a_sentence_stays_where_it_is(text: str, claims: list[str]) -> None:
    assert atomize(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "The patient weighs 72 kg.",
        "The patient lost 5 kg.",
        "The patient received 500 mL.",
        "The infant weighs 3.2 kg.",
        "The boy lifted 20 kg.",
    ],
)
def test_a_verb_is_no_name_of_what_was_measured(text: str) -> None:
    assert atomize(text) == [text]


def test_two_measures_of_one_person() -> None:
    assert atomize("The patient weighs 72 kg and measures 170 cm. His weight loss 5 kg.") == [
        "The patient weighs 72 kg.",
        "The patient measures 170 cm.",
        "The patient's weight loss is 5 kg.",
    ]


RUN_ON = (
    "so i went to the clinic last week because i had this pain and the doctor told me that i have "
    "angina and my husband does not know about it he works for the police but i am fine i live "
    "in the house i bought"
)


def test_text_without_punctuation_is_cut_at_its_clauses() -> None:
    assert atomize(RUN_ON) == [
        "So the writer went to the clinic last week because the writer had this pain.",
        "The doctor told the writer that the writer has angina.",
        "The writer's husband does not know about it.",
        "He works for the police.",
        "The writer is fine.",
        "The writer lives in the house the writer bought.",
    ]


def test_a_sentence_that_a_mark_ends_is_not_cut_so() -> None:
    assert run_ons(f"{RUN_ON}.") == [f"{RUN_ON}."]
    assert len(run_ons(f"{RUN_ON} {RUN_ON} {RUN_ON}.")) > 9


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "Doctor: How are you?\nMother: My son has HIV.\nDoctor: I see.",
            "The mother's son has HIV.",
        ),
        (
            "Agent: How can I help?\nCustomer: I lost my job and cannot pay.\nAgent: I am sorry.",
            "The customer lost the customer's job.",
        ),
    ],
)
def test_who_speaks_once_speaks_for_themselves(text: str, claim: str) -> None:
    assert claim in atomize(text)


def test_a_heading_ends_behind_its_bullets() -> None:
    text = "Medications:\n- metformin\nPMH: diabetes, hypertension\nShe lives alone."
    headed = [claim for claim in atomize(text) if claim.startswith("Medications")]
    assert headed == ["Medications: metformin."]


@pytest.mark.parametrize(
    "said", ['"I have cancer," she said.', "“I never hit my wife,” he said.", '"My God," said Tom.']
)
def test_what_others_are_quoted_with_is_not_the_writer_s(said: str) -> None:
    assert atomize(f"I cried. {said}") == ["The writer cried.", said]
