"""Shares that an erring judge counted: its error rates, and what they leave of a share."""
