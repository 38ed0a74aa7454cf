"""Running an audit again from what its run folder keeps, and comparing the figures."""
