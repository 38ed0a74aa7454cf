"""Beside what a user would use instead, in the same run."""
