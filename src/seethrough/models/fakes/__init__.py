"""Language models without weights, for tests and examples."""
