"""One module per file format: bytes in, numbered rows out."""
