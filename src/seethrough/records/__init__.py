"""Records and releases: read from files, aligned by id, written again."""
