"""Models: language models and embedders, one per file."""
