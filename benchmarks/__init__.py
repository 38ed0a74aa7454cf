"""Side by side with peers and papers; ``python -m benchmarks`` runs the smallest form of each."""

import seethrough  # noqa: F401  (first: it keeps the telemetry of whatever follows off)
