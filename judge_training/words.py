# ruff: noqa: D101, D102, D103
"""The fillers of the medical facts; synonyms come from the judge's own lexicon."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

_LEXICON = Path(__file__).parents[1] / "src/seethrough/judges/lexicon.txt"
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
_SMALL += "fifteen sixteen seventeen eighteen nineteen"
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


class Group(NamedTuple):
    names: list[str]
    broad: str

    def pick(self, rng: random.Random) -> str:
        return rng.choice(self.names)


def number_word(n: int) -> str:
    small = _SMALL.split()
    if n < 20:
        return small[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (f"-{small[n % 10]}" if n % 10 else "")
    return str(n)


def _lines() -> list[str]:
    return [
        line.strip()
        for line in _LEXICON.read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]


_BAD = set(["is", "are", "was", "hurts", "looks", "sees", "jerking", "cannot", "not"])


def _groups(heads: str) -> list[Group]:
    wanted = [head.strip() for head in heads.split(",")]
    same = {}
    broad = {}
    for line in _lines():
        if "<" in line:
            left, right = line.split("<")
            for low in left.split(","):
                broad.setdefault(low.strip(), []).append(right.split("=")[0].strip())
        else:
            parts = [p.strip() for p in line.split("=")]
            same.setdefault(parts[0], parts)
    out = []
    for head in wanted:
        names = [n for n in same.get(head, [head]) if not _BAD & set(n.split())]
        above = [b for name in names for b in broad.get(name, [])]
        out.append(Group(names, above[0] if above else ""))
    return out


SYMPTOMS = _groups(
    "fever, chills, nausea, vomiting, hematemesis, diarrhea, constipation, melena, hematochezia, "
    "hematuria, dysuria, polyuria, polydipsia, abdominal pain, cramping, bloating, heartburn, "
    "dyspepsia, dysphagia, odynophagia, anorexia, malaise, fatigue, lethargy, weakness, "
    "numbness, paresthesia, dizziness, vertigo, syncope, headache, photophobia, blurred vision, "
    "diplopia, visual loss, tinnitus, hearing loss, otalgia, epistaxis, rhinorrhea, nasal "
    "congestion, pharyngitis, hoarseness, cough, nonproductive cough, hemoptysis, dyspnea, "
    "orthopnea, wheezing, palpitations, chest pain, chest tightness, claudication, edema, "
    "pruritus, rash, urticaria, ecchymosis, alopecia, hirsutism, jaundice, pallor, diaphoresis, "
    "night sweats, tremor, seizure, falls, confusion, forgetful, anxiety, depression, "
    "hallucinations, insomnia, weight loss, weight gain, lymphadenopathy, arthralgia, myalgia, "
    "stiffness, back pain, neck stiffness, dysmenorrhea, menorrhagia, amenorrhea, dyspareunia, "
    "vaginal bleeding, incontinence, suicidal ideation, hemorrhage, migraine, restless, "
    "irritable, agitated"
)
DISEASES = _groups(
    "hypertension, hypotension, diabetes mellitus, type 2 diabetes mellitus, hyperlipidemia, "
    "coronary artery disease, congestive heart failure, atrial fibrillation, arrhythmia, stroke, "
    "transient ischemic attack, chronic obstructive pulmonary disease, asthma, pneumonia, "
    "tuberculosis, influenza, urinary tract infection, nephrolithiasis, renal failure, "
    "chronic kidney disease, cirrhosis, hepatitis, cholelithiasis, pancreatitis, "
    "peptic ulcer disease, irritable bowel syndrome, celiac disease, hemorrhoids, osteoarthritis, "
    "rheumatoid arthritis, osteoporosis, gout, anemia, thrombocytopenia, hypothyroidism, "
    "hyperthyroidism, epilepsy, parkinson disease, multiple sclerosis, schizophrenia, "
    "bipolar disorder, depressive disorder, attention deficit hyperactivity disorder, autism, "
    "psoriasis, eczema, acne, hiv, covid 19, seasonal allergies, sleep apnea, glaucoma, cataract, "
    "lung cancer, breast cancer, colon cancer, leukemia, melanoma, deep vein thrombosis, "
    "pulmonary embolism, myocardial infarction, migraine, leiomyoma, lymphoma, syphilis"
)
_CUT = _groups(
    "cholecystectomy, appendectomy, hysterectomy, mastectomy, tonsillectomy, splenectomy, "
    "thyroidectomy, nephrectomy, prostatectomy, colectomy, coronary artery bypass, "
    "knee replacement, hip replacement, cesarean, hernia repair, valve replacement"
)
PROCEDURES = [
    Group(
        [n if n.split()[0] in ("removal", "bypass") or n.endswith(("y", "e", "g", "l", "s"))
         else f"{n.split()[0]} removal" for n in group.names],
        group.broad or "surgery",
    )
    for group in _CUT
]  # fmt: skip
DRUGS = [
    *(
        (d, "blood pressure medication", "hypertension")
        for d in [
            "lisinopril",
            "enalapril",
            "ramipril",
            "losartan",
            "valsartan",
            "amlodipine",
            "hydrochlorothiazide",
        ]
    ),
    *((d, "beta blocker", "heart disease") for d in ["metoprolol", "atenolol", "carvedilol"]),
    *((d, "statin", "high cholesterol") for d in ["atorvastatin", "simvastatin", "rosuvastatin"]),
    *(
        (d, "diabetes medication", "type 2 diabetes")
        for d in ["metformin", "glipizide", "insulin", "sitagliptin"]
    ),
    *((d, "blood thinner", "atrial fibrillation") for d in ["warfarin", "apixaban", "heparin"]),
    *(
        (d, "painkiller", "pain")
        for d in ["ibuprofen", "naproxen", "acetaminophen", "morphine", "oxycodone", "tramadol"]
    ),
    *(
        (d, "antibiotic", "an infection")
        for d in [
            "amoxicillin",
            "cephalexin",
            "ciprofloxacin",
            "doxycycline",
            "azithromycin",
            "vancomycin",
        ]
    ),
    *(
        (d, "antidepressant", "depression")
        for d in ["sertraline", "fluoxetine", "citalopram", "bupropion", "venlafaxine"]
    ),
    *(
        (d, "psychiatric medication", "schizophrenia")
        for d in ["olanzapine", "risperidone", "haloperidol", "clozapine", "quetiapine"]
    ),
    *((d, "sedative", "anxiety") for d in ["lorazepam", "diazepam", "alprazolam"]),
    *((d, "seizure medication", "epilepsy") for d in ["phenytoin", "levetiracetam", "valproate"]),
    *((d, "inhaler", "asthma") for d in ["albuterol", "fluticasone", "salmeterol"]),
    *((d, "steroid", "rheumatoid arthritis") for d in ["prednisone", "prednisolone"]),
    *((d, "acid reducer", "acid reflux") for d in ["omeprazole", "pantoprazole", "ranitidine"]),
    ("levothyroxine", "thyroid medication", "hypothyroidism"),
    ("allopurinol", "gout medication", "gout"),
    ("cetirizine", "allergy medication", "seasonal allergies"),
]
LABS = [
    (("hemoglobin concentration", "hemoglobin", "Hb"), 6, 18, "g/dL", 1),
    (("hematocrit", "hct"), 20, 55, "%", 0),
    (("leukocyte count", "white blood cell count", "white cell count"), 2000, 25000, "/mm3", 0),
    (("platelet count", "platelets"), 20000, 500000, "/mm3", 0),
    (("creatinine", "serum creatinine"), 0.5, 6, "mg/dL", 1),
    (("glucose", "blood sugar", "glucose concentration"), 50, 450, "mg/dL", 0),
    (("sodium", "Na+", "serum sodium"), 118, 158, "mEq/L", 0),
    (("potassium", "K+", "serum potassium"), 2.5, 6.9, "mEq/L", 1),
    (("calcium", "Ca2+", "serum calcium"), 6, 14, "mg/dL", 1),
    (("total bilirubin", "bilirubin"), 0.3, 15, "mg/dL", 1),
    (("urea nitrogen", "BUN"), 6, 90, "mg/dL", 0),
    (("erythrocyte sedimentation rate", "ESR"), 4, 110, "mm/h", 0),
    (("AST", "aspartate aminotransferase"), 10, 900, "U/L", 0),
    (("CD4+ T-lymphocyte count", "CD4+ cell count"), 20, 900, "/mm3", 0),
    (("body mass index", "BMI"), 16, 45, "kg/m2", 0),
    (("hemoglobin A1c", "HbA1c"), 5, 12, "%", 1),
]
FINDINGS = [
    (
        "abdominal",
        [
            "diffuse abdominal tenderness",
            "tenderness all over the belly",
            "a belly that hurts everywhere when pressed",
        ],
        ["shows no abnormalities", "is normal", "is unremarkable"],
        ["tenderness only in the right lower abdomen", "an enlarged spleen", "a soft belly"],
    ),
    (
        "abdominal",
        [
            "rebound tenderness and guarding",
            "guarding and rebound",
            "involuntary tensing of the abdominal muscles with rebound pain",
        ],
        ["is soft and nontender", "shows a soft abdomen without tenderness"],
        ["mild distension", "a surgical scar"],
    ),
    (
        "abdominal",
        ["an enlarged liver", "hepatomegaly", "a liver felt well below the rib margin"],
        ["shows no enlarged organs", "shows no organomegaly"],
        ["an enlarged spleen", "no enlarged organs"],
    ),
    (
        "lung",
        ["crackles at both lung bases", "bibasilar rales", "crackling over both lower lungs"],
        ["is clear to auscultation", "shows clear lungs", "finds the lungs sounding clear"],
        ["wheezing on the left", "dullness to percussion"],
    ),
    (
        "lung",
        [
            "decreased breath sounds on the right",
            "diminished breath sounds over the right lung",
            "quieter breath sounds on the right side",
        ],
        ["shows normal breath sounds", "reveals lungs that sound normal"],
        ["decreased breath sounds on the left", "crackles"],
    ),
    (
        "cardiac",
        ["a systolic murmur at the apex", "a murmur in systole heard at the apex"],
        ["shows no abnormalities", "is normal", "shows normal heart sounds", "is unremarkable"],
        ["a diastolic murmur at the left sternal border", "an irregular rhythm"],
    ),
    (
        "cardiac",
        ["an irregular rhythm", "an irregularly irregular heartbeat"],
        ["shows a regular rhythm", "shows a regular heartbeat"],
        ["a third heart sound", "a fast regular rhythm"],
    ),
    (
        "neurologic",
        [
            "weakness of the right arm",
            "reduced strength in the right upper extremity",
            "a weak right arm",
        ],
        ["shows no focal findings", "is normal", "shows no abnormalities"],
        ["weakness of the left leg", "loss of sensation in the right hand"],
    ),
    (
        "neurologic",
        [
            "decreased sensation in both feet",
            "numb feet on both sides",
            "reduced feeling in the feet bilaterally",
        ],
        ["shows intact sensation", "shows normal feeling in the limbs"],
        ["brisk reflexes", "weakness of the hands"],
    ),
    (
        "neurologic",
        ["brisk deep tendon reflexes", "hyperreflexia", "overactive tendon reflexes"],
        ["shows normal reflexes", "shows reflexes within normal limits"],
        ["absent ankle reflexes", "a resting tremor"],
    ),
    (
        "eye",
        ["dilated pupils", "wide pupils", "mydriasis"],
        ["shows pupils equal and reactive to light", "shows pupils that react normally"],
        ["pinpoint pupils", "yellow sclerae"],
    ),
    (
        "eye",
        ["conjunctival pallor", "pale conjunctivae"],
        ["is unremarkable", "is normal"],
        ["red conjunctivae", "scleral icterus"],
    ),
    (
        "skin",
        ["a scaly rash on both elbows", "scaling plaques over the elbows"],
        ["shows no rash", "shows no lesions", "is unremarkable"],
        ["a blistering rash on the back", "purple spots on the legs"],
    ),
    (
        "skin",
        ["diaphoresis", "sweaty skin", "sweating"],
        ["shows warm, dry skin"],
        ["dry skin", "goose bumps"],
    ),
    ("skin", ["piloerection", "goose bumps"], ["is normal"], ["sweating", "bruises"]),
    (
        "skin",
        [
            "a 2-cm ulcer on the sole of the left foot",
            "an open sore, 2 cm wide, beneath the left foot",
        ],
        ["shows intact skin"],
        ["a 5-cm ulcer on the right shin", "a bruise on the left foot"],
    ),
    (
        "neck",
        ["enlarged cervical lymph nodes", "swollen glands in the neck", "cervical lymphadenopathy"],
        ["shows no enlarged lymph nodes", "shows no lymphadenopathy", "is supple"],
        ["a diffusely enlarged thyroid", "distended neck veins"],
    ),
    (
        "neck",
        ["jugular venous distention", "distended neck veins"],
        ["shows no jugular venous distention", "shows flat neck veins"],
        ["a carotid bruit", "a stiff neck"],
    ),
    (
        "extremity",
        ["2+ pitting edema of both lower legs", "pitting swelling of both legs"],
        ["shows no edema", "shows legs that are not swollen"],
        ["swelling of the right calf only", "cold fingers"],
    ),
    (
        "knee",
        ["a swollen, warm left knee", "warmth and swelling of the knee on the left"],
        ["shows a full range of motion", "shows free movement"],
        ["a swollen right ankle", "crepitus of the left knee without swelling"],
    ),
    (
        "back",
        ["tenderness over the lumbar spine", "a lower back that is tender to touch"],
        ["shows no tenderness", "shows no spinal tenderness"],
        ["flank tenderness on the right", "a curved spine"],
    ),
    (
        "pelvic",
        ["adnexal tenderness on the left", "a tender left adnexa"],
        ["is normal", "shows no abnormalities"],
        ["cervical motion tenderness", "an enlarged uterus"],
    ),
    (
        "breast",
        ["a firm 3-cm mass in the right breast", "a hard lump of 3 cm in the right breast"],
        ["shows no masses", "shows no lumps"],
        ["a 1-cm cyst in the left breast", "nipple discharge"],
    ),
    (
        "throat",
        ["tonsils with white exudate", "white patches on the tonsils"],
        ["shows no redness", "shows no erythema"],
        ["a deviated uvula", "red tonsils without exudate"],
    ),
    (
        "mental status",
        ["a flat affect", "little emotional expression"],
        ["shows full orientation", "shows orientation to person, place and time"],
        ["pressured speech", "an elevated mood"],
    ),
    (
        "mental status",
        ["pressured speech", "rapid speech that is hard to interrupt"],
        ["is normal", "shows organized thinking"],
        ["slow speech", "disorganized thinking"],
    ),
    (
        "gait",
        ["a wide-based gait", "walking with the feet set far apart"],
        ["is normal"],
        ["a limp on the left", "a shuffling gait"],
    ),
]
JOBS = [
    ("teacher", "education"), ("school principal", "education"), ("nurse", "health care"),
    ("dentist", "health care"), ("pharmacist", "health care"), ("lawyer", "law"),
    ("paralegal", "law"), ("software engineer", "technology"), ("data scientist", "technology"),
    ("carpenter", "a trade"), ("electrician", "a trade"), ("plumber", "a trade"),
    ("farmer", "agriculture"), ("police officer", "public safety"), ("firefighter",
    "public safety"), ("truck driver", "transport"), ("bus driver", "transport"),
    ("waiter", "food service"), ("chef", "food service"), ("cashier", "retail"),
    ("accountant", "finance"), ("bank teller", "finance"), ("chemist", "science"),
    ("marine biologist", "science"), ("musician", "the arts"), ("painter", "the arts"),
    ("photographer", "the arts"), ("journalist", "the media"), ("hairdresser", "personal care"),
    ("pilot", "aviation"), ("architect", "design"), ("librarian", "public service"),
    ("social worker", "public service"), ("real estate agent", "sales"),
]  # fmt: skip
PLACES = [
    ("Mexico", "Central America"),
    ("Guatemala", "Central America"),
    ("Brazil", "South America"),
    ("Peru", "South America"),
    ("India", "Asia"),
    ("Thailand", "Southeast Asia"),
    ("Vietnam", "Asia"),
    ("China", "Asia"),
    ("Germany", "Europe"),
    ("Italy", "Europe"),
    ("Poland", "Europe"),
    ("Kenya", "Africa"),
    ("Nigeria", "Africa"),
    ("Egypt", "Africa"),
    ("Texas", "another state"),
    ("Ohio", "another state"),
    ("Arizona", "another state"),
    ("Boston", "a large city"),
    ("Chicago", "a large city"),
    ("Seattle", "a large city"),
    ("Melbourne", "Australia"),
    ("Toronto", "Canada"),
    ("Zurich", "Switzerland"),
    ("Lyon", "France"),
    ("Osaka", "Japan"),
    ("Bristol", "England"),
    ("Portland", "the west coast"),
    ("Haiti", "the Caribbean"),
    ("Turkey", "abroad"),
    ("Ukraine", "abroad"),
]
RELATIVES = [
    ("mother", "relative", "mom"), ("father", "relative", "dad"), ("brother", "relative",
    "brother"), ("sister", "relative", "sister"), ("grandmother", "relative", "grandma"),
    ("grandfather", "relative", "grandfather"), ("uncle", "relative", "uncle"), ("aunt",
    "relative", "aunt"), ("wife", "family member", "wife"), ("husband", "family member",
    "husband"), ("son", "family member", "son"), ("daughter", "family member", "daughter"),
    ("roommate", "person in the household", "roommate"), ("girlfriend", "partner", "girlfriend"),
]  # fmt: skip
