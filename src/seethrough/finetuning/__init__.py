"""What the ways of fine-tuning share: pairs, curation, losses, the guard, the model's directory."""
