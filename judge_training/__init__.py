"""How the offline judge was made: its pairs, its reader, its network."""
