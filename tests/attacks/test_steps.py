"""What a report says about how an attack goes names parts that it has."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from seethrough import components, spec
from seethrough.knowledge.first import First


@pytest.mark.parametrize("name", components.names("attacks"))
def test_the_steps_name_the_attack_s_own_parts(name: str) -> None:
    attack: Any = spec.parse("attacks", name)
    own = {field.name for field in fields(attack)}
    assert attack.steps()
    for title, what, parts in attack.steps():
        assert title[0].isupper()
        assert len(what.split()) > 4
        assert not what.endswith(".")
        assert set(parts) <= own


@pytest.mark.parametrize("name", ["linkage", "inference"])
def test_the_steps_say_how_the_facts_were_chosen(name: str) -> None:
    attack: Any = replace(spec.parse("attacks", name), knowledge=First(2))
    assert any(First.chosen in step.what for step in attack.steps())
