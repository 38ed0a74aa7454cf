"""Forms in which a passage tells less, or more, than the encoder reads in it."""
