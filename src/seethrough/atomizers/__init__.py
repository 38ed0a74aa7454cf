"""Atomizers split a record into claims that each say one thing and read alone."""
