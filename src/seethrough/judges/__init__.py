"""Judges rate how well a passage supports a claim: 1 same information, 2 similar, 3 not at all."""
