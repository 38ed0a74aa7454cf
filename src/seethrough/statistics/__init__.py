"""Statistics as pure functions: intervals, clusters, the jackknife, agreement."""
