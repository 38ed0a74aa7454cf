"""The sidecar of a released file: what its maker claims, and which claims can be checked."""
