"""Specs: every component's string and JSON form give the component back."""

import dataclasses
import sys
from pathlib import Path
from typing import Any

import pytest

from seethrough import components, spec
from seethrough.errors import UsageError
from seethrough.knowledge.first import First
from seethrough.knowledge.random import Random
from seethrough.protocols import KnowledgeSource, Known

KINDS = ("sanitizers", "attacks", "linkers", "judges", "atomizers", "knowledge")


def test_a_name_alone_is_the_component_with_its_defaults() -> None:
    assert spec.parse("knowledge", "random") == Random()


def test_fields_follow_a_colon() -> None:
    assert spec.parse("knowledge", "random:k=5") == Random(k=5)
    assert spec.parse("knowledge", " random:k= 5 ") == Random(k=5)


def test_inner_components_stand_in_parentheses() -> None:
    attack = spec.parse("attacks", "linkage:knowledge=first(k=2),linker=bm25(k1=1.2,b=0.75)")
    assert attack.knowledge == First(2)
    assert (attack.linker.k1, attack.linker.b) == (1.2, 0.75)
    text = "linkage:linker=bm25(k1=1.2,b=0.75),knowledge=first(k=2)"
    assert spec.to_string(attack) == text
    assert spec.parse("attacks", text) == attack


def test_several_values_are_joined_by_plus() -> None:
    hybrid = spec.parse("linkers", "hybrid:linkers=bm25(k1=2)+rouge")
    assert [spec.name_of(linker) for linker in hybrid.linkers] == ["bm25", "rouge"]
    assert spec.parse("linkers", spec.to_string(hybrid)) == hybrid


@pytest.mark.parametrize(
    "path", ["a,b.jsonl", "with space.jsonl", 'quo"te', "x(1)+y=2", "é👩‍⚕️", ""]
)
def test_awkward_strings_survive(path: str) -> None:
    source = spec.parse("knowledge", spec.format_json({"name": "file", "path": path}))
    assert source.path == path
    assert spec.parse("knowledge", spec.to_string(source)) == source


def test_the_json_form_says_all_and_the_string_what_differs() -> None:
    assert spec.to_json(Random()) == {"name": "random", "k": 3}
    assert (spec.to_string(Random()), spec.to_string(Random(k=4))) == ("random", "random:k=4")
    linkage = spec.parse("attacks", "linkage:linker=dense")
    assert spec.to_json(linkage)["knowledge"] == {"name": "random", "k": 3}
    assert spec.brief(spec.to_json(linkage)) == {"name": "linkage", "linker": {"name": "dense"}}


def test_a_spec_read_from_a_file_imports_nothing() -> None:
    foreign = {"name": "antigravity:Flight", "height": 3}
    assert spec.format_json(foreign) == "antigravity:Flight:height=3"
    assert spec.brief({"name": "scrub", "unheard_of": 1}) == {"name": "scrub", "unheard_of": 1}
    assert "antigravity" not in sys.modules


def test_json_and_string_forms_give_the_same_component() -> None:
    for kind in KINDS:
        for name in components.names(kind):
            cls = components.component_class(kind, name)
            if any(
                f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
                for f in dataclasses.fields(cls)
            ):
                continue
            component = cls()
            assert spec.build(kind, spec.to_json(component)) == component
            assert spec.parse(kind, spec.to_string(component)) == component


def test_the_key_tells_configurations_apart() -> None:
    assert spec.key(Random()) == spec.key(Random(k=3))
    assert spec.key(Random()) != spec.key(Random(k=4))
    assert spec.key(Random()) != spec.key(First())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", "did you mean 'random'?"),
        ("random,first", "name random and first one by one"),
        ("random:kk=2", "did you mean 'k'?"),
        ("random:k=many", "expected a whole number"),
        ("random:k=2.5", "expected a whole number"),
        ("random:k=0", "at least 1"),
        ("random:k", "cannot read the spec"),
        ("random:k=1,", "cannot read the spec"),
        ("random:=1", "cannot read the spec"),
        ("file", "path"),
        ("no.such.module:Thing", "cannot load"),
        ("seethrough.records.corpus:Corpus", "dataclass"),
    ],
)
def test_a_wrong_spec_gets_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=r".") as caught:
        spec.parse("knowledge", text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["age+sex", '"age+sex"', "age + sex"])
def test_several_values_of_a_text_are_one_text(text: str) -> None:
    attack = spec.parse("attacks", f"uniqueness:columns={text}")
    assert attack.columns.replace(" ", "") == "age+sex"
    assert spec.parse("attacks", spec.to_string(attack)) == attack
    assert spec.build("attacks", {"name": "uniqueness", "columns": ["age", "sex"]}) == spec.parse(
        "attacks", "uniqueness:columns=age+sex"
    )


@pytest.mark.parametrize("value", [{"name": "age"}, ["age", {"name": "sex"}], ["age", 3]])
def test_what_is_no_text_is_never_taken_for_one(value: object) -> None:
    with pytest.raises(UsageError, match="uniqueness: columns: expected text") as caught:
        spec.build("attacks", {"name": "uniqueness", "columns": value})
    assert "\n" not in str(caught.value)


@dataclasses.dataclass(frozen=True)
class Always(KnowledgeSource):
    """Knows the first claim, always."""

    k: int = 1

    def draw(self, corpus: Any, claims: Any, seed: int) -> list[Known]:
        return [Known((own[0],), frozenset((0,))) for own in claims]


@pytest.mark.parametrize(
    "text",
    ["scrub:style=" + "a" * 9000, "scrub:" + "a" * 9000, "a" * 9000, "scrub:" + "a" * 9000 + "=1"],
)
def test_no_more_than_the_beginning_of_a_long_spec_is_quoted(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        spec.parse("sanitizers", text)
    assert len(str(caught.value)) < 1500


def test_a_component_from_elsewhere_is_named_by_module_and_class() -> None:
    name = f"{Always.__module__}:Always"
    found = spec.parse("knowledge", f"{name}:k=7")
    assert dataclasses.asdict(found) == {"k": 7}
    assert spec.to_string(found) == f"{name}:k=7"
    attack = spec.parse("attacks", f"linkage:knowledge={name}(k=7)")
    assert dataclasses.asdict(attack.knowledge) == {"k": 7}


@dataclasses.dataclass
class Counting:
    """A sanitizer whose field changes while it works."""

    n: int = 1

    def sanitize(self, private: Any, rng: Any) -> Any:
        self.n += 1


class Plain:
    def sanitize(self, private: Any, rng: Any) -> Any: ...


def test_a_component_of_your_own_says_what_it_lacks_or_how_to_name_it() -> None:
    told = "Plain is no sanitizer: it is not a frozen dataclass; write @dataclass"
    with pytest.raises(UsageError, match=told):
        spec.parse("sanitizers", f"{Plain.__module__}:Plain")
    with pytest.raises(UsageError, match=r"no sanitizer is named 'redact'.* as module:Class"):
        spec.parse("sanitizers", "redact")
    with pytest.raises(UsageError, match=r"No module named 'redact'; .* PYTHONPATH=\.$"):
        spec.parse("sanitizers", "redact:Redact")


def test_a_component_whose_fields_may_change_is_refused() -> None:
    with pytest.raises(UsageError, match="Counting is no sanitizer: it is not a frozen dataclass"):
        spec.parse("sanitizers", f"{Counting.__module__}:Counting")
    for given, says in ((Counting(), "frozen"), (object(), "frozen"), (Counting, "is a class")):
        with pytest.raises(UsageError, match=says):
            spec.component("sanitizers", given)


@pytest.mark.parametrize(("kind", "base"), [("linkers", "Linker"), ("attacks", "Attack")])
def test_what_does_not_inherit_from_its_protocol_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, base: str
) -> None:
    body = "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Own:\n    k: int = 1\n"
    (tmp_path / f"alone_{kind}.py").write_text(body, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=rf"write class Own\({base}\)"):
        spec.parse(kind, f"alone_{kind}:Own")


@pytest.mark.parametrize(
    ("kind", "base", "method"), [("sanitizers", "", "sanitize"), ("judges", "Judge", "rate")]
)
def test_what_cannot_do_what_its_protocol_asks_for_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, base: str, method: str
) -> None:
    def write(name: str, *lines: str) -> str:
        before = "import dataclasses\nfrom seethrough.protocols import *\n"
        body = [f"class Own({base}):", "    k: int = 1", *lines]
        decorated = "\n".join(["@dataclasses.dataclass(frozen=True)", *body])
        (tmp_path / f"{name}.py").write_text(f"{before}{decorated}\n", "utf-8")
        return f"{name}:Own"

    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=f"Own is no {kind[:-1]}: it has no method {method}"):
        spec.parse(kind, write(f"unable_{kind}"))
    able = write(f"able_{kind}", f"    def {method}(self, first, second): ...")
    assert spec.parse(kind, f"{able}:k=2").k == 2


@pytest.mark.parametrize("missing", ["learn", "guess", "score"])
def test_an_attack_that_lacks_one_of_its_methods_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    methods = [name for name in ("learn", "guess", "score") if name != missing]
    lines = [
        "import dataclasses",
        "from seethrough.protocols import Attack",
        "@dataclasses.dataclass(frozen=True)",
        "class Own(Attack):",
        *(f"    def {name}(self, *given): ..." for name in methods),
    ]
    (tmp_path / f"without_{missing}.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=f"Own is no attack: it has no method {missing}"):
        spec.parse("attacks", f"without_{missing}:Own")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("x = (", r"SyntaxError: '\(' was never closed \(halted\.py, line 1\)$"),
        ("x = 1\ny = unknown", r"NameError: name 'unknown' is not defined \(halted\.py, line 2\)$"),
    ],
)
def test_a_module_that_cannot_be_loaded_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, told: str
) -> None:
    (tmp_path / "halted.py").write_text(body, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=f"^cannot load halted:Own: {told}"):
        spec.parse("sanitizers", "halted:Own")


@dataclasses.dataclass(frozen=True)
class Forgetful:
    """Takes no source of randomness."""

    def sanitize(self, private: Any) -> Any: ...


@dataclasses.dataclass(frozen=True)
class Ready:
    """Takes what it is given, by other names and with more."""

    def sanitize(self, records: Any, rng: Any, more: int = 0) -> Any: ...


def test_a_method_that_cannot_be_asked_as_its_protocol_says_is_refused() -> None:
    says = r"^Forgetful is no sanitizer: its sanitize must take \(self, private, rng\)$"
    with pytest.raises(UsageError, match=says):
        spec.component("sanitizers", Forgetful())
    assert spec.component("sanitizers", Ready()) == Ready()
