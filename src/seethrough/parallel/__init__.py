"""Work that is split into parts, so that several processes may share it."""
