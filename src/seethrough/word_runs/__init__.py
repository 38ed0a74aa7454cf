"""Runs of words that texts share: as hashes, whose they are, where they stand."""
