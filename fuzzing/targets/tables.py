"""Small files of a user's own: questions, classes, a population, lists, ratings' exemptions."""

from __future__ import annotations

from fuzzing.checks import answered, file_of
from seethrough.attacks.extraction import _lines
from seethrough.classifiers.given import _read as read_classes
from seethrough.errors import UsageError
from seethrough.finetuning.exempt import Exempt
from seethrough.population.table import _read as read_population
from seethrough.protocols import Protected
from seethrough.report.page.steps import _read as read_steps
from seethrough.sanitizers.sage_stages.attributes import _read as read_attributes
from seethrough.storage.lists import read_list
from seethrough.utilities._questions import read_questions
from seethrough.word_level.shadow import _read as read_shadow

SLOW = True
LONGEST = 512
SEEDS = (
    b'{"question": "Who?", "answer": ["Ann", "Bob"]}\n'
    b'{"question": "When?", "answer_regex": "19\\\\d+"}\n',
    b"term,class\nasthma,special\nAnn Lee,identifier\n",
    b'{"pattern": "\\\\bhives?\\\\b", "class": "quasi"}\n'
    b'{"claim": "She is 61.", "class": "none"}\n',
    b"count,age,sex,country\n100,40-44,male,United Kingdom|UK\n90,85+,female,Norway\n",
    b"Bill Gates\tMicrosoft, company\nOslo\n",
    b'{"attributes": ["Age"]}\n{"id": "a", "points": "- [Age]: 61", "drafts": ["A woman."],'
    b' "verdicts": [{"safe": true, "suggestions": ""}], "problem": "", "final": "A woman."}\n',
)
WORDS = (
    b'"answer_regex": "', b'"question"', b'"pattern"', b'"class"', b"count", b"(?P<a>",
    b"{9999999999}",
    b"[[:a:]]", b"(?i)", b"|", b"40-", b"+", b"\\\\1", b'"verdicts"', b'"drafts"', b"((((", b"--",
    b"&&",
)  # fmt: skip


def check(content: bytes) -> None:
    for name in ("input.jsonl", "input.csv"):
        path = str(file_of(content, name))
        with answered():
            read_classes(path)
        with answered():
            read_population.__wrapped__(path, "", ())
        with answered():
            read_shadow.__wrapped__(path, ())
    with answered():
        assert read_questions(path)
    with answered():
        read_list(path)
        Exempt.read(path).holds("Bill Gates founded Microsoft.", Protected(0, 10, "name"))
    with answered():
        read_attributes(file_of(content, "input.txt"))
    with answered():
        _lines(path)
    with answered(UsageError), answered():
        read_steps(file_of(content, "input.jsonl"))
