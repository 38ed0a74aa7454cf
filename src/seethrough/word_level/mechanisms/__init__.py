"""Word-level differential privacy as pure arrays: mechanisms, priors and exact inference."""
