"""Where direct identifiers and contact data stand in a text."""
