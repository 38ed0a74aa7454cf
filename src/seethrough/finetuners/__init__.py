"""Ways to fine-tune a language model on private records, one a file."""
