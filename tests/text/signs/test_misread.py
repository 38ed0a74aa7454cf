import pytest

from seethrough.deobfuscation.cells import disguised_cells
from seethrough.deobfuscation.undoing import undone
from seethrough.deobfuscation.viewing import as_shown
from seethrough.records.corpus import Corpus
from seethrough.text.signs.misread import read_again

WELL = "Frau Jürgen Müller’s café in Łódź – „so“ … 5 €, 20 °C, naïve Šimůnek, Ağrı, ™"


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_bytes_that_were_read_wrongly_are_read_well(encoding):
    raw = WELL.encode()
    wrongly = "".join(
        bytes([b]).decode(encoding, "ignore") or bytes([b]).decode("latin-1") for b in raw
    )
    assert wrongly != WELL
    assert read_again(wrongly) == WELL
    assert undone(wrongly).text == undone(WELL).text
    (cell,) = disguised_cells(["MÃ¼ller"])
    assert cell is not None
    assert cell.text == "Müller"
    assert as_shown(Corpus.from_texts([wrongly]))[0].texts == [WELL]


@pytest.mark.parametrize(
    "text", [WELL, "", "SÃO PAULO, Ängste, Åse, ÂME", "„Ä“", "Café”, né…", "Ã", "â", "â€", "plain"]
)
def test_what_was_read_well_stays(text):
    assert read_again(text) == text
