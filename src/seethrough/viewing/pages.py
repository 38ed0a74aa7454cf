"""The pages as HTML; whatever stands in the findings is escaped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from seethrough.report.page import environment, marking, source
from seethrough.report.page.highlights import Passage
from seethrough.viewing.choosing import ON_A_PAGE, Chooser
from seethrough.viewing.details import one_answer, one_person
from seethrough.viewing.form import REPORT
from seethrough.viewing.listing import (
    answers_page,
    fields_of,
    people_page,
    release_lines,
    releases_of,
)
from seethrough.viewing.reading import Findings
from seethrough.viewing.wish import Wish

HERE = Path(__file__).parent


class Pages:
    """The pages of one run; what the first one would wait for is done at the start.

    Args:
        findings: What the run found.
        base: The path under which all pages lie, with a slash at both ends.
    """

    def __init__(self, findings: Findings, base: str) -> None:
        self._findings = findings
        self._chooser = Chooser(findings)
        self._base = base
        self._environment = environment(HERE)
        self._fields = fields_of(findings)
        self._lines = release_lines(findings)
        styles = source("page.css"), marking(), source("view.css", HERE)
        self.style = "\n".join(styles)
        self._warm()

    def _warm(self) -> None:
        """Load what highlights words, read the templates, and make the first pages."""
        Passage("She keeps ninety hives.").giving_away("She is a beekeeper.")
        for path in HERE.glob("*.html"):
            self._environment.get_template(path.name)
        self.people(Wish())
        self.people(Wish(search="a"))
        self.answers(Wish(search="a"))
        if len(self._findings.names):
            self.person(0, Wish())

    def people(self, wish: Wish) -> str:
        """Return the list of people."""
        return self._render(
            "people.html",
            tab="people",
            wish=wish,
            page=people_page(self._findings, self._chooser, wish),
            fields=self._fields,
            lines=self._lines,
            text=self._findings.header.text,
            several_reports=self._findings.header.of != REPORT,
        )

    def person(self, place: int, wish: Wish) -> str:
        """Return a person's page.

        Args:
            place: The person.
            wish: The list that it was opened from; its page is the person's number there.

        Raises:
            IndexError: There is no such person.
        """
        it = one_person(self._findings, place, wish.part)
        return self._render(
            "one_person.html",
            tab="person",
            it=it,
            further=[
                (words, f"{self._base}person/{place}{wish.query(part=to)}")
                for words, to in (
                    ("Earlier records", it.part - 1),
                    ("Further records", it.part + 1),
                )
                if 1 <= to <= it.parts
            ],
            **self._beside(wish, lambda number: self._chooser.person(wish, number), place),
        )

    def answers(self, wish: Wish) -> str:
        """Return the list of answers."""
        several = len(self._findings.header.releases) > 1
        releases = [("", "all"), *releases_of(self._findings)[1:]] if several else []
        return self._render(
            "answers_list.html",
            tab="answers",
            wish=wish,
            page=answers_page(self._findings, self._chooser, wish),
            releases=releases,
        )

    def answer(self, place: int, wish: Wish) -> str:
        """Return an answer's page.

        Args:
            place: The answer.
            wish: The list that it was opened from; its page is the answer's number there.

        Raises:
            IndexError: There is no such answer.
        """
        one = one_answer(self._findings, place)
        return self._render(
            "one_answer.html",
            tab="answer",
            one=one,
            it=one.it,
            **self._beside(wish, lambda number: self._chooser.answer(wish, number), place),
        )

    def _beside(
        self, wish: Wish, at: Callable[[int], int | None], place: int
    ) -> dict[str, str | None]:
        """Return the addresses of the list and of its neighbours."""
        number = wish.page
        here = at(number) == place

        def to(number: int) -> str | None:
            there = at(number) if here else None
            return None if there is None else f"{there}{wish.query(page=number, part=1)}"

        on_page = (number - 1) // ON_A_PAGE + 1 if here else 1
        back = replace(wish, page=on_page, part=1).query()
        return {"back": back, "before": to(number - 1), "after": to(number + 1)}

    def _render(self, template: str, **values: Any) -> str:
        values |= {"base": self._base, "answers": len(self._findings.questions) > 0}
        html: str = self._environment.get_template(template).render(**values)
        return html
