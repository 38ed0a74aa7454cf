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

from seethrough.atomizers._agreement import agreeing, is_plural
from seethrough.atomizers._anchors import anchor_of, coordinated_with, verb_group_start
from seethrough.atomizers._antecedents import (
    after_verb_group,
    antecedent_of,
    apposed,
    copula,
    definite,
    lowered,
)
from seethrough.atomizers._segments import Segment, cut, merged
from seethrough.atomizers._statement import Statement
from seethrough.atomizers._tags import CONTRAST, TIME, VERB, is_finite
from seethrough.atomizers._tokens import Phrase, Token, made, trimmed
from seethrough.language.words import vocabulary

DENIALS = vocabulary(
    "no not n't n’t nt denies denied deny denying without never neither nor negative absent "
    "cannot none absence"
)
_OPENS_CONDITION = vocabulary("if unless whether because so once until when whenever")
_LONGEST_PREFIX = 45
"""An item is not worth repeating more words than this."""
_LONGEST = 160
"""Sentences with more words than this are left whole: they are lists of symbols, not prose."""


def statements(tokens: Phrase) -> list[Phrase]:
    """Return the statements of a sentence; the sentence alone where nothing can be split."""
    neither = any(t.lower == "neither" and not t.opaque for t in tokens)
    if neither or not 4 <= len(tokens) <= _LONGEST:
        return [tokens]
    return _Reader(merged(cut(tokens))).read()


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
                t.lower in _OPENS_CONDITION
                and t.tag in ("IN", "WRB")
                and not t.opaque
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
                    shared = statement.lines[0][start:end]
                    same = [ln for ln in statement.lines if ln[start:end] == shared]
                    for line in same:
                        for subject in subjects:
                            said = [self.written.get(t.place, t) for t in line[end:]]
                            out.append([*line[:start], *subject, *agreeing(subject, said)])
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
        elif (
            k == 0
            and kind == "noun"
            and segment.body[-1].lower in TIME | {"ago"}
            and (len(self.segments) > 1 and self.segments[1].lead[0].text == ",")
        ):
            self.opening += segment.body
        elif not self.waiting and self._leads_in(k, segment):
            self.opening += [*segment.lead, *segment.body]
        elif kind == "clause":
            subjects = self.waiting if segment.conjunction else []
            loose = [] if subjects else self.waiting
            for segment_ in loose:
                self.opening += [*segment_.lead, *segment_.body]
            opening = [*self.opening, *(made(",", ",") if self.opening else [])]
            end = segment.subject_end()
            body = segment.body
            self.written = {t.place: t for t in body}
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
        elif (kind == "verb" and segment.finite() == 0) or (kind == "verb" and k == 0):
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
            and segment.body[0].lower not in CONTRAST
            and following is not None
            and [t.text for t in following.lead] == [","]
            and following.kind == "clause"
            and not following.relative
        )

    def _after_verb(self, k: int, segment: Segment) -> None:
        active = self.active
        assert active is not None
        assert self.main is not None
        kind = segment.kind
        if segment.relative:
            if not self._relative(active.line, segment):
                active.append(segment.lead, segment.body)
        elif segment.conjunction == "nor" and kind in ("clause", "verb"):
            active.append(segment.lead, segment.body)
        elif kind == "clause" and self._also_that(segment):
            pass
        elif kind == "clause" and self._own_subject(segment):
            self.main = self._open(segment.subject_end(), list(segment.body))
        elif kind == "verb" and segment.finite() >= 0 and self._stands_first(segment):
            self._shared_subject(segment)
        elif any(t.lower in CONTRAST for t in segment.lead):
            active.append(segment.lead, segment.body)
        else:
            self._item(k, segment, kind)

    def _own_subject(self, segment: Segment) -> bool:
        assert self.active is not None
        first = segment.body[0]
        if first.tag in ("WRB", "TO") or (first.tag == "IN" and first.dep == "mark"):
            return False
        if any(t.tag in ("WDT", "WP", "WP$") for t in segment.body[1:4]):
            return False
        for token in reversed(self.active.line):
            if is_finite(token):
                break
            if token.lower == "that" and token.tag == "IN":
                return False
        return segment.subject_end() > 0

    def _also_that(self, segment: Segment) -> bool:
        """Repeat what governs *that A and that B* before B."""
        active = self.active
        assert active is not None
        if segment.body[0].lower != "that" or segment.body[0].tag != "IN":
            return False
        at = next((i for i, t in enumerate(active.line) if t.lower == "that"), -1)
        if at <= 0:
            return False
        active.branch(at, segment.body, False)
        return True

    @staticmethod
    def _stands_first(segment: Segment) -> bool:
        return segment.subject_end() == 0

    def _relative(self, line: Phrase, segment: Segment) -> bool:
        """Make a statement of a relative clause about its antecedent; False if it must stay."""
        antecedent = antecedent_of(line, segment)
        if antecedent is None or not segment.body:
            return False
        named = definite(antecedent)
        mine = line[0].lower in ("i", "we") and antecedent[0].lower in ("a", "an")
        if mine and any(t.lower in ("have", "had", "own", "got", "run") for t in line[1:4]):
            named = [*made("My", "PRP$"), *antecedent[1:]]
        waiting = self.main is None
        if segment.passive:
            past = not waiting and any(t.tag == "VBD" for t in line)
            be = copula(antecedent, past)
            statement = Statement(len(named), [*named, *be, *segment.body])
        elif segment.subject_end() == 0:
            if segment.body[segment.finite()].tag == "VBZ" and is_plural(named):
                return False
            statement = Statement(len(named), [*named, *agreeing(named, segment.body)])
        elif segment.kind == "clause":
            at = after_verb_group(segment)
            if at is None:
                return False
            body = [*segment.body[:at], *lowered(named), *segment.body[at:]]
            statement = Statement(segment.subject_end(), body)
        else:
            return False
        self.done.append(statement)
        if not waiting:
            self.active = statement
        return True

    def _shared_subject(self, segment: Segment) -> None:
        """Repeat the subject of the verb that this one is coordinated with."""
        assert self.main is not None
        assert self.active is not None
        inside = {t.place for t in segment.body}
        verb = next(
            (t for t in segment.body if t.dep == "conj" and t.head not in inside),
            segment.body[segment.finite()],
        )
        owner = self.active
        finite = segment.body[segment.finite()]
        subject = self.main.line[: self.main.subject]
        if finite.tag == "VBZ" and owner is not self.main and is_plural(subject):
            self._extend(owner, owner.lines[0][: owner.subject], segment)
            return
        if segment.closes or (segment.lead and segment.lead[0].text == "," and not verb.dep):
            owner = self.main
        verbs = [t for t in owner.lines[0] if is_finite(t)]
        if verbs and verbs[0].lower == finite.lower:
            self._extend(owner, owner.lines[0][: owner.subject], segment)
            return
        passive = _passive_verb(owner)
        participle = finite.tag == "VBD" and finite.lower.endswith("ed")
        if participle and passive > 0 and len(owner.lines) > 1:
            self._extend(owner, owner.lines[0][:passive], segment)
            return
        for statement in (self.active, self.main):
            at = next((i for i, t in enumerate(statement.line) if t.place == verb.head), -1)
            if verb.dep == "conj" and at >= 0 and statement.line[at].tag in VERB:
                owner = statement
                if statement.line[at].tag == "VB" and statement.line[at - 1].tag == "TO":
                    break
                start = verb_group_start(statement.line, at)
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
        denied = any(t.lower in DENIALS for t in line)
        hint = coordinated_with(segment, line)
        if kind == "noun" and not conjunction and hint < 0:
            renamed = apposed(segment, line)
            if renamed is not None:
                self.extra.append([*definite(renamed), *copula(renamed, False), *segment.body])
                return
        if (
            kind == "noun"
            and segment.body[0].tag == "VBG"
            and any(t.tag == "VBG" and t.dep not in ("amod", "compound") for t in line)
        ):
            kind = "verb"
        splits = conjunction in ("and", "but", "plus", "yet") or (
            conjunction in ("or", "nor") and denied
        )
        if not splits or kind in ("other", "clause", ""):
            active.append(segment.lead, segment.body)
            return
        same_list = len(active.run) > 1 and active.anchor >= 0
        at = anchor_of(segment, kind, line, hint, active.anchor if same_list else -1)
        if at is not None and conjunction in ("but", "yet"):
            # "not a smoker but a drinker": the denial must not reach the second item
            at = None if any(t.lower in DENIALS for t in line[:at]) else at
        if at is None or at <= 0 or at < active.subject or at > _LONGEST_PREFIX:
            active.append(segment.lead, segment.body)
            return
        body = segment.body
        if (
            kind == "noun"
            and at + 1 < len(line)
            and not any(t.tag in ("DT", "PRP$") for t in body[:2])
        ):
            denies = line[at].lower in ("no", "any") and conjunction in ("or", "nor")
            if line[at - 1].lower == body[0].lower == "no":
                at -= 1
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
    after = [t.lower for t in body if t.place == token.place + 1]
    return token.lower == "because" and after == ["of"]


def _passive_verb(statement: Statement) -> int:
    """Return where the participle of a statement in the passive stands, or -1."""
    line = statement.lines[0]
    at = next((i for i in range(statement.subject, len(line)) if is_finite(line[i])), len(line))
    if at < len(line) and line[at].lower in ("is", "are", "was", "were"):
        at += 1
        while at < len(line) and line[at].tag == "RB":
            at += 1
        if at < len(line) and line[at].tag == "VBN":
            return at
    return -1


def _alone(phrase: Phrase) -> Phrase:
    """Drop the word that only tied a statement to another one."""
    if len(phrase) > 3 and phrase[0].tag == "IN" and phrase[0].lower in CONTRAST:
        return phrase[1:]
    return phrase
