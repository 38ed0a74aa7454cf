"""How the signs of a text are written."""
