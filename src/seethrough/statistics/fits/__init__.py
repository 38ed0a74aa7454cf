"""Models that are fitted to data: the cuts of a judge, logistic regression."""
