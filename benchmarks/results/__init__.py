"""The results page: every sanitizer that needs no remote model, on four real data sets."""
