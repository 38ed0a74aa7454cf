"""Our figures beside what others published or compute: one module for each source."""
