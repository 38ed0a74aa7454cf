"""What is tried, a target a module."""
