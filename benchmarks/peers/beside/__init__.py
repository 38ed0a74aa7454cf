"""What a user would take instead, beside ours: one module for each kind of work."""
