"""What a person is reached or filed under: contact data, accounts, addresses and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.personal_data.addresses import SPOT, STREET
from seethrough.personal_data.codes import codes
from seethrough.personal_data.contact_data import SPELLED_EMAIL, spelled, without_addresses
from seethrough.personal_data.identifier import Identifier
from seethrough.personal_data.numbers import numbers
from seethrough.personal_data.telephones import is_other, telephones
from seethrough.text.names import is_ordinary
from seethrough.text.signs.typography import in_hyphens, in_plain_blanks

_SPELLED_EMAIL = re.compile(SPELLED_EMAIL, re.IGNORECASE)
_MAIL_CUE = re.compile(
    r"\b(?:e-?mail|mail|address|write|contact|reach)\b[^.!?\n]{0,30}$", re.IGNORECASE
)
"""What makes a mail address of an ordinary word: not *looked at amazon dot com*."""
_MAIL_HOST = (
    r"(?i:(?:[a-z0-9-]{1,63}\.){1,8}(?:com|org|net|edu)\b"
    r"|(?<=[*•…\]>]@)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2}\b(?!\*))"
)
"""What stands behind the ``@`` of a masked mail address: ``jo***@gmail.com``."""
_HANDLE = re.compile(
    rf"(?<![\w@./])(?:@(?!(?:[A-Z][a-z]+){{2}})(?!{_MAIL_HOST})[A-Za-z_][\w.]{{1,29}}\w"
    r"|/?u/[A-Za-z_][\w-]{2,29})"
)
_APPS = r"(?:insta(?:gram)?|discord|skype|telegram|snap(?:chat)?|tiktok|twitter|kik|psn)"
_ACCOUNT = re.compile(
    r"(?<!@)\b(?:(?:user|screen|account)[ \t]?name|user[ \t]?id|login|gamertag|handle"
    rf"|(?:(?<=\bmy )|(?<=\bhis )|(?<=\bher )){_APPS}"
    rf"|{_APPS}(?=[ \t]*:|[ \t]+(?:name|handle|id|account|user)\b"
    r"|[ \t]+(?:is|was)[ \t]+@?[a-z.-]{0,28}[\d_]))"
    r"(?:[ \t]+(?:name|handle|id|account|user))?"
    r"(?:[ \t]*:[ \t]*|[ \t]+(?:is|was)[ \t]+)(?P<name>(?:live:\.?|@)?[A-Za-z][\w.-]{1,28}\w)"
    r"(?![\w(\[=])",
    re.IGNORECASE,
)
"""A name of an account behind words that say so: *Username: thmartin*, *my discord is j_doe99*.

Not *Discord is laggy*.
"""
_PROFILE = re.compile(
    r"^(?:\w{1,3}\.)?(?:linkedin|facebook|twitter|instagram|github|gitlab|tiktok|reddit|youtube|medium|x|patreon"
    r"|pinterest|snapchat|soundcloud|venmo|onlyfans)\.com/\S|/~|/users?/"
    r"|^(?:twitch\.tv|linktr\.ee|orcid\.org|(?:\w+\.)?zoom\.us/(?:j|my)|bsky\.app/profile|\w+\.me)/\w"
    r"|^[\w-]+\.(?:wordpress|blogspot|tumblr|substack|livejournal|weebly)\.\w|^[\w-]+\.github\.io",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:I blog|(?:my|his|her|own)(?:[ \t]\w+)?[ \t](?:(?:web[ -]?|home[ -]?)?(?:site|page)"
    r"|blog|vlog|portfolio|profile|channel|podcast|shop))\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
"""Whose page it is: *my website is*, *her own site:*."""


def contacts(text: str, region: str = "US") -> Iterator[Identifier]:
    """Yield contact data, handles, addresses, numbers and codes; none of them a name.

    Args:
        text: Any text.
        region: Where a telephone number without a country code is dialled, as ISO 3166.
    """
    known = [*_known(text, region)]
    yield from known
    for start, end in codes(without_addresses(in_plain_blanks(in_hyphens(text)))):
        if not any(text[start:end] in other.written for other in known):
            yield Identifier("code", text[start:end])


def _known(text: str, region: str) -> Iterator[Identifier]:
    """Yield what its own form or the words before it tell."""
    for (kind, item), written in spelled(text, region).items():
        if kind == "url" and not (_PROFILE.search(item) or _is_own(written, text)):
            continue  # a public page identifies no person
        if kind != "phone" or not is_other(written):
            yield Identifier(kind, written)
    plain = in_plain_blanks(in_hyphens(text))
    for kind, (start, end) in _spans(plain):
        yield Identifier(kind, text[start:end])


def _is_own(address: str, text: str) -> bool:
    """Return whether the words before a web address say that it is somebody's own."""
    at = text.find(address)
    return _OWN.search(text, max(0, at - 60), at) is not None


def _spans(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the kind and the place of what no detector of its own finds."""
    for match in _SPELLED_EMAIL.finditer(text):
        name = match.group().partition(" ")[0]
        before = text[max(0, match.start() - 40) : match.start()]
        if not is_ordinary(name) or _MAIL_CUE.search(before):
            yield "email", match.span()
    yield from (("phone", span) for span in telephones(text))
    yield from (("handle", match.span()) for match in _HANDLE.finditer(text))
    for pattern in (STREET, SPOT):
        yield from (("address", match.span()) for match in pattern.finditer(text))
    for match in _ACCOUNT.finditer(text):
        if not is_ordinary(match["name"].lstrip("@")):
            yield "handle", match.span("name")
    yield from (("number", span) for span in numbers(text))
