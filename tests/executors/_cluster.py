"""Uses a cluster of two Ray nodes on this machine, one of which dies; prints what happened."""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path

from tests.executors._parts import report, slowest_first, whose

import seethrough as st
from seethrough.models.resolve import using
from seethrough.parallel.spreading import spread

MEMORY = 128 << 20


def main() -> None:
    folder = Path(os.environ["RAY_TMPDIR"])
    (folder / "ray").mkdir()
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": MEMORY},
    )
    second = cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    told: dict[str, object] = {}
    with using(allow_remote=True), st.working_with(f"ray:address={cluster.address}"):
        told["report"] = report()
        told["workers"] = len({process for process, _ in spread(whose, range(100))})
        parts = spread(slowest_first, range(40))
        done = [next(parts)]
        cluster.remove_node(second, allow_graceful=False)
        told["parts"] = [*done, *parts]
        told["left"] = len({process for process, _ in spread(whose, range(100))})
        told["report of one"] = report()
    cluster.shutdown()
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
