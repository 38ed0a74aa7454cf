"""What takes personal data out of a text: finding, replacing, pseudonyms, dates."""
