"""What attacks keep of each target for a reader: one type for each kind of evidence."""
