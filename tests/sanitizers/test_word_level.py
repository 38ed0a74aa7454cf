import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough import spec
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import BY_DISTANCE
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.seeding import generator
from seethrough.word_level.texts import packed, unpacked

# The vectors here know a few words only.
pytestmark = pytest.mark.filterwarnings("ignore:.* tokens have no vector")

SPELLED = """
the of , film movie picture good great fine bad poor awful doctor nurse 's
"""
WORDS = SPELLED.split()
TEXTS = [
    "The film, of course, was GOOD.",
    "",
    "good good good good good good good good",
    "漢字 😀 <b>doctor</b>\nnurse's 12.5\t%",
    "x" * 5000,
    "   ",
]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("vectors") / "toy.npz"
    matrix = np.random.default_rng(0).normal(size=(len(WORDS), 4)).astype(np.float32)
    np.savez(file, words=np.array(WORDS), vectors=matrix)
    return str(file)


@pytest.fixture(params=["custext:k=4", "santext:sensitive=0.8,p=0.5"])
def make(request, path):
    def build(**fields):
        text = ",".join(
            [request.param + f',vectors="{path}"', *(f"{k}={v}" for k, v in fields.items())]
        )
        return spec.parse("sanitizers", text)

    return build


def test_tokens_stay_aligned_and_are_counted(make):
    release = make(epsilon=1, unknown="keep").sanitize(Corpus.from_texts(TEXTS), generator(1))
    assert release.aligned
    assert release.guarantee.epsilon == 1
    metric = spec.name_of(make()) == "santext"
    assert release.guarantee.unit == (BY_DISTANCE if metric else "token")
    lengths = [len(t.split()) for t in release.corpus.texts]
    assert lengths[1] == lengths[5] == 0
    assert lengths[2] == 8
    assert release.ledger["tokens"] == sum(lengths)
    parts = ("replaced_tokens", "kept_tokens", "tokens_without_a_vector")
    assert sum(release.ledger[p] for p in parts) == sum(lengths)
    flags = [
        unpacked(release.details["replaced"][i], n)
        for i, n in zip(release.corpus.ids, lengths, strict=True)
    ]
    assert sum(f.sum() for f in flags) == release.ledger["replaced_tokens"]
    per_text = release.details["epsilon per text"]
    assert per_text["max"] == max(f.sum() for f in flags) * release.guarantee.epsilon


def test_a_record_s_result_depends_on_neither_order_nor_company(make):
    sanitizer = make()
    corpus = Corpus.from_texts(TEXTS)
    whole = sanitizer.sanitize(corpus, generator(3)).corpus
    backwards = sanitizer.sanitize(corpus.take([5, 4, 3, 2, 1, 0]), generator(3)).corpus
    alone = sanitizer.sanitize(corpus.take([3]), generator(3)).corpus
    assert backwards.texts[::-1] == whole.texts
    assert alone.texts == [whole.texts[3]]
    assert sanitizer.sanitize(corpus, generator(4)).corpus.texts != whole.texts


def test_repeated_words_of_a_text_draw_apart(make):
    release = make(epsilon=0.01).sanitize(Corpus.from_texts(["awful " * 60]), generator(0))
    assert len(set(release.corpus.texts[0].split())) > 2


def test_the_same_text_under_two_ids_draws_apart(make):
    release = make(epsilon=0.01).sanitize(Corpus.from_texts(["awful " * 20] * 2), generator(0))
    assert release.corpus.texts[0] != release.corpus.texts[1]


def test_unknown_words_are_kept_mapped_or_dropped(make):
    corpus = Corpus.from_texts(["film xyzzy film"])
    kept = make(unknown="keep").sanitize(corpus, generator(0))
    assert kept.corpus.texts[0].split()[1] == "xyzzy"
    mapped = make(unknown="map").sanitize(corpus, generator(0))
    assert mapped.corpus.texts[0].split()[1] in WORDS
    dropped = make(unknown="drop").sanitize(corpus, generator(0))
    assert len(dropped.corpus.texts[0].split()) == 2
    for release in (kept, mapped, dropped):
        assert release.ledger["tokens_without_a_vector"] == 1


def test_no_promise_covers_a_word_without_a_vector_that_becomes_a_random_one(make):
    sanitizer = make(epsilon=0.5, unknown="map")
    mechanism = sanitizer.mechanism()
    outputs = mechanism.outputs
    known = np.full(len(outputs), WORDS.index("doctor"))
    factor = np.log(mechanism.likelihood(known, outputs).max() * len(outputs))
    if spec.name_of(sanitizer) == "custext":
        assert factor > mechanism.epsilon
    note = sanitizer.sanitize(Corpus.from_texts(["qqq"]), generator(0)).guarantee.note
    assert "without a vector, kept, mapped or dropped, have no guarantee" in note


def test_the_spec_rebuilds_the_sanitizer(make):
    sanitizer = make(epsilon=2.5)
    release = sanitizer.sanitize(Corpus.from_texts(TEXTS), generator(0))
    again = spec.build("sanitizers", release.sanitizer)
    assert again == sanitizer
    assert (
        again.sanitize(Corpus.from_texts(TEXTS), generator(0)).corpus.texts == release.corpus.texts
    )


def test_no_records(make):
    release = make().sanitize(Corpus.from_texts([]), generator(0))
    assert len(release.corpus) == 0
    assert release.ledger["tokens"] == 0


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_text_is_taken(path, texts):
    release = CusText(vectors=path, k=3).sanitize(
        Corpus.from_texts([t.encode("utf-8", "replace").decode() for t in texts]), generator(0)
    )
    assert len(release.corpus) == len(texts)


@pytest.mark.parametrize(
    "text",
    [
        "custext:epsilon=0",
        "custext:epsilon=-1",
        "custext:epsilon=nan",
        "custext:epsilon=inf",
        "custext:k=1",
        "custext:vocabulary=-5",
        "custext:unknown=burn",
        "santext:epsilon=0",
        "santext:sensitive=0",
        "santext:p=1.5",
    ],
)
def test_fields_out_of_range_are_refused(text):
    with pytest.raises(UsageError):
        spec.parse("sanitizers", text)


@pytest.mark.parametrize("kind", [CusText, SanText])
def test_a_vocabulary_of_one_is_refused(tmp_path, kind):
    (tmp_path / "one.txt").write_text("word 1 2 3\n")
    with pytest.raises(InputError, match="vocabulary of one word"):
        kind(vectors=str(tmp_path / "one.txt")).sanitize(Corpus.from_texts(["word"]), generator(0))


def test_custext_keeps_stop_words_and_santext_its_common_words(path):
    text = Corpus.from_texts(["the film of the nurse"] * 5)
    for sanitizer in (CusText(vectors=path, k=4), SanText(vectors=path, sensitive=0.8)):
        for released in sanitizer.sanitize(text, generator(0)).corpus.texts:
            words = released.split()
            assert [words[0], words[2], words[3]] == ["the", "of", "the"]
    loose = CusText(vectors=path, k=4, stop_words=False, epsilon=0.01)
    assert any(not t.startswith("the ") for t in loose.sanitize(text, generator(0)).corpus.texts)


@given(st.lists(st.lists(st.booleans(), max_size=20), min_size=1, max_size=4))
def test_flags_survive_packing(rows):
    flat = np.array([x for row in rows for x in row], dtype=bool)
    starts = np.cumsum([0] + [len(row) for row in rows])
    ids = [str(i) for i in range(len(rows))]
    kept = packed(ids, flat, starts)
    assert [unpacked(kept[i], len(r)).tolist() for i, r in zip(ids, rows, strict=True)] == rows


def test_flags_of_another_text_are_refused():
    with pytest.raises(InputError, match="do not fit"):
        unpacked("ff", 9)
