"""Joins segments that a separator only seems to part."""

from __future__ import annotations

from seethrough.atomizers.clauses.agreement import is_plural
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.tags import DESCRIBES, is_finite, waits
from seethrough.atomizers.clauses.tokens import Phrase
from seethrough.text.words import vocabulary


def merged(segments: list[Segment]) -> list[Segment]:
    """Return the segments with those joined that make one subject, noun phrase or name."""
    segments = _late_subjects(_shared_subjects(segments))
    out: list[Segment] = []
    for k, segment in enumerate(segments):
        if out and _belongs(out, segment, segments[k + 1] if k + 1 < len(segments) else None):
            out[-1].body.extend([*segment.lead, *segment.body])
        else:
            out.append(segment)
    return out


_STATES = vocabulary(
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm "
    "ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc uk usa"
)
"""*Portland, ME* is one place."""


def _belongs(done: list[Segment], segment: Segment, following: Segment | None) -> bool:
    last, first = done[-1].body[-1] if done[-1].body else None, segment.body[0]
    if last is None or segment.relative or segment.closes:
        return False
    body = done[-1].body
    words = {t.lower for t in body if not t.opaque}
    if last.tag == first.tag == "CD" and segment.conjunction == "and":
        return True  # "a hundred and eighty"
    if "between" in words and segment.conjunction == "and":
        return True
    if {"both", "not"} <= words and "only" in words:
        return True
    if segment.conjunction == "and" and _both(body):
        return True
    if segment.lead[0].text == "," and not segment.conjunction:
        if first.tag == "CD" and last.tag in ("CD", "NNP") and len(segment.body) == 1:
            return True
        if first.tag == "CD" and first.text.isdigit() and len(first.text) == 4:
            return last.tag in ("CD", "NNP")
        lonely = following is None or not following.conjunction
        if last.tag == "NNP" and len(segment.body) == 1 and _is_state(first.text):
            return True
        if first.tag == "NNP" and last.tag == "NNP" and lonely and len(segment.body) < 4:
            return segment.finite() < 0
    if segment.conjunction == "and" and _inside_title(body, segment.body):
        return True
    if first.tag == "NNP" and last.tag == "NNP" and segment.conjunction and len(first.text) < 4:
        return True
    if last.tag in ("JJ", "VBN", "DT", "PRP$") and waits(last, body):
        # "a distended, rigid abdomen": the adjective waits for its noun
        described = next((t for t in segment.body if t.tag not in DESCRIBES), None)
        return first.tag in DESCRIBES and (described is None or described.tag[:2] == "NN")
    ends = {t.place for t in segment.body}
    if last.dep in ("compound", "nmod", "amod") and last.head in ends:
        return True
    if len(done) == 1 and body[0].tag in ("IN", "VBG", "TO") and done[0].finite() < 0:
        return len(segment.lead) == 1 and segment.lead[0].tag == "CC" and segment.kind == "clause"
    if last.tag in ("VB", "VBZ", "VBD", "VBP") and first.tag == last.tag:
        apart = len(segment.lead) > 1 and segment.conjunction in ("or", "nor")
        return bool(segment.conjunction) and not apart  # "buys and sells cars"
    return last.tag in ("IN", "TO") and not last.opaque


def _is_state(word: str) -> bool:
    return word.isupper() and word.lower() in _STATES


_WORKS = vocabulary("film movie series show novel book song album play band opera magazine")


def _inside_title(body: Phrase, item: Phrase) -> bool:
    """Return whether *and* stands in the title of a work: *the film The Red and the Black*."""
    k = len(body)
    while k > 0 and body[k - 1].text[0].isupper():
        k -= 1
    capital = next((t for t in item if t.lower != "the"), item[0]).text[0].isupper()
    return capital and 0 < k < len(body) and body[k - 1].lower in _WORKS


def clauses_only(segments: list[Segment]) -> list[Segment]:
    """Join all segments but those that open a clause with a subject of its own."""
    out: list[Segment] = []
    for segment in segments:
        opens = segment.kind == "clause" and segment.conjunction in ("and", "but")
        if out and not (opens and out[-1].finite() >= 0 and not segment.relative):
            out[-1].body.extend([*segment.lead, *segment.body])
        else:
            out.append(Segment(segment.lead, list(segment.body)))
    return out


def _both(body: Phrase) -> bool:
    """Return whether *both* still waits for its *and*: no verb stands between them."""
    at = max((k for k, t in enumerate(body) if t.lower == "both" and not t.opaque), default=-1)
    if not 0 <= at < len(body) - 1 or body[at + 1].tag in ("NNS", "NNPS"):
        return False  # "hives on both arms and a tight throat"
    return not any(is_finite(t) for t in body[at:])


def _shared_subjects(segments: list[Segment]) -> list[Segment]:
    """Join what comes before a clause that is part of its subject.

    *It should remain in effect and Sharon | and myself are now the approvers*: the verb is
    plural and what stands before it is not. *Two were built, and the one | and the other were
    renovated*: a comma opens the clause, none parts the last item.
    """
    out: list[Segment] = []
    for k, segment in enumerate(segments):
        first = k
        if segment.kind == "clause" and segment.conjunction == "and" and not segment.relative:
            while first > 1 and _may_be_subject(segments[first - 1]):
                first -= 1
        opened = any(s.finite() >= 0 for s in segments[:first])
        if (
            first < k
            and opened
            and (_lacks_a_subject(segment) or _comma_opens(segments[first], segment))
        ):
            body: Phrase = []
            for part in segments[first:k]:
                body += [*(part.lead if body else []), *part.body]
            out = out[: len(out) - (k - first)]
            out.append(Segment(segments[first].lead, [*body, *segment.lead, *segment.body]))
        else:
            out.append(segment)
    return out


def _may_be_subject(part: Segment) -> bool:
    return part.kind == "noun" and not part.relative and part.finite() < 0


def _lacks_a_subject(segment: Segment) -> bool:
    """Return whether a plural verb has a singular subject."""
    end = segment.subject_end()
    verb = segment.body[segment.finite()]
    plural = verb.tag == "VBP" or verb.lower == "were"
    subject = segment.body[:end]
    counted = any(t.tag == "CD" or t.lower in ("there", "you", "who", "which") for t in subject)
    alone = [t.lower for t in subject] == ["i"] and verb.lower in ("are", "were")
    return plural and not counted and (alone or not is_plural(subject))


def _comma_opens(first: Segment, last: Segment) -> bool:
    return [t.text for t in first.lead] == [",", "and"] and [t.text for t in last.lead] == ["and"]


def _late_subjects(segments: list[Segment]) -> list[Segment]:
    """Put a subject together with its verb across a relative clause.

    *He called, and my nephew, | who is 20, | filed the return*.
    """
    out = list(segments)
    for k in range(1, len(out) - 2):
        joined = out[k].conjunction in ("and", "but")
        if out[k].kind != "noun" or not joined or not out[k + 1].relative:
            continue
        at = next(
            (
                j
                for j in range(k + 2, min(k + 5, len(out)))
                if [t.text for t in out[j].lead] == [","] and out[j].finite() >= 0
            ),
            -1,
        )
        if at > 0 and out[at].subject_end() == 0 and not out[at].relative:
            verb = out.pop(at)
            out[k] = Segment(out[k].lead, [*out[k].body, *verb.body])
            break
    return out
