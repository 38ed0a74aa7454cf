"""Simulations of every figure that a report prints with an interval."""
