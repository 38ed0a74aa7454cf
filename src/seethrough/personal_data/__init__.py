"""Direct identifiers and contact data in a text."""
