"""Linkers: find the released record that belongs to what is known, one per file."""
