"""Letters that look like others: styled ones, those of other scripts, those with an accent."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping

from seethrough.text.vocabulary import is_known, known_share, words_of

_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPHIC = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")
_FULL_LETTER = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_STYLED = (
    "\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\u02b0-\u02b8\u1d00-\u1d22\u1d2c-\u1d6a"
    "\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c\u2102-\u2138\u2145-\u2149\u249c-\u24e9\u2c7c"
    "\ua730\ua731\ua7af\U0001d400-\U0001d7ff\U0001f110-\U0001f169\U0001f170-\U0001f189"
)
_STYLED_WORD = re.compile(f"(?:[{_STYLED}][A-Za-z0-9]*){{2,}}")
_STYLED_LETTER = re.compile(f"[{_STYLED}]")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_OTHER_LETTER = re.compile(r"[^\x00-\x7f\W\d_]")
_OTHER_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]*[^\x00-\x7f\W\d_][^\W\d_]*")
"""A word with a letter that is not ASCII."""
_ANY_OTHER = re.compile(rf"[^\x00-\x7f\W\d_]|[{_STYLED}\uff10-\uff19]")
_NAMED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|MODIFIER LETTER (?:CAPITAL|SMALL)|(?:NEGATIVE )?(?:SQUARED|"
    r"CIRCLED) LATIN (?:CAPITAL|SMALL) LETTER|PARENTHESIZED LATIN (?:CAPITAL|SMALL) LETTER) (\w)"
)
_LOOSE = {
    "κ": "k", "к": "k", "т": "t", "τ": "t", "м": "m", "н": "h", "в": "b", "п": "n", "η": "n",
    "σ": "o", "ω": "w", "є": "e", "з": "3", "Ι": "I", "г": "r", "μ": "u",
}  # fmt: skip
"""Likenesses that people use and Unicode's table of confusable characters lacks."""
_RISE = 0.15
_FEWEST_ODD = 3
"""Words with an accent, and no capital, from which on accents may be a disguise."""
_CERTAIN = 3
"""Disguised words from which on single letters are disguised, too."""


def in_plain_letters(text: str) -> str:
    """Return a text with letters that stand in for Latin ones replaced by these.

    - Styled letters (mathematical, circled, small capitals, full width outside Chinese, Japanese
      and Korean text), two and more in a word.
    - Cyrillic, Greek and other letters that look Latin, in a word that mixes them with Latin ones,
      in a text that is Latin as a whole. A Greek letter at the edge of an abbreviation (``IFNγ``)
      is one.
    - Latin letters with accents and strokes where the words become English without them.

    Source: Unicode technical standard 39, ``confusables.txt``, as the package
    confusable-homoglyphs holds it.
    """
    others = "".join(_ANY_OTHER.findall("".join(_BEYOND.findall(text))))
    if not others:
        return text
    if _LIGATURE.search(others):
        text = _LIGATURE.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text)
    if _STYLED_LETTER.search(others):
        styled = _STYLED_LETTER if len(_STYLED_WORD.findall(text)) >= _CERTAIN else _STYLED_WORD
        text = styled.sub(lambda m: "".join(map(_unstyled, m.group())), text)
    if _FULL_LETTER.search(others) and not _IDEOGRAPHIC.search(text):
        text = _FULL_WIDTH.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text)
    return _without_accents(_in_one_script(text))


@functools.lru_cache(maxsize=4096)
def _unstyled(char: str) -> str:
    if char.isascii():
        return char
    plain = unicodedata.normalize("NFKC", char)
    if len(plain) == 3 and plain[0] == "(":
        plain = plain[1]
    if plain.isascii() and plain.isalnum():
        return plain
    named = _NAMED.fullmatch(unicodedata.name(char, ""))
    return (
        (named.group(1).lower() if "SMALL" in named.group() else named.group(1)) if named else char
    )


@functools.cache
def _twins() -> Mapping[str, str]:
    """Return the Latin letter that each letter of another script looks like."""
    from confusable_homoglyphs.confusables import confusables_data

    twins = {}
    for char, others in confusables_data.items():
        if len(char) == 1 and not char.isascii() and char.isalpha() and _script(char) != "LATIN":
            for other in others:
                if len(other["c"]) == 1 and other["c"].isascii() and other["c"].isalpha():
                    twins[char] = other["c"]
    return {**twins, **_LOOSE}


@functools.lru_cache(maxsize=65536)
def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def _in_one_script(text: str) -> str:
    """Return a text with the foreign letters of its mixed words made Latin."""
    others = _OTHER_LETTER.findall(text)
    foreign = [c for c in others if c > "\u024f" and c.isalpha() and _script(c) != "LATIN"]
    if not foreign:
        return text
    twins = _twins()
    letters = sum(map(str.isalpha, text))
    if sum(c not in twins for c in foreign) > 0.1 * letters:
        return text
    mixed = {m.group() for m in _OTHER_WORD.finditer(text) if _is_mixed(m.group(), twins)}

    def plain(match: re.Match[str]) -> str:
        word = match.group()
        if not all(c.isascii() or c in twins for c in word):
            return word
        latin = "".join(twins.get(c, c) for c in word)
        if word in mixed:
            return latin
        if any(c.isascii() for c in word) or any(_script(c) == "GREEK" for c in word):
            return latin if len(mixed) >= _CERTAIN and is_known(latin) else word
        return latin if mixed or (len(word) >= 4 and is_known(latin)) else word

    return _OTHER_WORD.sub(plain, text)


def _is_mixed(word: str, twins: Mapping[str, str]) -> bool:
    """Return whether a word mixes Latin letters with others that only look Latin."""
    foreign = [i for i, c in enumerate(word) if not c.isascii()]
    if not foreign or len(foreign) == len(word) or not all(word[i] in twins for i in foreign):
        return False
    if not any(_script(word[i]) == "GREEK" for i in foreign):
        return True
    inside = [i for i in foreign if 0 < i < len(word) - 1 and (word[i - 1] + word[i + 1]).islower()]
    latin = "".join(twins.get(c, c) for c in word)
    return len(word) > 3 and (bool(inside) or is_known(latin))


@functools.lru_cache(maxsize=4096)
def _bare(char: str) -> str:
    if char.isascii():
        return char
    base = unicodedata.normalize("NFKD", char)[:1]
    if base.isascii() and base.isalpha():
        return base
    named = re.match(r"LATIN (SMALL|CAPITAL) LETTER (?:DOTLESS |SCRIPT |OPEN )?(\w)\b", _name(char))
    if not named:
        return char
    return named.group(2).lower() if named.group(1) == "SMALL" else named.group(2)


def _name(char: str) -> str:
    return unicodedata.name(char, "")


def _without_accents(text: str) -> str:
    """Return a text without accents and strokes, where it becomes English by that."""
    if len(_OTHER_LETTER.findall(text)) < _FEWEST_ODD:
        return text
    words = words_of(text)
    # Names and their accents (Renée, Málaga) are spelled so, and show no disguise.
    small = {m.group() for m in _WORD.finditer(text) if m.group()[0].islower()}
    odd = {word for word in small if not word.isascii()}
    if len(words) < 5 or len(odd) < _FEWEST_ODD:
        return text
    before = known_share(words)
    after = known_share(words, lambda word: "".join(map(_bare, word)))
    if after < 0.6 or after - before < _RISE:
        return text
    return _WORD.sub(lambda m: "".join(map(_bare, m.group())), text)
