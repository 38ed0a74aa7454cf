"""Coverage: what was attacked, what was not, and whether that carries a verdict."""
