"""What the adversary knows, one source per file."""
