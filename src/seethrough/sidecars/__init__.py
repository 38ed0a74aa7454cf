"""What stands beside a released file: what its maker claims, and what of that can be checked."""
