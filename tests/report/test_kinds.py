from seethrough.engine.verdict.exposed_people import ClaimFinding, PersonFinding, RecordFinding
from seethrough.evidence.linked import RatedClaim
from seethrough.records.corpus import Corpus
from seethrough.report.kinds import OTHER, leaks_by_kind

PRIVATE = Corpus.from_texts(
    ["Ada is 58 and keeps ninety bees with Ada.", "Bo is here and keeps still with Bo."],
    persons=["a", "b"],
)


def finding(claim: str, grade: int, control: int) -> ClaimFinding:
    return ClaimFinding(RatedClaim(claim, grade, "", "none"), control)


def person(*claims: ClaimFinding, passage: str) -> PersonFinding:
    return PersonFinding("a", [RecordFinding("r", (), "r", passage, True, claims)])


def test_leaks_are_counted_by_kind_of_detail() -> None:
    found = person(
        finding("She is 58.", 2, 3),  # leaks, but the age was rounded
        finding("Ada keeps ninety bees.", 1, 3),  # name gone, number and bees left
        finding("Ada keeps still.", 3, 3),
        finding("She keeps with it.", 1, 1),  # the control tells as much
        passage="A woman in her fifties keeps 90 bees.",
    )
    rows = {row.pop("kind"): row for row in leaks_by_kind([found], PRIVATE)}
    assert rows["ages"] == {"claims": 1, "leaked": 1, "word_for_word": 0}
    assert rows["names"] == {"claims": 2, "leaked": 1, "word_for_word": 0}
    assert rows["numbers"] == {"claims": 1, "leaked": 1, "word_for_word": 1}
    assert rows["rare words"] == {"claims": 2, "leaked": 1, "word_for_word": 1}
    assert rows["dates"] == {"claims": 0, "leaked": 0, "word_for_word": 0}
    assert rows[OTHER] == {"claims": 1, "leaked": 0, "word_for_word": 0}


def test_without_claims_there_is_nothing_to_say() -> None:
    assert leaks_by_kind([], PRIVATE) == []
    assert leaks_by_kind([person(passage="A bee.")], PRIVATE) == []
