"""Retrieval-augmented generation: chunks, vectors, an index, and a service that answers."""
