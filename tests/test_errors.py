import inspect
import pickle
import re

import pytest

from seethrough import errors
from seethrough.errors import (
    ContractError,
    InputError,
    MissingExtraError,
    SeethroughError,
    UnavailableError,
    UsageError,
)

CLASSES = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and value.__module__ == errors.__name__
]


def test_everything_is_a_seethrough_error() -> None:
    assert all(issubclass(cls, SeethroughError) for cls in CLASSES)


@pytest.mark.parametrize(
    ("cls", "status"),
    [
        (UsageError, 64),
        (InputError, 65),
        (UnavailableError, 69),
        (MissingExtraError, 69),
        (ContractError, 70),
        (SeethroughError, 70),
    ],
)
def test_exit_statuses_are_those_of_sysexits(cls: type[SeethroughError], status: int) -> None:
    assert cls.exit_status == status


def test_the_drawn_tree_is_the_tree() -> None:
    drawn = {}
    for line in inspect.getdoc(errors).splitlines():
        found = re.search(r"(\w+Error)\b(?:\s+(\d+))?", line)
        if found:
            drawn[found[1]] = found[2]
    assert set(drawn) == {cls.__name__ for cls in CLASSES}
    for cls in CLASSES:
        assert drawn[cls.__name__] in {None, str(cls.exit_status)}


def test_input_errors_name_file_and_line() -> None:
    error = InputError.at("notes.jsonl", 7, "has no field 'text'")
    assert str(error) == "notes.jsonl, line 7: has no field 'text'"


def test_a_missing_extra_quotes_the_command_that_installs_it() -> None:
    error = MissingExtraError("hf", "datasets")
    assert isinstance(error, UnavailableError)
    assert "pip install 'seethrough[hf]'" in str(error)
    assert "datasets" in str(error)
    assert (error.extra, error.package) == ("hf", "datasets")


@pytest.mark.parametrize(
    "error",
    [
        MissingExtraError("hf", "datasets"),
        InputError("notes.jsonl: no rows", "; is it the right file?"),
        *(cls("what is wrong") for cls in CLASSES if cls is not MissingExtraError),
    ],
    ids=repr,
)
def test_an_error_comes_whole_out_of_a_worker(error: SeethroughError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)
