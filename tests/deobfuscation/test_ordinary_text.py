"""Ordinary text stays as it is, whatever its language; nothing crashes, nothing grows."""

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough import samples
from seethrough.deobfuscation.undoing import STEPS, deobfuscate
from seethrough.deobfuscation.viewing import adversary_view
from seethrough.records.corpus import Corpus

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("SEETHROUGH_DATA", ROOT / "../shared/data"))

ORDINARY = [
    "",
    " ",
    "Ok.",
    "Der Patient, 58 Jahre alt, hält neunzig Bienenstöcke; er kam drei Stunden nach dem Stich.",
    "Le patient présente une douleur thoracique ; l'hôpital général a été prévenu à 14 h 30.",
    "El paciente, de 58 años, llegó tres horas después de la picadura. ¿Quién avisó a su tía?",
    "A paciente não está bem; o coração bate rápido às vezes, e a pressão é irregular.",
    "Işık Yılmaz, Diyarbakır'da doğdu; kadın ve kız kardeşi sıklıkla oraya gidiyor.",
    "Bệnh nhân nữ 58 tuổi bị ong đốt ở cổ và đến bệnh viện sau ba giờ đồng hồ.",
    "Пациент жалуется на боль в груди; врач назначил ЭКГ и аспирин 100 мг, рак исключён.",
    "Ο ασθενής παραπονιέται για πόνο στο στήθος από χθες το βράδυ.",
    "المريض يعاني من ألم في الصدر\u200f (ECG) منذ ثلاثة أيام\u200f.",
    "החולה\u200f, בן 58, הגיע לאחר עקיצה\u200e (EpiPen)\u200e.",
    "می\u200cخواهم بدانم که بیمار کجا زندگی می\u200cکند.",
    "क्\u200dष और श्रीमान\u200cजी को रोगी के बारे में बताया गया।",
    "患者は５８歳、ＡＴＭの前で倒れた。血圧は１３８／８２。",
    "葛\U000e0100城市に住む田中さんは喘息です。",
    "환자는 58세이며 벌에 쏘인 후 병원에 왔습니다.",
    "Family 👨\u200d👩\u200d👧\u200d👦, heart ❤\ufe0f, press 1\ufe0f\u20e3, pride 🏳\ufe0f\u200d🌈.",
    "Runner 🏃🏽\u200d♀\ufe0f, doctor 👩🏿\u200d⚕\ufe0f.",
    "The flag of England \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f.",
    "Seen at 11am on her 80th birthday; 24hr urine protein 3 g.",
    "She lost weight from 14st to 10st, was seen at 11am and is 63in tall.",
    "Renée Lefèvre of Montréal owns the Café Ágnes and has asthma since 1960.",
    "Pt c/o SOB x3d, BP 138/82, HR 90, SpO2 94%. Hx CHF, DM2, H1N1 2009. Rx 25mg bid, B12, T4.",
    "TNFα, IFNγ, NFκB and PPARγ rose; β-blockers were stopped; α = 0.05, μ = 3.1 μg, ΔF508.",
    "HISTORY OF PRESENT ILLNESS: THE PATIENT IS A 58 YEAR OLD WOMAN WITH AN ALLERGY.",
    "Vitals: 98 72 110 65 70 68 66 71 75 74 120 80 16 98 72 65 77 82 90 66 71.",
    "Heart rates 65 72 70 68 66 71 75 74 79 67 80 65 72 70 68 66 71 75 74 79.",
    "MRN 0012345678901234, card 4111111111111111, IBAN DE89370400440532013000.",
    "SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08, "
    "md5 d41d8cd98f00b204e9800998ecf8427e, id 6ba7b810-9dad-11d1-80b4-00c04fd430c8.",
    "See https://example.org/a%20b%2Fc?q=J%C3%B6rg&id=123e4567 and www.x.org/%41%42%43.",
    "Write to johnandmaryweddinginsantabarbara@example.org, for we have moved to the old house.",
    "See https://example.org/in/maryjohnsonaccountantinnewyorkcity for what she did last year.",
    "See example.org/in/maryjohnsonaccountantinnewyorkcity and www.gardeningwithgrandmother.org.",
    "Open C:\\new\\test\\readme.txt or \\\\server\\share; the regex is [\\u4e00-\\u9fff]+\\d{3}.",
    'for (i = 0; i < n && x[i] != 0x41; ++i) printf("%d\\n", x[i]);\n',
    "Tom &amp; Jerry &lt;b&gt; 5 &gt; 3, if a < b and c > d, <b and c>, <mail@example.org>",
    "| Name | Dose | Days |\n| --- | --- | --- |\n| A. B. | 5 mg | 1 2 3 4 5 |\n",
    "- - - - - - - - - - - -\n* * * * * * * *\n. . . . . . . . . . . .\n==========",
    "U.S.S.R., M*A*S*H, e.g. A-B-C-D, x, y, z; a b c d e f; 1-2-3-4-5; S-O-S.",
    "Hahaha, nooooo, bookkeeper, coffee, committee, Mississippi, aaaa, 1111 2222.",
    "Donaudampfschifffahrtsgesellschaftskapitän Rindfleischetikettierungsüberwachung",
    "anti-establishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "[NAME] visited [PLACE] on [DATE]. *** *** XXXX {{EMAIL}} <PERSON>",
    "x=20, y=30, z=40; a=1B; BP=12; 50% of 20% and 100%.",
    "He wrote /ˈdʒɒn ˈsmɪθ/ and (x² + y³) ≤ ½ for ℝ, ℕ; 20 ℃, № 5, ™.",
    "salad tower quickly engine blue seventeen of mother table green paper winter and dog",
]


@pytest.mark.parametrize("text", ORDINARY, ids=lambda text: text[:20].encode("unicode_escape"))
def test_ordinary_text_stays(text):
    assert deobfuscate([text]) == [(text, ())]


def test_the_samples_stay():
    for name in samples.NAMES:
        lines = samples.path(name).read_text(encoding="utf-8").splitlines()
        assert not any(found.steps for found in deobfuscate([json.loads(x)["text"] for x in lines]))


PIECES = [
    "the patient ", "&#74;", "\\u004a", "%4A", "=4A=6F=68", "SGFsdm9yc2Vu", "4a6f", "\u202e",
    "\ufe0f", "\u200b\u200c", "J o h n ", "p4t13nt ", "tneitap ", "<~87cURD]~>", "01001010 ", "а",
    "\n", "\U000e0061", "e\u0301\u0302\u0303\u0304", "\\ud835", "&amp;", ".- ",
    "74 111 104 ", "\U0001f3f4", "Ｊ",
]  # fmt: skip
pieces = st.one_of(st.text(max_size=40), st.sampled_from(PIECES))


@settings(max_examples=400, deadline=None)
@given(st.lists(pieces, max_size=30).map("".join))
def test_undoing_twice_is_undoing_once_and_text_grows_little(text):
    found = deobfuscate([text])[0]
    assert set(found.steps) <= set(STEPS)
    assert len(found.text) <= 3 * len(text)
    assert (found.text == text) == (not found.steps)
    assert deobfuscate([found.text])[0] == (found.text, ())


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="-.·_/|\\&#%=+0123456789abcdefABCDEF \n", max_size=600))
def test_signs_and_digits_take_no_time(text):
    start = time.monotonic()
    deobfuscate([text * 20])
    assert time.monotonic() - start < 20


def test_a_corpus_keeps_all_but_its_texts():
    texts = ["Marit keeps bees.", "nesrovlaH tiraM speek ytenin sevih evoba eht kcehc keerc"]
    corpus = Corpus.from_texts(texts, ["a", "b"], ["p", "p"], [{"x": 1}, {"y": "2"}], "release")
    view, counts = adversary_view(corpus)
    assert counts == {"reversed letters": 1}
    assert view.texts == [texts[0], "Halvorsen Marit keeps ninety hives above the check creek"]
    assert (view.ids, view.persons, view.name) == (corpus.ids, corpus.persons, "release")
    assert [record.fields for record in view] == [{"x": 1}, {"y": "2"}]


def test_an_undisguised_corpus_is_the_same_object():
    corpus = Corpus.from_texts(["Marit keeps bees.", ""])
    view, counts = adversary_view(corpus)
    assert view is corpus
    assert counts == {}


REAL = [
    "agnews", "chatdoctor5k_generated", "enron_aeslc", "gold_claims", "halueval_general",
    "medqa_usmle", "medquad", "mts_dialog", "patient_qa", "presidio_synth", "qags",
    "reddit_synthetic", "sst2", "synthpai", "tab_text_sample", "wikiactors_eval", "wikitext2",
    "yelp_sentences",
]  # fmt: skip


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def real(name):
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as file:
        found = [text for line in file for text in strings(json.loads(line))]
    return [text for text in dict.fromkeys(found) if len(text) >= 40][:2000]


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no data folder at {DATA}; set SEETHROUGH_DATA")
@pytest.mark.parametrize("name", REAL)
def test_hardly_any_real_record_changes_visibly(name):
    unseen = {"invisible characters", "displayed order"}
    changed = [bool(set(found.steps) - unseen) for found in deobfuscate(real(name))]
    assert np.mean(changed) <= 0.005  # ten of 2,000 strings of halueval_general are HTML pages


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no data folder at {DATA}; set SEETHROUGH_DATA")
def test_twenty_thousand_ordinary_records_take_seconds():
    words = " ".join(real("agnews") + real("medquad")).split()
    texts = [" ".join(words[i : i + 120]) for i in range(0, len(words) - 120, 120)]
    texts = (texts * (20_000 // len(texts) + 1))[:20_000]
    deobfuscate(texts[:10])
    start = time.process_time()
    deobfuscate(texts)
    assert time.process_time() - start < 40  # 10 where the machine is idle
