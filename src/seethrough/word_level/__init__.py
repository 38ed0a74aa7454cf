"""Word-level differential privacy: texts as tokens, what an adversary believes, what epsilon is."""
