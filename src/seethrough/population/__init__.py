"""Tables of a population, and what a record says that they can be asked about."""
