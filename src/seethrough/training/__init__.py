"""Fine-tuning a language model on private records, with and without differential privacy."""
