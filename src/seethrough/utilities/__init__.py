"""Utilities: how useful a release still is, one measure per file."""
