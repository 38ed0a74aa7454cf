import sys
from types import ModuleType

import pyarrow as pa
import pytest

from seethrough.errors import InputError, MissingExtraError, UnavailableError, UsageError
from seethrough.records.formats import hub


class Split:
    """The part of ``datasets.Dataset`` that is used."""

    def __init__(self, **columns):
        self.table = pa.table(columns)

    def with_format(self, kind):
        assert kind == "arrow"
        return self

    def iter(self, batch_size):
        for start in range(0, self.table.num_rows, 2):
            yield self.table.slice(start, min(2, batch_size))


@pytest.fixture
def loaded(monkeypatch):
    """Installs a stand-in for ``datasets``; the list of what was asked of it."""
    splits = {"train": Split(text=["a", "b", "c"]), "test": Split(text=["d"])}
    module, asked = ModuleType("datasets"), []

    def load_dataset(name, revision, split):
        asked.append((name, revision, split))
        if name == "broken/set":
            raise ConnectionError("no route\nto host")
        return splits if split is None else splits[split]

    module.load_dataset = load_dataset
    module.load_from_disk = lambda folder: splits
    monkeypatch.setitem(sys.modules, "datasets", module)
    monkeypatch.setattr(hub, "find_spec", lambda name: object())
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    return asked


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("hf:a/b", ("a/b", None, None)),
        ("hf:a/b@v1", ("a/b", "v1", None)),
        ("hf:a/b#test", ("a/b", None, "test")),
        ("hf:a/b@refs/convert/parquet#test", ("a/b", "refs/convert/parquet", "test")),
    ],
)
def test_addresses(path, address):
    assert hub.parse_address(path) == address


@pytest.mark.parametrize("path", ["hf:", "hf:@v1", "hf:#train", "hf:@" + "v" * 5000])
def test_an_address_needs_a_name(path):
    with pytest.raises(InputError, match="hf:name@revision#split"):
        hub.parse_address(path)


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(hub, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'seethrough\[hf\]'"):
        hub.read_rows("hf:a/b", allow_remote=True)


def test_nothing_is_fetched_without_leave(loaded):
    with pytest.raises(UsageError) as error:  # as for a model: 64, not 69
        hub.read_rows("hf:a/b@v1#train", allow_remote=False)
    assert loaded == []
    for part in ("a/b", "v1", "huggingface.co", "--allow-remote"):
        assert part in str(error.value)


def test_with_leave_the_split_is_read(loaded):
    rows = list(hub.read_rows("hf:a/b@v1#train", allow_remote=True))
    assert rows == [(1, {"text": "a"}), (2, {"text": "b"}), (3, {"text": "c"})]
    assert loaded == [("a/b", "v1", "train")]


def test_what_is_on_this_machine_needs_no_leave(loaded, monkeypatch, tmp_path):
    assert list(hub.read_rows(f"hf:{tmp_path}#test", allow_remote=False)) == [(1, {"text": "d"})]
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert list(hub.read_rows("hf:a/b#test", allow_remote=False)) == [(1, {"text": "d"})]


def test_one_of_several_splits_must_be_named(loaded, tmp_path):
    with pytest.raises(InputError, match="several splits; add one of them after #: train, test"):
        hub.read_rows("hf:a/b", allow_remote=True)
    with pytest.raises(InputError, match="no split 'dev'; splits: train, test"):
        hub.read_rows(f"hf:{tmp_path}#dev", allow_remote=True)


def test_a_failed_download_is_one_line(loaded):
    with pytest.raises(UnavailableError, match=r"^hf:broken/set: cannot be loaded: no route$"):
        hub.read_rows("hf:broken/set", allow_remote=True)
