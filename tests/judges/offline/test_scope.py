"""Which texts the offline judge takes for another language than English."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.scope import foreign


@pytest.mark.parametrize(
    "text",
    [
        "54 y/o M, HTN, DM2, smoker.",
        "54 y/o M, HTN, DM2, smoker. Wife 52 y/o, DM2.",
        "O/E: tender RUQ, Murphy's negative.",
        "Na 140, K 4.1, gravida 3 para 2, non smoker",
        "Seen in ER, LA, CA; s/p LE DVT",
        "Metformin 500 mg 2 per day, aspirin 1 per day.",
        "Metformin 2 per day, aspirin 1 per day, a statin 1 per day, iron 3 per day",
        "C.E.O. of Acme",
        "Sold by Meyer und Sohn, Huber und Partner.",
        "Ms. de la Cruz has HIV.",
        "Jan van der Berg has HIV.",
        "Ms. de la Cruz, Mr. de los Santos, Sra. del Rio: HIV, Clinica de la Paz, Los Angeles.",
        "Leonardo da Vinci and Vincent van Gogh",
        "((x_C - x_N)^2 + (y_C - y_N)^2 = R^2), y = y / norm(y)",
        "write to a@x.com, b@y.com, c@z.com, d@z.com",
    ],
)
def test_shorthand_and_names_are_english(text: str) -> None:
    assert not foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "Er ist 61 Jahre alt und raucht nicht.",
        "Der Patient ist 45 Jahre alt und raucht.",
        "Die Patientin hat Diabetes und nimmt Metformin.",
        "DER PATIENT IST 45 JAHRE ALT UND RAUCHT NICHT.",
        "Le patient est né à Lyon et fume.",
        "Elle souffre de diabète depuis deux ans.",
        "El paciente tiene dolor de cabeza.",
        "María de la Cruz vive en Sevilla con los hijos.",
        "Todos los palos miden como mínimo 2 cm.",
        "Il paziente fuma e non beve alcolici.",
        "La paziente è allergica alla penicillina.",
        "De patiënt heeft het virus en rookt niet.",
        "Jan van der Berg heeft HIV en is opgenomen in het ziekenhuis.",
        "O paciente tem diabetes e não fuma.",
        "A doente está em casa com a mãe dos filhos.",
        "Patienten är 45 år och röker inte.",
        "Pacjent nie pali i jest zdrowy.",
        "Kiedy towar dociera na miejsce, w tym z Polski, jest sprawdzany.",
        "Hasta bir haftadır öksürüyor ve ateşi var.",
        "Он курит и болен.",
    ],
)
def test_sentences_of_other_languages_are_recognised(text: str) -> None:
    assert foreign(text)


def test_a_note_in_shorthand_is_judged() -> None:
    rating = Local().rate(["The patient is a smoker."], ["54 y/o M, HTN, DM2, smoker."])[0]
    assert rating.grade in (1, 2)
    assert rating.note == ""
