"""Components that say how sensitive a claim is; one module each."""
