"""How long each click of ``seethrough view`` takes on a large run.

    python -m benchmarks.speed.view [1000000]

Keeps the findings of so many made-up people with a record each in two releases, and a thousandth as
many answers of a service, opens the run, and asks the real server over HTTP, as a browser does:
every order and filter, searches, first, middle and last pages, people and answers at random. Each
click is made twice with others between; the first time counts, as its list is made then.
It fails where the worst one takes 300 ms or more.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from seethrough.protocols import SENSITIVITIES
from seethrough.viewing.form import COUNTS, LEAKED_OF, Header, Release
from seethrough.viewing.reading import Findings
from seethrough.viewing.server import Viewer
from seethrough.viewing.writing import Answer, Person, write_view

MOST = 0.3
DRAWN = 40
SEED = 7
MANY = 200
"""So many records has one of the people."""

VOCABULARY = """
    keeper of ninety hives moved from the coast after her second divorce and lost the farm lease
    asthma insulin ferry harbour teacher night shift pension brother court debt landlord twins
"""
WORDS = VOCABULARY.split()


def main() -> int:
    size = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder)
        began = time.perf_counter()
        keep(run, size)
        kept = time.perf_counter()
        there = sum(file.stat().st_size for file in (run / "view").iterdir())
        findings = Findings(run)
        with Viewer(findings) as viewer:
            opened = time.perf_counter()
            took = clicks(viewer, size)
    print(
        f"{size:,} people in 2 releases: kept in {kept - began:.0f} s, {there / 1e6:,.0f} MB;"
        f" opened in {opened - kept:.1f} s"
    )
    for name, seconds in sorted(took.items(), key=lambda pair: -pair[1])[:5]:
        print(f"{1000 * seconds:>8.0f} ms  {name}")
    worst = max(took.values())
    median = statistics.median(took.values())
    print(f"{len(took)} clicks: median {1000 * median:.0f} ms, worst {1000 * worst:.0f} ms")
    return int(worst >= MOST)


def keep(run: Path, size: int) -> None:
    """Keep made-up findings in a run's folder."""
    (run / "report.json").write_text("{}")
    report = hashlib.sha256(b"{}").hexdigest()
    releases = [Release("scrub", "TextRelease", "fail"), Release("erase", "TextRelease", "pass")]
    header = Header("report.json", report, True, releases, ["linkage", "inference"])
    write_view(run, header, people(size), answers(size))


def people(size: int) -> Iterator[Person]:
    rng = random.Random(SEED)
    digits = len(str(size))
    for n in range(size):
        name = f"person {n:0{digits}}"
        told = [record(rng, name) for _ in range(2)]
        counts = {release: counted(rng, own) for release, own in enumerate(told)}
        text = sentence(rng, 60)
        sides = {
            str(release): {"finding": own, "released": own["passage"]}
            for release, own in enumerate(told)
        }
        asked = [n // 1000] if n % 1000 == 0 else []
        kept = {"record": f"record {n}", "text": text, "releases": sides}
        records = [kept] * (MANY if n == 0 else 1)
        yield Person(name, counts, {"records": records, "answers": asked})


def record(rng: random.Random, name: str) -> dict[str, Any]:
    claims = [
        {
            "claim": sentence(rng, 8), "grade": (grade := rng.choice((1, 2, 3, 3))), "control": 3,
            "leaked": grade < 3, "note": "", "class": rng.choice(SENSITIVITIES),
        }
        for _ in range(4)
    ]  # fmt: skip
    return {
        "record": name, "known": [sentence(rng, 6) for _ in range(3)], "linked": name,
        "hit": rng.random() < 0.5, "passage": sentence(rng, 60), "claims": claims,
    }  # fmt: skip


def counted(rng: random.Random, own: dict[str, Any]) -> dict[str, int]:
    leaked = [claim["class"] for claim in own["claims"] if claim["leaked"]]
    counts = dict.fromkeys(COUNTS, 0) | {"found": int(own["hit"]), "claims": len(own["claims"])}
    counts |= {"leaked": len(leaked), "identifiers": 5, "standing": rng.randrange(5)}
    return counts | {key: leaked.count(name) for name, key in LEAKED_OF.items()}


def sentence(rng: random.Random, words: int) -> str:
    return f"{' '.join(rng.choices(WORDS, k=words))}."


def answers(size: int) -> Iterator[Answer]:
    rng = random.Random(SEED)
    number = max(1, size // 1000)
    for release, told in sorted((n % 2, -rng.randrange(4)) for n in range(number)):
        recited = sentence(rng, 12)
        detail = {
            "question": sentence(rng, 20), "answer": f"{sentence(rng, 80)} {recited}",
            "excerpts": [recited], "records": ["record 0"], "items": [], "attack": 0,
            "people": [[0, "person 0"]],
        }  # fmt: skip
        yield Answer(release, -told, detail)


def clicks(viewer: Viewer, size: int) -> dict[str, float]:
    """Return how long each click takes the first time, in seconds."""
    rng = random.Random(SEED)
    last = size // 50
    pages = [f"?page={page}" for page in (1, 2, last // 2, last)]
    pages += [f"?release={r}&sort={s}" for r in ("", 0, 1) for s in ("facts", "standing", "name")]
    pages += [f"?release=1&sensitivity={c}&sort=facts" for c in SENSITIVITIES]
    pages += [f"?sensitivity={c}&page=900" for c in SENSITIVITIES]
    pages += [f"?given={g}" for g in ("found", "something", "nothing")]
    pages += [
        "?search=PERSON+7",
        f"?search={size - 1}",
        "?search=nobody",
        "?search=on+1&sort=facts",
    ]
    pages += [f"person/{rng.randrange(size)}" for _ in range(DRAWN)]
    pages += [f"person/{rng.randrange(size)}?sort=name&page={rng.randrange(size)}"]
    pages += ["answers", "answers?release=1", "answers?given=something", "answers?search=insulin"]
    pages += [f"answer/{rng.randrange(max(1, size // 1000))}" for _ in range(DRAWN)]
    pages += ["person/0", "person/0?part=9", "style.css"]
    took: dict[str, float] = {}
    place = urlsplit(viewer.url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=60)
    for path in pages * 2:
        began = time.perf_counter()
        connection.request("GET", place.path + path)
        answer = connection.getresponse()
        content = answer.read()
        took.setdefault(path, time.perf_counter() - began)
        assert answer.status == 200, (path, answer.status, content)
    connection.close()
    return took


if __name__ == "__main__":
    sys.exit(main())
