"""Splits one tagged sentence into the statements that it coordinates.

The small parser is reliable about parts of speech and about near attachments, less so about long
lists, so the split reads the tags from left to right and asks the parser only what a
conjunct is coordinated with. A sentence is cut at commas, conjunctions and relative pronouns
into segments; each segment then either

- opens a statement of its own (it has a subject and a finite verb),
- continues the subject (it opens with a verb): *pain that starts early and lasts long*,
- is one more item of a list: the statement so far is repeated up to where the list starts, or
- belongs to what came before and is left there (*or* outside a denial, *if*, *between*, ...).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from seethrough.atomizers._agreement import agreeing
from seethrough.atomizers._tokens import Phrase, Token, made, trimmed

NOMINAL = frozenset("NN NNS NNP NNPS PRP CD DT EX WP VBG FW $ -LRB-".split())
_NP_INSIDE = frozenset("JJ JJR JJS NN NNS NNP NNPS VBN VBG CD DT PRP$ POS HYPH PDT RB $ AFX".split())
_FINITE = frozenset("VBD VBZ VBP MD".split())
_VERB = frozenset("VB VBD VBZ VBP VBN VBG MD".split())
_DENIALS = frozenset(
    "no not n't n’t nt denies denied deny denying without never neither nor negative absent "
    "cannot none absence".split()
)
_OPENS_CONDITION = frozenset("if unless whether because so once until when whenever".split())
_DESCRIBES = frozenset("JJ JJR VBN RB HYPH".split())
_CONTRAST = frozenset("although though while whereas".split())
_TIME = frozenset(
    "second seconds minute minutes hour hours day days night nights week weeks month months year "
    "years decade decades yesterday morning".split()
)
_LONGEST = 160
"""Sentences with more words than this are left whole: they are lists of symbols, not prose."""


@dataclass
class Segment:
    """What stands between two separators: ``lead`` is the separator, ``body`` the words."""

    lead: Phrase
    body: Phrase
    relative: bool = False
    passive: bool = False
    closes: bool = False

    @property
    def conjunction(self) -> str:
        """The conjunction that leads the segment in lower case, or empty."""
        return next((t.lower for t in self.lead if t.tag == "CC"), "")

    def finite(self) -> int:
        """Return where the first finite verb stands in the body, or -1."""
        return next((k for k, t in enumerate(self.body) if is_finite(t)), -1)

    def subject_end(self) -> int:
        """Return where the verb group of the first finite verb starts, or -1."""
        k = self.finite()
        while k > 0 and self.body[k - 1].tag in ("RB", "RBR") and not self.body[k - 1].opaque:
            k -= 1
        return k

    @property
    def kind(self) -> str:
        """``clause``, ``verb``, ``noun``, ``adjective``, ``preposition``, ``other`` or empty."""
        if not self.body:
            return ""
        end = self.subject_end()
        if end > 0 and any(t.tag in NOMINAL or t.opaque for t in self.body[:end]):
            return "clause"
        if end >= 0:
            return "verb"
        k = 0
        while k < len(self.body) - 1 and self.body[k].tag in ("RB", "RBR"):
            k += 1
        tag = self.body[k].tag
        if tag in ("VB", "VBG", "VBN", "TO"):
            nominal = any(t.tag[:2] == "NN" for t in self.body[k + 1 :])
            attributive = tag != "VB" and k + 1 < len(self.body)
            if attributive and nominal and self.body[k + 1].tag[:2] in ("NN", "JJ") and (
                self.body[k].dep in ("amod", "compound")
            ):
                return "noun"
            return "verb"
        if tag in ("IN", "RP"):
            return "preposition"
        if any(t.tag in NOMINAL or t.opaque for t in self.body):
            return "noun"
        return "adjective" if any(t.tag[:2] in ("JJ", "VB") for t in self.body) else "other"


@dataclass
class Statement:
    """A statement under construction: one line per item of its lists."""

    subject: int
    line: Phrase
    lines: list[Phrase] = field(default_factory=list)
    run: list[int] = field(default_factory=list)
    anchor: int = -1

    def __post_init__(self) -> None:
        self.lines.append(self.line)
        self.run = [len(self.lines) - 1]

    def append(self, lead: Sequence[Token], body: Sequence[Token]) -> None:
        """Leave words where they stood."""
        self.line.extend(lead)
        self.line.extend(body)

    def branch(self, at: int, body: Sequence[Token], same_list: bool) -> None:
        """Start one more line that shares the first ``at`` words."""
        if not same_list or at != self.anchor:
            self.spread()
            self.run = [len(self.lines) - 1]
        self.line = [*self.line[:at], *body]
        self.lines.append(self.line)
        self.run.append(len(self.lines) - 1)
        self.anchor = at

    def spread(self) -> None:
        """Give a time that ends a list (*for three days*) to every item of the list."""
        tail = _time_tail(self.line)
        if tail and len(self.run) > 1:
            for k in self.run[:-1]:
                if not _time_tail(self.lines[k]):
                    self.lines[k].extend(tail)
        self.run = []


def is_finite(token: Token) -> bool:
    """Return whether a word is a finite verb that may carry a statement."""
    return token.tag in _FINITE and not token.opaque and token.dep not in ("amod", "compound")


def statements(tokens: Phrase) -> list[Phrase]:
    """Return the statements of a sentence; the sentence alone where nothing can be split."""
    if len(tokens) > _LONGEST or len(tokens) < 4:
        return [tokens]
    return _Reader(_merged(_segments(tokens))).read()


def _segments(tokens: Phrase) -> list[Segment]:
    out = [Segment([], [])]
    seen_finite = False
    for k, token in enumerate(tokens):
        before = tokens[k - 1] if k else None
        following = tokens[k + 1] if k + 1 < len(tokens) else None
        separator = relative = passive = closes = False
        if not token.opaque and before is not None and following is not None:
            if token.text in (",", ";", "—", "–", "--") or (
                token.text == "-" and before.space and token.space
            ):
                separator = True
            elif token.tag == "CC" and token.lower in ("and", "or", "but", "nor", "plus", "yet"):
                separator = True
            elif token.tag in ("WDT", "WP") and token.lower in ("who", "which", "that"):
                relative = before.tag[:2] in ("NN", "CD", "JJ") or before.text in (",", ")")
                separator = relative = relative and following.lower != "of"
            elif token.lower == "that" and before.text == "," and following.tag in _FINITE:
                separator = relative = token.tag == "DT" or token.dep == "nsubj"
            elif token.lower in _CONTRAST and token.tag == "IN":
                separator = True
            elif token.tag == "VBN" and token.dep == "acl" and token.head in (k - 1, k - 2):
                passive = before.tag[:2] == "NN" and following.tag in ("IN", "NNP", "NN", "TO")
            elif token.lower == "complaining" and before.tag != "CC" and seen_finite:
                passive = before.tag[:2] != "VB" and before.text != ","
            elif is_finite(token) and token.dep == "ROOT" and out[-1].relative:
                closes = out[-1].finite() >= 0
        if separator:
            if out[-1].body:
                out.append(Segment([token], [], relative))
            else:
                out[-1].lead.append(token)
                out[-1].relative |= relative
            continue
        if passive and out[-1].body:
            out.append(Segment([], [token], relative=True, passive=True))
            continue
        if closes:
            out.append(Segment([], [token], closes=True))
            continue
        seen_finite |= is_finite(token)
        out[-1].body.append(token)
    if len(out) > 1 and not out[-1].body:
        last = out.pop()
        out[-1].body.extend(last.lead)
    return out


def _merged(segments: list[Segment]) -> list[Segment]:
    """Join segments that a separator only seems to part."""
    out: list[Segment] = []
    for k, segment in enumerate(segments):
        if out and _belongs(out, segment, segments[k + 1] if k + 1 < len(segments) else None):
            out[-1].body.extend([*segment.lead, *segment.body])
        else:
            out.append(segment)
    return out


def _belongs(done: list[Segment], segment: Segment, following: Segment | None) -> bool:
    last, first = done[-1].body[-1] if done[-1].body else None, segment.body[0]
    if last is None or segment.relative or segment.closes:
        return False
    body = done[-1].body
    words = {t.lower for t in body if not t.opaque}
    if "between" in words and segment.conjunction == "and":
        return True
    if {"both", "not"} <= words and "only" in words:
        return True
    if segment.lead[0].text == "," and not segment.conjunction:
        if first.tag == "CD" and last.tag in ("CD", "NNP") and len(segment.body) == 1:
            return True
        if first.tag == "CD" and first.text.isdigit() and len(first.text) == 4:
            return last.tag in ("CD", "NNP")
        lonely = following is None or not following.conjunction
        if first.tag == "NNP" and last.tag == "NNP" and lonely and len(segment.body) < 4:
            return segment.finite() < 0
    if first.tag == "NNP" and last.tag == "NNP" and segment.conjunction and len(first.text) < 4:
        return True
    if last.tag in ("JJ", "VBN", "DT", "PRP$") and _waits(last, body):
        # "a distended, rigid abdomen": the adjective waits for its noun
        described = next((t for t in segment.body if t.tag not in _DESCRIBES), None)
        return first.tag in _DESCRIBES and (described is None or described.tag[:2] == "NN")
    ends = {t.index for t in segment.body}
    if last.tag[:2] == "NN" and last.dep in ("compound", "nmod", "amod") and last.head in ends:
        return True
    if last.tag in ("VB", "VBZ", "VBD", "VBP") and first.tag == last.tag:
        return bool(segment.conjunction)
    return last.tag in ("IN", "TO") and not last.opaque


def _waits(adjective: Token, body: Phrase) -> bool:
    if adjective.dep in ("amod", "nmod", "det", "poss"):
        return True
    if adjective.dep != "conj":
        return False
    return any(t.index == adjective.head and _waits(t, []) for t in body)


class _Reader:
    """Reads segments from left to right."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.done: list[Statement] = []
        self.main: Statement | None = None
        self.active: Statement | None = None
        self.opening: Phrase = []
        self.waiting: list[Segment] = []
        self.extra: list[Phrase] = []
        self.copies: list[tuple[Statement, int, int, list[Phrase]]] = []
        self.conditional = False
        self.written: dict[int, Token] = {}

    def read(self) -> list[Phrase]:
        for k, segment in enumerate(self.segments):
            if self.conditional and self.active is not None:
                self.active.append(segment.lead, segment.body)
            elif self.main is None:
                self._before_verb(k, segment)
            else:
                self._after_verb(k, segment)
            self.conditional |= any(
                t.lower in _OPENS_CONDITION and t.tag in ("IN", "WRB") and not t.opaque
                and not _because_of(segment.body, t)
                for t in segment.body
            )
        return self._finish()

    def _finish(self) -> list[Phrase]:
        out: list[Phrase] = []
        if self.main is None:
            rest = [w for w in self.waiting if w.body]
            if self.opening or any(w.conjunction == "or" for w in rest):
                whole = list(self.opening)
                for w in rest:
                    whole += [*w.lead, *w.body]
                out.append(whole)
            else:
                out += [w.body for w in rest]
        for statement in self.done:
            statement.spread()
            out += statement.lines
            for owner, start, end, subjects in self.copies:
                if owner is statement:
                    head = statement.lines[0][start:end]
                    same = [ln for ln in statement.lines if ln[start:end] == head]
                    for subject in subjects:
                        for line in same:
                            rest = [self.written.get(t.index, t) for t in line[end:]]
                            out.append([*line[:start], *subject, *agreeing(subject, rest)])
        out += self.extra
        out = [_alone(trimmed(phrase)) for phrase in out]
        return [phrase for phrase in out if phrase]

    def _open(self, subject: int, line: Phrase) -> Statement:
        statement = Statement(subject, line)
        self.done.append(statement)
        self.active = statement
        return statement

    def _before_verb(self, k: int, segment: Segment) -> None:
        kind = segment.kind
        if segment.relative and self.waiting:
            if not self._relative(self.waiting[-1].body, segment):
                self.waiting[-1].body.extend([*segment.lead, *segment.body])
        elif not self.waiting and self._leads_in(k, segment):
            self.opening += [*segment.lead, *segment.body]
        elif kind == "clause":
            subjects = self.waiting if segment.conjunction else []
            loose = [] if subjects else self.waiting
            for w in loose:
                self.opening += [*w.lead, *w.body]
            opening = [*self.opening, *(made(",", ",") if self.opening else [])]
            end = segment.subject_end()
            body = segment.body
            self.written = {t.index: t for t in body}
            if subjects:
                body = [*body[:end], *agreeing(body[:end], body[end:])]
            self.main = self._open(len(opening) + end, [*opening, *body])
            if subjects:
                self.copies.append(
                    (self.main, len(opening), len(opening) + end, [w.body for w in subjects])
                )
            self.waiting = []
        elif kind == "verb" and segment.finite() >= 0 and self.waiting:
            subject = self.waiting[0].body
            for w in self.waiting[1:]:
                if w.kind == "noun":
                    self.extra.append([*subject, *made("is", "VBZ"), *w.body])
                else:
                    subject = [*subject, *w.lead, *w.body]
            opening = [*self.opening, *(made(",", ",") if self.opening else [])]
            closing = made(",", ",") if len(self.waiting) > 1 and subject[-1].tag != "," else []
            closing = closing if any(t.text == "," for t in subject) else []
            line = [*opening, *subject, *closing, *segment.body]
            self.main = self._open(len(line) - len(segment.body), line)
            self.waiting = []
        elif kind == "verb" and segment.finite() == 0 or (kind == "verb" and k == 0):
            self.main = self._open(0, [*self.opening, *segment.body])
        elif kind == "noun" and not (k == 0 and segment.body[0].tag in ("RB", "UH")):
            self.waiting.append(segment)
        elif self.waiting:
            self.waiting[-1].body.extend([*segment.lead, *segment.body])
        else:
            self.opening += [*segment.lead, *segment.body]

    def _leads_in(self, k: int, segment: Segment) -> bool:
        """Return whether the first segment only sets the scene: *Among smokers, ...*."""
        following = self.segments[k + 1] if k + 1 < len(self.segments) else None
        return (
            segment.body[0].tag in ("IN", "VBG", "VBN", "TO")
            and segment.body[0].lower not in _CONTRAST
            and following is not None
            and [t.text for t in following.lead] == [","]
            and following.kind == "clause"
            and not following.relative
        )

    def _after_verb(self, k: int, segment: Segment) -> None:
        active = self.active
        assert active is not None and self.main is not None
        kind = segment.kind
        if segment.relative:
            if not self._relative(active.line, segment):
                active.append(segment.lead, segment.body)
        elif kind == "clause" and self._own_subject(segment):
            self.main = self._open(segment.subject_end(), list(segment.body))
        elif kind == "verb" and segment.finite() >= 0 and self._stands_first(segment):
            self._shared_subject(segment)
        elif any(t.lower in _CONTRAST for t in segment.lead):
            active.append(segment.lead, segment.body)
        else:
            self._item(k, segment, kind)

    @staticmethod
    def _own_subject(segment: Segment) -> bool:
        end = segment.subject_end()
        return segment.body[0].tag not in ("WRB", "TO") and end > 0

    @staticmethod
    def _stands_first(segment: Segment) -> bool:
        return segment.subject_end() == 0

    def _relative(self, line: Phrase, segment: Segment) -> bool:
        """Make a statement of a relative clause about its antecedent; False if it must stay."""
        antecedent = _antecedent(line, segment)
        if antecedent is None or not segment.body:
            return False
        definite = _definite(antecedent)
        if line[0].lower in ("i", "we") and antecedent[0].lower in ("a", "an"):
            if any(t.lower in ("have", "had", "own", "got", "run") for t in line[1:4]):
                definite = [*made("My", "PRP$"), *antecedent[1:]]
        waiting = self.main is None
        if segment.passive:
            past = not waiting and any(t.tag == "VBD" for t in line)
            copula = _copula(antecedent, past)
            statement = Statement(len(definite), [*definite, *copula, *segment.body])
        elif segment.subject_end() == 0:
            statement = Statement(len(definite), [*definite, *agreeing(definite, segment.body)])
        elif segment.kind == "clause":
            at = _after_verb_group(segment)
            if at is None:
                return False
            body = [*segment.body[:at], *_lowered(definite), *segment.body[at:]]
            statement = Statement(segment.subject_end(), body)
        else:
            return False
        self.done.append(statement)
        if not waiting:
            self.active = statement
        return True

    def _shared_subject(self, segment: Segment) -> None:
        """Repeat the subject of the verb that this one is coordinated with."""
        assert self.main is not None and self.active is not None
        inside = {t.index for t in segment.body}
        verb = next(
            (t for t in segment.body if t.dep == "conj" and t.head not in inside),
            segment.body[segment.finite()],
        )
        owner = self.active
        if segment.closes or (segment.lead and segment.lead[0].text == "," and not verb.dep):
            owner = self.main
        for statement in (self.active, self.main):
            at = next((i for i, t in enumerate(statement.line) if t.index == verb.head), -1)
            if verb.dep == "conj" and at >= 0 and statement.line[at].tag in _VERB:
                owner = statement
                start = _verb_group_start(statement.line, at)
                if start > 0 and start >= statement.subject:
                    prefix = statement.line[:start]
                    self.active = self._extend(owner, prefix, segment)
                    return
        self._extend(owner, owner.lines[0][: owner.subject], segment)

    def _extend(self, owner: Statement, prefix: Phrase, segment: Segment) -> Statement:
        owner.spread()
        owner.line = [*prefix, *segment.body]
        owner.lines.append(owner.line)
        owner.run = [len(owner.lines) - 1]
        owner.anchor = -1
        self.active = owner
        return owner

    def _item(self, k: int, segment: Segment, kind: str) -> None:
        active = self.active
        assert active is not None
        conjunction = self._junction(k)
        line = active.line
        denied = any(t.lower in _DENIALS for t in line)
        hint = _coordinated_with(segment, line)
        if kind == "noun" and not conjunction and hint < 0:
            apposed = _apposed(segment, line)
            if apposed is not None:
                self.extra.append([*_definite(apposed), *_copula(apposed, False), *segment.body])
                return
        if kind == "noun" and segment.body[0].tag == "VBG" and any(
            t.tag == "VBG" and t.dep not in ("amod", "compound") for t in line
        ):
            kind = "verb"
        splits = conjunction in ("and", "but", "plus", "yet") or (
            conjunction in ("or", "nor") and denied
        )
        if not splits or kind in ("other", "clause", ""):
            active.append(segment.lead, segment.body)
            return
        same_list = len(active.run) > 1 and active.anchor >= 0
        at = _anchor(segment, kind, line, hint, active.anchor if same_list else -1)
        if at is None or at <= 0 or at < active.subject:
            active.append(segment.lead, segment.body)
            return
        body = segment.body
        if kind == "noun" and at + 1 < len(line) and body[0].tag not in ("DT", "PRP$"):
            denies = line[at].lower in ("no", "any") and conjunction in ("or", "nor")
            at += denies or line[at].tag == "PRP$" or line[at].lower == "the"
        active.branch(at, body, same_list)
        if kind == "preposition":
            active.run = []

    def _junction(self, k: int) -> str:
        """Return the conjunction that closes the list which segment ``k`` belongs to."""
        for segment in self.segments[k : k + 40]:
            if segment.conjunction:
                return segment.conjunction
            if segment.relative or (segment.finite() >= 0 and segment is not self.segments[k]):
                return ""
        return ""


def _because_of(body: Phrase, token: Token) -> bool:
    after = [t.lower for t in body if t.index == token.index + 1]
    return token.lower == "because" and after == ["of"]


def _coordinated_with(segment: Segment, line: Phrase) -> int:
    """Return where the parser sees the first conjunct in the line, or -1."""
    inside = {t.index for t in segment.body}
    for token in segment.body:
        if token.dep == "conj" and token.head not in inside:
            return next((i for i, t in enumerate(line) if t.index == token.head), -1)
    return -1


def _anchor(segment: Segment, kind: str, line: Phrase, hint: int, previous: int) -> int | None:
    """Return where the list starts in the line that the segment is an item of."""
    first = segment.body[0]
    if kind == "noun":
        share = _same_share(segment.body, line)
        if share is not None:
            return share
        if hint >= 0 and line[hint].tag[:2] in ("NN", "CD", "FW"):
            at = _noun_phrase_start(line, hint)
            return at if previous < 0 or at == previous or at > previous else previous
        if previous >= 0:
            return previous
        for i in range(len(line) - 1, -1, -1):
            if (line[i].tag in _VERB and line[i].tag != "VBN") or line[i].tag in ("IN", "TO"):
                if not line[i].opaque and line[i].dep not in ("amod", "compound"):
                    return i + 1 if i + 1 < len(line) else None
        return None
    if kind == "preposition":
        if hint >= 0 and line[hint].tag == "IN":
            return hint
        same = [i for i, t in enumerate(line) if t.lower == first.lower]
        if same:
            return same[-1]
        loose = [i for i, t in enumerate(line) if t.tag == "IN" and t.dep == "prep"]
        return loose[-1] if loose else None
    if kind == "adjective":
        if hint >= 0 and line[hint].tag[:2] in ("JJ", "VB"):
            return _group_start(line, hint)
        copulas = [i for i, t in enumerate(line) if is_finite(t)]
        return copulas[-1] + 1 if copulas and copulas[-1] + 1 < len(line) else None
    verb = next((t for t in segment.body if t.tag in _VERB or t.tag == "TO"), first)
    if hint >= 0 and line[hint].tag == verb.tag:
        return _group_start(line, hint)
    gerund = verb.tag == "VBG"
    same = [
        i
        for i, t in enumerate(line)
        if not t.opaque and (t.tag == verb.tag or (gerund and t.tag == "NN" and _is_gerund(t)))
    ]
    return _group_start(line, same[-1]) if same else None


def _same_share(body: Phrase, line: Phrase) -> int | None:
    """Return where *12 % of* stands in the line for an item such as *10 % of those*."""
    if body[0].tag != "CD":
        return None
    word = next((t.lower for t in body[1:3] if t.tag in ("IN", "TO")), None)
    for i in range(len(line) - 2, 0, -1):
        if word and line[i].tag == "CD" and word in [t.lower for t in line[i + 1 : i + 3]]:
            return i
    return None


def _is_gerund(token: Token) -> bool:
    return token.lower.endswith("ing") and token.dep in ("dobj", "pobj", "conj")


def _noun_phrase_start(line: Phrase, head: int) -> int:
    at = head
    while at > 0 and line[at - 1].index == line[at].index - 1:
        before = line[at - 1]
        if before.tag == "HYPH" and at > 1:
            at -= 2
            continue
        if before.text == "," or before.tag == "CC":
            if at > 1 and line[at].tag in _DESCRIBES and _waits(line[at - 2], line):
                at -= 2
                continue
            break
        if before.tag not in _NP_INSIDE:
            break
        if line[at - 1].tag == "RB" and line[at].tag not in ("JJ", "VBN", "RB"):
            break
        if line[at - 1].tag in ("VBN", "VBG") and line[at - 1].dep not in ("amod", "compound"):
            break
        at -= 1
    return at


def _group_start(line: Phrase, verb: int) -> int:
    at = verb
    if line[verb].tag in _FINITE:
        while at > 0 and line[at - 1].tag in ("RB", "RBR"):
            at -= 1
    return at


def _verb_group_start(line: Phrase, verb: int) -> int:
    """Return where the verb group starts that a coordinated finite verb takes the place of."""
    at = verb
    while at > 0 and line[at - 1].tag in ("RB", "RBR", "MD", "VBZ", "VBP", "VBD", "VBN", "VB"):
        if line[at - 1].tag in _VERB and line[at - 1].dep not in ("aux", "auxpass"):
            break
        at -= 1
    return at


def _alone(phrase: Phrase) -> Phrase:
    """Drop the word that only tied a statement to another one."""
    if len(phrase) > 3 and phrase[0].tag == "IN" and phrase[0].lower in _CONTRAST:
        return phrase[1:]
    return phrase


def _after_verb_group(segment: Segment) -> int | None:
    """Return where the object of a relative clause's verb belongs, or None if unclear."""
    k = segment.finite()
    while k + 1 < len(segment.body) and segment.body[k + 1].tag in ("RB", "VB", "VBN", "VBG", "RP"):
        k += 1
    if segment.body[k].tag == "RB":
        return None
    following = segment.body[k + 1].tag if k + 1 < len(segment.body) else ""
    if following in ("TO", "PRP", "DT", "PRP$", "NN", "NNS", "NNP", "JJ") and (
        k + 1 < len(segment.body) and segment.body[k + 1].dep not in ("npadvmod", "det")
    ):
        return None
    return k + 1


def _antecedent(line: Phrase, segment: Segment) -> Phrase | None:
    """Return the noun phrase that a relative clause is about."""
    k = segment.finite()
    head = segment.body[0].head if segment.passive else (segment.body[k].head if k >= 0 else -9)
    end = len(line)
    while end > 0 and (line[end - 1].text in ",)" or line[end - 1].opaque):
        end -= 1
    at = next((i for i in range(end) if line[i].index == head), -1)
    if at < 0 or line[at].tag[:2] != "NN":
        at = end - 1
        if at < 0 or line[at].tag[:2] != "NN":
            return None
    phrase = line[_noun_phrase_start(line, at) : at + 1]
    if line[at].lower in _TIME:
        return None
    if segment.passive and at != end - 1 and segment.body[0].lower != "complaining":
        return None
    if segment.body[0].lower == "complaining":
        return [t for t in line if is_subject(t, line)] or None
    return phrase


def is_subject(token: Token, line: Phrase) -> bool:
    """Return whether a word stands before the first finite verb of a line."""
    verb = next((i for i, t in enumerate(line) if is_finite(t)), len(line))
    start = max((i for i, t in enumerate(line[:verb]) if t.text == ","), default=-1)
    return any(t is token for t in line[start + 1 : verb])


def _apposed(segment: Segment, line: Phrase) -> Phrase | None:
    """Return the noun phrase that the segment renames, or None."""
    inside = {t.index for t in segment.body}
    for token in segment.body:
        if token.dep == "appos" and token.head not in inside and token.tag[:2] == "NN":
            at = next((i for i, t in enumerate(line) if t.index == token.head), -1)
            if at >= 0 and line[at].tag[:2] == "NN":
                return line[_noun_phrase_start(line, at) : at + 1]
    return None


def _definite(phrase: Phrase) -> Phrase:
    if phrase[0].tag in ("PRP$", "NNP", "NNPS", "PRP", "POS") or phrase[0].lower == "the":
        return phrase
    if phrase[0].lower in ("a", "an", "some", "no", "any"):
        return [*made("The", "DT"), *phrase[1:]] if len(phrase) > 1 else phrase
    if phrase[0].tag in ("DT", "CD", "PDT"):
        return phrase
    return [*made("The", "DT"), *phrase]


def _lowered(phrase: Phrase) -> Phrase:
    if phrase and phrase[0].text == "The":
        return [phrase[0]._replace(text="the"), *phrase[1:]]
    return phrase


def _copula(phrase: Phrase, past: bool) -> Phrase:
    plural = phrase[-1].tag in ("NNS", "NNPS")
    word = ("were" if plural else "was") if past else ("are" if plural else "is")
    return made(word, "VBD" if past else ("VBP" if plural else "VBZ"))


def _time_tail(line: Phrase) -> Phrase:
    """Return the time that ends a line (*for three days*, *2 weeks ago*), or nothing."""
    end = len(line)
    while end > 0 and line[end - 1].text in ".,;":
        end -= 1
    if end < 3 or line[end - 1].lower not in _TIME | {"ago"}:
        return []
    for k in range(end - 2, max(0, end - 9), -1):
        if line[k].lower == "since":
            return line[k:end]
        if line[k].tag in _VERB:
            break
    for k in range(end - 2, max(0, end - 7), -1):
        if line[k].lower in ("for", "over", "since", "during", "within", "in"):
            return line[k:end]
        if line[k].tag == "CD" and line[end - 1].lower == "ago":
            return line[k:end]
        if line[k].tag in _FINITE:
            break
    return []
