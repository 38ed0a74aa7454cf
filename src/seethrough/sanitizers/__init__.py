"""Sanitizers: private corpus -> release, one per module."""
