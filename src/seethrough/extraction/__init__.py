"""What extraction attacks ask, and how what comes back is matched and counted."""
