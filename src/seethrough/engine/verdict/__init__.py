"""From figures and reasons to pass, fail or inconclusive."""
