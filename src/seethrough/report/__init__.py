"""From results to something to read."""
