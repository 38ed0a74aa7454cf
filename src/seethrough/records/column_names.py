"""What a column's name says about what is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from seethrough.text.visible import visible
from seethrough.text.words import vocabulary


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Names are compared in lower case with underscores: patientId is patient_id.
_SURE_TEXT_NAMES = vocabulary(
    "text full_text note notes clinical_note note_text body content document transcript narrative "
    "messages chat_messages mapping conversation conversations dialogue dialog chat turns "
    "user_query prompt question query request requests inquiry enquiry complaint feedback "
    "free_text post posts comment comments review message description statement summary report "
    "article passage abstract sentence letter story input"
    " bericht arztbericht befund befundtext freitext notiz notizen beschreibung nachricht brief"
    " arztbrief anamnese kommentar inhalt verlauf beschwerde anfrage"
    " texte rapport compte_rendu commentaire commentaires lettre contenu observations"
    " texto informe nota notas comentario comentarios descripción mensaje carta contenido"
    " observaciones"
)
# Names that texts share with other columns: they count only if there is no better name.
TEXT_NAMES = _SURE_TEXT_NAMES | vocabulary("instruction response output answer")
CHAT_NAMES = _names(
    "messages chat_messages mapping conversation conversations dialogue dialog chat turns "
    "transcript"
)
# Best guess first, as is PERSON_NAMES.
ID_NAMES = _names(
    "id record_id uid uuid guid _id doc_id document_id note_id row_id item_id sample_id "
    "example_id text_id report_id message_id post_id comment_id conversation_id conversation_hash "
    "chat_id session_id thread_id question_id qid case_id case_no case_number record_no "
    "record_number ticket_id ticket_no ticket_number hash realidx key index idx file filename "
    "fallnummer fallnr fall_nr fall_id aktenzeichen vorgangsnummer berichtsnummer numéro_dossier "
    "numero_dossier identifiant identificador"
)
CERTAIN_IDS = ID_NAMES[:2]
# Row numbers: two files give the same number to different records.
ROW_LABELS = vocabulary("index idx row row_no row_number no nr number line nummer zeile lfd_nr")
# These name the person that a text is about, even if all rows hold the same value.
_SUBJECTS = _names(
    "person person_id patient patient_id subject_id participant participant_id individual "
    "individual_id respondent respondent_id patient_name person_name participant_name mrn "
    "medical_record_number medical_record_no patient_number patient_no patient_nr patient_key "
    "patient_code patient_hash pat_id pat_no pat_nr pt_id "
    "person_number person_no person_nr person_key nhs_number nhs_no "
    "participant_number participant_no subject_number subject_no "
    "patienten_id patientennummer patienten_nr patientenname proband probanden_id probandennummer "
    "teilnehmer teilnehmer_id teilnehmernummer personne id_patient nom_patient numéro_patient "
    "paciente id_paciente nombre_paciente participante"
)
BARE_NAMES = _names("name nom nombre")
PERSON_NAMES = (
    *_SUBJECTS,
    *_names("member_id customer_id client_id student_id pid"),
    *BARE_NAMES,
    *_names("full_name nom_complet nombre_completo"),
)
GIVEN_NAMES = vocabulary("first_name given_name forename vorname prénom prenom")
SURNAMES = vocabulary(
    "last_name family_name surname nachname familienname nom_de_famille apellido apellidos"
)
CERTAIN_PERSONS = frozenset(_SUBJECTS)
# These name the person who wrote, answered or filed a text, who may not be its subject.
WRITER_NAMES = _names(
    "author author_id author_name user user_id username user_name speaker speaker_id writer "
    "sender sender_id account account_id employee_id agent agent_id clinician clinician_id "
    "doctor doctor_id physician therapist nurse provider_id owner created_by entered_by "
    "autor verfasser arzt benutzer benutzername auteur médecin utilisateur médico usuario"
)
# These name one of several people whom a text is about.
PARTY_NAMES = _names(
    "defendant defendant_name accused offender suspect victim claimant plaintiff applicant "
    "appellant employee employee_no employee_number staff_no interviewee informant resident tenant "
    "inmate child pupil student client client_no customer customer_no insured policyholder "
    "kunde kundennummer kunden_nr mandant klient bewohner mitarbeiter salarié cliente empleado"
)
_TEXT_ENDINGS = ("_text", "_note", "_notes", "_body", "_content", "_transcript")
_ID_ENDINGS = ("_id", "_uid", "_uuid", "_hash", "_idx")
# Words in names of columns that a machine derived from a text, and of background knowledge.
_DERIVED = vocabulary(
    "assistant bot chatgpt gpt llm model guess predicted prediction generated masked redacted "
    "anonymized anonymised sanitized sanitised scrubbed generalized paraphrased rewritten "
    "knowledge"
)
_ORIGINAL = vocabulary("original private raw source")
_LONGEST_NAME = 40
_MOST_WORDS = 4
_MOST_LISTED = 20


# Words that names of columns are made of.
_COLUMN_WORDS = frozenset(
    word
    for names in (
        _SURE_TEXT_NAMES,
        ID_NAMES,
        PERSON_NAMES,
        WRITER_NAMES,
        _DERIVED,
        _ORIGINAL,
        GIVEN_NAMES,
        SURNAMES,
    )
    for name in names
    for word in name.split("_")
    if word
) | vocabulary(
    "first last middle given family surname maiden names email mail phone mobile fax telephone"
    " address street city town state country region zip zipcode postcode postal code age birth"
    " dob born sex gender race ethnicity nationality language date day month year time"
    " timestamp datetime start end created updated modified admission admitted discharge"
    " visit visits reason history free type kind category class label labels target score"
    " rating value count total sum price amount cost salary income currency unit quantity"
    " status stage level grade group cluster split fold set subset title subject topic header"
    " headline tag tags url link source site domain version model lang locale tokens words"
    " length size job occupation profession employer company organization organisation"
    " department ward unit hospital clinic diagnosis diagnoses disease condition symptoms"
    " treatment medication drug dose allergies icd mrn nhs ssn insurance policy claim claims"
    " fact facts reply replies turn turns speaker utterance tweet tweets blog article articles"
    " entry entries record records row rows number no nr num idx position rank parent child"
    " latitude longitude lat lon ip device browser os hash checksum flag y x z name names"
    " unnamed column col field feature reviewer hotel product item rooms bedrooms ratings"
    " details info information remarks remark memo annotation annotations"
    " anschrift adresse straße ort plz telefon telefonnummer datum geburtsdatum alter geschlecht"
    " beruf diagnose station klinik abteilung"
)
# Words that sentences about people have and names of columns do not.
_STATEMENT_WORDS = vocabulary(
    "me my we our she he they her his him their it is was are were am be been has had have says"
    " said told reports reported denies complains feels felt lives lived works worked"
)
_ASKING = vocabulary(
    "what how why when where which who whom whose do does did is are was were has have can"
    " could would should please describe list"
)
_LINKING = vocabulary("of the a an for in on at by to and or per is has")


_KNOWN = (*TEXT_NAMES, *ID_NAMES, *PERSON_NAMES, *WRITER_NAMES, *GIVEN_NAMES, *SURNAMES)
_RUN_TOGETHER = {name.replace("_", ""): name for name in _KNOWN if "_" in name[1:]}
"""Names as databases write them that keep no case, as in ``PATIENTID``."""


def normalized(name: str) -> str:
    """Return a column name in lower case with underscores: ``Case No.`` -> ``case_no``."""
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    joined = re.sub(r"[\s\-.]+", "_", humps).lower()
    plain = joined.rstrip("_:#") or joined
    return _RUN_TOGETHER.get(plain, plain)


def is_known(normal: str) -> bool:
    """Return whether a normalized name consists of common words of column names."""
    words = [word for word in re.split(r"[\W_]+", normal) if word]
    content = [word for word in words if word not in _LINKING]
    return 0 < len(content) <= _MOST_WORDS and all(
        word.rstrip("0123456789") in _COLUMN_WORDS for word in content
    )


def names_an_id(normal: str) -> bool:
    """Return whether a normalized name names an id."""
    return normal in ID_NAMES or normal.endswith(_ID_ENDINGS)


def names_a_text(normal: str) -> bool:
    """Return whether a normalized name names a text."""
    return normal in TEXT_NAMES or normal.endswith(_TEXT_ENDINGS)


def names_whom(normal: str) -> bool:
    """Return whether a normalized name names any person."""
    return normal in PERSON_NAMES or normal in WRITER_NAMES


def text_octaves(normal: str) -> float:
    """Return how much longer than another text a column may be taken to be for its name.

    Args:
        normal: The normalized name.

    Returns:
        In doublings of length: 3 for ``text``, 2 for other names of texts (``note``,
        ``user_query``, ``original_text``), 1.5 where the last word is one (``section_text``), 0 for
        any other name; 1 less for what a machine made (``redacted_query``, ``chatgpt_response``)
        and for ``knowledge``.
    """
    words = normal.split("_")
    if normal == "text":
        octaves = 3.0
    elif normal in _SURE_TEXT_NAMES or (words[0] in _ORIGINAL and words[-1] in _SURE_TEXT_NAMES):
        octaves = 2.0
    else:
        octaves = 1.5 if words[-1] in _SURE_TEXT_NAMES else 0.0
    return octaves - (not _DERIVED.isdisjoint(words))


def shown(name: str, number: int = 0) -> str:
    """Return a column name as a message may show it, in quotes.

    Characters that are not printed are escaped. What is so long that it looks like the text of a
    record, the first one of a file without a header, is not shown; nor is a sentence.

    Args:
        name: The name.
        number: The column's position from 1, said instead of such a name; 0 if unknown.
    """
    return '"' + visible(name).replace('"', '\\"') + '"' if _is_name(name) else _unnamed(number)


def listed(names: Sequence[str]) -> str:
    """Return column names for a message, one with a comma in quotes.

    What looks like record text is given by position.
    """
    several = [
        visible(name) if _is_name(name) and "," not in name else shown(name, number)
        for number, name in enumerate(names[:_MOST_LISTED], 1)
    ]
    more = len(names) - len(several)
    return ", ".join(several) + (f" and {more} more" if more else "")


@contextmanager
def known_names_alone(only: bool = True) -> Iterator[None]:
    """Show, within the block, other names than common ones by their position, like record text.

    Args:
        only: Whether to do so.
    """
    token = _known_alone.set(only)
    try:
        yield
    finally:
        _known_alone.reset(token)


_known_alone: ContextVar[bool] = ContextVar("known_names_alone", default=False)


def is_sentence(name: str) -> bool:
    """Return whether a name is a statement of several words, as records are made of."""
    words = name.split()
    if len(words) <= 2 or is_question(name):
        return False
    stated = words[0] == "I" or any(word.lower().strip(",;:") in _STATEMENT_WORDS for word in words)
    return stated or name.endswith(".")


def is_question(name: str) -> bool:
    """Return whether a name asks for something, as in a questionnaire."""
    return name.endswith("?") or name.split(maxsplit=1)[0].lower() in _ASKING


def _is_name(name: str) -> bool:
    short = len(name) <= _LONGEST_NAME and len(name.split()) <= _MOST_WORDS
    if _known_alone.get():
        return short and is_known(normalized(name))
    return short and not is_sentence(name)


def _unnamed(number: int) -> str:
    return f"(column {number})" if number else "(a column with a long name)"
