import json
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from seethrough import spec
from seethrough.attacks.reconstruction import Reconstruction
from seethrough.engine.runs.linking import blinded
from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.sanitizers.chain import Chain
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.erase import Erase
from seethrough.sanitizers.identity import Identity
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.seeding import generator
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.contextual import Contextual
from seethrough.strategies.contextual_bound import ContextualBound
from seethrough.strategies.embedding_inversion import EmbeddingInversion
from seethrough.strategies.markov import Markov

SUBJECTS = ["cat", "dog", "bird", "nurse", "doctor", "baker", "sailor", "queen"]
VERBS = ["eats", "sees", "paints", "sells", "hides", "finds"]
OBJECTS = ["bread", "soup", "gold", "paper", "stones", "flowers", "boats", "letters"]
ADVERBS = ["quickly", "slowly", "daily", "rarely", "gladly", "badly"]
WORDS = ["the", ".", *SUBJECTS, *VERBS, *OBJECTS, *ADVERBS]
# Who does what is the same in all texts, so a bigram prior has something to know.
FAVOURITE = {s: VERBS[i % 6] for i, s in enumerate(SUBJECTS)}


def sentences(count, seed):
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(count):
        subject = SUBJECTS[rng.integers(8)]
        verb = FAVOURITE[subject] if rng.random() < 0.8 else VERBS[rng.integers(6)]
        thing = OBJECTS[(VERBS.index(verb) + rng.integers(3)) % 8]
        texts.append(f"The {subject} {verb} {thing} {ADVERBS[rng.integers(6)]} .")
    return texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("reconstruction")
    matrix = np.random.default_rng(0).normal(size=(len(WORDS), 6)).astype(np.float32)
    np.savez(path / "toy.npz", words=np.array(WORDS), vectors=matrix)
    # A marker in each shadow text keeps it from overlapping the private ones by chance.
    rows = [json.dumps({"text": f"{t} n{i}"}) for i, t in enumerate(sentences(300, seed=1))]
    (path / "shadow.jsonl").write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture(scope="module")
def private():
    return Corpus.from_texts(sentences(120, seed=2))


@pytest.fixture
def custext(folder):
    return CusText(epsilon=1.0, k=8, vectors=str(folder / "toy.npz"))


def attack(folder, strategy, **fields):
    return Reconstruction(strategy, shadow=str(folder / "shadow.jsonl"), overlap=1.0, **fields)


def run(attack, release, private, unseen=False):
    known = attack.learn(private, generator(0, "learn"))
    if unseen:
        known = blinded(known, release, private)
    outcomes = attack.score(attack.guess(release, known, generator(0, "guess")), private)
    return {
        figure.name.removeprefix("reconstruction."): (
            sum(o.tallies[figure.name].value for o in outcomes),
            sum(o.tallies[figure.name].of for o in outcomes),
        )
        for figure in attack.figures
    }, outcomes


def rate(figures, name="asr"):
    return figures[name][0] / figures[name][1]


def test_every_occurrence_of_a_replaced_token_counts(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    figures, outcomes = run(attack(folder, EmbeddingInversion()), release, private)
    assert figures["asr"][1] == release.ledger["replaced_tokens"]
    pairs = [
        (a.lower(), b)
        for own, other in zip(private.texts, release.corpus.texts, strict=True)
        for a, b in zip(own.split(), other.split(), strict=True)
    ]
    unchanged = sum(a == b and a != "the" for a, b in pairs)
    # With the mechanism's own vectors the nearest word is the released one (appendix H).
    assert figures["asr"][0] == unchanged
    assert figures["expected"][1] == 0
    row = outcomes[0].evidence.tokens
    assert [r.original for r in row] == private.texts[0].split()
    assert [r.released for r in row] == release.corpus.texts[0].split()
    assert [r.guess is not None for r in row] == [False, True, True, True, True, True]


def test_knowing_more_recovers_more(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    rates = {
        type(s).__name__: rate(run(attack(folder, s), release, private)[0])
        for s in (EmbeddingInversion(), ContextFree(), ContextFreeBound(), Markov())
    }
    assert rates["EmbeddingInversion"] < rates["ContextFree"]
    assert rates["ContextFree"] <= rates["ContextFreeBound"] + 0.02
    assert rates["Markov"] > rates["ContextFreeBound"] + 0.05


def test_the_bound_is_the_best_context_free_rule(folder, private, custext):
    # Brute force over all rules: for every released word the best single answer.
    release = custext.sanitize(private, generator(0))
    figures, _ = run(attack(folder, ContextFreeBound()), release, private)
    mechanism, words = custext.mechanism(), custext.word_vectors().words
    counts = np.zeros(len(words))
    for text in private.texts:
        for token in text.split():
            counts[custext.word_vectors().index[token.lower()]] += 1
    counts[mechanism.kept] = 0
    right = 0
    for own, other in zip(private.texts, release.corpus.texts, strict=True):
        for a, b in zip(own.split(), other.split(), strict=True):
            if a != "The":
                y = np.full(len(words), custext.word_vectors().index[b])
                joint = counts * mechanism.likelihood(np.arange(len(words)), y)
                right += words[int(joint.argmax())] == a
    assert figures["asr"][0] == right
    assert rate(figures, "expected") == pytest.approx(rate(figures), abs=0.08)


def test_the_contextual_attacks_with_one_candidate_are_the_context_free_ones(
    folder, private, custext
):
    release = custext.sanitize(private, generator(0))
    for contextual, plain in (
        (Contextual(k=1), ContextFree()),
        (ContextualBound(k=1), ContextFreeBound()),
    ):
        one, _ = run(attack(folder, contextual), release, private)
        other, _ = run(attack(folder, plain), release, private)
        assert one["asr"] == other["asr"]


@pytest.mark.parametrize("strategy", [ContextFree(), Markov(), ContextFreeBound()])
def test_the_originals_leak_and_an_erased_release_does_not(folder, private, strategy):
    own = attack(folder, strategy)
    identity, _ = run(own, Identity().sanitize(private, generator(0)), private)
    assert rate(identity) == 1
    erased, _ = run(own, Erase().sanitize(private, generator(0)), private)
    assert erased["asr"][1] == identity["asr"][1]
    assert rate(erased) < 0.3


def test_the_control_does_not_see_the_target_s_own_text(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    own = attack(folder, Markov())
    seen, _ = run(own, release, private)
    blind, outcomes = run(own, release, private, unseen=True)
    assert blind["asr"][1] == seen["asr"][1]
    # "." is the commonest word: a blind adversary names it everywhere.
    assert blind["asr"][0] == len(private)
    assert outcomes[0].evidence.blind == "."


@pytest.mark.parametrize("told", [True, False], ids=["of a known sanitizer", "of an unknown one"])
def test_the_control_has_five_guesses_too_where_five_are_counted(folder, private, custext, told):
    release = custext.sanitize(private, generator(0))
    if not told:
        release = TextRelease(release.corpus)
    own = attack(folder, Markov())
    blind, _ = run(own, release, private, unseen=True)
    shadow, originals = (
        [word for text in texts for word in text.lower().split() if word != "the"]
        for texts in (own.learn(private, generator(0))[0].shadow, private.texts)
    )
    often = Counter(shadow)
    five = sorted(often, key=lambda word: (-often[word], word))[:5]
    assert blind["top5"] == (sum(word in five for word in originals), len(originals))
    seen, _ = run(own, release, private)
    assert rate(seen, "top5") >= rate(blind, "top5")


def test_the_control_counts_the_same_tokens(folder, private, tmp_path):
    words = [*WORDS, *(f"rare{i}" for i in range(len(WORDS)))]  # half is in none of the texts
    matrix = np.random.default_rng(0).normal(size=(len(words), 6)).astype(np.float32)
    np.savez(tmp_path / "rare.npz", words=np.array(words), vectors=matrix)
    custext = CusText(epsilon=1.0, k=8, vectors=str(tmp_path / "rare.npz"))
    release = custext.sanitize(private, generator(0))
    own = attack(folder, Markov())
    seen, _ = run(own, release, private)
    blind, _ = run(own, release, private, unseen=True)
    assert blind["corpus_asr"][1] == seen["corpus_asr"][1] < seen["asr"][1] == blind["asr"][1]


def test_one_text_s_guess_does_not_depend_on_the_others(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    own = attack(folder, Markov())
    known = own.learn(private, generator(0))
    whole = own.guess(release, known, generator(0))
    alone = own.guess(release, known[5:6], generator(0))
    assert alone[0].words == whole[5].words
    np.testing.assert_allclose(alone[0].confidence, whole[5].confidence)


def test_a_release_read_back_from_its_files_is_attacked_the_same(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    plain = json.loads(json.dumps({"s": release.sanitizer, "d": release.details}))
    again = TextRelease(release.corpus, sanitizer=plain["s"], details=plain["d"])
    own = attack(folder, Markov())
    assert run(own, again, private)[0] == run(own, release, private)[0]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (0, 1)])
def test_the_one_step_of_a_chain_that_replaces_words_is_known(
    folder, private, custext, before, after
):
    own = attack(folder, Markov())
    steps = (*[Identity()] * before, custext, *[Identity()] * after)
    release = sanitize(private, Chain(steps), seed=0)
    figures, _ = run(own, release, private)
    step = release.details["steps"][before]
    alone = replace(release, sanitizer=step["sanitizer"], details=step["details"])
    assert figures == run(own, alone, private)[0]
    assert rate(figures, "expected") < 1
    for told in (3, [3], [{"details": {"replaced": 3}}]):
        figures, _ = run(own, replace(release, details={"steps": told}), private)
        assert rate(figures, "expected") == 1  # the release is read as it stands


def test_an_adversary_who_is_not_told_what_was_replaced(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    told, _ = run(attack(folder, Markov()), release, private)
    inferring, _ = run(attack(folder, Markov(), told=False), release, private)
    assert 0.3 < rate(inferring) <= rate(told) + 0.02
    silent = replace(release, details={"vectors": release.details["vectors"]})
    assert run(attack(folder, Markov(), told=False), silent, private)[0]["asr"] == inferring["asr"]
    with pytest.raises(UsageError, match="told=false"):
        run(attack(folder, Markov()), silent, private)


@pytest.mark.parametrize("strategy", [ContextFree(), Markov(limit=8), EmbeddingInversion()])
def test_santext(folder, private, strategy):
    sanitizer = SanText(epsilon=6.0, sensitive=0.9, p=0.4, vectors=str(folder / "toy.npz"))
    release = sanitizer.sanitize(private, generator(0))
    figures, outcomes = run(attack(folder, strategy), release, private)
    assert figures["asr"][1] == release.ledger["replaced_tokens"]
    assert rate(figures) > 0.3
    if isinstance(strategy, Markov):
        assert any(o.ledger for o in outcomes)  # the mass that pruning left out is reported


@pytest.mark.filterwarnings("ignore:.* tokens have no vector")
@pytest.mark.parametrize("unknown", ["keep", "map", "drop"])
def test_words_without_a_vector(folder, unknown):
    private = Corpus.from_texts(["the cat eats xyzzy daily", "bob@x.com owes 12.5 to xyzzy"])
    sanitizer = CusText(k=4, vectors=str(folder / "toy.npz"), unknown=unknown)
    release = sanitizer.sanitize(private, generator(0))
    figures, _ = run(attack(folder, Markov()), release, private)
    assert figures["asr"][1] == release.ledger["replaced_tokens"]
    if unknown == "keep":
        assert rate(figures, "emails") == rate(figures, "numbers") == 1
    if unknown == "drop":
        assert figures["emails"][1] == 0


@pytest.mark.filterwarnings("ignore:.* tokens have no vector")
def test_names_are_counted_apart(folder, private):
    private = Corpus.from_texts(["Yesterday John Smith met Mary Jones in Paris ."])
    release = CusText(k=4, vectors=str(folder / "toy.npz")).sanitize(private, generator(0))
    figures, _ = run(attack(folder, ContextFree(), entities=True), release, private)
    assert figures["names"][1] >= 3
    assert rate(figures, "names") == 1  # none has a vector here, so all were kept


def test_an_overlapping_shadow_set_is_refused(folder, private, tmp_path):
    copied = [*sentences(50, seed=9), *(f"{t} and so on" for t in private.texts[:5])]
    path = tmp_path / "shadow.jsonl"
    path.write_text("\n".join(json.dumps({"text": t}) for t in copied))
    with pytest.raises(InputError, match=r"of 55 shadow texts overlap"):
        Reconstruction(shadow=str(path)).learn(private, generator(0))
    known = Reconstruction(shadow=str(path), overlap=1).learn(private, generator(0))
    assert known[0].removed >= 5
    assert len(known[0].shadow) == 55 - known[0].removed


def test_a_release_that_is_not_aligned_token_for_token_is_refused(folder, private, custext):
    release = custext.sanitize(private, generator(0))
    longer = replace(
        release, corpus=private.with_texts([t + " more" for t in release.corpus.texts])
    )
    with pytest.raises(InputError, match=r"do not fit|tokens"):
        run(attack(folder, ContextFree(), told=False), longer, private)
    plain = TextRelease(private.with_texts([t + " more" for t in private.texts]))
    with pytest.raises(InputError, match="aligned token for token"):
        run(attack(folder, ContextFree()), plain, private)


def test_other_word_vectors_are_refused(folder, private, custext, tmp_path):
    release = custext.sanitize(private, generator(0))
    np.savez(tmp_path / "o.npz", words=np.array(WORDS), vectors=np.ones((len(WORDS), 2)))
    swapped = replace(release, sanitizer={**release.sanitizer, "vectors": str(tmp_path / "o.npz")})
    with pytest.raises(InputError, match="other word vectors"):
        run(attack(folder, ContextFree()), swapped, private)


def test_no_shadow_set_and_no_records(custext, private):
    release = custext.sanitize(private, generator(0))
    for strategy in (ContextFree(), Markov()):
        figures, _ = run(Reconstruction(strategy), release, private)
        assert 0.05 < rate(figures) < 1
    empty = Corpus.from_texts([])
    figures, _ = run(Reconstruction(), custext.sanitize(empty, generator(0)), empty)
    assert figures["asr"] == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "reconstruction:strategy=markov(limit=0)",
        "reconstruction:strategy=markov(discount=2)",
        "reconstruction:strategy=context_free(constant=0)",
        "reconstruction:strategy=contextual(k=0)",
        "reconstruction:strategy=oracle",
        "reconstruction:overlap=2",
    ],
)
def test_fields_out_of_range_are_refused(text):
    with pytest.raises(UsageError):
        spec.parse("attacks", text)


@pytest.mark.parametrize(
    ("names", "emails", "leaks", "said"),
    [
        (0.9, None, True, "nearly always: names (90 %). Then"),
        (0.5, None, True, "Replace more words"),
        (0.9, 1.0, False, ""),
    ],
)
def test_advice_names_what_mostly_comes_back(names, emails, leaks, said):
    values = {"names": names, "emails": emails, "numbers": 0.0}
    found = {
        f"reconstruction.{kind}": SimpleNamespace(value=value, leaks=leaks)
        for kind, value in values.items()
    }
    advice = Reconstruction().advice(found).replace("\u00a0", " ")
    assert said in advice
    assert bool(advice) == bool(said)
