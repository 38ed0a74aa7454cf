"""Which language texts are in, and whether they can be read."""
