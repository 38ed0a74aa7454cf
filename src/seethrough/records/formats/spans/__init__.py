"""Span files, which mark what is private in their texts: one module per form."""
