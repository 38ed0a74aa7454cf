"""The words of a report, the same on every page and terminal."""
