"""Statistics as pure functions: intervals, the cluster bootstrap, agreement."""
