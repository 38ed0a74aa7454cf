"""Several releases of one corpus: how they are kept, how they differ, which is safest."""
