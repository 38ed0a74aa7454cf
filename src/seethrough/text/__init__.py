"""What several components share about natural language."""
