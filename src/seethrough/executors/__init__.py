"""Executors: who does the parts of long work."""
