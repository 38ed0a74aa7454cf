"""What the offline judge was not made for, and how it detects that."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.judges.offline.lexicon import bag

LONG = 2_000
"""Words from which on a passage is called very long; the judge was measured on 20 to 250."""
_OTHER_SCRIPT = 0.3
_ENGLISH = bag(
    "the of and to a in is was he she it for on are as with his her they at be this have from or "
    "had by not but what all were we when your can said there an which do how their if i you my "
    "has no patient that who will would been please me"
)
_OTHERS = (
    bag(
        "der die das und ist nicht ein eine mit den von zu im auf für sich dem des ich wir er "
        "le la les des et est une dans que qui pour pas sur avec il elle du au je nous vous sont "
        "el los las y en un una por con para del se su es lo como más pero "
        "il di che e non per sono con della nel gli una "
        "o os um uma não em com do da dos das para é ao "
        "de het een en van ik niet op te zijn dat met voor "
        "och att det som på är av jag inte en ett "
        "ja nie się na to w z że jest do "
        "ve bir bu da için ile çok"
    )
    - _ENGLISH
)


def foreign(text: str, words: Sequence[str]) -> bool:
    """Return whether a text is mostly in another language than English.

    Two cheap signs: more than three tenths of the letters are of another script, or, in a text of
    at least four words, other languages' function words outnumber English ones.

    Args:
        text: The text.
        words: Its lower-case words.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if sum(letter > "ɏ" for letter in letters) > _OTHER_SCRIPT * len(letters):
        return True
    if len(words) < 4:
        return False
    theirs = sum(word in _OTHERS for word in words)
    ours = sum(word in _ENGLISH for word in words)
    return theirs >= 2 and theirs > ours and theirs > 0.1 * len(words)
