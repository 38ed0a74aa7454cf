"""Whom a clause is about, and how it comes to say so."""
