"""A released row as its reader sees it: its text and every other column."""
