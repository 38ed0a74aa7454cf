"""How sensitive a claim is: its topic, the people it names, and its kind of record."""
