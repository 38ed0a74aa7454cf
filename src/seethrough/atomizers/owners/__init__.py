"""The person that a clause is about, and how claims name them."""
