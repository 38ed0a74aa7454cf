"""What the offline judge was not made for, and how it detects that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from seethrough.text.words import vocabulary

LONG = 2_000
"""Words from which on a passage is called very long; the judge was measured on 20 to 250."""
_OTHER_SCRIPT = 0.3
_WORD = re.compile(r"[^\W_]+")
_ENGLISH = vocabulary(
    "the of and to a in is was he she it for on are as with his her they at be this have from or "
    "had by not but what all were we when your can said there an which do how their if i you my "
    "has no patient that who will would been please me"
)
_OTHERS = (
    vocabulary(
        "der die das und ist nicht ein eine einen einem einer mit den von zu im auf für sich dem "
        "des ich wir er sie sind wird wurde bei nach oder auch seit kein keine meine haben habe "
        "aus zwischen wie noch "
        "le la les des et est une dans que qui pour pas sur avec il elle du au je nous vous sont "
        "été mais chez depuis cette deux ans aux "
        "el los las y en un una por con para del se su es lo como más pero tiene está fue muy años "
        "il di che e non per sono con della nel gli una anni dal alla anche mia mio "
        "o os um uma não em com do da dos das para é ao foi tem anos ela ele são "
        "de het een en van ik niet op te zijn dat met voor heeft hij zij wordt werd bij naar ook "
        "och att det som på är av jag inte en ett hon har till från "
        "ja nie się na to w z że jest do od lat oraz ale przez "
        "ve bir bu da için ile çok olarak ama değil gibi daha kadar"
    )
    - _ENGLISH
)
_ALSO_ENGLISH = vocabulary(
    "die van den met per non com con para est pas se na ja pour sur des im er es du dal mia mio "
    "til till haben lo em da au tem dos bin op te un su som ale det"
)
"""Other languages' words that an English text has too, as a verb, a name or an abbreviation."""
_PARTICLES = vocabulary(
    "de la las los el del della di da do dos das du des der den van von zu zur le les il te ten "
    "ter op y e o i al ibn bin dal san"
)
"""What names of people and places hold in lower case: "Maria de la Cruz", "Vincent van Gogh"."""


def foreign(text: str) -> bool:
    """Return whether a text is mostly in another language than English.

    Two cheap signs: more than three tenths of the letters are of another script, or, in a text of
    at least four words, other languages' function words outnumber English ones. Abbreviations and
    what belongs to a name are no such words, and one must be more than a letter and not English.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if sum(letter > "ɏ" for letter in letters) > _OTHER_SCRIPT * len(letters):
        return True
    words = _WORD.findall(text)
    if len(words) < 4 or sum(word.lower() in _OTHERS for word in words) < 2:
        return False
    theirs = list(_of_others(words))
    ours = sum(word.lower() in _ENGLISH for word in words)
    enough = len(set(theirs)) >= 2 or len(theirs) >= 3
    sure = any(len(word) > 1 and word not in _ALSO_ENGLISH for word in theirs)
    return enough and sure and len(theirs) > ours and len(theirs) > 0.1 * len(words)


def _of_others(words: Sequence[str]) -> Iterator[str]:
    """Yield other languages' function words, in lower case, without those in names."""
    shouted = not any(word.islower() for word in words)
    named = _in_names(words)
    for place, word in enumerate(words):
        lower = word.lower()
        abbreviated = len(word) > 1 and word.isupper() and not shouted
        if lower in _OTHERS and not abbreviated and place not in named:
            yield lower


def _in_names(words: Sequence[str]) -> set[int]:
    """Return the places of particles in a row before or after a capitalised word.

    The first word of a text may have its capital for that reason: no name ends with it.
    """
    found = set()
    for places in (range(len(words)), range(len(words) - 1, -1, -1)):
        name = False
        for place in places:
            particle = words[place].lower() in _PARTICLES
            if particle and name:
                found.add(place)
            name = name if particle else words[place][0].isupper() and place > 0
    return found
