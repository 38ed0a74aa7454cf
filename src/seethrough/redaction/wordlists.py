"""Words that make up invented names."""

from __future__ import annotations


def _words(text: str, separator: str | None = None) -> tuple[str, ...]:
    return tuple(text.split(separator))


GIVEN = _words(
    "Abel Ada Amina Anders Anouk Bao Beatriz Bruno Carys Chidi Clara Dario Dina Eamon Elif Emeka "
    "Esther Farid Fiona Gustav Hana Hugo Ines Ivo Jamal Joan Kaito Keira Lars Leila Luca Maren "
    "Milan Nadia Noel Olga Omar Paula Quinn Rafael Rosa Sanjay Selma Tariq Thea Uma Viktor "
    "Yara"
)
FAMILY = _words(
    "Abbott Adeyemi Almeida Arslan Bauer Becker Bianchi Blake Castillo Chen Costa Dahl Delgado "
    "Dubois Eriksen Farrell Fischer Fontana Garner Ghosh Haddad Hall Hansen Hughes Ibrahim Ito "
    "Jensen Joshi Kaya Keller Kim Kowalski Lambert Larsen Lopez Malik Mensah Meyer Moreau Nagy "
    "Novak Okafor Olsen Park Patel Pereira Quigley Ramos Rossi Santos Sato Schmidt Silva Tanaka "
    "Tran Varga Vega Walsh Weber Wood Yilmaz Young Zeman Zhang"
)
INITIALS = ("", *(f"{letter}. " for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))

PLACE = _words(
    "Alder Ash Barrow Beacon Birch Bram Brook Calder Cedar Clay Copper Crow Drift East Elm Fair "
    "Fern Glen Gold Gran Hart Hazel Heron Hollow Iron Juniper Lark Linden Marsh Mill North Oak "
    "Otter Pine Raven Red Rowan Sand Silver Stone Thorn Willow"
)
PLACE_END = _words(
    "bank bridge brook bury by combe dale field ford gate ham haven holm hurst ley mere mont moor "
    "port ridge side stead ton view wick wood"
)
DIRECTIONS = ("", "Upper ", "Lower ", "New ", "Old ", "Great ", "Little ", "Saint ")

TRADE = _words(
    " Associates; Partners; Services; Works; Group; Trust; Supply; Foundation; House; Union; "
    "Institute; Company; Cooperative; Holdings; Studio; Logistics",
    ";",
)

BELONGING = _words(
    "Andorran Angolan Bolivian Bhutanese Chadian Chilean Cypriot Danish Ecuadorian Estonian "
    "Fijian Finnish Gabonese Georgian Ghanaian Guyanese Haitian Honduran Icelandic Jordanian "
    "Kenyan Laotian Latvian Lebanese Liberian Maltese Moldovan Mongolian Namibian Nepalese "
    "Norwegian Omani Panamanian Paraguayan Peruvian Qatari Rwandan Samoan Senegalese Slovenian "
    "Sudanese Tunisian Ugandan Uruguayan Vietnamese Zambian"
)
SIDES = ("", "northern ", "southern ", "eastern ", "western ")

TWO_DIGITS = tuple(f"{i:02d}" for i in range(100))
AREA_CODES = tuple(str(i) for i in range(201, 990) if i % 100 != 11 and i % 10 != 9)
TEST_NETS = (
    "192.0.2.",
    "198.51.100.",
    "203.0.113.",
    *(f"198.{b}.{c}." for b in (18, 19) for c in range(256)),
)
"""Networks set aside for documentation and benchmarks (RFC 5737, RFC 2544)."""
BYTES = tuple(str(i) for i in range(256))
