"""Side by side with peers and papers; ``python -m benchmarks`` runs the smallest form of each."""
