"""What is written behind options: limits, tolerances, services, data sets, names of raters."""

from __future__ import annotations

from fuzzing.checks import answered, text_of
from seethrough.agreement.rating_file import check_rater
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.records.formats.hub import parse_address
from seethrough.retrieval.opening import parse_service

SEEDS = (
    b"linkage.top1=0.2",
    b"0.05",
    b"k=3,model=fake",
    b"service:k=3,size=100,overlap=5",
    b"hf:owner/name@main#train",
    b"Ann Lee",
)
WORDS = (b"=", b"nan", b"inf", b"1e-400", b"_", b"hf:", b"@", b"#", b"service:")


def check(content: bytes) -> None:
    text = text_of(content)
    with answered():
        assert str(Limit.parse(text))
    with answered():
        assert 0 < Tolerances.parse([text]).general < 1
    with answered():
        parse_service(text)
    with answered():
        assert parse_address(text).name
    with answered():
        assert check_rater(text)
