"""What the ways of fine-tuning share: pairs, curation, losses, the workshop."""
