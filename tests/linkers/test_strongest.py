import numpy as np

from seethrough import spec
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.cli._options import build_attacks
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.combsum import CombSum
from seethrough.linkers.dense import Dense
from seethrough.linkers.strongest import Strongest

QUERIES = ["a beekeeper from Bergen", "the night-shift baker", "an unhappy violin teacher"]
DOCUMENTS = [
    "The teacher plays the violin.",
    "Bread is baked here by night.",
    "She keeps bees near Bergen.",
    "Nothing to report.",
]


def link(linker, queries=QUERIES, depth=2):
    hidden = [[] for _ in queries]
    return linker.link(queries, DOCUMENTS, hidden, depth, np.random.default_rng(0))


def test_by_itself_it_links_as_the_linker_that_needs_no_truth():
    links, alone = link(Strongest()), link(CombSum())
    assert np.array_equal(links.indices, alone.indices)
    assert np.array_equal(links.scores, alone.scores)


def test_by_itself_it_lets_several_queries_have_the_same_record():
    assert link(Strongest(), [QUERIES[0]] * 3).indices[:, 0].tolist() == [2, 2, 2]
    assert link(Strongest().linkers[-1], [QUERIES[0]] * 3).indices[:, 0].tolist() != [2, 2, 2]


def test_the_attacks_that_link_use_it_unless_another_is_named():
    assert Linkage().linker == Inference().linker == Strongest()
    assert spec.to_json(Linkage())["linker"]["linkers"][2]["linker"]["name"] == "combsum"
    linkage, inference, lexical, _ = build_attacks((), {"linker": "bm25"})
    assert linkage.linker == inference.linker == BM25()
    assert spec.name_of(lexical.linker) == "rouge"


def test_what_to_choose_from_can_be_named():
    named = spec.parse("linkers", "strongest:linkers=dense+bm25(k1=2)")
    assert named.choices() == (Dense(), BM25(k1=2))
