"""No byte leaves this machine and none is queued, whichever dependency would.

Every command runs with its default parts, on little data, under a guard that sees native code.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.offline._guard import Watched, watch

import seethrough
from seethrough.cli import VERBS
from seethrough.finetuning.tiny import write_tiny_model
from seethrough.models.resolve import PROVIDERS
from seethrough.samples import path

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
STUBS = Path(__file__).parents[1] / "models" / "stubs"
UNTIL_INTERRUPTED = """
import os, signal, sys, threading
from seethrough.cli import main
threading.Timer(2.0, os.kill, (os.getpid(), signal.SIGINT)).start()
main(sys.argv[1:])
"""

COMMANDS: Sequence[str] = (
    "list",
    "doctor",
    "doctor --try-model --model local/model.gguf",
    "demo",
    "sanitize private.jsonl --with scrub --out scrubbed.jsonl",
    "sanitize private.jsonl --with chain(steps=scrub+paraphrase) --model local/model.gguf"
    " --out paraphrased.jsonl",
    "sanitize private.jsonl --with sage:keep=kept.jsonl,attributes_file=attributes.txt --model fake"
    " --holdout 1 --out sage.jsonl",
    "plant private.jsonl --canaries 20 --out planted.jsonl",
    "audit private.jsonl scrubbed.jsonl --run run",
    "audit private.jsonl scrubbed.jsonl --judge llm --model fake --targets 2 --attack inference",
    "audit private.jsonl scrubbed.jsonl --as rag --service model=fake,index=index --targets 2",
    "finetune private.jsonl --with vanilla:base=base,tagger=listed(path=names.txt),steps=1,batch=2,"
    "micro=2,length=400,answer=2,rank=2 --holdout 1 --out tuned --run tuning",
    "audit private.jsonl tuned --as model --attack memorization:tagger=listed(path=names.txt)",
    "compare private.jsonl --with identity --with scrub --attack linkage --targets 2",
    "compare plan.toml --run planned --table table.csv",
    "epsilon custext:epsilon=2,vocabulary=500 --draws 100",
    "agree rated.jsonl",
    "report run",
    "reproduce run",
    "annotate run",
    "view run",
    "serve scrubbed.jsonl --port 0 --service model=fake",
)
ENDLESS = ("annotate", "serve", "view")
CALLS_OUT = re.compile(
    r"HttpClient\(|httpx\.\w*Client\(|from huggingface_hub|load_dataset|create_connection|urlopen"
    r"|from_pretrained\(|SentenceTransformer\(|webbrowser"
)
WAYS_OUT = (
    "_encoder", "_pages", "azure_pii", "bases", "bertscore", "describe", "embedders",
    "http_client", "hub", "llama_client", "openai", "weights",
)  # fmt: skip
"""The modules that may open a connection, each with its row in the documents."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's machine: a home with nothing in it, a temporary folder, and one with the data."""
    whole = tmp_path_factory.mktemp("machine")
    for name in ("home", "tmp", "work"):
        (whole / name).mkdir()
    work = whole / "work"
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:6]
    (work / "private.jsonl").write_text("".join(lines), "utf-8")
    (work / "plan.toml").write_text(
        'private = "private.jsonl"\nattacks = ["linkage"]\nutilities = ["length_kept"]\n'
        'targets = 2\n[[releases]]\nwith = "scrub"\n'
    )
    (work / "model.gguf").write_bytes(b"GGUF")
    (work / "names.txt").write_text("She\nHe\n")
    write_tiny_model(work / "base", lines)
    rated = {"claim": "He is tall.", "passage": "He is tall and thin.", "ratings": [1, 1, 2]}
    (work / "rated.jsonl").write_text(json.dumps(rated) + "\n")
    return whole


def environment(folder: Path) -> Mapping[str, str]:
    source = Path(seethrough.__file__).parents[1]
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "PYTHONPATH": os.pathsep.join(map(str, (source, STUBS))),
        "PYTHONDONTWRITEBYTECODE": "1",  # the installation is the installer's
        "ORT_DISABLE_TELEMETRY": "",  # as somebody may have set it
    }


def run(folder: Path, *command: str) -> Watched:
    return watch([sys.executable, *command], folder / "work", environment(folder))


def nothing_left(done: Watched, folder: Path) -> None:
    assert done.left == []
    assert done.outside(folder / "work", folder / "tmp") == []
    assert [*(folder / "home").rglob("*"), *(folder / "tmp").rglob("*")] == []


@pytest.fixture(scope="module")
def done(folder: Path) -> Mapping[str, Watched]:
    """What each command did, one after the other."""
    found = {}
    for command in COMMANDS:
        verb, *rest = command.split()
        how = ["-c", UNTIL_INTERRUPTED] if verb in ENDLESS else ["-m", "seethrough"]
        found[command] = run(folder, *how, verb, *rest)
    return found


def test_every_command_is_here() -> None:
    assert {command.split()[0] for command in COMMANDS} == set(VERBS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_sends_nothing_and_writes_nothing_elsewhere(
    folder: Path, done: Mapping[str, Watched], command: str
) -> None:
    assert done[command].status in (0, 1, 2, 130), done[command].errors
    nothing_left(done[command], folder)


def written(folder: Path, done: Mapping[str, Watched]) -> list[Path]:
    """Return what is in the folder beside what was put there, relative to it."""
    assert done
    given = {"private.jsonl", "plan.toml", "model.gguf", "rated.jsonl", "program.py", "names.txt"}
    work = folder / "work"
    found = (file.relative_to(work) for file in work.rglob("*") if file.name not in given)
    return [file for file in found if file.parts[0] != "base"]


def test_what_is_written_is_for_its_owner_alone(folder: Path, done: Mapping[str, Watched]) -> None:
    files = written(folder, done)
    assert len(files) > 50
    modes = {str(file): (folder / "work" / file).stat().st_mode & 0o777 for file in files}
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


def test_every_file_is_in_the_documents(folder: Path, done: Mapping[str, Watched]) -> None:
    text = (ROOT / "docs" / "your-data.md").read_text("utf-8")
    for file in written(folder, done):
        if (folder / "work" / file).is_file():
            name = documented(file)
            assert f"`{name}`" in text, f"docs/your-data.md does not tell of {file} as `{name}`"


NAMED_BY_USERS = {
    "kept.jsonl": "sage:keep=FILE.jsonl",
    "attributes.txt": "sage:attributes_file=FILE",
    "ratings.jsonl": "annotate --out",
    "ratings.jsonl.lock": ".lock",
    "scrubbed.jsonl": "OUT",
    "planted.jsonl": "plant --out",
    "paraphrased.jsonl": "OUT",
    "sage.jsonl": "OUT",
    "table.csv": "--table FILE",
}


def documented(file: Path) -> str:
    """Return what the documents call a file, whose own name may be its user's or a hash."""
    parts = file.parts
    if parts[0] == "tuned":
        return "finetune --out"
    if "training" in parts:
        return "training/"
    if "work" in parts:
        inner = parts[parts.index("work") + 1 :]
        return f"work/{inner[0]}/" if len(inner) > 1 else f"work/{inner[0]}"
    if "answers" in parts:
        return f"answers/{file.name}"
    for ending in (".release.json", ".release.key", ".holdout.jsonl", ".holdout.model.json"):
        if file.name.endswith(ending):
            return f"OUT{ending}"
    return NAMED_BY_USERS.get(file.name, file.name)


def test_every_way_out_is_in_the_documents() -> None:
    text = (ROOT / "docs" / "your-data.md").read_text("utf-8")
    calls = text.partition("## Network calls")[2]
    for name in (*PROVIDERS, *VERBS, "azure_pii", "hf:", "sentence-transformers", "--allow-remote"):
        assert name in calls
    modules = (ROOT / "src").rglob("*.py")
    found = {module.stem for module in modules if CALLS_OUT.search(module.read_text("utf-8"))}
    assert found == set(WAYS_OUT), "docs/your-data.md must say which modules call out"


def test_every_variable_of_the_environment_is_in_the_documents() -> None:
    """Some name a folder that is written to, or a server that is asked."""
    text = (ROOT / "docs" / "your-data.md").read_text("utf-8")
    modules = (module.read_text("utf-8") for module in (ROOT / "src").rglob("*.py"))
    variables = {name for code in modules for name in re.findall("SEETHROUGH_[A-Z_]+", code)}
    assert len(variables) > 4
    assert {name for name in variables if name not in text} == set()


LIBRARY = """
import concurrent.futures, multiprocessing, sys
import seethrough as st

def embed(texts):
    from seethrough.embeddings.minilm import MiniLM
    return MiniLM().embed(texts).shape

if __name__ == "__main__":
    private = st.read("private.jsonl")
    embed(["a cat"])
    for method in ("spawn", "fork"):
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
            assert list(pool.map(embed, [["a dog"]])) == [(1, 384)]
    assert len(st.sanitize(private, "scrub").corpus) == 6
"""


def test_a_library_and_its_workers_send_nothing(folder: Path) -> None:
    (folder / "work" / "program.py").write_text(LIBRARY)
    done = run(folder, "-W", "ignore::DeprecationWarning", "program.py")
    assert (done.status, done.errors) == (0, "")
    nothing_left(done, folder)


def test_the_benchmarks_and_the_tests_keep_it_off_too(folder: Path) -> None:
    for module in ("benchmarks.papers._tables", "conftest"):
        program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {module}, onnxruntime"
        done = run(folder, "-c", program)
        assert (done.status, done.errors) == (0, "")
        nothing_left(done, folder)


def test_plain_presidio_beside_it_fetches_no_list_of_domains(folder: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from benchmarks.accuracy.scrub import plain_presidio\n"
        "print(len(plain_presidio().analyze('Write to bob@example.org', 'en')))"
    )
    done = run(folder, "-c", program)
    assert (done.status, done.errors) == (0, "")
    assert [place for place in done.left if "/nscd/" not in place] == []  # which user this is
    assert done.outside(folder / "work", folder / "tmp") == []


def test_the_guard_would_see_it(tmp_path: Path) -> None:
    """The same library without this package: it writes its queue, or there is no need for all."""
    for name in ("home", "tmp", "work"):
        (tmp_path / name).mkdir()
    plain = {k: v for k, v in environment(tmp_path).items() if k != "ORT_DISABLE_TELEMETRY"}
    done = watch([sys.executable, "-c", "import onnxruntime"], tmp_path / "work", plain)
    assert any(".onnxruntime" in str(file) for file in done.outside(tmp_path / "work"))
