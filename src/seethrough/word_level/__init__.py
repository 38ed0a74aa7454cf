"""Word-level differential privacy: texts as tokens, an adversary's view, and audits of epsilon."""
