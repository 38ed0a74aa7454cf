"""Which words of a release give a claim away, and hiding them."""
