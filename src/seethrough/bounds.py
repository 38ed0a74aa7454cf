"""Where parameters of components end: beyond, a run would not end, or compute with infinities."""

LARGEST_EPSILON = 10_000.0
"""A word keeps its place for certain long before: what is promised here is nothing."""

LARGEST_K = 1_000
"""Nearest words or passages that are looked at; the papers take 20 words and a few passages."""

MOST_ROUNDS = 100
"""Rounds of rewriting a text."""
