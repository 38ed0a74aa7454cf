"""The evidence for and against a claim in a passage, as numbers: no model, no state."""
