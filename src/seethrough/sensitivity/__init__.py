"""How sensitive a claim is: what it speaks of, whom it names, and what its record is."""
