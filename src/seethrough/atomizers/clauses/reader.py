"""Reads the segments of a sentence from left to right and builds its statements."""

from __future__ import annotations

from seethrough.atomizers.clauses.agreement import agreeing
from seethrough.atomizers.clauses.anchors import coordinated_with
from seethrough.atomizers.clauses.antecedents import apposed, copula, definite
from seethrough.atomizers.clauses.items import add_item
from seethrough.atomizers.clauses.predicates import share_subject
from seethrough.atomizers.clauses.relatives import about_antecedent
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.statement import Statement
from seethrough.atomizers.clauses.tags import CONTRAST, TIME, is_finite
from seethrough.atomizers.clauses.tokens import Phrase, Token, made, trimmed
from seethrough.text.words import vocabulary

_OPENS_CONDITION = vocabulary("if unless whether because so once until when whenever")


class Reader:
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
        """Return the statements of the sentence, in order."""
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
            and [t.text for s in self.segments[1:2] for t in s.lead[:1]] == [","]
        ):
            self.opening += segment.body
        elif not self.waiting and self._leads_in(k, segment):
            self.opening += [*segment.lead, *segment.body]
        elif kind == "clause":
            self._main_clause(segment)
        elif kind == "verb" and segment.finite() >= 0 and self.waiting:
            self._main_verb(segment)
        elif (kind == "verb" and segment.finite() == 0) or (kind == "verb" and k == 0):
            self.main = self._open(0, [*self.opening, *segment.body])
        elif kind == "noun" and not (k == 0 and segment.body[0].tag in ("RB", "UH")):
            self.waiting.append(segment)
        elif self.waiting:
            self.waiting[-1].body.extend([*segment.lead, *segment.body])
        else:
            self.opening += [*segment.lead, *segment.body]

    def _main_clause(self, segment: Segment) -> None:
        """Open the main clause: what waits before it shares its verb, or only leads in."""
        subjects = self.waiting if self._shares_verb(segment) else []
        loose = [] if subjects else self.waiting
        for part in loose:
            self.opening += [*part.lead, *part.body]
        behind = segment.lead if loose and segment.conjunction else made(",", ",")
        opening = [*self.opening, *(behind if self.opening else [])]
        end = segment.subject_end()
        body = segment.body
        if subjects and end > 1 and body[end - 1].lower in ("both", "all", "each"):
            body = [*body[: end - 1], *body[end:]]
            end -= 1
        self.written = {t.place: t for t in body}
        if subjects:
            body = [*body[:end], *agreeing(body[:end], body[end:])]
        self.main = self._open(len(opening) + end, [*opening, *body])
        if subjects:
            self.copies.append(
                (self.main, len(opening), len(opening) + end, [w.body for w in subjects])
            )
        self.waiting = []

    def _main_verb(self, segment: Segment) -> None:
        """Open the main clause with the nouns that wait as the subject of its verb."""
        subject = self.waiting[0].body
        for w in self.waiting[1:]:
            if w.kind == "noun" and _renames(subject, w):
                self.extra.append([*subject, *made("is", "VBZ"), *w.body])
            else:
                subject = [*subject, *w.lead, *w.body]
        opening = [*self.opening, *(made(",", ",") if self.opening else [])]
        closing = made(",", ",") if len(self.waiting) > 1 and subject[-1].tag != "," else []
        closing = closing if any(t.text == "," for t in subject) else []
        line = [*opening, *subject, *closing, *segment.body]
        self.main = self._open(len(line) - len(segment.body), line)
        self.waiting = []

    def _shares_verb(self, segment: Segment) -> bool:
        """Return whether the clause's verb is said of each of the nouns that wait before it.

        Not of *this and I was told* (the verb is singular), *Kim, and she left* (two clauses),
        or *Ola and Kim are friends* (said of both together).
        """
        if segment.conjunction not in ("and", "or", "nor", "plus") or not self.waiting:
            return False
        verb = segment.body[segment.finite()]
        broken_off = verb is trimmed(segment.body)[-1] and verb.lower in ("have", "are", "do")
        lone = len(self.waiting) == 1 and [t.text for t in segment.lead] == [",", "and"]
        singular = verb.tag == "VBZ" or verb.lower in ("was", "am", "'m", "’m")
        return not lone and not singular and not broken_off and not _of_both(segment)

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
        elif kind == "verb" and segment.finite() >= 0 and self._exists():
            active.append(segment.lead, segment.body)
        elif kind == "verb" and segment.finite() >= 0 and self._stands_first(segment):
            self.active = share_subject(self.main, active, segment)
        elif any(t.lower in CONTRAST for t in segment.lead):
            active.append(segment.lead, segment.body)
        else:
            self._item(k, segment)

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

    def _exists(self) -> bool:
        """Return whether the subject is the *there* of *there is*, which no other verb shares."""
        assert self.main is not None
        return any(t.tag == "EX" for t in self.main.line[: self.main.subject])

    @staticmethod
    def _stands_first(segment: Segment) -> bool:
        return segment.subject_end() == 0

    def _relative(self, line: Phrase, segment: Segment) -> bool:
        """Make a statement of a relative clause about its antecedent; False if it must stay."""
        waiting = self.main is None
        past = not waiting and any(t.tag == "VBD" for t in line)
        statement = about_antecedent(line, segment, past)
        if statement is None:
            return False
        self.done.append(statement)
        if not waiting:
            self.active = statement
        return True

    def _item(self, k: int, segment: Segment) -> None:
        if self._behind_relative(segment):
            self.active = self.main
        assert self.active is not None
        conjunction = self._junction(k)
        if segment.kind == "noun" and not conjunction:
            line = self.active.line
            renamed = apposed(segment, line) if coordinated_with(segment, line) < 0 else None
            if renamed is not None:
                self.extra.append([*definite(renamed), *copula(renamed, False), *segment.body])
                return
        add_item(self.active, segment, conjunction)

    def _behind_relative(self, segment: Segment) -> bool:
        """Return whether an item goes on the main clause: *asthma, which is severe, and a cough*.

        A comma ends the relative clause, and the parser names a word of the main clause as the item
        before it.
        """
        active, main = self.active, self.main
        assert active is not None
        assert main is not None
        if active is main or segment.kind not in ("noun", "preposition"):
            return False
        inside = coordinated_with(segment, active.line) >= active.subject
        ended = [t.text for t in segment.lead[:1]] == [","]
        return ended and not inside and coordinated_with(segment, main.line) >= 0

    def _junction(self, k: int) -> str:
        """Return the conjunction that closes the list which segment ``k`` belongs to."""
        for segment in self.segments[k : k + 40]:
            other = segment is not self.segments[k]
            if segment.relative or (segment.finite() >= 0 and other):
                return ""
            if segment.conjunction:
                return segment.conjunction
        return ""


def _of_both(segment: Segment) -> bool:
    """Return whether a plural noun says what the subjects are together: *are hedge funds*."""
    k = segment.finite()
    if segment.body[k].lower not in ("are", "were", "'re", "’re"):
        return False
    rest = segment.body[k + 1 :]
    head = next((i for i, t in enumerate(rest) if t.tag[:2] == "NN" or t.tag in ("IN", "VBN")), -1)
    while 0 <= head < len(rest) - 1 and rest[head].tag[:2] == rest[head + 1].tag[:2] == "NN":
        head += 1
    plain = all(t.tag in ("DT", "CD", "JJ", "NN", "RB", "NNS", "PDT") for t in rest[: head + 1])
    return head >= 0 and plain and rest[head].tag == "NNS"


def _renames(subject: Phrase, segment: Segment) -> bool:
    """Return whether a noun phrase before the verb says what the subject is."""
    named = all(t.tag == "NNP" for t in subject) or segment.body[0].tag in ("NNP", "NNPS")
    said = segment.body[0].tag in ("DT", "PRP$") and segment.body[0].lower != "no"
    return subject[-1].tag[:2] == "NN" and not segment.conjunction and (named or said)


def _because_of(body: Phrase, token: Token) -> bool:
    after = [t.lower for t in body if t.place == token.place + 1]
    return token.lower == "because" and after == ["of"]


def _alone(phrase: Phrase) -> Phrase:
    """Drop the word that only tied a statement to another one."""
    if len(phrase) > 3 and phrase[0].tag == "IN" and phrase[0].lower in CONTRAST:
        return phrase[1:]
    return phrase
