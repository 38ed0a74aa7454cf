"""The papers' tables and figures, beside the papers' own numbers."""
