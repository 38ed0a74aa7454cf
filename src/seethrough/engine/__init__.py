"""Attacks run on a release, on a control and on a baseline, and what follows from that."""
