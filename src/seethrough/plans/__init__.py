"""Plans of comparisons: what is compared, by what, within which limits, in one file."""
