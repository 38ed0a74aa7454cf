"""Cuts sentences into clauses that each say one thing."""
