"""Removing personal data from a text: finding, replacing, pseudonyms, dates."""
