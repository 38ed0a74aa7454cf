"""Sentence embeddings by the shipped encoder."""
