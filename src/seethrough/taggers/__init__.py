"""What is private in a text, as spans: one tagger a file."""
